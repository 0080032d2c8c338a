import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { rulesOn } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import {
  insuranceEffects,
  type InsuranceEffect,
  type InsuranceStanding,
} from "./insurance.model.ts";
import { contractOf, lacksOfContract } from "../order/contracts.service.ts";
import { insuranceOverride } from "./insurance.tables.ts";

/**
 * What insurance is asked about: a solicitation with its award and orders, or an order that came of
 * none.
 */
export type Insured = {
  solicitationId: string | null;
  orderId: string | null;
  number: string;
  buyerId: string | null;
  /** Its contract demands insurance. */ demanded?: boolean;
  /** What its contract's insurance and bonds lack, in words. */ lacking?: readonly string[];
};
type Policy = { demanded: InsuranceEffect; otherwise: InsuranceEffect; citation: string };

const order = ["local", "state", "federal"] as const;
const effectOf = (value: unknown, otherwise: InsuranceEffect): InsuranceEffect =>
  insuranceEffects.find((each) => each === value) ?? otherwise;

/**
 * The agency's policy on its business day (rule `insurancePolicy`): its local rule, else its
 * state's, else the product's default.
 */
const policyOf = async (db: Db): Promise<Policy> => {
  const rules = rulesOn(await listRules(db, ["insurancePolicy"]), businessDate(db.scope));
  const rule = order.flatMap((jurisdiction) =>
    rules.filter((each) => each.jurisdiction === jurisdiction),
  )[0];
  return {
    demanded: effectOf(rule?.parameters.demanded, "block"),
    otherwise: effectOf(rule?.parameters.otherwise, "warn"),
    citation: rule?.citation ?? "Agency procurement policy",
  };
};

type Row = {
  vendorId: string;
  vendorName: string;
  until: Day | null;
  demanded: boolean;
  /** Its certificate ran out, or is missing where one is demanded. */ lapsed: boolean;
  reason: string | null;
  by: string | null;
  at: string | null;
};

const lacks = ({ lacking = [] }: Insured): string => lacking.join(" ");

const sentence = (row: Row, about: Insured, effect: InsuranceEffect): string =>
  [
    ...(row.lapsed ? [ofCertificate(row, about, effect)] : []),
    ...ofContract(row, about, effect),
  ].join(" ");

const ofContract = (row: Row, about: Insured, effect: InsuranceEffect): string[] => {
  if (!about.lacking?.length) return [];
  const what = `${row.vendorName} lacks under ${about.number}: ${lacks(about)}`;
  if (row.reason !== null)
    return [row.lapsed ? what : `${what} ${row.by} let it go on: ${row.reason}`];
  return [
    `${what} Accept what the vendor hands in on the contract's page${effect === "block" ? ", or have a manager or administrator override it with a reason" : ""}.`,
  ];
};

const ofCertificate = (row: Row, about: Insured, effect: InsuranceEffect): string => {
  const what = row.until
    ? `${row.vendorName}'s certificate of insurance ran out on ${formatDate(row.until)}`
    : `No certificate of insurance of ${row.vendorName} is on record`;
  const why = row.demanded ? `, and ${about.number} demands insurance` : "";
  if (row.reason !== null) return `${what}${why}. ${row.by} let it go on: ${row.reason}`;
  const todo =
    "Ask the vendor for a current certificate and enter its last day in the vendor's record";
  return effect === "block"
    ? `${what}${why}. ${todo}, or have a manager or administrator override it with a reason.`
    : `${what}${why}. ${todo}.`;
};

// Certificates that ran out, or are missing where one is demanded, with what somebody let go on.
const lapsedOf = (db: Db, about: Insured, vendorIds: readonly string[]) => {
  const today = businessDate(db.scope);
  const org = db.scope.orgId;
  const lacking = sql`${lacks(about)}::text`;
  return db.rows<Row>(sql`
    select
      v.id as vendor_id, v.name as vendor_name, v.insurance_expires_on as until,
      d.demanded or ${lacking} <> '' as demanded,
      coalesce(v.insurance_expires_on < ${today}::date, d.demanded) as lapsed, x.reason, x.by, x.at
    from vendor v
    cross join lateral (
      select ${about.demanded ?? false}::boolean or exists (
          select 1
          from solicitation_clause c
          where c.org_id = ${org}
            and c.solicitation_id = ${about.solicitationId}
            and c.rule_key = 'clause.insurance'
            and c.left_out is null
        ) as demanded
    ) d
    left join lateral (
        select o.reason, p.display_name as by, o.at
        from insurance_override o
        join person p on p.id = o.person_id
        where o.org_id = v.org_id
          and o.vendor_id = v.id
          and (
            o.solicitation_id = ${about.solicitationId}
            or o.purchase_order_id = ${about.orderId}
          )
          and o.expired_on is not distinct from v.insurance_expires_on
          and o.coverage = ${lacking}
        order by o.at desc
        limit 1
      ) x
      on true
    where v.org_id = ${org}
      and v.id = any(${vendorIds}::uuid[])
      and (
        v.insurance_expires_on < ${today}::date
        or (v.insurance_expires_on is null and d.demanded)
        or ${lacking} <> ''
      )
    order by v.name
  `);
};

/**
 * The vendors whose certificate of insurance is not in force on the agency's business day, with
 * what the policy makes of it. A solicitation demands insurance by
 * its clause (rule `clause.insurance`) unless that was left
 * out, an order by its contract; where nothing demands it, a vendor
 * without any certificate is nothing to tell.
 */
