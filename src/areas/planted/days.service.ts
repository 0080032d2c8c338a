import { sql } from "#server/db/sql.ts";
export const planted = (at: string) => at.slice(0, 10);
export const cast = sql`select p.created_at::date as day from planted_table p`;
