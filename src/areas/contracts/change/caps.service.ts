import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { leastOf, ownOrShipped, strictestThreshold } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import type { Caps, Growth, Sums } from "./caps.model.ts";
import { committed } from "./change.labels.ts";
import type { GrowthAnswer } from "./change.model.ts";

/**
 * The caps of the scope's day (rule `changeOrderCaps`): the strictest of the agency's own rules, or
 * the shipped default where it has none.
 */
export const capsOn = async (db: Db): Promise<Caps> => {
  const rules = await listRules(db, ["changeOrderCaps"]);
  const those = ownOrShipped(rules, "changeOrderCaps", businessDate(db.scope));
  return {
    percent: leastOf(those, "percent"),
    totalCents: leastOf(those, "totalCents"),
    eachCents: leastOf(those, "eachCents"),
    contingencyPercent: leastOf(those, "contingencyPercent"),
    citation: those.map((rule) => rule.citation).join("; "),
  };
};

/**
 * Whether a cost or price analysis is asked for: what moves up and down together is above the
 * simplified acquisition threshold of the day. 2 CFR 200.324(a) counts modifications.
 */
export const analysisDemanded = async (
  db: Db,
  { increase, decrease }: Pick<Sums, "increase" | "decrease">,
): Promise<boolean> => {
  const rules = await listRules(db, ["simplifiedAcquisition"]);
  const threshold = strictestThreshold(rules, "simplifiedAcquisition", businessDate(db.scope));
  return threshold !== null && increase + decrease > threshold.cents;
};

type Sum = Omit<GrowthAnswer, "caps">;

/** What a contract's changes and amendments come to, in absolute sums; `but`: a change left out. */
export const sumsOfContract = (
  db: Db,
  contractId: string,
  but: string | null = null,
): Promise<Sum> =>
  db.one<Sum>(sql`
    select
      coalesce(c.original_ceiling, c.ceiling) as original,
      (
        select coalesce(sum(x.increase) filter (where x.status = 'applied'), 0)::bigint
        from contract_change x
        where x.org_id = c.org_id and x.contract_id = c.id
      ) as up,
      (
        select coalesce(sum(x.decrease) filter (where x.status = 'applied'), 0)::bigint
        from contract_change x
        where x.org_id = c.org_id and x.contract_id = c.id
      ) as down,
      (
        select coalesce(sum(x.increase), 0)::bigint
        from contract_change x
        where x.org_id = c.org_id
          and x.contract_id = c.id
          and x.status = any(${committed}::text[])
          and x.status <> 'applied'
          and x.id is distinct from ${but}::uuid
      ) as pending_up,
      (
        select coalesce(sum(x.decrease), 0)::bigint
        from contract_change x
        where x.org_id = c.org_id
          and x.contract_id = c.id
          and x.status = any(${committed}::text[])
          and x.status <> 'applied'
          and x.id is distinct from ${but}::uuid
      ) as pending_down,
      (
        select coalesce(sum(greatest(a.ceiling_change, 0)), 0)::bigint
        from contract_amendment a
        where a.org_id = c.org_id and a.contract_id = c.id and a.status = 'applied'
      ) as amended_up
    from contract c
    where c.org_id = ${db.scope.orgId} and c.id = ${contractId}
  `);

/** The same with the caps of today. */
export const growthOf = async (
  db: Db,
  contractId: string,
  but: string | null = null,
): Promise<GrowthAnswer> => {
  const [sums, caps] = await Promise.all([sumsOfContract(db, contractId, but), capsOn(db)]);
  return { ...sums, caps };
};

/** What an increase is measured with: what is in force and what is already on its way. */
export const measured = (g: Sum): Growth => ({
  original: g.original,
  up: g.up + g.pendingUp,
  down: g.down + g.pendingDown,
  amendedUp: g.amendedUp,
});
