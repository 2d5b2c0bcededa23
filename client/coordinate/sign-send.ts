// Sends a sign video up, whole; the server looks into it and says what it is.
import { useMutation } from "@tanstack/react-query";
import { newMedium } from "#schemas/set-up";
import type { MediumFacts } from "#schemas/study";
import { refusedBy, useGet } from "./reading.tsx";

export function useSendSign(study: string) {
  const get = useGet();
  return useMutation<MediumFacts, Error, File>({
    networkMode: "always",
    mutationFn: async (file) => {
      const path = `/api/studies/${encodeURIComponent(study)}/signs/file?name=${encodeURIComponent(file.name)}`;
      const answer = await get(path, {
        method: "PUT",
        credentials: "same-origin",
        headers: { "content-type": "application/octet-stream" },
        body: file,
      });
      if (!answer.ok) throw await refusedBy(answer);
      return newMedium.parse(await answer.json()).facts;
    },
  });
}
