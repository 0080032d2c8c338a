import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import { addDays } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { sharesOfOrderLine } from "../shares.service.ts";
import { fewestBuys } from "./again.model.ts";

/** Something that a department had ordered by requisition several times, each order with its day. */
export const pastNeed = z
  .object({
    description: z.string(),
    commodityCode: z.string().nullable(),
    unit: z.string(),
    departmentId: z.string(),
    bought: z.array(z.object({ on: dayField, quantity: z.string() })),
    /** Its last order line, as orders of the past are read. */
    unitPrice: z.string(),
    accountStringId: z.string().nullable(),
    orderId: z.string(),
    orderNumber: z.string(),
    requisitionId: z.string(),
    requisitionNumber: z.string(),
    /** Whether the department has asked for it again already, or waits for it. */
    asked: z.boolean(),
  })
  .meta({ id: "PastNeed" });
export type PastNeed = z.output<typeof pastNeed>;

/** So many needs at most, those bought most often first. */
const mostNeeds = 300;
const yearsBack = 4;

/**
 * What departments had ordered by requisition four times or more within four years, said the same by the
 * same code and unit. `asked`: a requisition of the department with the same words lives, or an order of it is to come.
 */
export const pastNeeds = (db: Db): Promise<PastNeed[]> =>
  db.rows<PastNeed>(sql`
    with bought as (
      select
        lower(l.description) as said, l.commodity_code, lower(l.unit) as measure, o.department_id,
        jsonb_agg(jsonb_build_object(
          'on', o.ordered_on, 'quantity', trim_scale(l.quantity)::text
        ) order by o.ordered_on) as bought,
        count(distinct o.ordered_on) as times,
        (array_agg(l.id order by o.ordered_on desc, l.id desc))[1] as last_id,
        bool_or(
          o.status in ('draft', 'in_approval', 'approved', 'issued', 'acknowledged')
        ) as coming
      from purchase_order_line l
      join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
      where l.org_id = ${db.scope.orgId}
        and not l.cancelled
        and l.requisition_line_id is not null
        and o.status <> 'cancelled'
        and o.ordered_on > ${addDays(businessDate(db.scope), -365 * yearsBack)}
      group by 1, 2, 3, 4
      having count(distinct o.ordered_on) >= ${fewestBuys}
      order by times desc, said
      limit ${mostNeeds}
    )
    select
      l.description, l.commodity_code, l.unit, b.department_id, b.bought,
      trim_scale(l.unit_price)::text as unit_price, paid.account_string_id, o.id as order_id,
      o.number as order_number, r.id as requisition_id, r.number as requisition_number,
      b.coming or exists (
        select
        from requisition_line x
        join requisition y on y.org_id = x.org_id and y.id = x.requisition_id
        where x.org_id = l.org_id
          and y.department_id = b.department_id
          and lower(x.description) = b.said
          and y.status in ('draft', 'returned', 'in_approval', 'approved')
      ) as asked
    from bought b
    join purchase_order_line l on l.org_id = ${db.scope.orgId} and l.id = b.last_id
    join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
    join requisition_line q on q.org_id = l.org_id and q.id = l.requisition_line_id
    join requisition r on r.org_id = q.org_id and r.id = q.requisition_id
    left join lateral (
        select s.account_string_id
        from ${sharesOfOrderLine} s
        order by s.amount desc, s.account_string_id
        limit 1
      ) paid
      on true
    order by b.times desc, b.said
  `);
