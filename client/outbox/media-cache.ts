// The name under which whole clips are kept: written by the page, read by the worker.
export const mediaCache = "countersign-media";
