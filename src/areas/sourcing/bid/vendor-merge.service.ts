// What becomes of bids and invitations when two vendors become one: a competition is decided among those
// who took part, under the names by which they did.
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { MergeBlock, VendorReference } from "#areas/vendors/vendors.server.ts";
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

/** Records of a competition keep the vendor that took part. */
export const staysInCompetition = {
  rule: "stays",
  why: "A competition keeps the names under which it was decided.",
} as const;

export const sourcingReferences: readonly VendorReference[] = [
  { table: bid, ...staysInCompetition, label: "Bids", blocks: bidsUnderWay },
  { table: bidEvent, ...staysInCompetition, label: "Events of bids" },
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
