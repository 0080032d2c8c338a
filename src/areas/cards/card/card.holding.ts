import type { Holding } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Row = { id: string; label: string; link: string };

const held = (db: Db, personId: string) =>
  db.rows<Row>(sql`
    select id, number || ', ends in ' || last_four as label, '/payments/cards/' || id as link
    from purchase_card
    where org_id = ${db.scope.orgId} and holder_id = ${personId} and status <> 'closed'
    order by number
    limit 200
  `);

const kept = (db: Db, personId: string) =>
  db.rows<Row>(sql`
    select id, number || ' of ' || holder_name as label, '/payments/cards/' || id as link
    from purchase_card
    where org_id = ${db.scope.orgId}
      and ${personId}::uuid in (approver_id, administrator_id)
      and status <> 'closed'
    order by number
    limit 200
  `);

/** Cards in the hand of whoever leaves, and those that they keep or approve for. */
export const cardHoldings: readonly Holding[] = [
  {
    kind: "purchaseCards",
    label: "Purchase cards that they hold",
    place: 30,
    of: held,
    byHand: "Take the card back and close it; its lines are coded by its administrator.",
  },
  {
    kind: "keptCards",
    label: "Purchase cards that they keep or approve for",
    place: 31,
    of: kept,
    byHand: "Choose another administrator or approver on the card.",
  },
];
