import { extensionPoint } from "#server/area.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { ident, sql, type Sql } from "#server/db/sql.ts";
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

type PartTable =
  | "solicitation_item"
  | "solicitation_requirement"
  | "solicitation_lot"
  | "solicitation_criterion"
  | "solicitation_invitation"
  | "solicitation_outreach";
const ofSolicitation = (db: Db, id: string): Sql =>
  sql`p.org_id = ${db.scope.orgId} and p.solicitation_id = ${id}`;
const countIn = (db: Db, table: PartTable, id: string): Sql =>
  sql`(select count(*)::int from ${ident(table)} p where ${ofSolicitation(db, id)})`;
const emptyLots = (db: Db, id: string): Sql => sql`
  (
    select count(*)::int
    from solicitation_lot p
    where ${ofSolicitation(db, id)}
      and not exists (
        select 1
        from solicitation_item i
        where i.org_id = p.org_id and i.lot_id = p.id
      )
  )
`;
const looseItems = (db: Db, id: string): Sql => sql`
  (
    select count(*)::int
    from solicitation_item p
    where ${ofSolicitation(db, id)} and p.lot_id is null
  )
`;
const weightOf = (db: Db, id: string, which: Sql): Sql => sql`
  (
    select coalesce(sum(p.weight) filter (where ${which}), 0)::text
    from solicitation_criterion p
    where ${ofSolicitation(db, id)}
  )
`;
const clausesOf = (db: Db, id: string): Sql => sql`
  (
    select count(*)::int
    from solicitation_clause p
    where ${ofSolicitation(db, id)} and p.left_out is null
  )
`;

const partsOf = (db: Db, id: string): Promise<Parts> =>
  db.one<Parts>(sql`
    select
      ${countIn(db, "solicitation_item", id)} as items,
      ${countIn(db, "solicitation_requirement", id)} as requirements,
      ${emptyLots(db, id)} as empty_lots, ${countIn(db, "solicitation_lot", id)} as lots,
      ${looseItems(db, id)} as loose_items, ${weightOf(db, id, sql`true`)} as weights,
      ${weightOf(db, id, sql`p.kind = 'price'`)} as price_weight,
      ${countIn(db, "solicitation_criterion", id)} as criteria,
      ${countIn(db, "solicitation_invitation", id)} as invited,
      ${countIn(db, "solicitation_outreach", id)} as outreach, ${clausesOf(db, id)} as clauses
  `);

/** What the rules ask of a solicitation on a day. */
const rulesOfSolicitations = (rules: readonly Rule[], day: string) => {
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
