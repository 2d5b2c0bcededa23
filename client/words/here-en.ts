// The texts about this browser, in English: the PIN, what it keeps or has lost, and what cannot be sent. Loaded when one
// of them is shown.
const answers = (n: number): string => `${n} ${n === 1 ? "answer" : "answers"}`;

export const hereEn = {
  pin: {
    label: "PIN",
    open: "Open",
    lead: "Type your PIN, or open your personal link.",
    wrong: "This PIN is not right.",
    wait: (time: string) => `This PIN is not right. Try again in ${time}.`,
    checking: "Looking…",
    choose: "PIN for this computer (not required)",
    hint: "4 to 12 digits. With it you come back here without your link, also with no network.",
    shape: "A PIN has 4 to 12 digits.",
    title: "PIN for this computer",
    none: "No PIN is set. Your link opens your work here.",
    set: "A PIN is set. It or your link opens your work here.",
    fresh: "New PIN",
    keep: "Keep this PIN",
    drop: "Remove the PIN",
    honest: "A PIN keeps others out of this screen. It does not encrypt what the browser stores.",
  },
  lost: {
    here: "This browser has lost what it kept of you",
    hereLead: (unsent: number, since: string | undefined) =>
      `${since === undefined ? "" : `The server last heard from it on ${since}. `}${
        unsent > 0
          ? `${answers(unsent)} that it still had are missing. `
          : "What was answered here and not sent since then is missing. "
      }Everything that was sent is here again.`,
    maybe: "You have worked in another browser before",
    maybeLead: (unsent: number, since: string | undefined) =>
      `${since === undefined ? "" : `The server last heard from it on ${since}. `}${
        unsent > 0 ? `${answers(unsent)} are still only there. Open Countersign there once to send them. ` : ""
      }If it was this browser, its data were cleared, and what was not sent is gone. Everything that was sent is here.`,
    tell: "If answers are missing, tell your coordinator.",
    understood: "All right",
    gone: (n: number) => `The server has lost ${answers(n)} of yours`,
    goneLead:
      "It was set back to an older backup. These were sent long ago and not kept here any more. They are open again. Please answer them again; your coordinator is told too.",
    goneItems: (study: string, items: string) => `${study}: number ${items}`,
    empty: "This browser has lost its work for you",
    emptyLead: "Open your personal link again. Everything that was sent comes back.",
    door: "This browser has lost what it kept",
    doorLead:
      "Somebody worked here, and the browser has cleared its data. What was sent is on the server. Open your personal link to go on.",
  },
  storage: {
    kept: "This browser has promised to keep what is stored here.",
    mayClear: "This browser may clear what is stored here when space is short.",
    mayClearLead: "Send your answers often, and do not clear the browser's data.",
    used: (used: string, of: string) => `${used} used of ${of}`,
    title: "Storage",
    unsent: "See unsent answers",
  },
  stuck: {
    reasons: {
      quarantined: "The server has it and cannot count it. Your coordinator sees it.",
      refused: "The server could not read it.",
      unacceptable: "The server fails when it comes.",
      "too-large": "It is too large to be sent.",
    },
    said: (problem: string) => `The server says: ${problem}`,
    retry: (when: string) => `It is tried again on ${when}.`,
    item: (n: number, when: string) => `Answer ${n}, given ${when}`,
    way: "Save unsent answers to a file and give it to your coordinator.",
  },
  wrongLink: {
    mine: "Go on with the work on this computer",
    start: "To the first page",
    ask: "Your coordinator can make a new link for you. Write to them, or ask the person who gave you the link.",
  },
};
export type HereWords = typeof hereEn;
