import { sql } from "#server/db/sql.ts";
export const planted = sql`select number, title, status, amount, vendor_id from purchase_order where org_id = ${1} order by number`;
