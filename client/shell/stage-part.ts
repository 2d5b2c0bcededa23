// The player's part of the app; read ahead from the list of studies.
import { lazily } from "./lazily.ts";

export const [Stage, readStage] = lazily(async () => (await import("../player/stage.tsx")).Stage);
