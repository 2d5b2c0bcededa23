// The texts of what comes before the first item, in English: welcome, consent, set-up check; and of the keys panel.
// Loaded with those screens.
import type { HearingStatus, SigningHistory } from "#schemas/about";
import type { ConsentSwitch } from "#schemas/consent";

const switches: Record<ConsentSwitch, string> = {
  "recordings-team": "The study's team may watch what I sign",
  "recordings-released": "What I sign may be published",
  "answers-published": "My single answers may be published under my code, without my name",
  contact: "You may write to me later about this study",
};

const hearing: Record<HearingStatus, string> = {
  deaf: "Deaf",
  "hard-of-hearing": "Hard of hearing",
  hearing: "Hearing",
  "not-said": "I prefer not to say",
};
const signing: Record<SigningHistory, string> = {
  native: "From birth",
  early: "Before I was 7",
  late: "Later",
  none: "I do not sign",
  "not-said": "I prefer not to say",
};

export const startEn = {
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  notNow: "Not now",
  welcome: {
    title: "Welcome",
    goOn: "Go on",
  },
  instructions: {
    title: "Instructions",
    added: (date: string) => `Added on ${date}`,
    fresh: "New",
    none: "This study has no instructions.",
  },
  consent: {
    title: "Do you want to take part?",
    again: "The words have changed since you agreed. Please read them once more. What you have answered stays.",
    reading: "You agreed to this. You can change the switches at any time.",
    ofStudy: "This text",
    board: "Ethics board",
    number: "Number",
    expires: "Valid until",
    expired: "The approval of this study has ended",
    goOnAnyway: "You agreed before. What you answer is kept. Ask if you want to know more.",
    nobodyNew: "Nobody can agree until it is extended. Nothing of yours has been kept.",
    contact: "Questions go to",
    alsoTitle: "You decide about these too",
    alsoLead: "All are off. Turn on only what is right for you. You can take part with all of them off.",
    switches,
    agree: "I agree",
    change: "Save my choice",
    saved: "Your choice is saved.",
    saving: "Saving",
    failed: "This could not be saved on this device. Free some space, then try again.",
    version: (n: number) => `Version ${n}`,
    ask: "Ask a question first",
  },
  about: {
    title: "About you, if you like",
    lead: "You can leave both open. They are used only to compare groups of at least three people. You can change them here.",
    hearingLegend: "You are",
    hearing,
    signingLegend: "You have signed",
    signing,
  },
  setUp: {
    title: "Check that all works here",
    lead: "It takes half a minute. You can skip it and come back from your list of studies.",
    video: "Video",
    videoLead: "Play the clip. A hand counts to three.",
    videoPlay: "Play the clip",
    videoAgain: "Play again",
    videoName: "A hand that counts one, two, three",
    videoGood: "Video plays here.",
    videoBad: "This browser does not play the clip. Try another browser, or ask your coordinator.",
    keys: "Keys",
    keysLead: "Press these four keys. You can also work without keys, by clicks and taps.",
    keysGood: "The keys work.",
    pressed: "pressed",
    camera: "Camera",
    cameraLead: "Only if you want to sign your answers. Nothing is recorded here.",
    cameraTry: "Try the camera",
    cameraOff: "Turn off",
    cameraGood: "The camera works.",
    storage: "Without a network",
    ready: (have: number, of: number, size: string) => `Ready to work offline: ${have} of ${of}, ${size}`,
    of: (have: string, of: string) => `${have} of ${of}`,
    saveBlock: "Save this block",
    saving: "Saving",
    blockSaved: "This block works without a network.",
    noRoom: "This device has no room for it. Free some space, then try again.",
    failed: "It could not be saved now. Try again when the network is better.",
    done: "Go on",
    skip: "Skip the check",
  },
  keysPanel: {
    title: "Change the keys",
    lead: "Choose a line, then press the new key. It counts for you on this device.",
    press: "Press the new key. Esc leaves it as it is.",
    change: (what: string) => `Change the key: ${what}`,
    off: (what: string) => `Off: ${what}`,
    offWord: "off",
    back: (what: string) => `As at first: ${what}`,
    allBack: "All as at first",
    used: (key: string, by: string) => `${key} is already used: ${by}.`,
    fixed: (key: string) => `${key} has a fixed meaning and cannot be taken.`,
    digits: "Digits give values here and cannot be taken.",
    changed: (what: string, key: string) => `${what}: ${key}`,
    nowOff: (what: string) => `${what}: no key`,
    groups: { player: "The clip", clip: "Your answer", cue: "What showed it", question: "The question" },
  },
};

export type StartWords = typeof startEn;
