import type { PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { extensionPoint } from "#server/area.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { sharedListNames, type SharedListName } from "./master.labels.ts";
import type { EntryUse } from "./master.model.ts";

/** An entry as its table stores it. */
export type Entry = {
  id: string;
  active: boolean;
  retiredBecause: string;
  version: number;
} & Record<string, unknown>;

/**
 * A list that the agency keeps once: its table, what is typed (`fields` by their titles), what an
 * entry is called, and what must hold before it is stored (`check`, behind the lock of the entry).
 */
export type SharedList<F extends z.ZodRawShape = z.ZodRawShape> = {
  list: SharedListName;
  table: PgTable;
  fields: F;
  input: z.ZodType<Record<string, unknown>>;
  nameOf: (values: Record<string, unknown>) => string;
  check: (tx: Tx, id: string | null, values: Record<string, unknown>) => Promise<void>;
};

const lists = new Map<SharedListName, SharedList>();
/** The lists that members may propose entries of. */
export const sharedLists = extensionPoint<SharedList>(
  "shared lists",
  (list) => void lists.set(list.list, list),
);
/** The list of this name. */
export const sharedList = (name: SharedListName): SharedList => lists.get(name)!;

/** Where entries of a list are used: how often each, and the list that shows them. */
export type ListUse = {
  list: SharedListName;
  label: string;
  counts: (db: Db, entries: readonly Entry[]) => Promise<ReadonlyMap<string, number>>;
  href: (entry: Entry) => string;
};
const uses: ListUse[] = [];
/** An area says where it uses entries of a shared list. */
export const listUses = extensionPoint<ListUse>(
  "uses of shared lists",
  (use) => void uses.push(use),
);

/** Where an entry is used, with how often. */
export const usesOf = async (db: Db, list: SharedListName, entry: Entry): Promise<EntryUse[]> =>
  Promise.all(
    uses
      .filter((use) => use.list === list)
      .map(async ({ label, counts, href }) => ({
        label,
        count: (await counts(db, [entry])).get(entry.id) ?? 0,
        href: href(entry),
      })),
  );

/** The same entries, each with how often it is used altogether. */
export const withUses = async <T extends Entry>(
  db: Db,
  list: SharedListName,
  entries: readonly T[],
): Promise<(T & { uses: number })[]> => {
  const found = await Promise.all(
    uses.filter((use) => use.list === list).map((use) => use.counts(db, entries)),
  );
  return entries.map((entry) => ({
    ...entry,
    uses: found.reduce((n, counts) => n + (counts.get(entry.id) ?? 0), 0),
  }));
};

const record = (
  tx: Tx,
  actor: Actor,
  { list, nameOf }: SharedList,
  action: string,
  before: Entry | null,
  after: Entry,
  why: string,
) => {
  const { one } = sharedListNames[list];
  note(tx, actor, one, after.id, {
    number: nameOf(after),
    action,
    before,
    after,
    note: why || null,
  });
};

// Two who store the same name, or put two entries within each other, come one after the other.
const takeTurn = (tx: Tx, list: SharedListName) =>
  tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`shared list ${list} ${tx.scope.orgId}`}, 0))::text as locked
  `);

/** Adds an entry. The errors of the list's own check. */
export const addEntry = async (
  tx: Tx,
  actor: Actor,
  list: SharedList,
  values: Record<string, unknown>,
  note = "",
): Promise<Entry> => {
  await takeTurn(tx, list.list);
  await list.check(tx, null, values);
  const after = (await insertRow(tx, list.table, {
    ...values,
    orgId: actor.orgId!,
    id: newId(),
  } as never)) as Entry;
  record(tx, actor, list, "create", null, after, note);
  return after;
};

/** Changes an entry as a whole. @throws 404, 412, and the errors of the list's own check. */
export const changeEntry = async (
  tx: Tx,
  actor: Actor,
  list: SharedList,
  id: string,
  values: Record<string, unknown>,
  version: number | null,
  note = "",
): Promise<Entry> => {
  await takeTurn(tx, list.list);
  const before = (await lockRow(tx, list.table, id, sharedListNames[list.list].one)) as Entry;
  requireVersion(before.version, version);
  await list.check(tx, id, values);
  const after = (await updateRow(tx, list.table, id, values as never)) as Entry;
  record(tx, actor, list, "edit", before, after, note);
  return after;
};

/**
 * Retires an entry or brings it back. A retired one is not offered any more; records that name it
 * show it. @throws 404, 409 where it is so already, 412.
 */
export const setInUse = async (
  tx: Tx,
  actor: Actor,
  list: SharedList,
  id: string,
  active: boolean,
  reason: string,
  version: number | null,
): Promise<Entry> => {
  await takeTurn(tx, list.list);
  const { one } = sharedListNames[list.list];
  const before = (await lockRow(tx, list.table, id, one)) as Entry;
  requireVersion(before.version, version);
  if (before.active === active)
    throw conflict("same_state", active ? "It is in use already." : "It is retired already.");
  if (active) await list.check(tx, id, before);
  const after = (await updateRow(tx, list.table, id, {
    active,
    retiredBecause: active ? "" : reason,
  } as never)) as Entry;
  record(tx, actor, list, active ? "restore" : "retire", before, after, reason);
  return after;
};

/** One entry as it is stored. @throws 404. */
export const readEntry = async (db: Db, list: SharedList, id: string): Promise<Entry> =>
  (await getRow(db, list.table, id, sharedListNames[list.list].one)) as Entry;
