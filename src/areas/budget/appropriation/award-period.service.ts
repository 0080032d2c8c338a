import { conflict, invalidField } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { fiscalYears } from "../account/account.service.ts";
import { outsideOfPeriod, type AwardPeriod } from "./award-period.model.ts";

type Spent = AwardPeriod & { id: string; code: string };
/**
 * Of account strings that spend an award, those in whose period of performance the year is not, each
 * with the reason. Revenue of an award may come after its period.
 */
export const outsideOf = async (
  db: Db,
  fiscalYearId: string,
  accountStringIds: readonly string[],
): Promise<{ id: string; code: string; why: string }[]> => {
  const year = (await fiscalYears(db)).find((y) => y.id === fiscalYearId);
  if (!year) return [];
  const spent = await db.rows<Spent>(sql`
    select s.id, s.code, w.code as award, w.starts_on, w.ends_on
    from account_string s
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id and a.class = 'expenditure'
    join segment_value w on w.org_id = s.org_id and w.id = s.award_id
    where s.org_id = ${db.scope.orgId} and s.id = any(${[...accountStringIds]}::uuid[])
    order by s.code
  `);
  return spent.flatMap((s) => {
    const why = outsideOfPeriod(s, year);
    return why ? [{ id: s.id, code: s.code, why }] : [];
  });
};

/** Refuses money for an award in a year that its period does not touch. 409 `award_period`. */
export const requireAwardPeriod = async (
  db: Db,
  fiscalYearId: string,
  lines: readonly { accountStringId: string; cents: number }[],
): Promise<void> => {
  const given = lines.filter((l) => l.cents > 0).map((l) => l.accountStringId);
  const [first, ...more] = await outsideOf(db, fiscalYearId, given);
  if (first)
    throw conflict(
      "award_period",
      `${first.code}${more.length ? ` and ${more.length} more` : ""}: ${first.why}`,
    );
};

/** The same while lines are typed: 422 at the line, `path` says where it stands. */
export const requireAwardPeriodAt = async (
  db: Db,
  fiscalYearId: string,
  lines: readonly { accountStringId: string; cents: number }[],
  path: (at: number) => string,
): Promise<void> => {
  const given = lines.filter((l) => l.cents > 0).map((l) => l.accountStringId);
  const [first] = await outsideOf(db, fiscalYearId, given);
  if (first)
    throw invalidField(
      path(lines.findIndex((l) => l.accountStringId === first.id)),
      first.why,
      "award_period",
    );
};

/** Lines with a budget that spend an award in years that its period does not touch, with why. */
export const awardLinesOutside = async (
  db: Db,
  awardSegmentId: string,
): Promise<{ code: string; why: string }[]> => {
  const lines = await db.rows<{ fiscalYearId: string; ids: string[] }>(sql`
    select l.fiscal_year_id, array_agg(s.id) as ids
    from account_string s
    join budget_line l on l.org_id = s.org_id and l.account_string_id = s.id
    where s.org_id = ${db.scope.orgId}
      and s.award_id = ${awardSegmentId}
      and l.original + l.adjusted > 0
    group by l.fiscal_year_id
    order by l.fiscal_year_id
  `);
  return (await Promise.all(lines.map((l) => outsideOf(db, l.fiscalYearId, l.ids)))).flat();
};
