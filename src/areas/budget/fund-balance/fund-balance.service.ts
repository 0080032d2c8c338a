import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { fiscalYear } from "../budget.tables.ts";
import { budgetCycle, budgetFundRule } from "../planning.tables.ts";
import {
  breaches,
  endOf,
  reserveOf,
  ruleOf,
  type beginningInput,
  type AmendedFund,
  type FundBalance,
  type fundRuleInput,
} from "./fund-balance.model.ts";
import { fundRules, fundSums } from "./fund-test.service.ts";

/**
 * Every fund of a cycle: what it begins with, takes in, spends, ends with, and which dated rule it
 * breaks on the first day of the year. Before the adoption by the cycle's figures, from then on by
 * the lines of the year as amendments left them; `adoptedEnd` is what was decided, and `asDecided`
 * gives the whole as it was. `untied` is transfers in less transfers out over all funds.
 */
export const fundBalances = async (
  db: Db,
  cycleId: string,
  asDecided = false,
): Promise<{ funds: FundBalance[]; untied: number }> => {
  const cycle = await getRow(db, budgetCycle, cycleId, "budget cycle");
  const [year, figures, lines, rules] = await Promise.all([
    getRow(db, fiscalYear, cycle.fiscalYearId, "fiscal year"),
    fundSums(db, cycleId, "figures"),
    cycle.adoptedAt && !asDecided ? fundSums(db, cycleId, "lines") : null,
    fundRules(db),
  ]);
  const decided = new Map(figures.map((f) => [f.fundId, endOf(f)]));
  const funds = (lines ?? figures).map((s) => ({
    ...s,
    end: endOf(s),
    adoptedEnd: lines ? (decided.get(s.fundId) ?? null) : null,
    least: reserveOf(ruleOf(rules, "reserve", s.fundId, year.startsOn), s),
    breaches: breaches(rules, s.fundId, year.startsOn, s),
  }));
  return {
    funds,
    untied: funds.reduce((sum, f) => sum + f.transfersIn - f.transfersOut, 0),
  };
};

/**
 * Posted amendments of an adopted year by fund, the newest first: by how many cents each changes
 * what the fund ends with, and what the governing body decided about it.
 */
export const amendedFunds = (db: Db, cycleId: string): Promise<AmendedFund[]> =>
  db.rows<AmendedFund>(sql`
    select
      b.id, b.number, b.title, b.posted_at, b.fund_decision as decision, f.id as fund_id,
      f.code || ' ' || f.name as fund,
      sum(
        case when a.class in ('revenue', 'transfer_in') then l.cents else -l.cents end
      )::bigint as cents
    from budget_cycle c
    join budget_amendment b
      on b.org_id = c.org_id
      and b.fiscal_year_id = c.fiscal_year_id
      and b.status = 'posted'
    join budget_amendment_line l on l.org_id = b.org_id and l.amendment_id = b.id
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    where c.org_id = ${db.scope.orgId} and c.id = ${cycleId} and c.adopted_at is not null
    group by b.id, b.number, b.title, b.posted_at, b.fund_decision, f.id, f.code, f.name
    order by b.posted_at desc, b.number desc, f.code
    limit 200
  `);

/** Sets what a fund begins the year with, in cents. 409 for an adopted budget. */
export const setBeginning = async (
  tx: Tx,
  actor: Actor,
  { cycleId, fundId }: { cycleId: string; fundId: string },
  { beginning }: z.output<typeof beginningInput>,
) => {
  const cycle = await lockRow(tx, budgetCycle, cycleId, "budget cycle");
  if (cycle.adoptedAt) throw conflict("adopted", "This budget is adopted.");
  const fund = await tx.maybe<{ code: string }>(sql`
    select code
    from segment_value
    where org_id = ${tx.scope.orgId} and id = ${fundId} and kind = 'fund'
  `);
  if (!fund) throw invalidField("fundId", "Choose a fund.");
  await tx.rows(sql`
    insert into budget_fund_balance (org_id, id, cycle_id, fund_id, beginning)
    values (${tx.scope.orgId}, ${newId()}, ${cycleId}, ${fundId}, ${beginning})
    on conflict (org_id, cycle_id, fund_id)
    do update set beginning = excluded.beginning, version = budget_fund_balance.version + 1
  `);
  note(tx, actor, "budgetCycle", cycle, {
    action: "beginning",
    after: { fund: fund.code, beginning },
  });
  return { id: cycleId };
};

/** Adds a dated rule; rules are never changed, a newer one takes their place from its day on. */
export const addFundRule = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof fundRuleInput>,
): Promise<{ id: string }> => {
  const row = await insertRow(tx, budgetFundRule, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
  });
  note(tx, actor, "budgetFundRule", row.id, {
    number: row.citation,
    action: "create",
    after: row,
    event: "budgetCycle.rule",
  });
  return { id: row.id };
};
