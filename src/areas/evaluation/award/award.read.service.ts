import type { Actor } from "#kernel/access.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { GateFinding } from "#kernel/gate.ts";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { type Outcome } from "#areas/sourcing/sourcing.public.ts";
import { type SolicitationRecord } from "#areas/sourcing/sourcing.server.ts";
import type { AwardDetail } from "./award.fields.model.ts";
import { screeningsOf } from "./award-screening.service.ts";
import { shortagesNow } from "./award-order.service.ts";
import { awardNoun, loadAward, type LoadedAward } from "./award.noun.ts";
import { award } from "./award.tables.ts";
import { gateOfAward } from "./gate.service.ts";
import { readDeparture } from "./departure.model.ts";
import type { AwardPart } from "./scenario.model.ts";

type Names = {
  solicitationNumber: string;
  title: string;
  postedByName: string | null;
  finalisedByName: string | null;
};

const namesOf = (db: Db, row: LoadedAward, org: string | null) =>
  db.one<Names>(sql`
    select
      s.number as solicitation_number, s.title,
      (select display_name from person where id = ${row.postedBy}) as posted_by_name,
      (select display_name from person where id = ${row.finalisedBy}) as finalised_by_name
    from solicitation s
    where s.org_id = ${org} and s.id = ${row.solicitationId}
  `);

const ordersOf = (db: Db, id: string, org: string | null) =>
  db.rows<AwardDetail["orders"][number]>(sql`
    select
      o.id, o.number, v.name as vendor, o.amount, o.status,
      (
        select q.id
        from approval_request q
        where q.org_id = o.org_id and q.document_id = o.id and q.status = 'pending'
      ) as approval_id
    from award_order a
    join purchase_order o on o.org_id = a.org_id and o.id = a.purchase_order_id
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    where a.org_id = ${org} and a.award_id = ${id}
    order by o.number
  `);

const noticesOf = (db: Db, id: string, org: string | null) =>
  db.rows<AwardDetail["notices"][number]>(sql`
    select n.id, v.name as vendor, n.kind, n.title, n.text, n.sent_at
    from award_notice n
    join vendor v on v.org_id = n.org_id and v.id = n.vendor_id
    where n.org_id = ${org} and n.award_id = ${id}
    order by n.sent_at, v.name
    limit 500
  `);

const protestsOf = (db: Db, id: string, org: string | null) =>
  db.rows<AwardDetail["protests"][number]>(sql`
    select p.id, p.number, v.name as vendor, p.status, p.filed_at
    from protest p
    join vendor v on v.org_id = p.org_id and v.id = p.vendor_id
    where p.org_id = ${org} and p.award_id = ${id}
    order by p.filed_at
    limit 100
  `);

const departureShown = (text: string): AwardDetail["departure"] => {
  const departure = readDeparture(text);
  return departure && { lines: [...departure.lines], reason: departure.reason };
};

// The button says what a control of the agency stops it for.
const stoppedByControls = (actions: OfferedAction[], gate: readonly GateFinding[]) => {
  const held = gate.find(({ code }) => code === "control_stops");
  return actions.map((a) =>
    held && a.name === "finalise" && a.enabled
      ? { ...a, enabled: false, reason: held.sentence }
      : a,
  );
};

/**
 * An award: what is intended to whom, until when it can be protested, what was told to whom, and
 * the orders that came of it. Public once the intent is posted.
 */
export const readAward = async (db: Db, actor: Actor, id: string): Promise<AwardDetail> => {
  const row = await loadAward(db, await getRow(db, award, id, "award"));
  const org = db.scope.orgId;
  const itemIds = row.parts.flatMap((part) => part.lines.map((line) => line.itemId));
  const [names, orders, notices, protests, { free }, screenings, shortages, gate] =
    await Promise.all([
      namesOf(db, row, org),
      ordersOf(db, id, org),
      noticesOf(db, id, org),
      protestsOf(db, id, org),
      db.one<{ free: number }>(sql`
        select count(*)::int as free
        from solicitation_item
        where org_id = ${org} and id = any(${itemIds}::uuid[]) and requisition_line_id is null
      `),
      screeningsOf(
        db,
        row.evaluationId ? row.id : row.solicitationId,
        row.parts.map((part) => part.vendorId),
      ),
      row.status === "intent" ? shortagesNow(db, row.solicitationId, row.parts) : [],
      row.status === "intent" || row.status === "held" ? gateOfAward(db, row) : [],
    ]);
  return {
    id,
    number: row.number,
    status: row.status as AwardDetail["status"],
    version: row.version,
    solicitationId: row.solicitationId,
    solicitationNumber: names.solicitationNumber,
    title: names.title,
    evaluationId: row.evaluationId,
    parts: row.parts.map((part) => ({ ...part, lines: [...part.lines] })),
    totalCents: row.totalCents,
    basis: row.basis,
    departure: departureShown(row.departure),
    postedAt: row.postedAt,
    postedBy: names.postedByName,
    windowEndsAt: row.windowEndsAt,
    windowOver: row.windowOver,
    windowRule: row.windowRule,
    finalisedAt: row.finalisedAt,
    finalisedBy: names.finalisedByName,
    endedReason: row.endedReason,
    screenings,
    orders,
    notices,
    protests,
    insurance: row.insurance,
    needsAccount: free > 0 || shortages.length > 0,
    shortages: [...shortages],
    gate,
    actions: stoppedByControls(actionsFor(actor, awardNoun, row), gate),
  };
};

