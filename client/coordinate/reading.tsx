// How the desk talks to the server: figures are read through react-query and nowhere else, acts are sent and then
// everything is read anew. The function that fetches is given by a context, so that a test can give another one.
import { QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useState } from "react";
import type * as z from "zod/mini";
import type { Position } from "#schemas/figure";
import { problemBody } from "#schemas/problem";

export type Get = (path: string, init?: RequestInit) => Promise<Response>;

/** What the server said no to, with its code; `unreachable` where it said nothing. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const Getting = createContext<Get>((path, init) => fetch(path, init));

/** The function that fetches, for what is no JSON. */
export const useGet = (): Get => useContext(Getting);

/** What an answer that is not `ok` says. */
export async function refusedBy(answer: Response): Promise<Refused> {
  const told = problemBody.safeParse(await answer.json().catch(() => undefined));
  if (!told.success) return new Refused(answer.status >= 500 ? "unreachable" : "internal", answer.statusText);
  return new Refused(told.data.code, told.data.detail ?? told.data.title);
}

async function ask(get: Get, path: string, init?: RequestInit): Promise<unknown> {
  let answer: Response;
  try {
    answer = await get(path, { credentials: "same-origin", ...init });
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === "AbortError") throw fault;
    throw new Refused("unreachable", "");
  }
  if (answer.status === 204) return {};
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) {
    const told = problemBody.safeParse(body);
    if (!told.success) throw new Refused(answer.status >= 500 ? "unreachable" : "internal", answer.statusText);
    throw new Refused(told.data.code, told.data.detail ?? told.data.title);
  }
  if (body === undefined) throw new Refused("unreachable", "");
  return body;
}

export function Reading({ get, children }: { readonly get?: Get; readonly children: ReactNode }) {
  const given = useContext(Getting);
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 1_000,
            networkMode: "always",
            retry: (times, fault) => times < 1 && fault instanceof Refused && fault.code === "unreachable",
          },
          mutations: { networkMode: "always" },
        },
      }),
  );
  return (
    <Getting.Provider value={get ?? given}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Getting.Provider>
  );
}

interface ReadOptions {
  /** Read again after so many milliseconds. */
  readonly every?: number;
  /** Read again only when the study's log has moved on: a figure of one position never changes. */
  readonly at?: Position;
  readonly when?: boolean;
}

const bare = (path: unknown): string => String(path).split("?")[0] ?? "";

/** A figure from the server, checked against its shape. The one before it stays in sight until the new one is here. */
export function useRead<T extends z.ZodMiniType>(path: string, shape: T, { every, at, when = true }: ReadOptions = {}) {
  const get = useContext(Getting);
  return useQuery<z.output<T>, Error>({
    queryKey: at === undefined ? [path] : [path, at.epoch, at.seq],
    queryFn: async ({ signal }) => shape.parse(await ask(get, path, { signal })) as z.output<T>,
    enabled: when,
    ...(every === undefined ? {} : { refetchInterval: every, refetchIntervalInBackground: false }),
    placeholderData: (before, query) => (bare(query?.queryKey[0]) === bare(path) ? before : undefined),
  });
}

interface Act {
  readonly path: string;
  readonly method?: "POST" | "PATCH" | "DELETE";
  readonly body?: unknown;
  /** A file as it is, in place of a JSON body. */
  readonly file?: Blob;
}

/** An act: sent once, never repeated by itself. When it is done every figure on screen is read again. */
export function useAct<T extends z.ZodMiniType>(shape: T) {
  const get = useContext(Getting);
  const client = useQueryClient();
  return useMutation<z.output<T>, Error, Act>({
    mutationFn: async ({ path, method = "POST", body, file }) =>
      shape.parse(
        await ask(get, path, {
          method,
          ...(file === undefined ? {} : { headers: { "content-type": "application/octet-stream" }, body: file }),
          ...(body === undefined
            ? {}
            : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
        }),
      ) as z.output<T>,
    onSuccess: async () => {
      await client.invalidateQueries();
    },
  });
}

/** The first lines of a file, for a preview; the rest is not fetched. */
export function useFirstLines(path: string, lines: number) {
  const get = useContext(Getting);
  return useQuery<string[], Error>({
    queryKey: ["lines", path, lines],
    queryFn: async ({ signal }) => {
      const answer = await get(path, { credentials: "same-origin", signal });
      if (!answer.ok || answer.body === null) throw new Refused("internal", answer.statusText);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { done, value = "" } = await reader.read();
        text += value;
        const found = text.split(/\r?\n/);
        if (done) return found.filter((line) => line !== "").slice(0, lines);
        if (found.length > lines) {
          await reader.cancel();
          return found.slice(0, lines);
        }
      }
    },
  });
}

export const codeOf = (fault: Error | null): string | undefined =>
  fault instanceof Refused ? fault.code : fault === null ? undefined : "internal";
