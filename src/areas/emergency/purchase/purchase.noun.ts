import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import type { PurchaseStatus } from "../emergency.labels.ts";
import { emergencyPurchase } from "../emergency.tables.ts";
import { purchaseCycle, type PurchaseAction } from "./purchase.model.ts";

export type PurchaseRecord = typeof emergencyPurchase.$inferSelect;

/** Whether the emergency in which something was ordered has ended: the order's file stays. */
const emergencyIsOver = async (
  db: Db,
  { declarationId }: Pick<PurchaseRecord, "declarationId">,
): Promise<boolean> =>
  (
    await db.one<{ over: boolean }>(sql`
      select exists (
          select 1
          from local_declaration
          where org_id = ${db.scope.orgId}
            and id = ${declarationId}
            and status in ('ended', 'expired', 'closed')
        ) as over
    `)
  ).over;

export const purchaseNoun = defineNoun<
  PurchaseStatus,
  PurchaseAction,
  typeof emergencyPurchase,
  PurchaseRecord
>({
  name: "emergencyPurchase",
  path: "emergency-purchases",
  page: "/emergency-procurement/orders",
  table: emergencyPurchase,
  cycle: purchaseCycle,
  number: (row) => row.number,
  askers: ["orderedBy"],
  read: "emergency.read",
  keepsFiles: emergencyIsOver,
});
