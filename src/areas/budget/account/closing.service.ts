import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { audit, auditMany } from "#server/audit/audit.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { announce } from "#server/lifecycle.ts";
import type { closingPreview, closeYearInput } from "../budget.model.ts";
import { fiscalYear } from "../budget.tables.ts";
import { allCarriers, type Underway } from "./carrier.ts";
import { carriedBudget, shortOf, type LineAtClose } from "./closing.model.ts";
import { type Movement, carryLines, unexplained, type Year } from "./carry.service.ts";

type Preview = z.output<typeof closingPreview>;

const yearColumns = sql`id, year, starts_on, ends_on, status, version`;

// The open year that comes next: what is under way goes there.
const following = (db: Db, year: Year): Promise<Year | null> =>
  db.maybe<Year>(sql`
    select ${yearColumns}
    from fiscal_year
    where org_id = ${db.scope.orgId} and status = 'open' and starts_on > ${year.endsOn}::date
    order by starts_on
    limit 1
  `);

// Why a year cannot be closed today, whatever it holds.
const obstacle = async (db: Db, year: Year, next: Year | null): Promise<string | null> => {
  if (year.status === "closed") return "This fiscal year is closed already.";
  if (businessDate(db.scope) <= year.endsOn)
    return `Fiscal year ${year.year} runs until ${formatDate(year.endsOn)}; it can be closed from the day after.`;
  const earlier = await db.maybe<{ year: number }>(sql`
    select year
    from fiscal_year
    where org_id = ${db.scope.orgId} and status <> 'closed' and ends_on < ${year.startsOn}::date
    order by starts_on
    limit 1
  `);
  if (earlier)
    return `Close fiscal year ${earlier.year} first: what is open in it goes into this one.`;
  return next ? null : "Open the next fiscal year first: what is under way goes along into it.";
};

// The lines of a year with what stands beside them in the next one, in the order in which postings
// lock them.
const linesOf = async (
  db: Db,
  from: Year,
  to: Year | null,
  lock: boolean,
): Promise<LineAtClose[]> => {
  if (lock)
    for (const year of [from, to!])
      await db.rows(sql`
        select 1 as locked
        from budget_line
        where org_id = ${db.scope.orgId} and fiscal_year_id = ${year.id}
        order by account_string_id
        for update
      `);
  return db.rows<LineAtClose>(sql`
    select
      l.id, l.account_string_id, s.code, f.stop, l.original + l.adjusted as budget,
      l.pre_encumbered, l.encumbered, l.expended, n.id as next_id,
      coalesce(
        n.original + n.adjusted - n.pre_encumbered - n.encumbered - n.expended, 0
      ) as next_available
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    left join budget_line n
      on n.org_id = l.org_id
      and n.account_string_id = l.account_string_id
      and n.fiscal_year_id = ${to?.id ?? null}
    where l.org_id = ${db.scope.orgId} and l.fiscal_year_id = ${from.id}
    order by l.account_string_id
  `);
};

const yearOf = async (db: Db, id: string): Promise<Year> => {
  const year = await db.maybe<Year>(
    sql`select ${yearColumns} from fiscal_year where org_id = ${db.scope.orgId} and id = ${id}`,
  );
  if (!year) throw notFound("fiscal year");
  return year;
};

const largest = 50;

/**
 * What closing a fiscal year would do: what stands in its way, how many documents go along with
 * what they hold, what of the budget goes with them and what lapses, and which accounts of the next
 * year are short, for both ways. Cents.
 */
export const previewClosing = async (db: Db, id: string): Promise<Preview> => {
  const year = await yearOf(db, id);
  const next = await following(db, year);
  const [blocked, lines, ...under] = await Promise.all([
    obstacle(db, year, next),
    linesOf(db, year, next, false),
    ...allCarriers().map(async (c) => ({
      c,
      docs: await c.underway(db, id, false),
      held: await c.holds(db, id),
    })),
  ]);
  const sum = (of: (l: LineAtClose) => number) => lines.reduce((n, l) => n + of(l), 0);
  const documents = under.flatMap(({ c, docs, held }) => {
    const holds = new Map<string, number>();
    for (const h of held) holds.set(h.id, (holds.get(h.id) ?? 0) + h.preEncumbered + h.encumbered);
    return docs.map((d) => ({
      documentType: c.documentType,
      kind: c.one,
      id: d.id,
      number: d.number,
      href: `${c.href}/${d.id}`,
      amount: d.amount,
      held: holds.get(d.id) ?? 0,
    }));
  });
  return {
    year,
    next,
    blocked,
    groups: under.map(({ c, docs, held }) => ({
      documentType: c.documentType,
      label: docs.length === 1 ? c.one : c.many,
      count: docs.length,
      amount: docs.reduce((n, d) => n + d.amount, 0),
      held: held.reduce((n, h) => n + h.preEncumbered + h.encumbered, 0),
    })),
    documents: documents
      .sort((a, b) => b.held - a.held || (a.number < b.number ? -1 : 1))
      .slice(0, largest),
    preEncumbered: sum((l) => l.preEncumbered),
    encumbered: sum((l) => l.encumbered),
    expended: sum((l) => l.expended),
    budget: sum((l) => l.budget),
    carriedBudget: sum(carriedBudget),
    lapses: {
      carry: sum((l) => l.budget - l.expended - carriedBudget(l)),
      next: sum((l) => l.budget - l.expended),
    },
    short: {
      carry: lines.flatMap((l) => shortOf(l, "carry") ?? []).slice(0, largest),
      next: lines.flatMap((l) => shortOf(l, "next") ?? []).slice(0, largest),
    },
  };
};

