// The signs of the cue chips, drawn by one hand: what carries the meaning is thick, the face or body around it is thin.
import type { ReactNode } from "react";
import type { cueChips } from "#schemas/response";

export type CueChip = (typeof cueChips)[number];

const face = <circle strokeWidth={1.2} cx="12" cy="12" r="9.2" />;
const eyes = (
  <g strokeWidth={1.2}>
    <path d="M8.6 11v.6M15.4 11v.6" />
  </g>
);

const drawn: Record<CueChip, ReactNode> = {
  brows: (
    <>
      {face}
      <g strokeWidth={1.2}>
        <path d="M8.6 13.2v.6M15.4 13.2v.6M10 17h4" />
      </g>
      <path d="M6.4 9.9q2-2.6 4.3-1.5M13.3 8.4q2.3-1.1 4.3 1.5" />
    </>
  ),
  "eyes-gaze": (
    <>
      {face}
      <path strokeWidth={1.2} d="M10 17h4" />
      <path d="M5.9 11q2.4-3 4.8 0-2.4 3-4.8 0ZM13.3 11q2.4-3 4.8 0-2.4 3-4.8 0Z" />
      <path d="M8.3 11h.01M15.7 11h.01" />
    </>
  ),
  "cheeks-nose": (
    <>
      {face}
      <g strokeWidth={1.2}>
        <path d="M8.6 8.6v.6M15.4 8.6v.6M10.4 18h3.2" />
      </g>
      <path d="M12 9.6 10.8 13.6h2M5.7 13.2q1.4 2 3.2.4M18.3 13.2q-1.4 2-3.2.4" />
    </>
  ),
  mouth: (
    <>
      {face}
      {eyes}
      <path d="M7.6 14.4q4.4-1.6 8.8 0-4.4 5.4-8.8 0Z" />
    </>
  ),
  head: (
    <>
      <ellipse cx="12" cy="11" rx="5" ry="6.4" transform="rotate(14 12 11)" />
      <path
        strokeWidth={1.2}
        d="M4.4 8.4a9 9 0 0 0 .4 7.4M3 13.6l1.8 2.2 2-2M19.6 8.4a9 9 0 0 1-.4 7.4M21 13.6l-1.8 2.2-2-2"
      />
    </>
  ),
  "shoulders-body": (
    <>
      <circle strokeWidth={1.2} cx="12" cy="6.4" r="3.6" />
      <path d="M3.6 20.4c.2-5.6 3-7.6 8.4-7.6s8.2 2 8.4 7.6" />
    </>
  ),
  "sign-size": (
    <>
      <circle strokeWidth={1.2} cx="12" cy="12" r="2.6" />
      <path d="M15.4 8.6 20 4m-4.4 0H20v4.4M8.6 15.4 4 20m4.4 0H4v-4.4" />
    </>
  ),
  "sign-speed": (
    <>
      <path strokeWidth={1.2} d="M3 8h5M2 12h5M3 16h5" />
      <path d="m11 6 6 6-6 6M16 6l6 6-6 6" />
    </>
  ),
  "repetition-hold": (
    <>
      <path d="M4.6 12.4a7.4 7.4 0 0 1 13-4.6l1.8 2m.2-4.6v4.6H15" />
      <path strokeWidth={1.2} d="M19.4 12.6a7.4 7.4 0 0 1-13 4.4l-1.6-1.8m-.2 4.4v-4.4H9" />
    </>
  ),
  emphasis: (
    <>
      <circle strokeWidth={1.2} cx="12" cy="12" r="3" />
      <path d="M12 2.6v3.2M12 18.2v3.2M2.6 12h3.2M18.2 12h3.2M5.4 5.4l2.2 2.2M16.4 16.4l2.2 2.2M18.6 5.4l-2.2 2.2M7.6 16.4l-2.2 2.2" />
    </>
  ),
  "finger-spelling": (
    <>
      <path strokeWidth={1.2} d="M8 20.6h6.6c2 0 3.4-1.6 3.4-3.6v-3.6c0-1.2-1-2-2.2-2H12" />
      <path d="M9 13.4V4.2a1.5 1.5 0 0 1 3 0v7.2M9 13.4 6.8 11.6c-1.6-1-3.2.8-2.2 2.2L8 18.6" />
    </>
  ),
  "role-shift": (
    <>
      <circle strokeWidth={1.2} cx="6.4" cy="7.4" r="3.2" />
      <circle cx="17.6" cy="7.4" r="3.2" />
      <path d="M5 16.4h13.6M15.2 13l3.4 3.4-3.4 3.4" />
    </>
  ),
  other: (
    <>
      <circle strokeWidth={1.2} cx="12" cy="12" r="9.2" />
      <path d="M7.6 12h.01M12 12h.01M16.4 12h.01" />
    </>
  ),
};

export const CueIcon = ({ chip }: { readonly chip: CueChip }) => <Drawing>{drawn[chip]}</Drawing>;
export const BoxIcon = () => (
  <Drawing>
    <circle strokeWidth={1.2} cx="12" cy="11" r="3.4" />
    <path d="M4 8V5.4C4 4.6 4.6 4 5.4 4H8M16 4h2.6c.8 0 1.4.6 1.4 1.4V8M20 16v2.6c0 .8-.6 1.4-1.4 1.4H16M8 20H5.4c-.8 0-1.4-.6-1.4-1.4V16" />
  </Drawing>
);

const Drawing = ({ children }: { readonly children: ReactNode }) => (
  <svg
    viewBox="0 0 24 24"
    width={20}
    height={20}
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
);
