import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { asset } from "../assets.tables.ts";
import { assetCycle, type AssetAction, type AssetStatus } from "./asset.labels.ts";

type Stored = typeof asset.$inferSelect;
export type AssetRecord = Stored & { openWork: number };

const openWork = (tx: Tx, id: string) =>
  tx.one<{ openWork: number }>(sql`
    select count(*)::int as open_work
    from work_order
    where org_id = ${tx.scope.orgId} and asset_id = ${id} and status not in ('closed', 'cancelled')
  `);

export const assetNoun = defineNoun<AssetStatus, AssetAction, typeof asset, AssetRecord>({
  name: "asset",
  path: "assets",
  page: "/asset-management",
  table: asset,
  cycle: assetCycle,
  number: (row) => row.number,
  facts: openWork,
});
