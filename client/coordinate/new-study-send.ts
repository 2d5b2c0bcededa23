// Sends files of a study up, one after the other, each tried again when the line breaks; tells how many bytes are there.
import { problemBody } from "#schemas/problem";
import type { Chosen } from "./new-study-files.ts";
import { Refused } from "./reading.tsx";

export interface Sent {
  readonly files: number;
  readonly of: number;
  readonly bytes: number;
  readonly bytesOf: number;
}

const tries = 4;

/** Resolves when all are there; throws `Refused` with the server's words. */
export async function sendFiles(
  upload: string,
  files: readonly Chosen[],
  onSent: (sent: Sent) => void,
  signal: AbortSignal,
): Promise<void> {
  const bytesOf = files.reduce((sum, { file }) => sum + file.size, 0);
  let before = 0;
  for (const [at, { name, file }] of files.entries()) {
    const tell = (bytes: number) => onSent({ files: at, of: files.length, bytes: before + bytes, bytesOf });
    const path = `/api/uploads/${upload}/file?name=${encodeURIComponent(name)}`;
    for (let tried = 1; ; tried++) {
      try {
        await sendOne(path, file, tell, signal);
        break;
      } catch (fault) {
        const again = fault instanceof Refused && fault.code === "unreachable" && tried < tries;
        if (!again || signal.aborted) throw fault;
        await new Promise((done) => setTimeout(done, 1000 * tried));
      }
    }
    before += file.size;
    tell(0);
  }
  onSent({ files: files.length, of: files.length, bytes: bytesOf, bytesOf });
}

/** XMLHttpRequest, because fetch does not tell how much of a body has left. */
function sendOne(path: string, file: File, onBytes: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener("abort", stop, { once: true });
    request.open("PUT", path);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = (event) => onBytes(event.loaded);
    request.onerror = () => fail(new Refused("unreachable", ""));
    request.onabort = () => fail(new DOMException("stopped", "AbortError"));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return done();
      const told = problemBody.safeParse(parsed(request.responseText));
      if (told.success) fail(new Refused(told.data.code, told.data.detail ?? told.data.title));
      else fail(new Refused("unreachable", ""));
    };
    request.onloadend = () => signal.removeEventListener("abort", stop);
    request.send(file);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
