import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { kindsOn } from "#areas/vendors/vendors.server.ts";
import { businessDate, databaseNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { raw, sql } from "#server/db/sql.ts";
import type { ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { requireOpen } from "./solicitation.service.ts";
import {
  solicitation,
  solicitationInvitation,
  solicitationOutreach,
} from "./solicitation.tables.ts";
import { sendInvitations } from "./letters.service.ts";

type Source = "chosen" | "commodity" | "outreach";
const open = new Set(["draft", "review", "published", "questions_closed"]);

const kindsThen = kindsOn("v.org_id", "v.id", "t.day");

const vendorsNamed = (
  tx: Tx,
  vendorIds: readonly string[],
  row: typeof solicitation.$inferSelect,
) =>
  tx.rows<{
    id: string;
    name: string;
    status: string;
    screeningResult: string | null;
  }>(sql`
    select id, name, status, screening_result
    from vendor
    where org_id = ${row.orgId} and id = any(${vendorIds}::uuid[])
  `);

/**
 * Puts vendors on the list; on a published solicitation they are invited at once. Twice changes
 * nothing. 422 for a vendor that cannot be invited.
 */
export const listVendors = async (
  tx: Tx,
  actor: Actor,
  id: string,
  vendorIds: readonly string[],
  source: Source,
): Promise<number> => {
  const row = await lockRow(tx, solicitation, id, "solicitation");
  if (!open.has(row.status))
    throw conflict("not_in_this_status", "Vendors are invited before the deadline.");
  const vendors = await vendorsNamed(tx, vendorIds, row);
  const bad = vendorIds.flatMap((vendorId, at) => {
    const vendor = vendors.find((v) => v.id === vendorId);
    const why = !vendor
      ? "There is no such vendor."
      : vendor.status !== "active"
        ? `${vendor.name} is not active.`
        : vendor.screeningResult === "excluded"
          ? `${vendor.name} is excluded from federal awards.`
          : null;
    return why ? [{ path: `vendorIds.${at}`, message: why }] : [];
  });
  if (bad.length) throw invalid("cannot_invite", bad[0]!.message, bad);
  const added = await tx.rows<{ vendorId: string }>(sql`
    insert into solicitation_invitation (org_id, id, solicitation_id, vendor_id, source, certified)
    select v.org_id, n.id, ${id}, v.id, ${source}, ${raw(kindsThen)}
    from unnest(${vendorIds.map(() => newId())}::uuid[], ${vendorIds}::uuid[]) n(id, vendor_id)
    join vendor v on v.org_id = ${row.orgId} and v.id = n.vendor_id
    cross join (select ${businessDate(tx.scope)}::date as day) t
    on conflict (org_id, solicitation_id, vendor_id)
    do nothing
    returning vendor_id
  `);
  if (added.length === 0) return 0;
  note(tx, actor, "solicitation", row, {
    action: "list",
    after: {
      source,
      vendors: vendors
        .filter((v) => added.some((a) => a.vendorId === v.id))
        .map((v) => v.name)
        .sort(),
    },
  });
  if (row.publishedAt) await sendInvitations(tx, row);
  return added.length;
};

/** Takes a vendor off the list that was not invited yet. 404, 409. */
export const unlistVendor = async (
  tx: Tx,
  actor: Actor,
  id: string,
  invitationId: string,
): Promise<void> => {
  const row = await lockRow(tx, solicitation, id, "solicitation");
  const gone = await tx.maybe<{ vendorId: string; invitedAt: Instant | null }>(sql`
    select vendor_id, invited_at
    from solicitation_invitation
    where org_id = ${row.orgId} and solicitation_id = ${id} and id = ${invitationId}
  `);
  if (!gone) throw notFound("invitation");
  if (gone.invitedAt)
    throw conflict(
      "already_invited",
      "This vendor was invited already; the invitation stays on record.",
    );
  await tx.rows(sql`
    delete from solicitation_invitation
    where org_id = ${row.orgId} and id = ${invitationId}
  `);
  note(tx, actor, "solicitation", row, {
    action: "unlist",
    before: { vendorId: gone.vendorId },
    event: "solicitation.list",
  });
};

export type Suggested = {
  id: string;
  number: string;
  name: string;
  city: string | null;
  state: string | null;
  diversity: string[];
  commodityCodes: string[];
  certified: boolean;
  listed: boolean;
};

/**
 * Active vendors that sell what the items ask for (same commodity or branch), certified small and
 * minority firms first. At most 200.
 */
export const suggestVendors = (db: Db, id: string): Promise<Suggested[]> =>
  db.rows<Suggested>(sql`
    with wanted as (
      select distinct commodity_code as code
      from solicitation_item
      where org_id = ${db.scope.orgId} and solicitation_id = ${id} and commodity_code is not null
    )
    select
      v.id, v.number, v.name, v.city, v.state, held.diversity, v.commodity_codes,
      cardinality(held.diversity) > 0 as certified, i.id is not null as listed
    from vendor v
    cross join (select ${businessDate(db.scope)}::date as day) t
    cross join lateral (select ${raw(kindsThen)} as diversity) held
    left join solicitation_invitation i
      on i.org_id = v.org_id
      and i.vendor_id = v.id
      and i.solicitation_id = ${id}
    where v.org_id = ${db.scope.orgId}
      and v.status = 'active'
      and coalesce(v.screening_result, 'clear') <> 'excluded'
      and exists (
        select 1
        from unnest(v.commodity_codes) c, wanted w
        where c = w.code or left(c, 4) = left(w.code, 4)
      )
    order by certified desc, v.name, v.id
    limit 200
  `);

/**
 * What a vendor answers to an invitation: it will respond, or it declines and says why. A decline
 * is evidence that it was asked. 404, 409, 422.
 */
export const answerInvitation = async (
  tx: Tx,
  who: Actor,
  vendor: ActingVendor,
  id: string,
  answer: "intends" | "declined",
  reason: string | null,
): Promise<void> => {
  const row = await lockRow(tx, solicitation, id, "solicitation");
  requireOpen(row, await databaseNow(tx));
  if (answer === "declined" && !reason?.trim())
    throw invalid("reason_required", "Say why you decline.", [
      { path: "reason", message: "Say why you decline." },
    ]);
  const known = await tx.maybe<{ id: string }>(sql`
    select id
    from solicitation_invitation
    where org_id = ${row.orgId} and solicitation_id = ${id} and vendor_id = ${vendor.id}
    for update
  `);
  if (!known && row.invitedOnly) throw notFound("solicitation");
  if (!known)
    await insertRow(tx, solicitationInvitation, {
      orgId: row.orgId,
      id: newId(),
      solicitationId: id,
      vendorId: vendor.id,
      source: "planholder",
      status: "listed",
    });
  await tx.rows(sql`
    update solicitation_invitation
    set
      status = ${answer}, decline_reason = ${answer === "declined" ? reason!.trim() : null},
      answered_at = clock_timestamp(), version = version + 1, updated_at = clock_timestamp()
    where org_id = ${row.orgId} and solicitation_id = ${id} and vendor_id = ${vendor.id}
  `);
  // A decline is the agency's to know; who means to bid is not, before the bids are opened.
  note(
    tx,
    answer === "declined"
      ? who
      : { orgId: row.orgId, personId: null, sessionId: null, name: "A vendor" },
    "solicitation",
    row,
    {
      action: answer,
      after: answer === "declined" ? { vendor: vendor.name, reason } : {},
      event: null,
    },
  );
};

/**
 * Marks that an invited vendor has read the solicitation, and keeps who holds its documents for
 * addenda.
 */
export const markSeen = async (
  tx: Tx,
  vendor: ActingVendor,
  personId: string,
  id: string,
): Promise<void> => {
  await tx.rows(sql`
    update solicitation_invitation
    set status = 'seen', version = version + 1, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId}
      and solicitation_id = ${id}
      and vendor_id = ${vendor.id}
      and status = 'invited'
  `);
  await tx.rows(sql`
    insert into solicitation_follower (org_id, id, solicitation_id, identity_id, person_id)
    select ${tx.scope.orgId}, ${newId()}, ${id}, ${vendor.identityId}, ${personId}
    on conflict (org_id, solicitation_id, person_id)
    do nothing
  `);
};

/** Records a step that was taken toward small and minority firms (2 CFR 200.321). */
export const recordOutreach = async (
  tx: Tx,
  actor: Actor,
  id: string,
  step: { step: string; note: string; doneOn: string },
): Promise<void> => {
  const row = await lockRow(tx, solicitation, id, "solicitation");
  if (!open.has(row.status))
    throw conflict("not_in_this_status", "Outreach is recorded before the deadline.");
  await insertRow(tx, solicitationOutreach, {
    orgId: row.orgId,
    id: newId(),
    solicitationId: id,
    ...step,
    doneBy: actor.personId,
  });
  note(tx, actor, "solicitation", row, { action: "outreach", after: step });
};
