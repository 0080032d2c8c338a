import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce, transition } from "#server/lifecycle.ts";
import { adoptLines } from "../appropriation/appropriation.service.ts";
import { fiscalYear } from "../budget.tables.ts";
import { gateOf } from "./gate.service.ts";
import type { AdoptionInput } from "./cycle.model.ts";
import type { CycleStep } from "./cycle.service.ts";
import { cycleNoun, type CycleRecord } from "./cycle.noun.ts";

type Adopted = { accountStringId: string; cents: number };

/** What a cycle would adopt: its recommended figures, one sum for each account string. */
const adoptedFigures = (db: Db, cycleId: string): Promise<Adopted[]> =>
  db.rows<Adopted>(sql`
    select g.account_string_id, sum(g.recommended)::bigint as cents
    from budget_figure g
    where g.org_id = ${db.scope.orgId} and g.cycle_id = ${cycleId}
    group by 1
    having sum(g.recommended) > 0
    order by 1
  `);

/** Refuses while anything stops the adoption, naming all of it at once; keeps what was decided about funds. */
export const requireGate = async (tx: Tx, actor: Actor, cycleId: string, input: AdoptionInput) => {
  const gate = await gateOf(tx, cycleId);
  const stops = gate.filter((f) => f.kind === "stops");
  if (stops.length)
    throw conflict("adoption_stopped", stops.map((f) => f.sentence).join(" "), {
      stops: stops.map((f) => f.code),
    });
  const said = new Map(input.exceptions.map((e) => [`fund:${e.fundId}`, e]));
  const decides = gate.filter((f) => f.kind === "decides");
  const silent = decides.filter((f) => !said.has(f.code));
  if (silent.length)
    throw invalidField(
      "exceptions",
      `${silent.map((f) => f.sentence).join(" ")} Record what the governing body decided about it.`,
      "fund_breaks_rule",
    );
  for (const { code } of decides) {
    const { fundId, text } = said.get(code)!;
    await tx.rows(sql`
      insert into budget_fund_balance (org_id, id, cycle_id, fund_id, exception, exception_by)
      values (${tx.scope.orgId}, ${newId()}, ${cycleId}, ${fundId}, ${text}, ${actor.personId})
      on conflict (org_id, cycle_id, fund_id)
      do update set exception = excluded.exception, exception_by = excluded.exception_by
    `);
  }
};

const openYear = (tx: Tx, fiscalYearId: string) =>
  tx.rows(sql`
    update fiscal_year
    set status = 'open', version = version + 1
    where org_id = ${tx.scope.orgId} and id = ${fiscalYearId}
  `);

const postLines = async (tx: Tx, actor: Actor, cycle: CycleRecord, why: string) => {
  const figures = await adoptedFigures(tx, cycle.id);
  const { lines } = await adoptLines(tx, actor, {
    fiscalYearId: cycle.fiscalYearId,
    lines: figures,
    document: { type: "budgetCycle", id: cycle.id, number: cycle.number },
    note: why,
  });
  const cents = new Map(figures.map((f) => [f.accountStringId, f.cents]));
  for (const { id, accountStringId, code } of lines)
    note(tx, actor, "budgetLine", id, {
      number: code,
      action: "create",
      after: {
        id,
        fiscalYearId: cycle.fiscalYearId,
        accountStringId,
        original: cents.get(accountStringId),
        note: why,
      },
      note: why,
      event: null,
    });
  return lines;
};

/**
 * Enters the governing body's decision, as another person than prepared it: the year opens and every
 * line is posted with its `adopt` entry, in this transaction or not at all. 422 for a fund that
 * breaks a rule without the recorded decision, 409 `adoption_stopped` with everything that stops it.
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
      await lockRow(tx, fiscalYear, cycle.fiscalYearId, "fiscal year");
      await requireGate(tx, actor, id, input);
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
