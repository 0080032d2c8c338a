import type { Actor } from "#kernel/access.ts";
import { notFound, Problem } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import type { App } from "../app.ts";
import { businessDate } from "../clock.ts";
import { callEndpoint, endpointNamed } from "../http/call.ts";
import type { AgentDefinition, Reader, Reading } from "./agent.ts";

/** One answer that an agent read: which address, asked how, and which records stood in it. */
export type Logged = {
  at: string;
  asked: Readonly<Record<string, unknown>>;
  records: readonly { id: string; number: string; version: number | null }[];
};

/** How much one run reads at most. */
export const mostReads = 2000;

/** The run reached one of its ceilings. */
export class Ceiling extends Error {}

/** Whoever the run is for is no member any more, or lost what the agent needs. */
export class NobodyReads extends Error {}

const recordOf = (value: unknown): Logged["records"][number] | null => {
  if (!value || typeof value !== "object" || !("id" in value) || typeof value.id !== "string")
    return null;
  const { number, version } = value as { number?: unknown; version?: unknown };
  return {
    id: value.id,
    number: typeof number === "string" ? number : "",
    version: typeof version === "number" ? version : null,
  };
};

/** The records in an answer: the one that it is, or the rows of a list. */
export const recordsIn = (answer: unknown): Logged["records"] => {
  const rows = (answer as { items?: unknown })?.items;
  return (Array.isArray(rows) ? rows : [answer]).map(recordOf).filter((each) => each !== null);
};

type ReaderOf = {
  app: App;
  agent: AgentDefinition;
  /** Whoever reads, as they stand now; asked before every answer. */
  standing: () => Promise<Actor | null>;
  subjectId: string | null;
  question: Reader<Record<string, Reading>>["question"];
  log: (read: Logged) => void;
  progress: (done: number, total: number, stage: string) => Promise<void>;
};

/**
 * How an agent reads for a person: with the rights of this moment, through the doors that people
 * use. @throws NobodyReads, Ceiling, and what the doors refuse.
 */
export const readerOf = async ({
  app,
  agent,
  standing,
  subjectId,
  question,
  log,
  progress,
}: ReaderOf): Promise<Reader<Record<string, Reading>>> => {
  const first = await standing();
  if (!first) throw new NobodyReads();
  let reads = 0;
  const read = async (what: string, asked: { params?: object; query?: object } = {}) => {
    const reading = (agent.reads as Record<string, Reading>)[what];
    const e = reading && endpointNamed(reading.at);
    if (!e) throw notFound("reading");
    if (++reads > mostReads) throw new Ceiling();
    const actor = await standing();
    if (!actor) throw new NobodyReads();
    const answer = await callEndpoint(app, actor, e, asked as never);
    log({ at: reading.at, asked: { ...asked.params, ...asked.query }, records: recordsIn(answer) });
    return reading.answer.parse(answer);
  };
  return {
    read: read as never,
    maybe: (async (what: string, asked: never) => {
      try {
        return await read(what, asked);
      } catch (error) {
        if (error instanceof Problem && error.status === 404) return null;
        throw error;
      }
    }) as never,
    today: businessDate(first) as Day,
    timeZone: first.timeZone ?? "UTC",
    subjectId,
    question,
    progress,
  };
};
