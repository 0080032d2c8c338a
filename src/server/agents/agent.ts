import type { z } from "zod";
import type { Picture } from "#kernel/picture.ts";
import type { Proposal, Source } from "#kernel/proposal.ts";
import type { Day } from "#kernel/time.ts";
import type { PermissionName } from "#roles.ts";
import type { EndpointName } from "../http/endpoint.ts";
import type { ListDefinition } from "../http/list.ts";

/** What an agent reads: an address that answers GET, and the shape of what it answers. */
export type Reading<S extends z.ZodType = z.ZodType> = { at: EndpointName; answer: S };

export const reading = <S extends z.ZodType>(path: `/${string}`, answer: S): Reading<S> => ({
  at: `GET ${path}`,
  answer,
});

type Asked = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
};

/**
 * How an agent reads: each of its readings by its name, with the rights that the person has at that
 * moment. Every answer stands in the log of the run.
 */
export type Reader<R extends Readonly<Record<string, Reading>>> = {
  read: <K extends keyof R & string>(what: K, asked?: Asked) => Promise<z.output<R[K]["answer"]>>;
  /** The same, null where there is no such record for this person. */
  maybe: <K extends keyof R & string>(
    what: K,
    asked?: Asked,
  ) => Promise<z.output<R[K]["answer"]> | null>;
  /** The agency's day, and its zone. */
  timeZone: string;
  today: Day;
  /** The one record that it looks at; null for everything that the person may read. */
  subjectId: string | null;
  /** What the person asked in their own words, and what the answer stands about; null without a question. */
  question: { text: string; subject: Found["subject"] } | null;
  progress: (done: number, total: number, stage: string) => Promise<void>;
};

/** Something that an agent found. */
export type Found = {
  /** The same thing has the same key in every run. */
  key: string;
  subject: { id: string; number: string; href: string };
  /**
   * What has to change before it is news: a figure that moves each day is none. Everything that is said,
   * where this is left out.
   */
  sameness?: string;
  /** One sentence: what is so. */
  what: string;
  /** Why, with the figures that show it. */
  why: string;
  since: Day | null;
  /** Until when something can be done; null where no day ends it. */
  dueOn: Day | null;
  /** Money at stake, in cents. */
  cents: number;
  sources: readonly Source[];
  proposal: Proposal | null;
  /** What is drawn of it before its words; none where it has none. */
  picture?: Picture | undefined;
  /** The same in a language model's words, which its sources hold; none where no model was asked. */
  words?: string;
};

/** A labelled case: what is given, and what a right answer says. */
export type AgentCase = { name: string; given: unknown; right: string };

/** How right an agent is on labelled cases, beside the obvious way of doing it. */
type Evaluation = {
  cases: readonly AgentCase[];
  answer: (given: never) => string;
  baseline: (given: never) => string;
  /** What the baseline does, in words. */
  beside: string;
};

export type AgentDefinition<R extends Readonly<Record<string, Reading>> = any> = {
  /** Also the last part of its page's address: "invoice" is /invoice-agent. */
  id: string;
  /** Counted on when it finds other things than before. */
  version: number;
  name: string;
  /** What it does, in one sentence. */
  task: string;
  /** How it comes to what it says, a sentence each. */
  how: readonly string[];
  /** What its findings are about: who reads a row of this list may read what was found of it. */
  subject: { list: ListDefinition; permission: PermissionName; label: string };
  /** It answers what is typed: how its field is called, and an example of what to type. */
  asks?: { label: string; placeholder: string };
  reads: R;
  /** Endpoints that its proposals may call; none that decides or touches money, rights or rules. */
  proposes: readonly EndpointName[];
  find: (at: Reader<R>) => Promise<readonly Found[]>;
  evaluation?: Evaluation;
};

/** Declares an agent with the types of what it reads. */
export const defineAgent = <R extends Readonly<Record<string, Reading>>>(
  agent: AgentDefinition<R>,
): AgentDefinition<R> => agent;
