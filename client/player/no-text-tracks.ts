// Stands in for the parser and the loader of text tracks that video.js brings along (vite.config.ts): captions are shown
// by the screen, so neither is ever called. Not empty, since video.js would then ask a foreign host for the parser.
export default { unused: true };
