import { hash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { auditMany } from "#server/audit/audit.ts";
import { note } from "#server/change.ts";
import type { Db, Scope, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { freshBytes } from "#server/random.ts";
import { bidEvent } from "./bid.tables.ts";

/**
 * The system of one agency: the only scope, beside the vendor's own, that sees bids under seal.
 * `from` carries the business clock of a demo story.
 */
export const sealScope = (orgId: string, from?: Pick<Scope, "businessNow">): Scope => ({
  orgId,
  personId: null,
  ...(from?.businessNow ? { businessNow: from.businessNow } : {}),
});

export type SealedEvent = {
  solicitationId: string;
  bidId: string | null;
  vendorId: string;
  identityId: string;
  kind: (typeof bidEvent.kind.enumValues)[number];
  detail?: string;
  at: string;
};

type Fact = Pick<
  typeof bidEvent.$inferSelect,
  | "id"
  | "solicitationId"
  | "bidId"
  | "vendorId"
  | "personId"
  | "personName"
  | "kind"
  | "detail"
  | "at"
  | "salt"
>;
/**
 * What the audit record holds of an event before the opening: SHA-256 of its facts under a random
 * salt.
 */
export const eventDigest = ({
  id,
  solicitationId,
  bidId,
  vendorId,
  personId,
  personName,
  kind,
  detail,
  at,
  salt,
}: Fact): string =>
  hash(
    "sha256",
    canonicalJson({
      id,
      solicitationId,
      bidId,
      vendorId,
      personId,
      personName,
      kind,
      detail,
      at,
      salt,
    }),
    "hex",
  );

/**
 * Records what a vendor did without telling who or what: the audit record gets "a vendor", an id of
 * its own and a digest; the facts wait in
 * `bid_event`, which the agency's people cannot read, until `revealEvents`. No event goes out to
 * browsers. Returns the audit entry's id.
 */
export const sealedEvent = async (tx: Tx, who: Actor, event: SealedEvent): Promise<string> => {
  const row = await insertRow(tx, bidEvent, {
    orgId: who.orgId!,
    id: newId(),
    personId: who.personId,
    personName: who.name,
    salt: freshBytes(18).toString("base64url"),
    detail: "",
    ...event,
  });
  return note(
    tx,
    { orgId: who.orgId, personId: null, sessionId: null, name: "A vendor" },
    "bid",
    row.id,
    { action: "underSeal", after: { digest: eventDigest(row) }, event: null },
  );
};

/**
 * At the opening: what vendors did becomes readable, and the audit record gets the facts behind
 * every digest. Needs the seal's scope.
 */
export const revealEvents = async (
  tx: Tx,
  actor: Actor,
  solicitationId: string,
  number: string,
): Promise<number> => {
  const rows = await tx.rows<typeof bidEvent.$inferSelect>(sql`
    update bid_event
    set revealed_at = clock_timestamp()
    where org_id = ${actor.orgId} and solicitation_id = ${solicitationId} and revealed_at is null
    returning *
  `);
  auditMany(
    tx,
    actor,
    rows.map(({ identityId: _identityId, revealedAt: _revealedAt, orgId: _orgId, ...facts }) => ({
      action: "bid.reveal",
      objectType: "bid",
      objectId: facts.id,
      objectNumber: number,
      before: null,
      after: { ...facts, digest: eventDigest(facts) },
    })),
  );
  return rows.length;
};

/**
 * The database's clock against a deadline, read after the solicitation's row is locked: at the
 * deadline is timely, before it is early.
 */
export const clockAgainst = (
  db: Db,
  dueAt: string,
): Promise<{ now: Instant; timely: boolean; early: boolean }> =>
  db.one(sql`
    with c as materialized (
      select coalesce(${db.scope.businessNow ?? null}::timestamptz, clock_timestamp()) as now
    )
    select now, now <= ${dueAt}::timestamptz as timely, now < ${dueAt}::timestamptz as early
    from c
  `);
