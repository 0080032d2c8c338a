import { onlyByPerson } from "#kernel/program-rights.ts";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import type { PermissionName } from "#roles.ts";
import { changesOfRecords } from "#server/audit/ledger.ts";
import { recordThen } from "./then.model.ts";

type Row = Readonly<Record<string, unknown>>;
type FieldKind = "text" | "money" | "number" | "date" | "yesNo" | "choice";

/** Who brought a record about: the one whom a run calls its starter. */
export type Starter = { personId: string | null; name: string; email: string | null };

/** A kind of records that workflows may be about. */
export type FlowRecord = {
  /** The noun of audit entries, and its table. */
  noun: string;
  table: PgTable;
  /** "purchase order" */
  label: string;
  /** Steps of its history that may begin a run, in words: `{ issue: "is issued" }`. */
  events: Readonly<Record<string, string>>;
  /** Columns that rules may read. */
  fields: Readonly<
    Record<string, { label: string; kind: FieldKind; choices?: Readonly<Record<string, string>> }>
  >;
  /** Facts that follow from the row alone, the same whenever they are asked for. */
  more?: (db: Db, row: Row) => Promise<Row>;
  moreFields?: (
    db: Db,
  ) => Promise<readonly { name: string; label: string; kind: FieldKind; choices: Choice[] }[]>;
  starter: (row: Row) => Starter;
  /** Who else had a hand in it and decides nothing in a run about it. */
  parties?: (row: Row) => readonly (string | null)[];
  /** What one needs to begin a run about one by hand. */
  read: PermissionName;
  /** Whether approval policies decide it. */
  approved: boolean;
  href: (id: string) => string;
  /**
   * What a workflow may do with one, as whoever published it and with what they may do then. Never
   * a decision, money, or anything about rights.
   */
  actions: Readonly<
    Record<
      string,
      {
        label: string;
        permission: PermissionName;
        take: (tx: Tx, actor: Actor, id: string, reason: string) => Promise<unknown>;
      }
    >
  >;
};
export type Choice = { value: string; label: string };

const kinds = new Map<string, FlowRecord>();

/** An area tells which of its records workflows may be about; throws for an action that none takes. */
export const flowRecords = extensionPoint<FlowRecord>("records of workflows", (kind) => {
  for (const [name, { permission }] of Object.entries(kind.actions))
    if (onlyByPerson(name) || onlyByPerson(permission))
      throw new Error(`no workflow takes ${kind.noun}.${name}`);
  kinds.set(kind.noun, kind);
});

export const recordKinds = (): readonly FlowRecord[] => [...kinds.values()];
export const recordKind = (noun: string): FlowRecord | null => kinds.get(noun) ?? null;

/** What rules know of a record: its named fields, and what follows from them. */
export const factsOf = async (db: Db, kind: FlowRecord, row: Row): Promise<Row> => ({
  ...Object.fromEntries(Object.keys(kind.fields).map((name) => [name, row[name] ?? null])),
  ...(kind.more && (await kind.more(db, row))),
});

/** A record as it stands now; 404 where there is none in the scope's agency. */
export const recordNow = (db: Db, kind: FlowRecord, id: string): Promise<Row> =>
  getRow(db, kind.table, id, kind.label) as Promise<Row>;

/** A record as it stood with the ledger's entry at this place; null where that cannot be told. */
export const recordAt = async (
  db: Db,
  kind: FlowRecord,
  id: string,
  idx: number,
): Promise<Row | null> =>
  recordThen(
    await changesOfRecords(db, kind.noun, [id]),
    (each) => each.idx <= idx,
    Object.keys(kind.fields),
  );
