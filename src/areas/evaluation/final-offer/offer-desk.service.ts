import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Database, Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { keyStore } from "#server/keystore.ts";
import { sealScope } from "#areas/sourcing/sourcing.server.ts";
import { countedOffers } from "./final-offer.read.service.ts";
import type { OfferDesk, OwnOfferRow } from "./final-offer.model.ts";

export type OwnOffer = Pick<
  OfferDesk,
  | "id"
  | "orgId"
  | "agency"
  | "timeZone"
  | "roundId"
  | "roundNo"
  | "bidId"
  | "vendorId"
  | "note"
  | "askedAt"
  | "dueAt"
  | "openedAt"
  | "endedAt"
  | "endedReason"
  | "now"
> & { solicitationId: string; number: string; title: string; vendorStatus: string };

/**
 * What one of the vendor's own requests for a final offer says, through the vendor's role. 404 for
 * any other.
 */
export const ownOffer = async (side: Db, id: string): Promise<OwnOffer> => {
  const row = await side.maybe<OwnOffer>(sql`
    select
      f.id, f.org_id, o.name as agency, o.time_zone, r.id as round_id, r.round_no, f.bid_id,
      f.vendor_id, r.note, r.asked_at, r.due_at, r.opened_at, r.ended_at, r.ended_reason,
      clock_timestamp() as now, r.solicitation_id, s.number, s.title, v.status as vendor_status
    from final_offer f
    join final_offer_round r on r.org_id = f.org_id and r.id = f.round_id
    join organization o on o.id = f.org_id
    join solicitation s on s.org_id = f.org_id and s.id = r.solicitation_id
    join vendor v on v.org_id = f.org_id and v.id = f.vendor_id
    where f.id = ${id}
  `);
  if (!row) throw notFound("final offer");
  return row;
};

type Sent = NonNullable<OfferDesk["sent"]>;
const sentOf = (side: Db, id: string) =>
  side.maybe<Sent>(sql`
    select
      revision, received_at, submitted_by_name as by,
      case when withdrawn_at is null then state else 'withdrawn' end as state, withdrawn_at, failure
    from final_offer_envelope
    where offer_id = ${id} and (state in ('sealed', 'opened', 'failed') or withdrawn_at is not null)
    order by revision desc
    limit 1
  `);
const whyNot = (row: OwnOffer): string | null =>
  row.endedAt
    ? "The agency took its request back."
    : row.openedAt || Date.parse(row.now) > Date.parse(row.dueAt)
      ? "The due instant has passed."
      : row.vendorStatus !== "active"
        ? `${row.agency} has not activated your registration.`
        : null;

/**
 * Everything that the vendor's browser needs to make its final offer, pre-filled with its bid. 404
 * for what is not asked of this vendor.
 */
export const offerDeskOf = async (
  database: Database,
  actor: Actor,
  id: string,
): Promise<OfferDesk> => {
  const side = vendorSide(database, actor);
  const row = await ownOffer(side, id);
  const system = database.read(sealScope(row.orgId));
  const [sent, { next }, lots, items, bidPrices, earlier, { publicKey }] = await Promise.all([
    sentOf(side, id),
    side.one<{ next: number }>(sql`
      select coalesce(max(revision), 0)::int + 1 as next
      from final_offer_envelope
      where offer_id = ${id}
    `),
    side.rows<OfferDesk["lots"][number]>(sql`
      select id, lot_no, title
      from solicitation_lot
      where org_id = ${row.orgId} and solicitation_id = ${row.solicitationId}
      order by lot_no
    `),
    side.rows<Omit<OfferDesk["items"][number], "unitPrice">>(sql`
      select id, lot_id, item_no, description, quantity, unit
      from solicitation_item
      where org_id = ${row.orgId} and solicitation_id = ${row.solicitationId}
      order by item_no
      limit 2000
    `),
    system.rows<{ itemId: string; unitPrice: string }>(sql`
      select item_id, unit_price
      from bid_line
      where org_id = ${row.orgId}
        and bid_id = ${row.bidId}
        and not no_bid
        and alternate = ''
        and unit_price is not null
    `),
    countedOffers(system, sql`f.bid_id = ${row.bidId}`),
    keyStore().status(),
  ]);
  const prices = new Map(
    [...bidPrices, ...(earlier[0]?.lines ?? [])].map((line) => [line.itemId, line.unitPrice]),
  );
  const { solicitationId, number, title, vendorStatus: _status, ...head } = row;
  return {
    ...head,
    solicitation: { id: solicitationId, number, title },
    lots,
    items: items.map((item) => ({ ...item, unitPrice: prices.get(item.id) ?? null })),
    nextRevision: next,
    keyStoreKey: publicKey,
    mayOffer: whyNot(row),
    sent,
  };
};

/** What agencies ask or asked this vendor for, the next due first. */
export const ownOffers = (database: Database, actor: Actor): Promise<OwnOfferRow[]> =>
  vendorSide(database, actor).rows<OwnOfferRow>(sql`
    select
      f.id, s.number, s.title, o.name as agency, r.round_no, r.due_at, r.opened_at, r.ended_at,
      (
        select max(e.received_at)
        from final_offer_envelope e
        where e.org_id = f.org_id
          and e.offer_id = f.id
          and e.state in ('sealed', 'opened', 'failed')
      ) as sent_at
    from final_offer f
    join final_offer_round r on r.org_id = f.org_id and r.id = f.round_id
    join organization o on o.id = f.org_id
    join solicitation s on s.org_id = f.org_id and s.id = r.solicitation_id
    order by r.due_at desc
    limit 100
  `);
