import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { auditMany } from "#server/audit/audit.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { announce } from "#server/lifecycle.ts";
import type { LineAtClose } from "./closing.model.ts";
import type { closeYearInput } from "../budget.model.ts";
import { fiscalYear } from "../budget.tables.ts";
import { allCarryovers, type Underway } from "./carryover.service.ts";
import { type Year, yearColumns, following, obstacle, linesOf } from "./year-end.service.ts";
import { type Movement, unexplained, carryLines, refuseShort } from "./carry.service.ts";

type Along = { type: string; docs: Underway[] };

/** Locks what is under way, in the carriers' order, and reads what it holds. */
const underwayIn = async (tx: Tx, id: string): Promise<{ along: Along[]; moved: Movement[] }> => {
  const along: Along[] = [];
  const moved: Movement[] = [];
  for (const c of allCarryovers())
    along.push({ type: c.documentType, docs: await c.underway(tx, id, true) });
  for (const c of allCarryovers())
    moved.push(...(await c.holds(tx, id)).map((h) => ({ ...h, documentType: c.documentType })));
  return { along, moved };
};

const moveDocuments = async (tx: Tx, along: readonly Along[], to: Year): Promise<void> => {
  for (const [i, c] of allCarryovers().entries())
    if (along[i]!.docs.length)
      await c.move(
        tx,
        along[i]!.docs.map((d) => d.id),
        to.id,
      );
};

const setLinesClosed = (tx: Tx, year: string, closed: boolean) =>
  tx.rows(sql`
    update budget_line
    set closed = ${closed}
    where org_id = ${tx.scope.orgId} and fiscal_year_id = ${year}
  `);

const setYearStatus = (tx: Tx, id: string, status: "open" | "closed") =>
  tx.one<Year>(sql`
    update fiscal_year
    set status = ${status}, version = version + 1
    where org_id = ${tx.scope.orgId} and id = ${id}
    returning ${yearColumns}
  `);

const auditClosing = (
  tx: Tx,
  actor: Actor,
  { before, row, to }: { before: Year; row: Year; to: Year },
  { budget, note: why }: z.output<typeof closeYearInput>,
  lines: readonly LineAtClose[],
  along: readonly Along[],
): void => {
  note(tx, actor, "fiscalYear", row.id, {
    number: String(row.year),
    action: "close",
    before,
    after: {
      ...row,
      budget,
      into: to.year,
      preEncumbered: lines.reduce((n, l) => n + l.preEncumbered, 0),
      encumbered: lines.reduce((n, l) => n + l.encumbered, 0),
      documents: along.reduce((n, a) => n + a.docs.length, 0),
    },
    note: why,
    event: null,
  });
  auditMany(
    tx,
    actor,
    along.flatMap(({ type, docs }) =>
      docs.map((d) => ({
        action: `${type}.carry`,
        objectType: type,
        objectId: d.id,
        objectNumber: d.number,
        before: { fiscalYearId: row.id },
        after: { fiscalYearId: to.id },
        note: `Carried from fiscal year ${before.year} into ${to.year}`,
      })),
    ),
  );
};

/**
 * Closes a fiscal year that has ended. Orders, requisitions and unposted invoices under way are
 * charged to the next year from now on, and what
 * they hold moves there: one ledger entry on either side for each document and account. `carry`
 * takes the unspent budget behind it along (the appropriation
 * does not lapse), `next` charges the next year's own budget, whose hard stops decide. Expenditure
 * stays. Afterwards the year's lines take no movement.
 * 409 `year_not_ready` before the year's end, out of turn, or without an open next year; 409
 * `over_budget` names what the next year lacks. All or nothing.
 */
export const closeYear = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof closeYearInput>,
  version: number | null,
): Promise<Year> => {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtext(${`fiscal_year:${actor.orgId}`}))`);
  const before = (await lockRow(tx, fiscalYear, id, "fiscal year")) as Year;
  requireVersion(before.version, version);
  const to = await following(tx, before);
  const blocked = await obstacle(tx, before, to);
  if (blocked) throw conflict("year_not_ready", blocked);
  const { along, moved } = await underwayIn(tx, id);
  const lines = await linesOf(tx, before, to, true);
  refuseShort(to!, lines, input.budget);
  await moveDocuments(tx, along, to!);
  const all = [...moved, ...unexplained(before, lines, moved)];
  await carryLines(tx, actor, before, to!, lines, all, input.budget);
  await setLinesClosed(tx, id, true);
  const row = await setYearStatus(tx, id, "closed");
  auditClosing(tx, actor, { before, row, to: to! }, input, lines, along);
  announce(tx, actor.orgId!, "fiscalYear.close", id);
  return row;
};

/**
 * Opens the year that was closed last again, for late amendments and transfers. What went along
 * stays in the next year. 409 for any other.
 */
export const reopenYear = async (
  tx: Tx,
  actor: Actor,
  id: string,
  why: string,
  version: number | null,
): Promise<Year> => {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtext(${`fiscal_year:${actor.orgId}`}))`);
  const before = (await lockRow(tx, fiscalYear, id, "fiscal year")) as Year;
  requireVersion(before.version, version);
  if (before.status !== "closed") throw conflict("year_open", "This fiscal year is not closed.");
  const later = await tx.maybe<{ year: number }>(sql`
    select year
    from fiscal_year
    where org_id = ${actor.orgId} and status = 'closed' and starts_on > ${before.startsOn}::date
    order by starts_on desc
    limit 1
  `);
  if (later)
    throw conflict(
      "year_not_ready",
      `Fiscal year ${later.year} was closed after it. Open that one again first.`,
    );
  await setLinesClosed(tx, id, false);
  const row = await setYearStatus(tx, id, "open");
  note(tx, actor, "fiscalYear", id, {
    number: String(row.year),
    action: "reopen",
    before,
    after: row,
    note: why,
  });
  return row;
};
