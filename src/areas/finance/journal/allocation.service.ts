import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { chargeable, fiscalYearOf } from "#areas/budget/budget.server.ts";
import { journalLine } from "../cost/cost.tables.ts";
import { journalNoun, type JournalRecord } from "./journal.noun.ts";

/** What a pool gives and its receivers get, in cents; they come to zero. */
export type Allocation = {
  title: string;
  reason: string;
  /** The days whose cost is shared out. */
  from: string;
  to: string;
  lines: readonly { accountStringId: string; cents: number; description: string }[];
};

/**
 * Sends an allocation to be posted by another person than prepared it. Its lines move what the
 * ledger expended already, so they are no cost lines of their own. 422 where one cannot be charged.
 */
export const sendAllocation = async (
  tx: Tx,
  actor: Actor,
  { title, reason, from, to, lines }: Allocation,
): Promise<JournalRecord> => {
  const [year] = await Promise.all([
    fiscalYearOf(tx, businessDate(tx.scope)),
    chargeable(
      tx,
      lines.map((l, n) => ({ id: l.accountStringId, path: `targets.${n}.accountStringId` })),
    ),
  ]);
  const id = newId();
  const rows = lines
    .filter((l) => l.cents !== 0)
    .map((l, n) => ({
      ...l,
      orgId: tx.scope.orgId!,
      id: newId(),
      journalId: id,
      lineNo: n + 1,
      incurredFrom: from,
      incurredTo: to,
    }));
  const made = await create(tx, actor, journalNoun, {
    number: { kind: "JRN", year: year.year },
    row: {
      orgId: tx.scope.orgId!,
      id,
      kind: "allocation",
      title,
      reason,
      fiscalYearId: year.id,
      total: rows.reduce((sum, l) => sum + Math.max(0, l.cents), 0),
      preparedBy: actor.personId,
    },
    content: { lines: rows },
    store: async () => void (await insertRows(tx, journalLine, rows)),
  });
  return transition(tx, asSystem(actor), journalNoun, { id: made.id, action: "submit" });
};

/** How journals stand, by id. */
export const journalStatusOf = async (
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { number: string; status: string }>> => {
  const rows = await db.rows<{ id: string; number: string; status: string }>(sql`
    select id, number, status
    from journal
    where org_id = ${db.scope.orgId} and id = any(${ids}::uuid[])
  `);
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
};
