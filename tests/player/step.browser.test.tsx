// Steps are exact: the picture itself says which frame it is.
import { cleanup, render, waitFor } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { Stage } from "../../client/player/stage.tsx";
import type { StageHandle } from "../../client/player/stage-handle.ts";
import type { Stimulus } from "../../client/player/stimulus.ts";
import { playerEn } from "../../client/words/player-en.ts";
import { address, clipOf, frontVideo, numberShown, others, rates } from "./clips.ts";

afterEach(cleanup);

async function stageWith(stimulus: Stimulus) {
  const handle = createRef<StageHandle>();
  let visible = false;
  render(
    <div style={{ width: 640, height: 420 }}>
      <Stage
        ref={handle}
        words={playerEn}
        showing="one"
        stimulus={stimulus}
        autoplay={false}
        address={address}
        onFirstFrame={() => {
          visible = true;
        }}
      />
    </div>,
  );
  await waitFor(() => expect(visible).toBe(true), { timeout: 5000 });
  return handle.current as StageHandle;
}

const settled = (stage: StageHandle, frame: number) =>
  waitFor(() => expect([stage.frame(), numberShown(frontVideo())]).toEqual([frame, frame]), {
    timeout: 4000,
    interval: 10,
  });
const uncertain = () => document.body.textContent?.includes(playerEn.frameUncertain);

describe("Stepping", () => {
  for (const [name, clip] of Object.entries({ ...rates, ...others }))
    it(`shows each frame on and back at ${name}${name in rates ? " frames a second" : ""}`, async () => {
      const stage = await stageWith(clipOf(clip.url, clip.facts));
      const seen: number[] = [];
      const wanted: number[] = [];
      const walk = [...Array(clip.frames - 1).fill(1), ...Array(5).fill(-1), -10, -1, 10];
      let at = 0;
      for (const by of walk) {
        at += by;
        stage.step(by);
        await waitFor(() => expect(stage.positionMs()).toBeGreaterThanOrEqual(0));
        await settled(stage, at).catch(() => undefined);
        wanted.push(at);
        seen.push(numberShown(frontVideo()));
      }
      expect(seen).toEqual(wanted);
      expect(uncertain()).toBe(false);
      expect(stage.viewing()?.steps).toBe(walk.length);
    });

  it("keeps only the last wanted frame of a held key", async () => {
    const stage = await stageWith(clipOf(rates["30"].url, rates["30"].facts));
    let seeks = 0;
    frontVideo().addEventListener("seeking", () => {
      seeks += 1;
    });
    for (let press = 0; press < 30; press += 1) stage.step(1);
    await settled(stage, 30);
    expect(seeks).toBeLessThan(6);
  });

  it("stops at the first and at the last frame", async () => {
    const stage = await stageWith(clipOf(rates["25"].url, rates["25"].facts));
    stage.step(-10);
    await settled(stage, 0);
    stage.step(1000);
    await settled(stage, 47);
  });

  it("says in words when it cannot be certain of the frame", async () => {
    const { fps: _, ...unknown } = rates["24"].facts;
    const stage = await stageWith(clipOf(rates["24"].url, unknown));
    stage.step(3);
    await waitFor(() => expect(uncertain()).toBe(true));
  });
});