const refuseShort = (to: Year, lines: readonly LineAtClose[], way: "carry" | "next") => {
  const short = lines.flatMap((l) => shortOf(l, way) ?? []);
  if (!short.length) return;
  const said = short
    .slice(0, 3)
    .map((s) =>
      s.line
        ? `${s.code} lacks ${formatCents(s.missing)}`
        : `${s.code} has no line there (${formatCents(s.missing)})`,
    )
    .join(", ");
  throw conflict(
    "over_budget",
    `The budget of fiscal year ${to.year} cannot take what goes along: ${said}${short.length > 3 ? ` and ${short.length - 3} more` : ""}. Amend its lines${way === "next" ? ", or let the unspent budget go along" : ""}.`,
  );
};

const carriedWith = async (tx: Tx, id: string) => {
  const along: { type: string; docs: Underway[] }[] = [];
  const moved: Movement[] = [];
  for (const c of allCarriers())
    along.push({ type: c.documentType, docs: await c.underway(tx, id, true) });
  for (const c of allCarriers())
    moved.push(...(await c.holds(tx, id)).map((h) => ({ ...h, documentType: c.documentType })));
  return { along, moved };
};

const closeLines = (tx: Tx, actor: Actor, id: string) =>
  tx.rows(sql`
    update budget_line
    set closed = true
    where org_id = ${actor.orgId} and fiscal_year_id = ${id}
  `);

const closed = (tx: Tx, actor: Actor, id: string) =>
  tx.one<Year>(sql`
    update fiscal_year
    set status = 'closed', version = version + 1
    where org_id = ${actor.orgId} and id = ${id}
    returning ${yearColumns}
  `);

const auditCarried = (
  tx: Tx,
  actor: Actor,
  id: string,
  before: Year,
  to: Year | null,
  along: { type: string; docs: Underway[] }[],
): void => {
  auditMany(
    tx,
    actor,
    along.flatMap(({ type, docs }) =>
      docs.map((d) => ({
        action: `${type}.carry`,
        objectType: type,
        objectId: d.id,
        objectNumber: d.number,
        before: { fiscalYearId: id },
        after: { fiscalYearId: to!.id },
        note: `Carried from fiscal year ${before.year} into ${to!.year}`,
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
  const { along, moved } = await carriedWith(tx, id);
  const lines = await linesOf(tx, before, to, true);
  refuseShort(to!, lines, input.budget);
  for (const [i, c] of allCarriers().entries())
    if (along[i]!.docs.length)
      await c.move(
        tx,
        along[i]!.docs.map((d) => d.id),
        to!.id,
      );
  await carryLines(
    tx,
    actor,
    before,
    to!,
    lines,
    [...moved, ...unexplained(before, lines, moved)],
    input.budget,
  );
  await closeLines(tx, actor, id);
  const row = await closed(tx, actor, id);
  const held = {
    preEncumbered: lines.reduce((n, l) => n + l.preEncumbered, 0),
    encumbered: lines.reduce((n, l) => n + l.encumbered, 0),
  };
  audit(tx, actor, {
    action: "fiscalYear.close",
    objectType: "fiscalYear",
    objectId: id,
    objectNumber: String(row.year),
    before,
    after: {
      ...row,
      budget: input.budget,
      into: to!.year,
      ...held,
      documents: along.reduce((n, a) => n + a.docs.length, 0),
    },
    note: input.note,
  });
  auditCarried(tx, actor, id, before, to, along);
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
  note: string,
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
  await tx.rows(sql`
    update budget_line
    set closed = false
    where org_id = ${actor.orgId} and fiscal_year_id = ${id}
  `);
  const row = await tx.one<Year>(sql`
    update fiscal_year
    set status = 'open', version = version + 1
    where org_id = ${actor.orgId} and id = ${id}
    returning ${yearColumns}
  `);
  audit(tx, actor, {
    action: "fiscalYear.reopen",
    objectType: "fiscalYear",
    objectId: id,
    objectNumber: String(row.year),
    before,
    after: row,
    note,
  });
  announce(tx, actor.orgId!, "fiscalYear.reopen", id);
  return row;
};
