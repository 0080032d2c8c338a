import { z } from "zod";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { fiscalYears } from "../account/account.service.ts";
import type { AwardPeriod } from "../appropriation/award-period.model.ts";
import { askedOf, runningCycles, type Asked, type RunningCycle } from "./cycle-lines.service.ts";

const code = z.string().trim().toUpperCase().min(1).max(20);
/** A line of a file: a year and the codes of its account. Amounts in cents. */
export const rowSchema = z.object({
  year: z.number("Enter a year such as 2027.").int().min(1900).max(2200),
  fund: code,
  department: code,
  account: code,
  project: code.optional(),
  award: code.optional(),
  amount: z
    .number("Enter an amount such as 120,000.00.")
    .int()
    .min(0, "An adopted budget is not negative."),
});
export type Row = z.output<typeof rowSchema>;
/** The code of the account string that a row names. */
export const codeOf = (row: Row): string =>
  [row.fund, row.department, row.account, row.project, row.award].filter(Boolean).join("-");
/** What is known of the rows of a file before they are judged. */
export type Known = {
  years: Map<number, { id: string; status: string; year: number; startsOn: Day; endsOn: Day }>;
  /** Periods of performance by the award's code. */
  awards: Map<string, AwardPeriod>;
  values: Map<string, string>;
  /** Codes of accounts that take money in. */
  takingIn: ReadonlySet<string>;
  lines: Map<string, number>;
  cycles: Map<number, RunningCycle>;
  asked: Asked;
};

/** Reads it at once for all rows; `before`: lines that came later are of the file itself. */
export const known = async (
  db: Db,
  rows: readonly Row[],
  before: string | null = null,
): Promise<Known> => {
  const org = db.scope.orgId;
  const [years, awards, values, lines, cycles, asked] = await Promise.all([
    fiscalYears(db),
    db.rows<AwardPeriod>(sql`
      select code as award, starts_on, ends_on
      from segment_value
      where org_id = ${org} and kind = 'award' and active
    `),
    db.rows<{ kind: string; code: string; id: string; comesIn: boolean }>(sql`
      select kind, code, id, coalesce(class in ('revenue', 'transfer_in'), false) as comes_in
      from segment_value
      where org_id = ${org} and active
      union all
      select 'department', code, id, false
      from department
      where org_id = ${org} and active
    `),
    db.rows<{ key: string; original: number }>(sql`
      select y.year || ' ' || s.code as key, l.original
      from budget_line l
      join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
      join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
      where l.org_id = ${org}
        and s.code = any(${rows.map(codeOf)}::text[])
        and (l.original <> 0 or l.adjusted <> 0)
        and (${before}::timestamptz is null or l.created_at < ${before}::timestamptz)
    `),
    runningCycles(db),
    askedOf(db, rows.map(codeOf)),
  ]);
  return {
    years: new Map(years.map((y) => [y.year, y])),
    awards: new Map(awards.map((w) => [w.award, w])),
    values: new Map(values.map((v) => [`${v.kind} ${v.code}`, v.id])),
    takingIn: new Set(values.flatMap((v) => (v.kind === "account" && v.comesIn ? [v.code] : []))),
    lines: new Map(lines.map((l) => [l.key, l.original])),
    cycles,
    asked,
  };
};
