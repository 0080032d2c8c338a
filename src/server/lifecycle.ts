import type { InferSelectModel } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Actor, Permission } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import {
  offeredActions,
  refusal,
  type EndsChildren,
  type OfferedAction,
} from "#kernel/lifecycle.ts";
import { audit } from "./audit/audit.ts";
import type { Db, Tx } from "./db/db.ts";
import { findRow, getRow, lockRow, shapeOf, updateRow, type Written } from "./db/rows.ts";
import { bind, sql } from "./db/sql.ts";
import { digestsOf } from "./files/held-digests.ts";
import { requireVersion } from "./http/endpoint.ts";
import { numberYear } from "./number-year.ts";
import { allNouns, nounNamed, readsNoun, seesRow, type Noun } from "./noun.ts";
import { handBefore, refuseHands } from "./origin/hands.ts";
import { askedBefore, refuseAskers } from "./origin/origin.ts";
import { lacks } from "./lacking.ts";

export { allNouns, defineNoun, type Noun } from "./noun.ts";

/**
 * The record behind `objectType` and `objectId` for whoever may read it: its noun, its number and
 * its row. 404 for an unknown type, another agency's record, none, or one that is not for them; 403
 * without the permission.
 */
export const readableRecord = async (
  db: Db,
  actor: Actor,
  objectType: string,
  objectId: string,
): Promise<{ noun: Noun; number: string; row: Record<string, unknown> }> => {
  const noun = nounNamed(objectType);
  if (!noun) throw notFound("record");
  if (!readsNoun(actor, noun)) throw lacks([noun.read ?? `${noun.name}.read`]);
  const row = await getRow(db, noun.table, objectId, noun.cycle.noun);
  if (!(await seesRow(db, actor, noun, row))) throw notFound(noun.cycle.noun);
  return { noun, number: noun.number(row), row };
};

/** Whether somebody may read the record behind `objectType` and `objectId`. */
export const seesRecord = async (
  db: Db,
  actor: Actor,
  objectType: string,
  objectId: string,
): Promise<boolean> => {
  const noun = nounNamed(objectType);
  if (!noun || !readsNoun(actor, noun)) return false;
  const row = await findRow(db, noun.table, objectId);
  return row !== null && (await seesRow(db, actor, noun, row));
};

/**
 * 404 for a record that is not for the actor, where its noun tells its records apart. The endpoint
 * itself asked the permission.
 */
export const requireSeen = async (
  db: Db,
  actor: Actor,
  objectType: string,
  objectId: string,
): Promise<void> => {
  const noun = nounNamed(objectType);
  if (!noun?.visible) return;
  const row = await getRow(db, noun.table, objectId, noun.cycle.noun);
  if (!(await noun.visible(db, actor, row))) throw notFound(noun.cycle.noun);
};

/** Every declared noun with the permission to read one of its records. */
export const nounReaders = (): readonly (readonly [string, Permission])[] =>
  allNouns().map((noun) => [noun.name, noun.read ?? `${noun.name}.read`] as const);

/** Names of the steps that people take with a permission, over all nouns. */
export const stepsUnder = (permission: Permission): readonly string[] =>
  allNouns().flatMap(({ cycle }) =>
    Object.entries(cycle.actions).flatMap(([name, action]) =>
      action.permission === permission && !action.system ? [name] : [],
    ),
  );

export type DeclaredNoun = {
  name: string;
  /** Where a record opens, without its id. */
  page: string | null;
  table: string;
  statuses: readonly string[];
};

/** Every declared noun as data. */
export const declaredNouns = (): readonly DeclaredNoun[] =>
  allNouns().map((noun) => ({
    name: noun.name,
    page: noun.page ?? null,
    table: shapeOf(noun.table).name,
    statuses: Object.keys(noun.cycle.statuses),
  }));

/** 404 unless the scope's agency has this record; also for a type that no noun bears. */
export const requireRecord = async (
  db: Db,
  objectType: string,
  objectId: string,
): Promise<void> => {
  const noun = nounNamed(objectType);
  if (!noun) throw notFound("record");
  await getRow(db, noun.table, objectId, noun.cycle.noun);
};

/**
 * What an effect decides: the status, where the action has several outcomes; columns that change
 * with it; what the history notes.
 */
type Effect<S extends string, T extends PgTable> = {
  to?: S;
  patch?: Partial<Written<InferSelectModel<T>>>;
  note?: string;
} | void;

