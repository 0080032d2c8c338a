import {
  keepPreviousData,
  onlineManager,
  queryOptions,
  QueryClient,
  type QueryFunctionContext,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import { api, ApiProblem } from "./api.ts";
import { ownWrites } from "./own-writes.ts";

/** Parts of addresses that belong to the noun behind them: `field/captures` are `fieldCapture`. */
const families = new Set(["field"]);

const namedIn = (text: string): string | undefined => {
  const parts = (text.split("?")[0] ?? "").split("/").filter(Boolean);
  const before = parts.at(-2) ?? "";
  return families.has(before) ? `${before}${parts.at(-1)}` : parts.at(-1);
};

/**
 * `purchaseOrder`, `purchaseOrder.approve`, `purchase-orders` and `/api/v1/purchase-orders` are the
 * same noun: `purchaseorder`.
 */
export const nounOf = (text: string): string =>
  namedIn(text)
    ?.split(".")[0]
    ?.replace(/[^a-z]/gi, "")
    .toLowerCase()
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x)es$/, "$1")
    .replace(/([^s])s$/, "$1") ?? "";

/** Data stay fresh for 5 minutes; one more try, but not for refusals (SPEC 9). */
export const makeQueryClient = (): QueryClient => {
  // The library assumes a connection until told otherwise: a page that opened without one would not
  // read anew when it comes.
  if (typeof navigator !== "undefined" && !navigator.onLine) onlineManager.setOnline(false);
  return newClient();
};

const newClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        // Without a connection a request fails at once and says so, in place of a skeleton that
        // waits; what was read stays on the screen.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && !isRefused(error),
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });

/** Marks everything that shows this kind of record as stale. `noun` as in `nounOf`. */
export const invalidateNoun = (client: QueryClient, noun: string): Promise<void> =>
  client.invalidateQueries({
    predicate: (query) => query.queryKey[0] === "noun" && query.queryKey[1] === nounOf(noun),
  });

/** The address that a query's key reads. */
const addressOf = ([, , kind, path, rest]: readonly unknown[]): string =>
  kind === "record"
    ? `${String(path)}/${encodeURIComponent(String(rest))}`
    : kind === "list" && rest
      ? `${String(path)}?${String(rest)}`
      : String(path);

/** The server answered that this is not to be had; asking at once again changes nothing. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500;

/** What was read before does not stand any more; to have asked too often (429) says nothing of it. */
const standsNoMore = (error: unknown): boolean =>
  isRefused(error) && (error as ApiProblem).status !== 429;

/**
 * What was read stays, and so does a form that lies over it, where only the line or the server
 * failed when it was read again. The rest of the answer is looked up, not copied: the library
 * draws again for what was looked at alone.
 */
export const staying = <R extends { data: unknown; error: Error | null }>(answer: R): R =>
  Object.create(answer, {
    error: {
      get: () => (answer.data === undefined || standsNoMore(answer.error) ? answer.error : null),
    },
  }) as R;

const reading =
  <T>(first = true) =>
  ({ signal, queryKey }: QueryFunctionContext) =>
    api<T>(addressOf(queryKey), { signal, first });

/** One record: GET path/id. The answer carries id, version and what the endpoint declares. */
export const useRecord = <T>(path: string, id: string) =>
  staying(
    useQuery({ queryKey: ["noun", nounOf(path), "record", path, id], queryFn: reading<T>() }),
  );

export type ListAnswer<T> = {
  items: T[];
  total: number | null;
  totalCapped: boolean;
  page: number;
  limit: number;
  nextCursor: string | null;
  /** The whole number that was searched, where only its rows are given. */ number?: string;
  totals?: Record<string, number>;
  /** Why what is shown is not added up. */
  apart?: string;
};

/** How a list is asked for and kept; for screens that ask several at once. */
export const listOptions = <T>(path: string, search = "") =>
  queryOptions({
    queryKey: ["noun", nounOf(path), "list", path, search],
    queryFn: reading<ListAnswer<T>>(),
  });

/**
 * A page of a list: GET path?search. `search` is a query text in the house's list contract. Old
 * rows stay while new ones load.
 */
export const useList = <T>(path: string, search = "") =>
  staying(useQuery({ ...listOptions<T>(path, search), placeholderData: keepPreviousData }));

/** Reads again what is on the screen from these addresses. */
export const readAgain = (client: QueryClient, addresses: readonly string[]): void => {
  if (addresses.length > 0)
    void client.invalidateQueries({
      predicate: ({ queryKey }) =>
        queryKey[0] === "noun" && addresses.includes(addressOf(queryKey)),
    });
};

/** How long an answer that is waited for is left alone, in milliseconds. */
const untilPause = 800;

/**
 * Any other GET, kept fresh under a noun of your choice. `first`: the screen begins with it, as
 * screens do with their list or record. `keep`: what another address answered stays until this one
 * does. `anew`: what it counts is changed on other screens, so that it is asked each time it opens.
 */
export const useGet = <T>(
  noun: string,
  path: string,
  options: {
    enabled?: boolean;
    first?: boolean;
    keep?: boolean;
    anew?: boolean;
    /** It is asked again, second by second, until the answer is so. */
    until?: (answer: T) => boolean;
  } = {},
) =>
  staying(
    useQuery({
      queryKey: ["noun", nounOf(noun), "get", path],
      queryFn: reading<T>(options.first ?? false),
      enabled: options.enabled ?? true,
      ...(options.keep && { placeholderData: keepPreviousData }),
      ...(options.anew && { staleTime: 0 }),
      ...(options.until && {
        refetchInterval: ({ state: { data } }: { state: { data: T | undefined } }) =>
          data !== undefined && options.until!(data) ? false : untilPause,
      }),
    }),
  );

export type Mutation = {
  method?: "POST" | "PATCH" | "PUT" | "DELETE";
  path: string;
  body?: unknown;
  version?: number;
};

const write = ownWrites();

/**
 * Sends mutations; the Idempotency-Key stays the same while the same intention is tried again after
 * a lost connection, so nothing
 * happens twice. Afterwards everything about `nouns` is read anew.
 */
export const useMutationAction = <T = unknown>(...nouns: string[]) => {
  const client = useQueryClient();
  const pending = useRef<{ text: string; key: string } | null>(null);
  return useMutation<T, Error, Mutation>({
    mutationFn: async ({ method = "POST", path, body, version }) => {
      const text = JSON.stringify([method, path, body, version]);
      if (pending.current?.text !== text) pending.current = { text, key: crypto.randomUUID() };
      try {
        const { key: idempotencyKey } = pending.current;
        const answer = await write(path, version, (named) =>
          api<T>(path, {
            ...{ method, body, idempotencyKey },
            ...(named === undefined ? {} : { version: named }),
          }),
        );
        pending.current = null;
        return answer;
      } catch (error) {
        if (isRefused(error)) pending.current = null;
        throw error;
      }
    },
    onSuccess: async () => {
      await Promise.all([...nouns, "counts"].map((noun) => invalidateNoun(client, noun)));
    },
  });
};
