// Under which names whole clips are kept: written by the page, read by page and worker. A short clip is one entry of
// `mediaCache`; a long one lies in parts, so that neither keeping it nor cutting a range from it holds the whole file.
export const mediaCache = "countersign-media";
export const partsCache = "countersign-parts";
/** Bytes of every part but the last. */
export const partBytes = 2 * 1024 * 1024;

export const keyOf = (hash: string): string => `/media/${hash}`;
export const partOf = (hash: string, n: number): string => `/media/${hash}/${n}`;
/** An entry without content: all parts are here, and the file was checked as a whole. */
export const wholeOf = (hash: string): string => `/media/${hash}/whole`;
export const lengthHeader = "x-clip-bytes";

export const hashIn = (url: string): string => new URL(url).pathname.split("/")[2] ?? "";
