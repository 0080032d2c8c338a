import type { OrderCompetition } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** The solicitations that some orders were awarded in, with how many answers were opened in each. */
export const competitionForOrders = (
  db: Db,
  orderIds: readonly string[],
): Promise<OrderCompetition[]> =>
  db.rows<OrderCompetition>(sql`
    select
      o.purchase_order_id as order_id, s.number, '/rfq-builder/' || s.id as href,
      (
        select count(*)::int
        from bid b
        where b.org_id = s.org_id and b.solicitation_id = s.id and b.opened_at is not null
      ) as answers
    from award_order o
    join award a on a.org_id = o.org_id and a.id = o.award_id
    join solicitation s on s.org_id = a.org_id and s.id = a.solicitation_id
    where o.org_id = ${db.scope.orgId} and o.purchase_order_id = any(${[...orderIds]}::uuid[])
  `);
