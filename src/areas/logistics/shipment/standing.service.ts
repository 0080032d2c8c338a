import type { Actor } from "#kernel/access.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { ownOrShipped } from "#areas/governance/governance.public.ts";
import { rulesOfKeys } from "#areas/governance/governance.server.ts";
import { matchAfterDelivery } from "#areas/finance/finance.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import {
  announcedIn,
  cameIn,
  followShipment,
  shipmentOf,
  type ReceiptListener,
  type Shipment,
} from "#areas/procurement/procurement.server.ts";
import { proofRule } from "../proof/proof-rule.data.ts";
import { demandedWitnesses, radiusOf } from "../proof/proof-rule.model.ts";
import type { GivenProof } from "../proof/proof.model.ts";
import { proofsOf, readingOf } from "../proof/given.service.ts";
import { testimonyOf, type OnFile } from "../proof/testimony.model.ts";
import type { EventKind, EventSource, Testimony, Witness } from "./shipment.labels.ts";
import { deliveredAt, lackingOf, statusOf } from "./shipment.model.ts";

type StoredEvent = {
  id: string;
  at: Instant;
  kind: EventKind;
  code: string;
  place: string;
  latitude: number | null;
  longitude: number | null;
  source: EventSource;
  by: string;
  enteredAt: Instant;
};

/** What was heard of a shipment; `inOrder` says in which order it counts. At most 1,000. */
const eventsOf = (db: Db, shipmentId: string): Promise<StoredEvent[]> =>
  db.rows<StoredEvent>(sql`
    select
      id, at, kind, code, place, latitude::float8 as latitude, longitude::float8 as longitude,
      source, entered_by_name as by, entered_at
    from shipment_event
    where org_id = ${db.scope.orgId} and ship_notice_id = ${shipmentId}
    order by at, id
    limit 1000
  `);

/** What stands of a shipment: its events, what each witness says, what the rule of its day demands. */
export type Witnessed = {
  events: StoredEvent[];
  announced: Awaited<ReturnType<typeof announcedIn>>;
  came: Awaited<ReturnType<typeof cameIn>>;
  proofs: GivenProof[];
  file: OnFile;
  demanded: readonly Witness[];
  testimony: Readonly<Record<Witness, Testimony>>;
};

/** Reads everything that bears witness of a shipment. */
export const witnessed = async (db: Db, s: Shipment): Promise<Witnessed> => {
  const [events, announced, came, proofs, rules] = await Promise.all([
    eventsOf(db, s.id),
    announcedIn(db, s.id),
    cameIn(db, s.id),
    proofsOf(db, s.id),
    rulesOfKeys(db, [proofRule.key]),
  ]);
  const { latitude, longitude } = s;
  const place = latitude === null || longitude === null ? null : { latitude, longitude };
  const held = ownOrShipped(rules, proofRule.key, s.shippedOn);
  const file: OnFile = {
    announced,
    came,
    place,
    radius: radiusOf(held),
    reading: readingOf(proofs[0]),
    handed: proofs.length > 0,
  };
  const demanded = demandedWitnesses(held, {
    amount: s.amount,
    federal: s.federal,
    incident: s.incidentId !== null,
  });
  return { events, announced, came, proofs, file, demanded, testimony: testimonyOf(file) };
};

// Whoever bought it settles with the vendor what does not agree; they are told once of each.
const tellOwner = (tx: Tx, s: Shipment, lacking: readonly string[]): void => {
  const fresh = lacking.filter((one) => one.endsWith("!") && !s.lacking.includes(one));
  if (!s.buyerId || fresh.length === 0) return;
  notify(tx, [s.buyerId], {
    kind: "shipment.differs",
    title: `${s.number}: those who bear witness of its delivery do not agree`,
    body: `${s.orderNumber} ${s.title}, ${s.vendor}. Settle it with the vendor, or have the receipt corrected.`,
    link: `/shipment-tracking/${s.id}`,
  });
};

/**
 * What keeps a delivery from being verified, as kept on the shipment: a witness that is missing or
 * cannot tell by its name, one that contradicts with a "!" behind it.
 */
const keptLacks = (w: Witnessed): string[] =>
  lackingOf(w)
    // What came is not compared before anything is received: the receipt is what is missing.
    .filter(({ witness, says }) => witness !== "quantity" || says !== "missing")
    .map(({ witness, says }) => (says === "differs" ? `${witness}!` : witness));

const dayOf = (tx: Tx, w: Witnessed): Day | null => {
  const at = deliveredAt(w.events);
  if (at) return businessDate({ ...tx.scope, businessNow: new Date(at).toISOString() });
  return w.came[0]?.receivedOn ?? null;
};

/**
 * Lets a shipment say what its events, receipts and proof say. Called by whatever changes one of them;
 * where nothing changes nothing is written.
 */
export const followRecords = async (
  tx: Tx,
  actor: Actor,
  shipmentId: string,
  why: string,
): Promise<void> => {
  const s = await shipmentOf(tx, shipmentId);
  if (s.status === "withdrawn") return;
  const w = await witnessed(tx, s);
  const received = w.came.length > 0;
  const status = statusOf({
    ...w,
    received,
    expectedOn: s.expectedOn,
    today: businessDate(tx.scope),
  });
  const there = status === "delivered" || status === "verified";
  const lacking = there ? keptLacks(w) : [];
  tellOwner(tx, s, lacking);
  await followShipment(tx, actor, s, {
    status,
    deliveredOn: there ? dayOf(tx, w) : null,
    lacking,
    why,
  });
  if (lacking.join() !== s.lacking.join()) await matchAfterDelivery(tx, actor, s.orderId);
};

/** What happens to a receipt is what a witness says: the shipments of its order follow. */
export const shipmentsFollow: ReceiptListener = async (
  tx,
  actor,
  { kind, shipNoticeId, order },
) => {
  if (shipNoticeId && kind !== "returned")
    await followRecords(tx, actor, shipNoticeId, `Receipt of ${order.number}`);
};