/** What every verb of a step is told: which record, at which version, and why. */
export type TakenStep = {
  id: string;
  /** The version that the person read, from `If-Match`; null when not given. */
  version: number | null;
  reason: string | null;
};

/** The same of a verb that asks for no reason. */
export type StepAt = Pick<TakenStep, "id" | "version">;

export type Step<S extends string, A extends string, T extends PgTable, R> = {
  id: string;
  action: A;
  /** Why, where the action asks for it. */
  reason?: string | null;
  /** The version that the person saw; null skips the check (only for steps of the system). */
  version?: number | null;
  /** What else changes in this transaction; runs behind the row's lock and the action's rule. */
  effect?: (record: R) => Promise<Effect<S, T>>;
};

/**
 * What happened to which record: `invoice.approve`. With `data.personId` it is for that person
 * alone.
 */
export type ChangeEvent = { topic: string; objectId: string; data: Record<string, unknown> };

/**
 * Tells browsers and other areas that a record of the scope's agency changed; the events of a
 * transaction are sent as one row with the commit, in their order.
 */
export const announce = (
  tx: Tx,
  orgId: string,
  topic: string,
  objectId: string,
  data: Record<string, unknown> = {},
) => tx.gather(insertEvents, { orgId, topic, objectId, data });

const insertEvents = (events: (ChangeEvent & { orgId: string })[]) => {
  const { orgId } = events[0]!;
  if (events.some((event) => event.orgId !== orgId))
    throw new Error("events of two agencies in one transaction");
  return bind("insert into outbox_event (org_id, events) values ($1, $2)", [
    orgId,
    JSON.stringify(events.map(({ topic, objectId, data }) => ({ topic, objectId, data }))),
  ]);
};

/**
 * The only writer of a status: locks the row, asks the lifecycle's rule again, runs the effect,
 * writes status, audit entry (the history) and event in the caller's transaction. 403 without the
 * permission, 409 with the reason that the button shows, 412 for a stale version.
 */
export const transition = async <
  S extends string,
  A extends string,
  T extends PgTable,
  R extends { status: string },
>(
  tx: Tx,
  actor: Actor,
  noun: Noun<S, A, T, R>,
  step: Step<S, A, T, R>,
): Promise<InferSelectModel<T>> => {
  const [row, facts] = await Promise.all([
    lockRow(tx, noun.table, step.id, noun.cycle.noun),
    noun.facts?.(tx, step.id),
  ]);
  if (step.version !== undefined && step.version !== null)
    requireVersion((row as { version?: number }).version ?? 0, step.version);
  const record = noun.load ? await noun.load(tx, row) : ({ ...row, ...facts } as unknown as R);
  refuseStep(noun, step, record, actor);
  const { byOthers, notAfter, ends } = noun.cycle.actions[step.action];
  if (byOthers) {
    await refuseAskers(tx, actor, [{ type: noun.name, id: step.id }], byOthers);
    await refuseHands(tx, actor, noun, step.id, { acts: notAfter, then: byOthers });
  }
  const named = { type: noun.name, id: step.id, number: noun.number(row) };
  const ended = ends ? await endChildren(tx, actor, named, ends, step.reason?.trim() ?? "") : null;
  const effect = (await step.effect?.(record)) ?? {};
  const to = outcomeOf(noun, step.action, effect.to);
  const after = await updateRow(tx, noun.table, step.id, { ...effect.patch, status: to } as never);
  audit(tx, actor, {
    action: `${noun.name}.${step.action}`,
    objectType: noun.name,
    objectId: step.id,
    objectNumber: noun.number(row),
    before: row as Record<string, unknown>,
    after: { ...after, ...(await digestsOf(tx, noun.table, after, row)) },
    note: [step.reason?.trim() || effect.note, ended].filter(Boolean).join(" · ") || undefined,
  });
  const topic = `${noun.name}.${step.action}`;
  announce(tx, actor.orgId!, topic, step.id, { status: to });
  tellStep(tx, {
    topic,
    objectType: noun.name,
    objectId: step.id,
    number: noun.number(after),
    status: to,
    version: (after as { version?: number }).version ?? 0,
  });
  return after;
};

/** Ends what came of a record that ends; words for the history. */
type EndChildren = (
  tx: Tx,
  actor: Actor,
  record: { type: string; id: string; number: string },
  how: EndsChildren,
  reason: string,
) => Promise<string | null>;

let endChildren: EndChildren = async () => null;

/** Lets the chain of records hear of ends, in the transaction that ends one. */
export const reachChildren = (reach: EndChildren): void => void (endChildren = reach);

