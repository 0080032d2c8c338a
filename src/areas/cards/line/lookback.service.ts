import { sql } from "#server/db/sql.ts";
import type { LikeOutside } from "#areas/procurement/procurement.server.ts";

type Near = Awaited<ReturnType<LikeOutside>>[number];

/**
 * Purchases by card that count with a purchase: of its department within the look-back, charged to one of its
 * accounts (a card's line names no commodity) or made with its vendor, whose name the merchant bears or a person
 * settled. Money that came back counts against them. One that pays an order names it.
 */
export const cardsAlike: LikeOutside = async (db, asking, like, months) =>
  months === 0
    ? []
    : db.rows<Near>(sql`
      select
        'cardLine' as kind, l.id, l.number, l.merchant as title, l.cents as amount,
        l.purchased_on as requested_on, l.order_id as pays
      from card_line l
      join card_merchant m on m.org_id = l.org_id and m.id = l.merchant_id
      where l.org_id = ${db.scope.orgId}
        and l.department_id = ${asking.departmentId}
        and l.purchased_on > ${asking.day}::date - make_interval(months => ${months})
        and l.purchased_on <= ${asking.day}::date
        and (
          m.vendor_id = ${asking.vendorId ?? null}::uuid
          or exists (
            select 1
            from jsonb_to_recordset(l.splits) as s("accountStringId" uuid)
            where s."accountStringId" = any(${[...like.accounts]}::uuid[])
          )
        )
      order by l.purchased_on desc, l.id desc
    `);
