// What becomes of sourcing's records when two vendors become one: a competition is decided among those
// who took part, under the names by which they did.
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { MergeBlock, VendorReference } from "#areas/vendors/vendors.server.ts";
import { awardNotice, awardOrder } from "../award/award.tables.ts";
import { evaluationBid } from "../evaluation/evaluation.tables.ts";
import { finalOffer } from "../final-offer/final-offer.tables.ts";
import { protest } from "../protest/protest.tables.ts";
import { solicitationInvitation } from "../solicitation/solicitation.tables.ts";
import { bid, bidEvent } from "./bid.tables.ts";

// Which of the two bid is not said: bids under seal are shown to nobody.
const bidsUnderWay = async (db: Db, ids: readonly string[]): Promise<MergeBlock[]> => {
  const open = await db.rows<{ id: string; number: string }>(sql`
    select id, number
    from levee_bids_under_way(${ids}::uuid[])
    order by number
  `);
  return open.map((one) => ({
    sentence: `${one.number} is not decided yet, and a record that may take part in it cannot be merged before.`,
    href: `/rfq-builder/${one.id}`,
  }));
};

const protests = async (db: Db, ids: readonly string[]): Promise<MergeBlock[]> => {
  const open = await db.rows<{ id: string; number: string }>(sql`
    select id, number
    from protest
    where org_id = ${db.scope.orgId}
      and vendor_id = any(${ids}::uuid[])
      and decided_at is null
      and status <> 'withdrawn'
    order by number
  `);
  return open.map((one) => ({
    sentence: `The protest ${one.number} is not decided. Decide it first.`,
    href: `/bid-evaluation/protests/${one.id}`,
  }));
};

const stays = {
  rule: "stays",
  why: "A competition keeps the names under which it was decided.",
} as const;

export const sourcingReferences: readonly VendorReference[] = [
  { table: bid, ...stays, label: "Bids", blocks: bidsUnderWay },
  { table: bidEvent, ...stays, label: "Events of bids" },
  { table: evaluationBid, ...stays, label: "Bids evaluated" },
  { table: finalOffer, ...stays, label: "Final offers" },
  { table: awardNotice, ...stays, label: "Award notices" },
  { table: awardOrder, ...stays, label: "Orders of awards" },
  { table: protest, ...stays, label: "Protests", blocks: protests },
  {
    table: solicitationInvitation,
    rule: "combine",
    label: "Invitations to bid",
    // Who is invited under both names is invited once.
    combine: async (tx, { from, to }) => {
      await tx.rows(sql`
        update solicitation_invitation i
        set vendor_id = ${to}, version = i.version + 1
        where i.org_id = ${tx.scope.orgId}
          and i.vendor_id = ${from}
          and not exists (
            select 1
            from solicitation_invitation k
            where k.org_id = i.org_id
              and k.solicitation_id = i.solicitation_id
              and k.vendor_id = ${to}
          )
      `);
    },
  },
];
