import type { QueryClient } from "@tanstack/react-query";
import { currentSession, refreshSession } from "../auth/session.ts";
import { takenEarly } from "../early.ts";
import { askForNewer } from "./newer.ts";
import { invalidateNoun, readAgain } from "./queries.ts";

const delays = [1_000, 2_000, 5_000, 10_000];
/** The server sends a heartbeat every 25 s; two missed ones mean that the line is dead. */
const silenceMs = 60_000;
const pollMs = 30_000;
/** A server without a stream is asked seldom; the list screens poll meanwhile. */
const noStreamMs = 30_000;

/**
 * A change that the server announces: `data: {"topic":"invoice.approve","objectId":"…"}` on the
 * event stream.
 */
export type Change = { topic: string; objectId?: string };

/** The complete events of a server-sent stream in `text`, and the rest that is not complete yet. */
export const readEvents = (text: string): { changes: Change[]; rest: string } => {
  const blocks = text.replace(/\r\n/g, "\n").split("\n\n");
  const rest = blocks.pop() ?? "";
  const changes = blocks.flatMap((block) => {
    const data = block
      .split("\n")
      .filter((line) => line.startsWith("data:"))
      .map((line) => line.slice(5).trim())
      .join("\n");
    try {
      const value = JSON.parse(data) as Change;
      return typeof value.topic === "string" ? [value] : [];
    } catch {
      return [];
    }
  });
  return { changes, rest };
};

const hearers = new Set<(change: Change) => void>();

/**
 * Calls back on every change that the server announces while a page follows them; what was announced
 * meanwhile is not repeated. Returns the way to stop.
 */
export const hearChanges = (hearer: (change: Change) => void): (() => void) => {
  hearers.add(hearer);
  return () => hearers.delete(hearer);
};

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        done();
      },
      { once: true },
    );
  });

const listen = async (
  signal: AbortSignal,
  onChange: (change: Change) => void,
  onOpen: () => void,
): Promise<void> => {
  const quiet = new AbortController();
  const both = AbortSignal.any([signal, quiet.signal]);
  const session = currentSession();
  const response = await fetch("/api/v1/events", {
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${session?.access_token ?? ""}`,
    },
    signal: both,
  });
  if (response.status === 401 && session) await refreshSession(session.access_token);
  if (response.status === 404) await wait(noStreamMs, signal);
  if (!response.ok || !response.body) throw new Error(`events ${response.status}`);
  onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const timer = setTimeout(() => quiet.abort(), silenceMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    const read = readEvents(buffer + value);
    buffer = read.rest;
    read.changes.forEach(onChange);
  }
};

/**
 * Keeps what is on the screen fresh until `signal` aborts: by the event stream, and by asking every
 * 30 s while there is none.
 */
export const followChanges = async (client: QueryClient, signal: AbortSignal): Promise<void> => {
  let attempt = 0;
  let lostAt = 0;
  while (!signal.aborted) {
    await listen(
      signal,
      (change) => {
        void invalidateNoun(client, change.topic);
        void invalidateNoun(client, "counts");
        for (const hear of hearers) hear(change);
      },
      () => {
        const early = takenEarly();
        if (lostAt) {
          void askForNewer();
          void client.invalidateQueries({ predicate: (query) => query.queryKey[0] === "noun" });
        } else readAgain(client, early);
        attempt = 0;
        lostAt = 0;
      },
    ).catch(() => undefined);
    if (signal.aborted) return;
    lostAt ||= Date.now();
    await wait(delays[Math.min(attempt++, delays.length - 1)] ?? 10_000, signal);
    if (Date.now() - lostAt >= pollMs) {
      lostAt = Date.now();
      void client.invalidateQueries({
        predicate: (query) => query.queryKey[0] === "noun",
        refetchType: "active",
      });
    }
  }
};
