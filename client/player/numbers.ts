// How the player writes seconds and speeds: "2.9", "0.5×".
export const secondsText = (ms: number): string => (Math.max(0, ms) / 1000).toFixed(1);
export const rateText = (rate: number): string => `${rate}×`;
