import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { rulesOn, strictestThreshold } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { standingOf, isGap, type Demand, type Held, type StandingRow } from "./coverage.model.ts";

type Of = {
  id: string;
  kind: string;
  federalAward: string;
  startsOn: string;
  ceiling: number;
};

/**
 * The bonds that the rule asks of a contract at its current price: construction with federal money
 * above the simplified acquisition threshold. 2 CFR 200.326. The rules are those of the day on which
 * the contract began, and today's where it began before them.
 */
const byRule = async (db: Db, c: Of): Promise<Demand[]> => {
  if (c.kind !== "construction" || !c.federalAward) return [];
  const rules = await listRules(db, ["constructionBonds", "simplifiedAcquisition"]);
  const bondsOn = (day: string) =>
    rulesOn(rules, day)
      .filter((rule) => rule.key === "constructionBonds")
      .toSorted(
        (a, b) => Number(b.parameters.performancePercent) - Number(a.parameters.performancePercent),
      )[0];
  const today = businessDate(db.scope);
  const day = bondsOn(c.startsOn) ? c.startsOn : today;
  const rule = bondsOn(day);
  const above = strictestThreshold(rules, "simplifiedAcquisition", day);
  if (!rule || !above || c.ceiling <= above.cents) return [];
  return (["performance_bond", "payment_bond"] as const).map((kind) => ({
    kind,
    amount: null,
    percent: String(
      rule.parameters[kind === "performance_bond" ? "performancePercent" : "paymentPercent"],
    ),
    citation: rule.citation,
  }));
};

/** What is demanded of a contract: what its rows say, and what the rule asks beside or beyond it. */
const demandsOf = async (db: Db, c: Of): Promise<Demand[]> => {
  const [rows, ruled] = await Promise.all([
    db.rows<Demand>(sql`
      select kind, amount, percent::text as percent, citation
      from coverage_demand
      where org_id = ${db.scope.orgId} and contract_id = ${c.id}
      order by kind
    `),
    byRule(db, c),
  ]);
  const beyond = (rule: Demand) =>
    !rows.some((row) => row.kind === rule.kind && Number(row.percent) >= Number(rule.percent));
  const added = ruled.filter(beyond);
  return [...rows.filter((row) => !added.some((rule) => rule.kind === row.kind)), ...added];
};

const heldOf = (db: Db, contractId: string): Promise<Held[]> =>
  db.rows<Held>(sql`
    select kind, amount, from_on, to_on
    from coverage_certificate
    where org_id = ${db.scope.orgId} and contract_id = ${contractId} and status = 'accepted'
  `);

/** How each demand stands today at the contract's current price. */
export const standingsOf = async (db: Db, c: Of): Promise<StandingRow[]> => {
  const demands = await demandsOf(db, c);
  if (demands.length === 0) return [];
  const held = await heldOf(db, c.id);
  const today = businessDate(db.scope);
  return demands.map((demand) => standingOf(demand, held, c.ceiling, today));
};

const contractOf = (db: Db, id: string): Promise<Of | null> =>
  db.maybe<Of>(sql`
    select id, kind, federal_award, starts_on, ceiling
    from contract
    where org_id = ${db.scope.orgId} and id = ${id}
  `);

/** What a contract's coverage lacks today, in words; empty where nothing does. */
export const coverageGaps = async (db: Db, contractId: string): Promise<string[]> => {
  const c = await contractOf(db, contractId);
  return c ? (await standingsOf(db, c)).filter(isGap).map((each) => each.text) : [];
};

/** Whether bonds stand behind a contract, or are demanded. */
export const isBonded = async (db: Db, contractId: string): Promise<boolean> => {
  const c = await contractOf(db, contractId);
  if (!c) return false;
  const bond = await db.maybe(sql`
    select 1 as ok
    from coverage_certificate
    where org_id = ${db.scope.orgId}
      and contract_id = ${contractId}
      and kind in ('performance_bond', 'payment_bond')
      and status in ('submitted', 'accepted', 'ended')
    limit 1
  `);
  return bond !== null || (await demandsOf(db, c)).some((demand) => demand.percent !== null);
};
