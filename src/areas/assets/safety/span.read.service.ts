import type { Day } from "#kernel/time.ts";
import { dayOff } from "#kernel/business-days.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { readCalendar } from "#areas/organization/organization.server.ts";
import type { SpanBasis, SpanKind } from "./days.labels.ts";
import { countDays, type Counted } from "./days.model.ts";

export type SpanKept = {
  id: string;
  caseId: string;
  kind: SpanKind;
  fromDay: Day;
  toDay: Day | null;
  basis: SpanBasis;
  version: number;
};

/** What a count reads of a case. */
export type CountedCase = {
  id: string;
  happenedOn: Day;
  workWeekdays: number[];
  countEndedOn: Day | null;
};

/** Spans of these cases, by their days. */
export const spansOf = (
  db: Pick<Db, "rows" | "scope">,
  ids: readonly string[],
): Promise<SpanKept[]> =>
  db.rows<SpanKept>(sql`
    select id, case_id, kind, from_day, to_day, basis, version
    from safety_span
    where org_id = ${db.scope.orgId} and case_id = any(${[...ids]}::uuid[])
    order by from_day, id
  `);

/** How many spans of a case go on without a last day. */
export const openSpansOf = async (tx: Pick<Tx, "one" | "scope">, id: string): Promise<number> =>
  (
    await tx.one<{ open: number }>(sql`
      select count(*)::int as open
      from safety_span
      where org_id = ${tx.scope.orgId} and case_id = ${id} and to_day is null
    `)
  ).open;

/**
 * Days of cases, counted from their spans as they stand today: weekends by the person's week, holidays
 * by the agency's calendar.
 */
export const countsOf = async (
  db: Db,
  cases: readonly CountedCase[],
): Promise<ReadonlyMap<string, Counted>> => {
  const [spans, calendar] = await Promise.all([
    spansOf(
      db,
      cases.map((c) => c.id),
    ),
    readCalendar(db),
  ]);
  const of: Record<string, SpanKept[]> = {};
  for (const span of spans) (of[span.caseId] ??= []).push(span);
  const throughDay = businessDate(db.scope);
  return new Map(
    cases.map((c) => [
      c.id,
      countDays(of[c.id] ?? [], {
        happenedOn: c.happenedOn,
        throughDay,
        endedOn: c.countEndedOn,
        off: (day) => dayOff({ ...calendar, weekdays: c.workWeekdays }, day) !== null,
      }),
    ]),
  );
};

/** The same of one case. */
export const countOf = async (db: Db, of: CountedCase): Promise<Counted> =>
  (await countsOf(db, [of])).get(of.id)!;
