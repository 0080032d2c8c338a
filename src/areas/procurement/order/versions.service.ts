import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** An order as it went out to the vendor: what each line said from that moment on. */
export const orderVersion = z
  .object({
    revision: z.number().int(),
    createdAt: instantField,
    lines: z.array(
      z.object({ lineNo: z.number().int(), quantity: z.string(), unitPrice: z.string() }),
    ),
  })
  .meta({ id: "OrderVersion" });
export type OrderVersion = z.output<typeof orderVersion>;

/** The versions of an order that went out, the first one first; none of one that never did. */
export const versionsOf = (db: Db, id: string): Promise<OrderVersion[]> =>
  db.rows<OrderVersion>(sql`
    select
      v.revision, v.created_at,
      (
        select coalesce(
            jsonb_agg(jsonb_build_object(
              'lineNo', l -> 'lineNo', 'quantity', l ->> 'quantity', 'unitPrice', l ->> 'unitPrice'
            ) order by (l ->> 'lineNo')::int),
            '[]'
          )
        from jsonb_array_elements(v.content -> 'lines') l
      ) as lines
    from purchase_order_version v
    where v.org_id = ${db.scope.orgId} and v.purchase_order_id = ${id}
    order by v.revision
  `);
