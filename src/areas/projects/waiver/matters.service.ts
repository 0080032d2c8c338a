import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { PayStored } from "../pay/pay.noun.ts";
import type { Matter } from "../project/matters.service.ts";
import { waiversOf } from "./waiver.service.ts";

/** A project is closed when the last payment of each order is waived without condition, where law asks it. */
export const openWaivers = async (db: Db, { id }: { id: string }): Promise<Matter[]> => {
  const last = await db.rows<PayStored>(sql`
    select distinct on (purchase_order_id) *
    from pay_application
    where org_id = ${db.scope.orgId} and project_id = ${id} and status = 'certified'
    order by purchase_order_id, application_no desc
  `);
  const matters: Matter[] = [];
  for (const a of last) {
    const { asked } = await waiversOf(db, a);
    if (asked.length > 0)
      matters.push({
        what: a.number,
        says: `paid, and the ${asked[0]!.title.toLowerCase()} is not signed`,
        href: `/projects/pay/${a.id}`,
      });
  }
  return matters;
};
