import { leastOf, ownOrShipped } from "#areas/governance/governance.public.ts";
import { rulesOfKey } from "#areas/governance/governance.server.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Answered, ReportQuestion } from "../figure/figure.model.ts";
import { varianceFinding } from "./variance.labels.ts";
import {
  comparedYear,
  mustBeExplained,
  varianceRule,
  type RowExplanation,
  type VarianceLimits,
  type WrittenExplanation,
} from "./variance.model.ts";

type Year = { id: string; year: number; endsOn: Day };

/** The figures that hold on a day: the agency's own rule, or the shipped default while it has none. */
const limitsOn = async (db: Db, day: Day): Promise<VarianceLimits> => {
  const rules = ownOrShipped(await rulesOfKey(db, varianceRule), varianceRule, day);
  return {
    percent: leastOf(rules, "variancePercent") ?? 0,
    cents: leastOf(rules, "cents") ?? 0,
    citation: rules.map((rule) => rule.citation).join("; "),
  };
};

type Stored = WrittenExplanation & { fundId: string; departmentId: string };
const explanationsOf = (db: Db, fiscalYearId: string) =>
  db.rows<Stored>(sql`
    select
      x.id, x.version, x.fund_id, x.department_id, x.explanation, x.variance_cents,
      who.display_name as written_by, x.written_at
    from variance_explanation x
    left join person who on who.id = x.written_by
    where x.org_id = ${db.scope.orgId} and x.fiscal_year_id = ${fiscalYearId}
  `);

const explainedRow = (
  answer: Answered,
  limits: VarianceLimits,
  stored: readonly Stored[],
): ((row: Answered["rows"][number]) => RowExplanation) => {
  const part = (id: string) => answer.by.findIndex((each) => each.id === id);
  const figure = (id: string) => answer.measures.findIndex((each) => each.id === id);
  const [fund, department] = [part("fund"), part("department")];
  const [variance, budget] = [figure("budget.variance"), figure("budget.budget")];
  return ({ keys, cells }) => {
    const found = stored.find(
      (each) => each.fundId === keys[fund] && each.departmentId === keys[department],
    );
    const { fundId: _fund, departmentId: _department, ...written } = found ?? {};
    return {
      needed: mustBeExplained(
        {
          varianceCents: cells[variance]!.value ?? 0,
          budgetCents: cells[budget]!.value ?? 0,
        },
        limits,
      ),
      written: found ? (written as WrittenExplanation) : null,
    };
  };
};

/**
 * An answer with why its rows differ, where it is a budgetary comparison of one fiscal year; any other
 * as it stands. The agency's figures are those of the year's last day, or of today while it runs; then
 * only what is overspent must be explained.
 * `year` is the fiscal year of its period. Whoever may not read the figures gets no explanation.
 */
export const withExplanations = async (
  db: Db,
  question: ReportQuestion,
  answer: Answered,
  years: readonly Year[],
  year: number | undefined,
): Promise<Answered> => {
  const compared = years.find((each) => each.year === comparedYear(question, year));
  if (!compared || answer.withheld.length > 0) return answer;
  const today = businessDate(db.scope);
  const runs = today <= compared.endsOn;
  const [ruled, stored] = await Promise.all([
    limitsOn(db, runs ? today : compared.endsOn),
    explanationsOf(db, compared.id),
  ]);
  const limits = runs ? { ...ruled, runsUntil: compared.endsOn } : ruled;
  const explain = explainedRow(answer, limits, stored);
  const rows = answer.rows.map((row) => ({ ...row, explanation: explain(row) }));
  const said = varianceFinding(
    rows.map((row) => row.explanation),
    limits,
  );
  return { ...answer, rows, explained: limits, finding: `${answer.finding} ${said}` };
};
