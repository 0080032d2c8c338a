import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Actor, Permission } from "#kernel/access.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/db.ts";
import { transition, type Noun, type TakenStep } from "../lifecycle.ts";
import { endpoint, idParams, requireGiven, writtenRecord, type Endpoint } from "./endpoint.ts";

/** A verb of a service that takes one step; `input` is what the body says. */
export type StepVerb<B = unknown, O = unknown> = (
  tx: Tx,
  actor: Actor,
  step: TakenStep,
  input: B,
  app: App,
) => Promise<O>;

type Written = z.input<typeof writtenRecord>;
type Shape = z.ZodType;
type Out<B> = B extends Shape ? z.output<B> : Record<string, never>;

/** Lent by `Endpoint`: how it runs, where that is not in the transaction of the agency. */
type Manner = Pick<Endpoint, "ownTransaction" | "unkept" | "bodyLimit" | "handler">;

type Ask<O> = {
  /** For the description of the API; the label of the lifecycle and its noun unless said. */
  summary?: string;
  /** Only of steps that the lifecycle keeps for the system, which the service takes as it. */
  permission?: Permission;
  /** What is asked beside or in place of the reason; null where nothing is. */
  body?: Shape | null;
  response?: Shape;
  take?: StepVerb<never, O>;
} & Partial<Manner>;

/**
 * A step as its endpoint takes it: the verb alone; or a summary, body, response or handler of its
 * own with it; or nothing (`{}`), where taking the step is all that happens.
 */
type StepEntry<O = Written> = StepVerb<never, O> | Ask<O>;

/** A step that asks for more than a reason: infers what its verb is given from the body. */
export const step = <B extends Shape, O>(
  body: B,
  take: StepVerb<Out<B>, O>,
  own: Omit<Ask<O>, "body" | "take"> = {},
): Ask<O> => ({ ...own, body, take });

/** One verb of several steps: it is told which one it takes. Summaries by name, where they tell more. */
export const alike = <N extends string, O, B extends Shape = Shape>(
  take: (
    tx: Tx,
    actor: Actor,
    action: NoInfer<N>,
    taken: TakenStep,
    input: Out<NoInfer<B>>,
    app: App,
  ) => Promise<O>,
  names: readonly N[] | Readonly<Record<N, string>>,
  own: Omit<Ask<O>, "take" | "summary" | "body"> & { body?: B } = {},
): Record<N, Ask<O>> => {
  const summaries = Array.isArray(names) ? null : (names as Readonly<Record<N, string>>);
  const list = summaries ? (Object.keys(summaries) as N[]) : (names as readonly N[]);
  const entry = (name: N): Ask<O> => ({
    ...own,
    ...(summaries && { summary: summaries[name] }),
    take: (tx: Tx, actor: Actor, taken: TakenStep, input: Out<B>, app: App) =>
      take(tx, actor, name, taken, input, app),
  });
  return Object.fromEntries(list.map((name) => [name, entry(name)])) as Record<N, Ask<O>>;
};

/** How the steps of a noun answer where that is not the written record. */
type StepAnswer<R extends Shape = Shape> = {
  response: R;
  /** Reads the record anew behind the step. */
  read?: (tx: Tx, actor: Actor, id: string) => Promise<z.input<R>>;
  /** 428 for a step without the version that was read. */
  versioned?: boolean;
};

/** Why somebody takes a step; whether it must be said is the lifecycle's rule, which refuses. */
const reasonOnly = z.object({ reason: z.string().trim().max(2000).nullish() });
const reasonNeeded = z.object({
  reason: reasonOnly.shape.reason.describe("Must be given: the step needs a reason."),
});

type PlainNoun = Noun<string, string, PgTable, { status: string }>;

/** As much of a noun as its addresses need. */
type Stepped<A extends string> = Pick<Noun, "name" | "path"> & {
  cycle: {
    noun: string;
    actions: Record<
      A,
      { label: string; permission: Permission; needsReason?: boolean; system?: boolean }
    >;
  };
};

const permissionOf = (noun: Stepped<string>, name: string, given: Permission | undefined) => {
  const action = noun.cycle.actions[name];
  if (!action) throw new Error(`${noun.name} has no step ${name}`);
  if (action.system !== (given !== undefined ? true : undefined) && (action.system || given))
    throw new Error(
      action.system
        ? `${noun.name}.${name} is the system's: say the permission under which people ask for it`
        : `${noun.name}.${name} takes its permission from the lifecycle`,
    );
  return given ?? action.permission;
};

const runStep =
  (noun: Stepped<string>, name: string, take: StepVerb<never> | undefined, answer?: StepAnswer) =>
  async ({ tx, actor, params, body, ifMatch, app }: Parameters<Endpoint["handler"]>[0]) => {
    if (answer?.versioned) requireGiven(ifMatch);
    const taken: TakenStep = { id: params.id, version: ifMatch, reason: body?.reason ?? null };
    const written = take
      ? await take(tx, actor, taken, body as never, app)
      : await transition(tx, actor, noun as unknown as PlainNoun, { ...taken, action: name });
    return answer?.read ? answer.read(tx, actor, taken.id) : written;
  };

const stepEndpoint = (
  noun: Stepped<string>,
  name: string,
  entry: StepEntry<unknown>,
  answer: StepAnswer | undefined,
): Endpoint => {
  const { take, permission, ...own }: Ask<unknown> =
    typeof entry === "function" ? { take: entry } : entry;
  const mayTake = permissionOf(noun, name, permission);
  const { label, needsReason } = noun.cycle.actions[name]!;
  return endpoint({
    summary: `${label}: ${noun.cycle.noun}`,
    body: needsReason ? reasonNeeded : reasonOnly,
    response: answer?.response ?? writtenRecord,
    handler: runStep(noun, name, take, answer),
    ...own,
    ...(own.body === null && { body: undefined }),
    method: "POST",
    path: `/api/v1/${noun.path}/{id}/actions/${name}`,
    permission: mayTake,
    params: idParams,
  } as Parameters<typeof endpoint>[0]);
};

/**
 * The endpoints of a noun's steps, `POST /api/v1/<path>/{id}/actions/<step>`. Path, permission,
 * summary and the wish for a reason come from the noun and its lifecycle; a step that the lifecycle
 * does not have is an error. That every step of people is mounted is a test
 * (`src/lifecycles.test.ts`). Answers the written record unless `answer` says otherwise.
 */
export function stepEndpoints<A extends string>(
  noun: Stepped<A>,
  steps: Partial<Record<A, StepEntry>>,
): Endpoint[];
export function stepEndpoints<A extends string, R extends Shape>(
  noun: Stepped<A>,
  steps: Partial<Record<A, StepEntry<unknown>>>,
  answer: StepAnswer<R> & { read: (tx: Tx, actor: Actor, id: string) => Promise<z.input<R>> },
): Endpoint[];
export function stepEndpoints<A extends string, R extends Shape>(
  noun: Stepped<A>,
  steps: Partial<Record<A, StepEntry<z.input<R>>>>,
  answer: StepAnswer<R>,
): Endpoint[];
export function stepEndpoints(
  noun: Stepped<string>,
  steps: Readonly<Record<string, StepEntry<unknown> | undefined>>,
  answer?: StepAnswer,
): Endpoint[] {
  return Object.entries(steps).flatMap(([name, entry]) =>
    entry ? [stepEndpoint(noun, name, entry, answer)] : [],
  );
}
