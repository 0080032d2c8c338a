import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { agencyYears, beginBooks, booksOf } from "#areas/budget/budget.server.ts";
import { businessDate } from "#server/clock.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { enterUsualAccounts, mirrorChart } from "../chart/chart.service.ts";
import { ensurePeriods } from "../period/periods.service.ts";
import { followOnce } from "../posting/follower.service.ts";
import { lockBooks } from "../posting/write-entries.service.ts";
import { usualRules } from "../rules/rules.model.ts";
import { postingRuleSets } from "../rules/rules.service.ts";
import type { BooksStanding } from "./begin.model.ts";

/**
 * Has an agency keep its general ledger from the first day of a fiscal year on: the usual accounts, the
 * periods of its years and the usual posting rules, in force at once, so that what its ledgers wrote since
 * is posted. 409 `books_begun`.
 */
export const beginGeneralLedger = async (
  tx: Tx,
  actor: Actor,
  fiscalYearId: string,
): Promise<{ posted: number }> => {
  const year = (await agencyYears(tx)).find((y) => y.id === fiscalYearId);
  if (!year) throw invalidField("fiscalYearId", "Choose a fiscal year of the agency.");
  await lockBooks(tx);
  if (!(await beginBooks(tx, year.startsOn)))
    throw conflict("books_begun", "The agency keeps its books already.");
  await mirrorChart(tx);
  const codes = await enterUsualAccounts(tx);
  await ensurePeriods(tx, year.startsOn);
  const rules = await postingRuleSets.draft(tx, actor, {
    name: "Posting rules",
    rules: usualRules((role) => codes.get(role)!),
  });
  await postingRuleSets.publish(tx, actor, rules.id, rules.version);
  note(tx, actor, "books", actor.orgId!, {
    number: String(year.year),
    action: "begin",
    after: { beginsOn: year.startsOn },
  });
  const { posted } = await followOnce(tx, { everything: true });
  return { posted };
};

type Next = NonNullable<BooksStanding["next"]>;
const nextPeriod = (db: Db) =>
  db.maybe<Omit<Next, "due">>(sql`
    select p.id, p.name, p.status, p.last_day
    from accounting_period p
    where p.org_id = ${db.scope.orgId} and p.status <> 'closed' and not p.adjustment
    order by p.year, p.place
    limit 1
  `);

type Counts = {
  pending: number;
  pendingCents: number;
  waiting: number;
  entries: number;
  apart: number;
};
const countsOf = (db: Db) =>
  db.one<Counts>(sql`
    select
      (select count(*)::int from gl_pending w where w.org_id = ${db.scope.orgId}) as pending,
      (
        select coalesce(sum(abs(w.cents)), 0)::bigint
        from gl_pending w
        where w.org_id = ${db.scope.orgId}
      ) as pending_cents,
      (
        select count(*)::int
        from journal_entry j
        where j.org_id = ${db.scope.orgId} and j.status = 'waiting'
      ) as waiting,
      (
        select coalesce(max(e.seq), 0)::bigint
        from gl_entry e
        where e.org_id = ${db.scope.orgId}
      ) as entries,
      (
        select coalesce(sum(l.cents), 0)::bigint
        from gl_line l
        where l.org_id = ${db.scope.orgId}
      ) as apart
  `);

/** How the books stand: what waits, and which period is to be closed next. */
export const readStanding = async (db: Db): Promise<BooksStanding> => {
  const [books, years, next, counts] = await Promise.all([
    booksOf(db),
    agencyYears(db),
    nextPeriod(db),
    countsOf(db),
  ]);
  const today: Day = businessDate(db.scope);
  return {
    beginsOn: books?.beginsOn ?? null,
    closedThrough: books?.closedThrough ?? null,
    years: years.map(({ id, year, startsOn }) => ({ id, year, startsOn })),
    ...counts,
    next: next ? { ...next, due: next.lastDay < today } : null,
  };
};
