import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce, transition } from "#server/lifecycle.ts";
import { budgetLine, commitmentEntry } from "../budget.tables.ts";
import { fundBalances } from "../fund-balance/fund-balance.service.ts";
import type { AdoptionInput } from "./cycle.model.ts";
import type { CycleStep } from "./cycle.service.ts";
import { cycleNoun, type CycleRecord } from "./cycle.noun.ts";

type Adopted = { accountStringId: string; code: string; cents: number };

/** What a cycle would adopt: its recommended figures, one sum for each account string. */
const adoptedFigures = (db: Db, cycleId: string): Promise<Adopted[]> =>
  db.rows<Adopted>(sql`
    select g.account_string_id, s.code, sum(g.recommended)::bigint as cents
    from budget_figure g
    join account_string s on s.org_id = g.org_id and s.id = g.account_string_id
    where g.org_id = ${db.scope.orgId} and g.cycle_id = ${cycleId}
    group by 1, 2
    having sum(g.recommended) > 0
    order by 1
  `);

/** What stands against the adoption beside its own rules: transfers that do not tie, funds that break. */
const requireFunds = async (tx: Tx, actor: Actor, cycleId: string, input: AdoptionInput) => {
  const { funds, untied } = await fundBalances(tx, cycleId);
  if (untied !== 0)
    throw conflict(
      "transfers_untied",
      "What funds transfer out is not what others take in. Correct the transfer lines first.",
    );
  const said = new Map(input.exceptions.map((e) => [e.fundId, e.text]));
  for (const fund of funds) {
    if (fund.breaches.length === 0) continue;
    const text = said.get(fund.fundId);
    if (!text)
      throw invalidField(
        "exceptions",
        `${fund.fund}: ${fund.breaches.join(" ")} Record what the governing body decided about it.`,
        "fund_breaks_rule",
      );
    await tx.rows(sql`
      insert into budget_fund_balance (org_id, id, cycle_id, fund_id, exception, exception_by)
      values (${tx.scope.orgId}, ${newId()}, ${cycleId}, ${fund.fundId}, ${text}, ${actor.personId})
      on conflict (org_id, cycle_id, fund_id)
      do update set exception = excluded.exception, exception_by = excluded.exception_by
    `);
  }
};

const openYear = async (tx: Tx, fiscalYearId: string): Promise<void> => {
  const year = await tx.one<{ year: number; status: string; lines: number }>(sql`
    select
      y.year, y.status,
      (
        select count(*)::int
        from budget_line l
        where l.org_id = y.org_id and l.fiscal_year_id = y.id
      ) as lines
    from fiscal_year y
    where y.org_id = ${tx.scope.orgId} and y.id = ${fiscalYearId}
    for update of y
  `);
  if (year.status !== "planned")
    throw conflict("year_not_planned", `Fiscal year ${year.year} is ${year.status}.`);
  if (year.lines > 0)
    throw conflict(
      "lines_there",
      `Fiscal year ${year.year} has ${year.lines} imported lines already. A cycle adopts a year without lines.`,
    );
  await tx.rows(sql`
    update fiscal_year
    set status = 'open', version = version + 1
    where org_id = ${tx.scope.orgId} and id = ${fiscalYearId}
  `);
};

const postLines = async (tx: Tx, actor: Actor, cycle: CycleRecord, why: string) => {
  const figures = await adoptedFigures(tx, cycle.id);
  if (figures.length === 0) throw conflict("nothing", "There is nothing to adopt.");
  const lines = figures.map((f) => ({
    orgId: cycle.orgId,
    id: newId(),
    fiscalYearId: cycle.fiscalYearId,
    accountStringId: f.accountStringId,
    original: f.cents,
    note: why,
  }));
  await insertRows(tx, budgetLine, lines);
  await insertRows(
    tx,
    commitmentEntry,
    lines.map((line) => ({
      orgId: cycle.orgId,
      id: newId(),
      budgetLineId: line.id,
      kind: "adopt" as const,
      adjusted: line.original,
      documentType: "budgetCycle",
      documentId: cycle.id,
      documentNumber: cycle.number,
      postedOn: businessDate(tx.scope),
      postedBy: actor.personId,
      note: why,
    })),
  );
  for (const [at, line] of lines.entries())
    note(tx, actor, "budgetLine", line.id, {
      number: figures[at]!.code,
      action: "create",
      after: line,
      note: why,
      event: null,
    });
  return lines;
};

/**
 * Enters the governing body's decision, as another person than prepared it: the year opens and every
 * line is posted with its `adopt` entry, in this transaction or not at all. 422 for a fund that
 * breaks a rule without the recorded decision, 409 for transfers that do not tie.
 */
export const adoptCycle = (
  tx: Tx,
  actor: Actor,
  { id, version }: CycleStep,
  input: AdoptionInput,
) =>
  transition(tx, actor, cycleNoun, {
    id,
    action: "adopt",
    version,
    effect: async (cycle) => {
      const { exceptions: _exceptions, ...decision } = input;
      if (decision.decidedOn > businessDate(tx.scope))
        throw invalidField("decidedOn", "This day has not come yet.");
      if (decision.votesFor <= decision.votesAgainst)
        throw invalidField("votesFor", "More voted against it than for it, or as many.");
      await requireFunds(tx, actor, id, input);
      await openYear(tx, cycle.fiscalYearId);
      const lines = await postLines(tx, actor, cycle, `Resolution ${decision.resolution}`);
      announce(tx, cycle.orgId, "budgetLine.create", id);
      return {
        patch: {
          ...decision,
          decidedBy: actor.personId,
          adoptedAt: businessNow(tx.scope).toISOString(),
        },
        note: `${lines.length} lines`,
      };
    },
  });
