// Must be loaded before video.js: its style elements would need `unsafe-inline`, which our content policy forbids.
declare global {
  interface Window {
    VIDEOJS_NO_DYNAMIC_STYLE?: boolean;
  }
}
window.VIDEOJS_NO_DYNAMIC_STYLE = true;

export {};