// What the button shows as the reason why it is off, and the reason that a person has to give.
const refuseStep = <
  S extends string,
  A extends string,
  T extends PgTable,
  R extends { status: string },
>(
  noun: Noun<S, A, T, R>,
  step: Step<S, A, T, R>,
  record: R,
  actor: Actor,
): void => {
  const why = refusal(noun.cycle, step.action, record, actor);
  const action = noun.cycle.actions[step.action];
  if (why?.kind === "permission")
    throw actor.permissions.has(action.permission)
      ? notAllowed(why.reason)
      : lacks([action.permission]);
  if (why) throw conflict(why.kind === "status" ? "not_in_this_status" : "rule", why.reason);
  if (action.needsReason && !step.reason?.trim())
    throw invalidField(
      "reason",
      `Say why: ${action.label.toLowerCase()} needs a reason.`,
      "reason_required",
    );
};

const outcomeOf = <S extends string, A extends string, T extends PgTable, R>(
  noun: Noun<S, A, T, R>,
  name: A,
  chosen: S | undefined,
): S => {
  const action = noun.cycle.actions[name];
  const to = chosen ?? action.to;
  if (!to || (chosen && chosen !== action.to && !action.outcomes?.includes(chosen)))
    throw new Error(`${noun.name}.${name} has no such outcome: ${chosen}`);
  return to;
};

/** For a step that follows from another one: nobody needs its permission, the history keeps the name. */
export const asSystem = (actor: Actor): Actor => ({ ...actor, kind: "system" });

/** What happened to a record: `<noun>.<step>`, and how the record stands afterwards. */
export type RecordStep = {
  topic: string;
  objectType: string;
  objectId: string;
  number: string;
  status: string;
  version: number;
};

const stepListeners: ((tx: Tx, step: RecordStep) => void)[] = [];

/** Hears of every step of every record, in the transaction that takes it. */
export const hearSteps = (listener: (tx: Tx, step: RecordStep) => void): void => {
  stepListeners.push(listener);
};

/** Tells who hears of steps of records. */
export const tellStep = (tx: Tx, step: RecordStep): void => {
  for (const listener of stepListeners) listener(tx, step);
};

/** The buttons of a record for this person, with the reason on those that a rule forbids. */
export const actionsFor = <
  S extends string,
  A extends string,
  T extends PgTable,
  R extends { status: string },
>(
  actor: Actor,
  noun: Noun<S, A, T, R>,
  record: R,
): OfferedAction[] => offeredActions(noun.cycle, record, actor);

/**
 * The same, with the reason also on steps that another person must take: whoever asked for what the
 * record came of reads it on the button, not in a refusal.
 */
export const actionsAsked = <
  S extends string,
  A extends string,
  T extends PgTable,
  R extends { status: string },
>(
  db: Db,
  actor: Actor,
  noun: Noun<S, A, T, R>,
  record: R & { id: string },
): Promise<OfferedAction[]> =>
  Promise.all(
    actionsFor(actor, noun, record).map(async (offered) => {
      const { byOthers, notAfter } = noun.cycle.actions[offered.name as A];
      if (!byOthers || !offered.enabled) return offered;
      const why =
        (await askedBefore(db, actor, [{ type: noun.name, id: record.id }], byOthers)) ??
        (await handBefore(db, actor, noun, record.id, { acts: notAfter, then: byOthers }));
      return why ? { ...offered, enabled: false, reason: why } : offered;
    }),
  );

/**
 * Counts on by `by` and gives the last number: gapless, so it holds a row lock until the end.
 */
export const countOn = async (tx: Tx, kind: string, year: number, by: number): Promise<number> =>
  (
    await tx.one<{ last: number }>(sql`
      insert into record_counter (org_id, kind, year, last)
      values (${tx.scope.orgId}, ${kind}, ${year}, ${by})
      on conflict (org_id, kind, year)
      do update set last = record_counter.last + ${by}
      returning last
    `)
  ).last;

/**
 * The next gapless record number of the agency, such as REQ-2027-00042; its year follows from the
 * kind unless the document has a fiscal year of its own. Take it late: it holds a row lock until the end.
 */
export const nextNumber = async (tx: Tx, kind: string, ofYear?: number): Promise<string> => {
  const year = ofYear ?? (await numberYear(tx, kind));
  return `${kind}-${year}-${String(await countOn(tx, kind, year, 1)).padStart(5, "0")}`;
};
