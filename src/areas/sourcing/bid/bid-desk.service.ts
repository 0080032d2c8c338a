import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Database, Db } from "#server/db/db.ts";
import { bind, sql } from "#server/db/sql.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { officersOf } from "../opening/officer.service.ts";
import type { BidDesk, VendorBidRow } from "./bid.model.ts";
import { sealScope } from "./under-seal.service.ts";

type Head = BidDesk["solicitation"] & {
  orgId: string;
  agency: string;
  timeZone: string;
  currency: string;
  now: string;
  invitedOnly: boolean;
};
type Own = { id: string; name: string; status: string };

const headOf = async (db: Db, id: string): Promise<Head> => {
  const head = await db.maybe<Head>(sql`
    select
      s.org_id, s.id, s.number, s.kind, s.status, s.title, s.summary, s.protection, s.envelopes,
      s.due_at, s.award_by, s.bid_bond_percent, s.invited_only, o.name as agency, o.time_zone,
      o.currency, clock_timestamp() as now
    from solicitation s
    join organization o on o.id = s.org_id
    where s.id = ${id} and s.due_at is not null
  `);
  if (!head) throw notFound("solicitation");
  return head;
};

const whyNot = (head: Head, own: Own | null, officers: number): string | null => {
  if (!own) return `Register with ${head.agency} first.`;
  if (own.status !== "active") return `${head.agency} has not activated your registration.`;
  if (!["published", "questions_closed"].includes(head.status))
    return "Bids are no longer taken in.";
  if (head.protection === "sealed" && officers < 2)
    return "The agency has not named who opens the bids.";
  return null;
};

const part = (columns: string, table: string, order: string, { orgId, id }: Head) =>
  bind(
    `
      select ${columns}
      from ${table}
      where org_id = $1 and solicitation_id = $2
      order by ${order}
      limit 2000
    `,
    [orgId, id],
  );

const ownCompany = (db: Db, head: Head) =>
  db.maybe<Own>(sql`
    select id, name, status
    from vendor
    where org_id = ${head.orgId} and status <> 'inactive'
    order by (status = 'active') desc, created_at
    limit 1
  `);

const lotsOf = (db: Db, head: Head) =>
  db.rows<BidDesk["lots"][number]>(
    part("id, lot_no, title, description", "solicitation_lot", "lot_no", head),
  );

const itemsOf = (db: Db, head: Head) =>
  db.rows<BidDesk["items"][number]>(
    part(
      "id, lot_id, item_no, description, quantity, unit, optional, alternates",
      "solicitation_item",
      "item_no",
      head,
    ),
  );

const requirementsOf = (db: Db, head: Head) =>
  db.rows<BidDesk["requirements"][number]>(
    part(
      "id, kind, label, guidance, mandatory, envelope",
      "solicitation_requirement",
      "position",
      head,
    ),
  );

const addendaOf = (db: Db, head: Head) =>
  db.rows<BidDesk["addenda"][number]>(
    part(
      "addendum_no, title, text, material, published_at",
      "solicitation_addendum",
      "addendum_no",
      head,
    ),
  );

const revisionsOf = (db: Db, head: Head) =>
  db.rows<BidDesk["revisions"][number]>(
    part(
      "id, revision, status, received_at, ended_at, addenda_acknowledged, failure, version",
      "bid",
      "revision desc",
      head,
    ),
  );

/**
 * What the vendor's browser needs for its bid on a solicitation, read through the vendor's own
 * role. 404 for what the vendor may not see.
 */
export const deskOf = async (
  database: Database,
  actor: Actor,
  solicitationId: string,
): Promise<BidDesk> => {
  const db = vendorSide(database, actor);
  const head = await headOf(db, solicitationId);
  const [own, lots, items, requirements, addenda, revisions, officers] = await Promise.all([
    ownCompany(db, head),
    lotsOf(db, head),
    itemsOf(db, head),
    requirementsOf(db, head),
    addendaOf(db, head),
    revisionsOf(db, head),
    officersOf(database.read(sealScope(head.orgId)), head.id),
  ]);
  const { orgId, agency, timeZone, currency, now, invitedOnly: _, ...solicitation } = head;
  return {
    orgId,
    agency,
    timeZone,
    currency,
    now,
    vendorName: own?.name ?? "",
    solicitation,
    lots,
    items,
    requirements,
    addenda,
    revisions: revisions.filter((row) => row.status !== "draft"),
    officers: officers.map(({ x, keyId, publicKey, name, escrow, label, fingerprint }) => ({
      x,
      keyId,
      publicKey,
      name: escrow ? label : name,
      fingerprint,
    })),
    mayBid: whyNot(head, own, officers.length),
  };
};

/** The vendor's bids at every agency, newest first: the live or last revision of each. */
export const bidsOf = (database: Database, actor: Actor): Promise<VendorBidRow[]> =>
  vendorSide(database, actor).rows<VendorBidRow>(sql`
    select
      distinct on (s.due_at, s.id) b.id, b.solicitation_id, s.number, s.title, o.name as agency,
      o.time_zone, b.revision, b.status, b.received_at, s.due_at, s.protection
    from bid b
    join solicitation s on s.org_id = b.org_id and s.id = b.solicitation_id
    join organization o on o.id = b.org_id
    where b.status <> 'draft'
    order by s.due_at desc, s.id, b.revision desc
    limit 200
  `);