export const insuranceStandings = async (
  db: Db,
  about: Insured,
  vendorIds: readonly string[],
): Promise<InsuranceStanding[]> => {
  const rows = await lapsedOf(db, about, vendorIds);
  if (rows.length === 0) return [];
  const policy = await policyOf(db);
  return rows
    .map((row) => {
      const effect = row.demanded ? policy.demanded : policy.otherwise;
      return {
        vendorId: row.vendorId,
        vendorName: row.vendorName,
        until: row.until,
        demanded: row.demanded,
        effect,
        citation: policy.citation,
        text: sentence(row, about, effect),
        override: row.reason === null ? null : { reason: row.reason, by: row.by!, at: row.at! },
      };
    })
    .filter((row) => row.effect !== "none");
};

/**
 * Why an award or order cannot go on: the first vendor that the policy blocks and nobody has
 * overridden. Null when nothing does.
 */
export const insuranceStop = (standings: readonly InsuranceStanding[]): string | null =>
  standings.find((each) => each.effect === "block" && !each.override)?.text ?? null;

/**
 * 409 `insurance` where the agency's policy blocks one of these vendors and nobody has overridden
 * it.
 */
export const requireInsured = async (
  tx: Tx,
  about: Insured,
  vendorIds: readonly string[],
): Promise<void> => {
  const stop = insuranceStop(await insuranceStandings(tx, about, vendorIds));
  if (stop) throw conflict("insurance", stop);
};

/** What the insurance of a solicitation's winners is asked about. 404. */
export const ofSolicitation = async (db: Db, id: string): Promise<Insured> => {
  const row = await db.maybe<{ number: string; buyerId: string | null }>(sql`
    select number, buyer_id
    from solicitation
    where org_id = ${db.scope.orgId} and id = ${id}
  `);
  if (!row) throw notFound("solicitation");
  return { solicitationId: id, orderId: null, ...row };
};

/**
 * What the insurance of an order's vendor is asked about: the solicitation that it was awarded
 * from, else the order itself. 404.
 */
export const ofOrder = async (db: Db, id: string): Promise<Insured & { vendorId: string }> => {
  const row = await db.maybe<{
    number: string;
    buyerId: string | null;
    vendorId: string;
    contractId: string | null;
    solicitationId: string | null;
    solicitationNumber: string | null;
  }>(sql`
    select
      o.number, o.buyer_id, o.vendor_id, o.contract_id, s.id as solicitation_id,
      s.number as solicitation_number
    from purchase_order o
    left join award_order a on a.org_id = o.org_id and a.purchase_order_id = o.id
    left join award w on w.org_id = a.org_id and w.id = a.award_id
    left join solicitation s on s.org_id = w.org_id and s.id = w.solicitation_id
    where o.org_id = ${db.scope.orgId} and o.id = ${id}
  `);
  if (!row) throw notFound("purchase order");
  return {
    solicitationId: row.solicitationId,
    orderId: row.solicitationId ? null : id,
    number: row.solicitationNumber ?? row.number,
    buyerId: row.buyerId,
    vendorId: row.vendorId,
    demanded: (await contractOf(db, row.contractId))?.insuranceRequired ?? false,
    lacking: await lacksOfContract(db, row.contractId),
  };
};

/**
 * Lets an award and its orders, or an order of its own, go on without a certificate in force, with
 * a reason. It holds while the same certificate stands in the
 * vendor's record. 403 for the buyer: somebody else decides. 409 where nothing is blocked.
 */
export const overrideInsurance = async (
  tx: Tx,
  actor: Actor,
  about: Insured,
  vendorId: string,
  reason: string,
): Promise<{ id: string }> => {
  const standing = (await insuranceStandings(tx, about, [vendorId]))[0];
  if (!standing || standing.effect !== "block" || standing.override)
    throw conflict("nothing_blocked", "No certificate blocks this vendor here.");
  if (about.buyerId === actor.personId)
    throw notAllowed("Somebody else than the buyer overrides it.", "own_work");
  const row = await insertRow(tx, insuranceOverride, {
    orgId: actor.orgId!,
    id: newId(),
    solicitationId: about.solicitationId,
    purchaseOrderId: about.orderId,
    vendorId,
    expiredOn: standing.until,
    coverage: lacks(about),
    reason,
    personId: actor.personId!,
    at: businessNow(tx.scope).toISOString(),
  });
  const [objectType, objectId] = about.solicitationId
    ? ["solicitation", about.solicitationId]
    : ["purchaseOrder", about.orderId!];
  note(tx, actor, objectType!, objectId!, {
    number: about.number,
    action: "overrideInsurance",
    after: {
      vendorId,
      vendor: standing.vendorName,
      expiredOn: standing.until,
      rule: standing.citation,
    },
    note: reason,
  });
  return { id: row.id };
};

/**
 * Of these orders, those under a contract whose insurance or bonds the policy blocks and nobody has
 * overridden, each with why: nothing is paid on them.
 */
export const insuranceStops = async (
  db: Db,
  orderIds: readonly string[],
): Promise<Map<string, string>> => {
  const orders = await db.rows<{ id: string }>(sql`
    select id
    from purchase_order
    where org_id = ${db.scope.orgId}
      and id = any(${[...orderIds]}::uuid[])
      and contract_id is not null
    order by id
  `);
  const stops = new Map<string, string>();
  for (const { id } of orders) {
    const about = await ofOrder(db, id);
    if (!about.demanded && !about.lacking?.length) continue;
    const stop = insuranceStop(await insuranceStandings(db, about, [about.vendorId]));
    if (stop) stops.set(id, stop);
  }
  return stops;
};
