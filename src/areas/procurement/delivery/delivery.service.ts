import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { placesOf, type ListUse } from "#areas/organization/organization.server.ts";

/** Name and address of a place as they stand now; empty where none is chosen. */
export const lineOfPlace = async (db: Db, placeId: string | null | undefined): Promise<string> =>
  placeId ? ((await placesOf(db, [placeId])).get(placeId)?.line ?? "") : "";

type Count = { key: string; n: number };
const counted = (rows: readonly Count[]) => new Map(rows.map(({ key, n }) => [key, n]));

const idsOf = (entries: readonly { id: string }[]) => entries.map((entry) => entry.id);

// Lines name units and commodities by words and codes, in whatever case they were typed.
const byWord = (
  entries: readonly ({ id: string } & Record<string, unknown>)[],
  rows: readonly Count[],
) => {
  const found = counted(rows);
  return new Map(
    entries.map((entry) => [entry.id, found.get(String(entry["code"]).toLowerCase()) ?? 0]),
  );
};
const wordsOf = (entries: readonly Record<string, unknown>[]) =>
  entries.map((entry) => String(entry["code"]).toLowerCase());
const wordIn = (entry: Record<string, unknown>) => encodeURIComponent(String(entry["code"]));

/** Where requisitions and orders use places, units, commodities and cost codes. */
export const procurementUses: readonly ListUse[] = [
  {
    list: "cost-codes",
    label: "Requisitions",
    counts: async (db, entries) =>
      counted(
        await db.rows<Count>(sql`
          select cost_code_id as key, count(distinct requisition_id)::int as n
          from requisition_line
          where org_id = ${db.scope.orgId} and cost_code_id = any(${idsOf(entries)}::uuid[])
          group by 1
        `),
      ),
    href: (entry) => `/smart-requisition?costCodeId=${entry.id}`,
  },
  {
    list: "cost-codes",
    label: "Purchase orders",
    counts: async (db, entries) =>
      counted(
        await db.rows<Count>(sql`
          select cost_code_id as key, count(distinct purchase_order_id)::int as n
          from purchase_order_line
          where org_id = ${db.scope.orgId} and cost_code_id = any(${idsOf(entries)}::uuid[])
          group by 1
        `),
      ),
    href: (entry) => `/purchase-orders?costCodeId=${entry.id}`,
  },
  {
    list: "places",
    label: "Requisitions",
    counts: async (db, entries) =>
      counted(
        await db.rows<Count>(sql`
          select place_id as key, count(*)::int as n
          from requisition
          where org_id = ${db.scope.orgId} and place_id = any(${idsOf(entries)}::uuid[])
          group by 1
        `),
      ),
    href: (entry) => `/smart-requisition?placeId=${entry.id}`,
  },
  {
    list: "places",
    label: "Purchase orders",
    counts: async (db, entries) =>
      counted(
        await db.rows<Count>(sql`
          select place_id as key, count(*)::int as n
          from purchase_order
          where org_id = ${db.scope.orgId} and place_id = any(${idsOf(entries)}::uuid[])
          group by 1
        `),
      ),
    href: (entry) => `/purchase-orders?placeId=${entry.id}`,
  },
  {
    list: "units",
    label: "Requisitions",
    counts: async (db, entries) =>
      byWord(
        entries,
        await db.rows<Count>(sql`
          select lower(unit) as key, count(distinct requisition_id)::int as n
          from requisition_line
          where org_id = ${db.scope.orgId} and lower(unit) = any(${wordsOf(entries)}::text[])
          group by 1
        `),
      ),
    href: (entry) => `/smart-requisition?unit=${wordIn(entry)}`,
  },
  {
    list: "units",
    label: "Purchase orders",
    counts: async (db, entries) =>
      byWord(
        entries,
        await db.rows<Count>(sql`
          select lower(unit) as key, count(distinct purchase_order_id)::int as n
          from purchase_order_line
          where org_id = ${db.scope.orgId} and lower(unit) = any(${wordsOf(entries)}::text[])
          group by 1
        `),
      ),
    href: (entry) => `/purchase-orders?unit=${wordIn(entry)}`,
  },
  {
    list: "commodities",
    label: "Requisitions",
    counts: async (db, entries) =>
      byWord(
        entries,
        await db.rows<Count>(sql`
          select lower(commodity_code) as key, count(distinct requisition_id)::int as n
          from requisition_line
          where org_id = ${db.scope.orgId}
            and lower(commodity_code) = any(${wordsOf(entries)}::text[])
          group by 1
        `),
      ),
    href: (entry) => `/smart-requisition?commodity=${wordIn(entry)}`,
  },
  {
    list: "commodities",
    label: "Purchase orders",
    counts: async (db, entries) =>
      byWord(
        entries,
        await db.rows<Count>(sql`
          select lower(commodity_code) as key, count(distinct purchase_order_id)::int as n
          from purchase_order_line
          where org_id = ${db.scope.orgId}
            and lower(commodity_code) = any(${wordsOf(entries)}::text[])
          group by 1
        `),
      ),
    href: (entry) => `/purchase-orders?commodity=${wordIn(entry)}`,
  },
];
