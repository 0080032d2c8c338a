import { formatCents } from "#kernel/money.ts";
import { newId } from "#kernel/ids.ts";
import { counted } from "#kernel/words.ts";
import type { PublishCheck } from "#kernel/definition.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import type { Version } from "#server/definitions/kind.ts";
import { pricePlan } from "../billing.tables.ts";
import { shippedOffers } from "./plan.data.ts";
import { mostMonthlyCents, mostPublicOffers, type OfferShown } from "./plan.labels.ts";
import { planInput, type PlanHeld } from "./plan.model.ts";

type Plan = Version<typeof pricePlan>;
type Held = { agencies: number; monthly: number; yearly: number };

/** What agencies that are on a plan, in whichever version, pay for it by its list: the most of them. */
const heldOf = (db: Db, definitionId: string): Promise<Held> =>
  db.one<Held>(sql`
    select
      count(*)::int as agencies, coalesce(max(p.monthly_cents), 0)::bigint as monthly,
      coalesce(max(p.yearly_cents), 0)::bigint as yearly
    from agency_subscription s
    join price_plan p on p.org_id = s.org_id and p.id = s.plan_id
    where s.org_id = ${db.scope.orgId}
      and p.definition_id = ${definitionId}
      and s.status <> 'cancelled'
  `);

const undercut = (
  what: "month" | "year",
  path: string,
  price: number,
  held: number,
  agencies: number,
): PublishCheck => ({
  sentence:
    price >= held
      ? `No agency holds this plan for more a ${what}.`
      : `${counted(agencies, "agency", "agencies")} on this plan hold it for ${formatCents(held)} a ${what}. Keep at least that price, move them to another plan first, or give a discount by an agreement.`,
  ok: price >= held,
  path,
});

type Others = { offers: number; sameCode: number };
const othersOf = (db: Db, plan: Plan): Promise<Others> =>
  db.one<Others>(sql`
    select
      count(*) filter (where public)::int as offers,
      count(*) filter (where code = ${plan.code})::int as same_code
    from price_plan
    where org_id = ${db.scope.orgId}
      and status = 'published'
      and definition_id <> ${plan.definitionId}
  `);

const checksOfPlan = async (db: Db, plan: Plan): Promise<PublishCheck[]> => {
  const [held, others] = await Promise.all([heldOf(db, plan.definitionId), othersOf(db, plan)]);
  const { monthlyCents, yearlyCents } = plan;
  return [
    {
      sentence: `A public offer costs at most ${formatCents(mostMonthlyCents)} a month.`,
      ok: !plan.public || monthlyCents <= mostMonthlyCents,
      path: "monthlyCents",
    },
    {
      sentence: "A year costs no more than twelve months.",
      ok: yearlyCents <= monthlyCents * 12,
      path: "yearlyCents",
    },
    undercut("month", "monthlyCents", monthlyCents, held.monthly, held.agencies),
    undercut("year", "yearlyCents", yearlyCents, held.yearly, held.agencies),
    {
      sentence: "No other plan in force has this code.",
      ok: others.sameCode === 0,
      path: "code",
    },
    {
      sentence: `Visitors see at most ${mostPublicOffers} offers: retire one before another is public.`,
      ok: !plan.public || others.offers < mostPublicOffers,
      path: "public",
    },
  ];
};

/** Plans of the operator: what agencies are offered, in versions. An agency stays on its version. */
export const plans = defineDefinition({
  name: "pricePlan",
  what: "plan",
  table: pricePlan,
  body: planInput,
  checks: checksOfPlan,
  file: { schema: "levee.price-plan", version: 1 },
});

/** All plans in all versions, by place, the newest first, with the agencies on each. At most 500. */
export const listPlans = (db: Db): Promise<PlanHeld[]> =>
  db.rows<PlanHeld>(sql`
    select
      p.id, p.definition_id, p.version_no, p.name, p.status, p.published_at, p.version, p.code,
      p.audience, p.monthly_cents, p.yearly_cents, p.includes, p.people, p.storage_gb,
      p.calls_per_day, p.trial_days, p.public, p.place, count(s.id)::int as agencies,
      min(
        case s.billed when 'year' then round(s.price_cents / 12.0) else s.price_cents end
      )::bigint as least_held
    from price_plan p
    left join agency_subscription s
      on s.org_id = p.org_id
      and s.plan_id = p.id
      and s.status <> 'cancelled'
    where p.org_id = ${db.scope.orgId}
    group by p.org_id, p.id
    order by p.place, p.name, p.definition_id, p.version_no desc
    limit 500
  `);

/** The public offers in force of the operator, by their place. */
export const offersOf = (db: Db, operatorId: string): Promise<OfferShown[]> =>
  db.rows<OfferShown>(sql`
    select
      id, code, name, audience, monthly_cents, yearly_cents, includes, people, storage_gb,
      calls_per_day, trial_days, place
    from price_plan
    where org_id = ${operatorId} and status = 'published' and public
    order by place, monthly_cents, name
    limit 20
  `);

/**
 * Gives the scope's agency the three offers of a fresh installation; nothing where it has plans already. Asked for the
 * agency that runs the installation alone.
 */
export const beginOffers = async (tx: Tx): Promise<void> => {
  const any = await tx.maybe(sql`
    select id
    from price_plan
    where org_id = ${tx.scope.orgId}
    limit 1
  `);
  if (any) return;
  const now = businessNow(tx.scope).toISOString();
  await insertRows(
    tx,
    pricePlan,
    shippedOffers.map((offer) => ({
      ...offer,
      ...{ includes: [...offer.includes], orgId: tx.scope.orgId!, id: newId() },
      ...{ definitionId: newId(), versionNo: 1, status: "published" as const, publishedAt: now },
    })),
  );
};

/** The first agency of an installation runs it, and begins with its offers; every later one with none. */
export const beginFirstOffers = async (tx: Tx): Promise<void> => {
  const plan = await tx.maybe(sql`select id from price_plan where status <> 'draft' limit 1`);
  if (!plan) await beginOffers(tx);
};
