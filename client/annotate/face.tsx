// A drawn face beside the word of an emotion, where the study wants it (off by default: beside a clip whose face is also
// grammar it would suggest the answer). Drawn by the hand that drew the cue chips. The word says it; the face only helps.
import type { ReactNode } from "react";
import type { EmotionId } from "#schemas/labels";

const drawn: Record<EmotionId, ReactNode> = {
  joy: <path d="M7.4 10.4q1.2-1.6 2.4 0M14.2 10.4q1.2-1.6 2.4 0M7.6 14.2q4.4 5 8.8 0" />,
  excited: (
    <>
      <path d="M6.8 7.4q1.8-1.6 3.4-.4M13.8 7q1.6-1.2 3.4.4M8.6 10v.8M15.4 10v.8" />
      <path d="M7.2 13.6h9.6q-1 5-4.8 5t-4.8-5Z" />
    </>
  ),
  surprise_pos: (
    <>
      <path d="M6.6 6.8q1.8-1.8 3.6-.6M13.8 6.2q1.8-1.2 3.6.6M8.6 10v.8M15.4 10v.8" />
      <path d="M9.4 14.4q2.6-.8 5.2 0 .2 4-2.6 4t-2.6-4Z" />
    </>
  ),
  surprise_neg: (
    <>
      <path d="M6.4 7.6 10 6.2M14 6.2l3.6 1.4M8.6 10v.8M15.4 10v.8" />
      <ellipse cx="12" cy="16" rx="2.2" ry="2.6" />
    </>
  ),
  worry: <path d="M6.4 8.8 10 7.4M14 7.4l3.6 1.4M8.6 11v.6M15.4 11v.6M8 16.6q1.4-1.4 2.7 0t2.6 0 2.7 0" />,
  sadness: (
    <>
      <path d="M6.6 9.4q1.8-.4 3-2M14.4 7.4q1.2 1.6 3 2M8.6 11.4v.4M15.4 11.4v.4M8.4 17.4q3.6-3.4 7.2 0" />
      <path d="M17.2 13.2q-1.2 1.6 0 2.2 1.2-.6 0-2.2Z" />
    </>
  ),
  fear: (
    <>
      <path d="M6.2 8.2q2-.2 3.4-2M14.4 6.2q1.4 1.8 3.4 2" />
      <circle cx="8.6" cy="10.8" r="1.3" />
      <circle cx="15.4" cy="10.8" r="1.3" />
      <path d="M7.8 17.4q.4-3 2-2 1.1.8 2.2 0t2.2 0q1.6-1 2 2-4.2-1.4-8.4 0Z" />
    </>
  ),
  disgust: (
    <path d="M6.8 8.6 10 9.4M14 9.4l3.2-1.4M7.6 11.4h2M14.4 11.4h2M11 12.6l1 .8 1-.8M7.8 17q2.4-2.4 4.4-1.2t4.2-1" />
  ),
  frustration: <path d="M6.6 8.4 10 9.2M14 9.2l3.4-.8M7.4 10.6l2 1-2 1M16.6 10.6l-2 1 2 1M8.4 16.6h7.2" />,
  anger: <path d="M6.4 7.4 10.2 9.6M13.8 9.6l3.8-2.2M8.6 11.6v.4M15.4 11.6v.4M8 17.2q4-3.4 8 0" />,
};

export const Face = ({ emotion }: { readonly emotion: EmotionId }) => (
  <svg
    viewBox="0 0 24 24"
    width={24}
    height={24}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.8}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <circle strokeWidth={1.2} cx="12" cy="12" r="10" />
    {drawn[emotion]}
  </svg>
);
