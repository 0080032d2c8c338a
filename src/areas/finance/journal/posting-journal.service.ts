import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate } from "#server/clock.ts";
import type { Day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { postingDay } from "#areas/budget/budget.server.ts";
import { objectClassesOf } from "../cost/cost.read.service.ts";
import { costLine, type journalLine } from "../cost/cost.tables.ts";
import { coverClaims } from "../cost/cover.service.ts";
import { heldOf, heldWords, refuseHeld } from "../cost/held.service.ts";
import type { JournalRecord } from "./journal.noun.ts";

type Line = typeof journalLine.$inferSelect;
type Before = { id: string; sourceId: string; movesId: string | null; changedOn: Day };

const costsOfLines = (tx: Tx, ids: readonly string[]) =>
  tx.rows<Before>(sql`
    select id, source_id, moves_id, changed_on
    from cost_line
    where org_id = ${tx.scope.orgId} and source_id = any(${[...ids]}::uuid[])
  `);

type Moved = { id: string; documentNumber: string; left: number; changedOn: Day };
// The lines that are moved are locked, and what can be moved of them is looked at again.
const lockMoved = async (tx: Tx, lines: readonly Line[]): Promise<Moved[]> => {
  const moved = await tx.rows<Moved>(sql`
    select id, document_number, paid - moved as left, changed_on
    from cost_line
    where org_id = ${tx.scope.orgId} and id = any(${lines.flatMap((l) => l.movesId ?? [])}::uuid[])
    order by id
    for update
  `);
  const held = await heldOf(
    tx,
    moved.map((m) => m.id),
  );
  for (const { id, documentNumber, left } of moved) {
    const asked = -lines.reduce((sum, l) => sum + (l.movesId === id ? l.cents : 0), 0);
    if (asked > left)
      throw conflict(
        "cannot_move",
        `${documentNumber}: less of this cost is paid than the journal moves. Return it, and take less.`,
      );
    const mine = held.filter((h) => h.costLineId === id);
    if (asked > left - mine.reduce((sum, h) => sum + h.federal + h.match, 0))
      throw conflict("cost_claimed", mine.map(heldWords).join(" "));
  }
  return moved;
};

// Pay counts on the day of the pay. What moves or takes back counts today, and never before what it
// moves: a payment of tomorrow is moved tomorrow.
const countsOn = (row: JournalRecord, today: Day, of: Day | undefined): Day => {
  if (of) return of > today ? of : today;
  return row.kind === "payroll" && row.paidOn && row.paidOn < today ? row.paidOn : today;
};

/**
 * On which day the ledger counts a journal: pay and receipts on their own, unless its period is closed by
 * now; what takes them back today. Its cost lines are posted on the same day.
 */
export const countedOn = async (tx: Tx, row: JournalRecord): Promise<Day> => {
  const today = businessDate(tx.scope);
  const isDated = row.kind === "receipt" || row.kind === "payroll";
  if (!isDated || row.reverses || !row.paidOn || row.paidOn >= today) return today;
  return postingDay(tx, row.paidOn);
};

type Posted = {
  lines: readonly Line[];
  reversed: readonly Line[];
  classes: Awaited<ReturnType<typeof objectClassesOf>>;
  before: readonly Before[];
  moved: readonly Moved[];
};
const costsOfJournal = (
  row: JournalRecord,
  { today, counted }: { today: Day; counted: Day },
  { lines, reversed, classes, before, moved }: Posted,
) => {
  const movedOn = new Map(moved.map((m) => [m.id, m.changedOn]));
  const costOf = new Map(before.map((b) => [b.sourceId, b]));
  const ids = lines.map(() => newId());
  return lines.map((l, n) => {
    const was = reversed[n] ? costOf.get(reversed[n].id)! : null;
    // What moved gives back to where it took from; what charged is taken away from itself.
    const movesId = was ? (was.movesId ?? was.id) : l.movesId;
    const mover = !was && row.kind === "transfer" && !l.movesId && n > 0 ? ids[n - 1]! : null;
    return {
      orgId: row.orgId,
      id: ids[n]!,
      source: row.kind as "payroll" | "transfer",
      sourceId: l.id,
      documentId: row.id,
      documentNumber: row.number,
      description: l.description,
      accountStringId: l.accountStringId,
      objectClass: l.objectClass ?? classes.get(l.accountStringId) ?? "other",
      fiscalYearId: row.fiscalYearId,
      postedOn: counted,
      incurredFrom: l.incurredFrom,
      incurredTo: l.incurredTo,
      cents: l.cents,
      paid: l.cents,
      paidOn: row.paidOn ?? today,
      // What is charged elsewhere stands behind the line that moves it.
      changedOn: countsOn(
        row,
        today,
        was?.changedOn ?? movedOn.get(l.movesId ?? lines[n - 1]?.movesId ?? ""),
      ),
      moved: movesId ? l.cents : 0,
      movesId,
      cameFromId: was?.movesId ? was.id : mover,
      journalId: row.id,
    };
  });
};

/**
 * Writes the cost lines of a journal that is posted. A line that moves another one's cents cannot be
 * claimed itself; what it moves to follows what is paid of where it came from. For a reversal,
 * `reversed` are the lines it takes back, in the same order.
 */
export const writeJournalCosts = async (
  tx: Tx,
  actor: Actor,
  row: JournalRecord,
  lines: readonly Line[],
  reversed: readonly Line[] = [],
): Promise<void> => {
  const [classes, before, moved] = await Promise.all([
    objectClassesOf(
      tx,
      lines.map((l) => l.accountStringId),
    ),
    costsOfLines(
      tx,
      reversed.map((l) => l.id),
    ),
    reversed.length ? [] : lockMoved(tx, lines),
  ]);
  // A line that moved another one's cents bears no claim; what was charged does.
  await refuseHeld(
    tx,
    before.flatMap((b) => (b.movesId ? [] : [b.id])),
  );
  const days = { today: businessDate(tx.scope), counted: await countedOn(tx, row) };
  const costs = costsOfJournal(row, days, {
    lines,
    reversed,
    classes,
    before,
    moved,
  });
  await insertRows(tx, costLine, costs);
  await coverClaims(
    tx,
    actor,
    [...new Set(costs.flatMap((c) => c.movesId ?? []))].sort(),
    `${row.number} moved the cost`,
  );
};
