// video.js ships types for its root entry only; the core (no HLS or DASH engine) has the same face.
declare module "video.js/core" {
  export { default } from "video.js";
}
