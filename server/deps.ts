// What the routes stand on, handed in from outside: nothing in the server is a singleton.
import type { Logger } from "pino";
import type { Figures } from "#server/figures/figures";
import type { MediaStore } from "#server/media/store";
import type { Store } from "#server/store/open";
import type { Heavy } from "#server/thread/heavy";

export interface Deps {
  readonly store: Store;
  readonly media: MediaStore;
  readonly figures: Figures;
  /** Where what takes long is done; left out it is done right here. */
  readonly heavy?: Heavy;
  readonly clock: () => Date;
  /** The one truth for links, cookies and the Origin check. */
  readonly publicUrl: URL;
  readonly log: Logger;
  /** Where files of a study wait on their way in; without it none come in by screen. */
  readonly uploadsDir?: string;
  /** File beside the database that lists what was erased; without it an older backup would bring it back. */
  readonly erasedList?: string;
  /** Folder of the built client; without it only the API answers. */
  readonly clientDir?: string;
  /** Folders of earlier builds, for pages that were opened before an update. */
  readonly earlierClients?: readonly string[];
}