type Known = {
  id: string;
  number: string;
  status: string;
  parts: AwardPart[];
  totalCents: number;
  postedAt: string;
  finalisedAt: string | null;
  departure: string;
};
const published: Readonly<Record<string, Outcome["awards"][number]["status"]>> = {
  intent: "pending",
  held: "pending",
  waiting: "pending",
  final: "active",
  withdrawn: "cancelled",
};

// Each vendor's part stands as its order: those of quotations are approved one by one, and any
// may be cancelled later.
const partStatus = (
  of: Known,
  order: { status: string; issuedAt: string | null } | undefined,
): Outcome["awards"][number]["status"] =>
  order && (of.status === "waiting" || of.status === "final")
    ? order.status === "cancelled"
      ? "cancelled"
      : order.issuedAt
        ? "active"
        : "pending"
    : (published[of.status] ?? "pending");

const departureSaid = (text: string): string => {
  const departure = readDeparture(text);
  return departure
    ? `Departs from the ranking by the published criteria. ${departure.lines.join(". ")}. The reason: ${departure.reason}`
    : "";
};

const awardsOf = (db: Db, row: SolicitationRecord) =>
  db.rows<Known>(sql`
    select id, number, status, parts, total_cents, posted_at, finalised_at, departure
    from award
    where org_id = ${row.orgId} and solicitation_id = ${row.id}
    order by posted_at
  `);

const contractOrdersOf = (db: Db, row: SolicitationRecord) =>
  db.rows<{
    id: string;
    number: string;
    title: string;
    awardId: string;
    amount: number;
    issuedAt: Instant | null;
    vendorId: string;
    status: string;
    contractId: string | null;
  }>(sql`
    select
      o.id, o.number, o.title, a.award_id, o.amount, o.issued_at, o.vendor_id, o.status,
      o.contract_id
    from award_order a
    join award w on w.org_id = a.org_id and w.id = a.award_id
    join purchase_order o on o.org_id = a.org_id and o.id = a.purchase_order_id
    where a.org_id = ${row.orgId} and w.solicitation_id = ${row.id}
    order by o.number
  `);

/** Awards and orders for open data, from the posting of the intent on. */
export const awardOutcome = async (db: Db, row: SolicitationRecord): Promise<Partial<Outcome>> => {
  const [awards, orders] = await Promise.all([awardsOf(db, row), contractOrdersOf(db, row)]);
  if (awards.length === 0) return {};
  const suppliers = new Map(
    awards.flatMap((each) =>
      each.parts.map(
        (part) => [part.vendorId, { id: part.vendorId, name: part.vendorName }] as const,
      ),
    ),
  );
  return {
    suppliers: [...suppliers.values()],
    awards: awards.flatMap((each) =>
      each.parts.map((part) => ({
        id: `${each.id}-${part.vendorId}`,
        title: `${each.number}: ${part.vendorName}`,
        status: partStatus(
          each,
          orders.find((order) => order.awardId === each.id && order.vendorId === part.vendorId),
        ),
        date: each.finalisedAt ?? each.postedAt,
        cents: part.totalCents,
        supplierIds: [part.vendorId],
        itemIds: part.lines.map((line) => line.itemId),
        departure: departureSaid(each.departure),
      })),
    ),
    // What is under a contract is told by the contract.
    contracts: orders
      .filter((order) => !order.contractId)
      .map((order) => ({
        id: order.id,
        awardId: `${order.awardId}-${order.vendorId}`,
        title: `${order.number}: ${order.title}`,
        cents: order.amount,
        signedAt: order.issuedAt,
        status: order.status === "cancelled" ? "cancelled" : order.issuedAt ? "active" : "pending",
      })),
  };
};
