import type { InferSelectModel } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { editRefusal, type EditRule } from "#kernel/lifecycle.ts";
import { audit } from "./audit/audit.ts";
import type { Tx } from "./db/db.ts";
import { lockRow, updateRow, type NewRow } from "./db/rows.ts";
import { digestsOf } from "./files/held-digests.ts";
import { requireVersion } from "./http/endpoint.ts";
import { announce, tellStep } from "./lifecycle.ts";
import { lacks } from "./lacking.ts";

/**
 * What can be changed: its name in the history and its table. A noun of `defineNoun` fits, whose lifecycle
 * may say when it is edited (`edit`); what has no lifecycle says how people call it.
 */
type Changeable<T extends PgTable, R = InferSelectModel<T>> = {
  name: string;
  table: T;
  cycle?: {
    noun: string;
    statuses: Record<string, { label: string }>;
    edit?: EditRule<string, R>;
  };
  /** "cost centre": what an unknown one is called, where there is no lifecycle. */
  called?: string;
  /** What the history calls a row; its column `number` unless it is another one. */
  number?: (row: InferSelectModel<T>) => string | null;
  /** What of a row the history keeps, where that is not all of it (secrets, private fields). */
  shown?: (row: InferSelectModel<T>) => object | null;
  load?: (tx: Tx, row: InferSelectModel<T>) => Promise<R>;
  facts?: (tx: Tx, id: string) => Promise<Omit<R, keyof InferSelectModel<T>>>;
};

/** What an effect decides: more columns, and what the history tells beside the row; null where nothing changes. */
type Told<T extends PgTable> = {
  patch?: Partial<NewRow<T>>;
  /** What else was so before (the lines as they stood). */
  held?: object;
  /** What else is so now (the lines as they were typed). */
  content?: object;
  note?: string | null;
} | null | void;

type Change<T extends PgTable> = {
  id: string;
  /** The version that the person saw (If-Match); left out only where the change follows from another one. */
  version?: number | null;
  /** The word of the history and of the event: `<noun>.<action>`. */
  action?: string;
  /** Pure rule of the caller: why this row cannot be changed now, or null. */
  unless?: (row: InferSelectModel<T>) => string | null;
  patch?: Partial<NewRow<T>>;
  /** What else is judged and written behind the lock, before the row is. */
  effect?: (row: InferSelectModel<T>) => Promise<Told<T>>;
  /** What of the row this entry of the history keeps, where it is not what the noun says. */
  shown?: (row: InferSelectModel<T>) => object | null;
  note?: string | null;
  /** The event, where it is not `<noun>.<action>`. */
  event?: string;
};

type Stored = { orgId: string; number?: unknown; status?: string; version?: number };

/**
 * How a stored record is changed, beside `create` and `transition`: locks the row, compares the version, judges who may
 * (the lifecycle's `edit`, the caller's `unless`), runs the effect, writes the row with its version counted on,
 * the audit entry (the history) and the event in the caller's transaction. 404 for an unknown row, 428 without a
 * version, 412 for a stale one, 409 where a rule refuses, 403 where a permission does.
 */
export const change = async <T extends PgTable, R = InferSelectModel<T>>(
  tx: Tx,
  actor: Actor,
  noun: Changeable<T, R>,
  { id, version, action = "update", ...edit }: Change<T>,
): Promise<InferSelectModel<T>> => {
  const row = await lockRow(tx, noun.table, id, noun.cycle?.noun ?? noun.called);
  if (version !== undefined) requireVersion((row as Stored).version ?? 0, version);
  await refuseEdit(tx, actor, noun, row);
  const why = edit.unless?.(row);
  if (why) throw conflict("rule", why);
  const said = await edit.effect?.(row);
  if (said === null) return row;
  const told = said ?? {};
  const after = await updateRow(tx, noun.table, id, { ...edit.patch, ...told.patch } as never);
  const shown = edit.shown ?? noun.shown ?? ((each: InferSelectModel<T>): object => each);
  const { orgId, status, version: now = 1 } = after as unknown as Stored;
  const number = numberOf(noun, after);
  const files = await digestsOf(tx, noun.table, shown(after), row);
  audit(tx, actor, {
    action: topicOf(noun.name, action),
    objectType: noun.name,
    objectId: id,
    objectNumber: number,
    before: withMore(shown(row), told.held),
    after: withMore(shown(after), { ...files, ...told.content }),
    note: told.note ?? edit.note,
  });
  const topic = edit.event ?? topicOf(noun.name, action);
  announce(tx, orgId, topic, id, status === undefined ? {} : { status });
  if (number !== null && status !== undefined)
    tellStep(tx, { topic, objectType: noun.name, objectId: id, number, status, version: now });
  return after;
};

const topicOf = (name: string, action: string) =>
  action.includes(".") ? action : `${name}.${action}`;

const withMore = (row: object | null, more: object | undefined): object | null =>
  more ? { ...row, ...more } : row;

const numberOf = <T extends PgTable, R>(
  noun: Changeable<T, R>,
  row: InferSelectModel<T>,
): string | null => {
  if (noun.number) return noun.number(row);
  const { number } = row as Stored;
  return typeof number === "string" ? number : null;
};

const refuseEdit = async <T extends PgTable, R>(
  tx: Tx,
  actor: Actor,
  noun: Changeable<T, R>,
  row: InferSelectModel<T>,
): Promise<void> => {
  const rule = noun.cycle?.edit;
  if (!rule) return;
  const { id } = row as { id: string };
  const record = !rule.unless
    ? (row as R)
    : noun.load
      ? await noun.load(tx, row)
      : ({ ...row, ...(await noun.facts?.(tx, id)) } as R);
  const why = editRefusal(rule, record as R & { status: string }, actor);
  if (!why) return;
  if (why.kind === "permission") throw lacks([rule.permission!]);
  throw conflict(why.kind === "status" ? "not_in_this_status" : "rule", why.reason);
};

/** The record that something happened to: its row, or its id where `Note.number` says what people call it. */
type Noted = string | { id: string; number?: string | null };

type Note = {
  /** The word of the history: `<noun>.<action>`, or a whole one with its point. */
  action: string;
  /** What people call the record, where its row is not given. */
  number?: string | null | undefined;
  before?: object | null;
  after?: object | null;
  /** The person's reason, or what the fields do not say. */
  note?: string | null | undefined;
  /** The event, where it is not the action's word; null for what changes nothing that a screen shows. */
  event?: string | null;
  /** What the event tells beside the record, mostly its status. */
  data?: Record<string, unknown>;
};

/**
 * Writes what happened to a record without changing its own row (sent, viewed, exported, a line or a shared entry of it
 * came or went): the audit entry and the event, in the caller's transaction. Gives the entry's id. A reading says
 * `event: null`: its event would make the screens read again.
 */
export const note = (
  tx: Tx,
  actor: Pick<Actor, "orgId" | "personId" | "sessionId" | "name">,
  noun: string | { name: string },
  of: Noted,
  { action, before = null, after = null, note: said, event, data, ...called }: Note,
): string => {
  const { id, number } = typeof of === "string" ? { id: of, number: called.number } : of;
  const name = typeof noun === "string" ? noun : noun.name;
  const word = topicOf(name, action);
  const entry = audit(tx, actor, {
    action: word,
    objectType: name,
    objectId: id,
    objectNumber: number,
    before,
    after,
    note: said,
  });
  if (event !== null) announce(tx, actor.orgId!, event ?? word, id, data);
  return entry;
};
