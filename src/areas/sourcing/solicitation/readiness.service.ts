import { extensionPoint } from "#server/area.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  strictestNumber,
  strictestThreshold,
  type Rule,
} from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { unknownCodes } from "#areas/vendors/vendors.server.ts";
import { readiness, type Check, type Parts } from "./readiness.model.ts";
import type { solicitation } from "./solicitation.tables.ts";

type Row = typeof solicitation.$inferSelect;

/**
 * Something else that must hold before publication (the rehearsal of an opening); named by whoever
 * owns it.
 */
export type Demand = (db: Db, row: Row) => Promise<Check | null>;
const demands: Demand[] = [];
/**
 * Adds a check to every publication; called by the nouns that live from solicitations when the
 * server starts.
 */
export const publicationDemands = extensionPoint<Demand>(
  "demands on a publication",
  (demand) => void demands.push(demand),
  { required: true },
);

const partsOf = (db: Db, id: string): Promise<Parts> =>
  db.one<Parts>(sql`
    select
      (
        select count(*)::int
        from solicitation_item i
        where i.org_id = ${db.scope.orgId} and i.solicitation_id = ${id}
      ) as items,
      (
        select count(*)::int
        from solicitation_requirement r
        where r.org_id = ${db.scope.orgId} and r.solicitation_id = ${id}
      ) as requirements,
      (
        select count(*)::int
        from solicitation_lot l
        where l.org_id = ${db.scope.orgId}
          and l.solicitation_id = ${id}
          and not exists (
            select 1
            from solicitation_item i
            where i.org_id = l.org_id and i.lot_id = l.id
          )
      ) as empty_lots,
      (
        select count(*)::int
        from solicitation_lot l
        where l.org_id = ${db.scope.orgId} and l.solicitation_id = ${id}
      ) as lots,
      (
        select count(*)::int
        from solicitation_item i
        where i.org_id = ${db.scope.orgId} and i.solicitation_id = ${id} and i.lot_id is null
      ) as loose_items,
      (
        select coalesce(sum(c.weight), 0)::text
        from solicitation_criterion c
        where c.org_id = ${db.scope.orgId} and c.solicitation_id = ${id}
      ) as weights,
      (
        select coalesce(sum(c.weight) filter (where c.kind = 'price'), 0)::text
        from solicitation_criterion c
        where c.org_id = ${db.scope.orgId} and c.solicitation_id = ${id}
      ) as price_weight,
      (
        select count(*)::int
        from solicitation_criterion c
        where c.org_id = ${db.scope.orgId} and c.solicitation_id = ${id}
      ) as criteria,
      (
        select count(*)::int
        from solicitation_invitation v
        where v.org_id = ${db.scope.orgId} and v.solicitation_id = ${id}
      ) as invited,
      (
        select count(*)::int
        from solicitation_outreach o
        where o.org_id = ${db.scope.orgId} and o.solicitation_id = ${id}
      ) as outreach,
      (
        select count(*)::int
        from solicitation_clause c
        where c.org_id = ${db.scope.orgId} and c.solicitation_id = ${id} and c.left_out is null
      ) as clauses
  `);

/** What the rules ask of a solicitation on a day. */
export const rulesOfSolicitations = (rules: readonly Rule[], day: string) => {
  const number = (key: string, name: string): number | null =>
    strictestNumber(rules, key, name, day, "most");
  return {
    simplified: strictestThreshold(rules, "simplifiedAcquisition", day),
    quotes: number("simplifiedAcquisition", "quotes"),
    sealedBids: number("sealedBid", "minimumBids"),
    notice: {
      rfi: number("solicitationNotice", "rfiDays"),
      rfq: number("solicitationNotice", "rfqDays"),
      itb: number("solicitationNotice", "itbDays"),
      rfp: number("solicitationNotice", "rfpDays"),
    },
  };
};

// Drafts from before codes were checked may have others; an award would be refused its order for
// them.
const codesOf = async (db: Db, id: string): Promise<Check[]> => {
  const items = await db.rows<{ itemNo: number; code: string }>(sql`
    select item_no, commodity_code as code
    from solicitation_item
    where org_id = ${db.scope.orgId} and solicitation_id = ${id} and commodity_code is not null
    order by item_no
  `);
  const unknown = await unknownCodes(
    db,
    items.map((item) => item.code),
  );
  return items
    .filter((item) => unknown.includes(item.code))
    .slice(0, 1)
    .map((item) => ({
      ok: false,
      step: "items",
      citation: null,
      text: `Item ${item.itemNo} has the commodity code ${item.code}, which nobody knows: choose another, or leave it out.`,
    }));
};

/**
 * Every check of a solicitation before its publication, each with the step of the builder where it
 * is mended.
 */
export const checksOf = async (db: Db, row: Row): Promise<Check[]> => {
  const [parts, rules, codes, ...more] = await Promise.all([
    partsOf(db, row.id),
    listRules(db),
    codesOf(db, row.id),
    ...demands.map((demand) => demand(db, row)),
  ]);
  return [
    ...readiness(
      row,
      parts,
      rulesOfSolicitations(rules, businessDate(db.scope)),
      businessNow(db.scope),
    ),
    ...codes,
    ...more.filter((each) => each !== null),
  ];
};

/** What still stands against publication, in words. */
export const missingForPublication = async (db: Db, row: Row): Promise<string[]> =>
  (await checksOf(db, row)).filter((each) => !each.ok).map((each) => each.text);
