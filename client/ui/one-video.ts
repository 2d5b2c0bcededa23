// One video plays at a time: what begins to play pauses the others. A camera's live picture is none of them.
export function pauseOthers(own?: HTMLVideoElement): void {
  for (const other of document.querySelectorAll("video"))
    if (other !== own && other.srcObject === null && !other.paused) other.pause();
}
