import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { glEntry, glLine } from "../books.tables.ts";
import type { EntryLine } from "./entry-lines.model.ts";

/** An entry of the general ledger with its lines, before it has its place in the order. */
export type NewEntry = {
  source: "commitment" | "cash" | "entry" | "year_end";
  sourceId: string;
  event: string;
  fiscalYearId: string;
  periodId: string;
  postedOn: Day;
  recordDay: Day;
  documentType: string;
  documentId: string;
  documentNumber: string;
  what: string;
  rulesId: string | null;
  /** It arose in the finance system, so that its lines go there in no batch. */
  ownThere?: boolean;
  lines: readonly EntryLine[];
};

/** One writes the books of an agency at a time; whoever else would waits until the transaction ends. */
export const lockBooks = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`select pg_advisory_xact_lock(hashtext(${`books:${tx.scope.orgId}`}))`);

const lastSeq = async (db: Db): Promise<number> =>
  (
    await db.one<{ seq: number }>(sql`
      select coalesce(max(seq), 0)::bigint as seq
      from gl_entry
      where org_id = ${db.scope.orgId}
    `)
  ).seq;

/**
 * Writes entries with their lines into the general ledger, numbered without a gap, behind `lockBooks`.
 * The database refuses what does not balance in each fund and what stands in a closed period.
 */
export const writeEntries = async (tx: Tx, entries: readonly NewEntry[]): Promise<void> => {
  const written = entries.filter((e) => e.lines.length > 0);
  if (written.length === 0) return;
  const seq = await lastSeq(tx);
  const orgId = tx.scope.orgId!;
  const rows = written.map(({ lines, ...entry }, n) => ({
    head: { orgId, id: newId(), seq: seq + n + 1, ownThere: false, ...entry },
    lines,
  }));
  await insertRows(
    tx,
    glEntry,
    rows.map(({ head }) => head),
  );
  await insertRows(
    tx,
    glLine,
    rows.flatMap(({ head, lines }) =>
      lines.map((line, n) => ({
        orgId,
        entryId: head.id,
        lineNo: n + 1,
        periodId: head.periodId,
        fiscalYearId: head.fiscalYearId,
        ...line,
      })),
    ),
  );
};
