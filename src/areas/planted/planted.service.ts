import { sql } from "#server/db/sql.ts";
export const write = sql`update purchase_order set title = 'x'`;
export const read = sql`select p.close_reason from purchase_order p`;
