import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { vendorInvitationLetter } from "../letters.service.ts";
import { newToken, tokenHash } from "#areas/identity/identity.server.ts";
import { moveVendor } from "../vendor/vendor.service.ts";
import { vendor } from "../vendors.tables.ts";
import type { debarmentInput, invitationInput } from "./registration.model.ts";
import { vendorDebarment, vendorInvitation } from "./registration.tables.ts";
import { databaseMs } from "#server/db/database-clock.ts";

const lifeDays = 30;
export type InvitationRow = {
  id: string;
  email: string;
  company: string;
  vendorId: string | null;
  vendorNumber: string | null;
  invitedBy: string | null;
  createdAt: string;
  expiresAt: string;
  state: "open" | "used" | "revoked" | "expired";
};

/**
 * Asks a company to register: a letter with a link that is good for 30 days. Naming a vendor's
 * record suggests it as the same company; staff still decide.
 */
export const inviteVendor = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof invitationInput>,
): Promise<{ id: string }> => {
  const orgId = actor.orgId!;
  const token = newToken();
  if (input.vendorId) {
    const known = await lockRow(tx, vendor, input.vendorId, "vendor");
    if (known.identityId) throw conflict("has_account", `${known.number} has an account already.`);
  }
  const { name } = await tx.one<{ name: string }>(
    sql`select name from organization where id = ${orgId}`,
  );
  const row = await insertRow(tx, vendorInvitation, {
    orgId,
    id: newId(),
    email: input.email,
    company: input.company,
    vendorId: input.vendorId ?? null,
    message: input.message,
    tokenHash: tokenHash(token),
    invitedBy: actor.personId!,
    expiresAt: new Date(databaseMs() + lifeDays * 86_400_000).toISOString(),
  });
  const { company, message, email } = input;
  await queueMail(tx, {
    ...vendorInvitationLetter({ agency: name, company, message, days: lifeDays, orgId, token }),
    orgId,
    to: email,
  });
  note(tx, actor, "vendorInvitation", row.id, {
    number: input.email,
    action: "create",
    after: { email: input.email, company: input.company, vendorId: input.vendorId ?? null },
  });
  return { id: row.id };
};

/** The agency's invitations, newest first, at most 100. */
export const listVendorInvitations = (db: Db): Promise<InvitationRow[]> =>
  db.rows<InvitationRow>(sql`
    select
      i.id, i.email, i.company, i.vendor_id, v.number as vendor_number,
      p.display_name as invited_by, i.created_at, i.expires_at,
      case
        when i.used_at is not null then 'used'
        when i.revoked_at is not null then 'revoked'
        when i.expires_at <= clock_timestamp() then 'expired'
        else 'open'
      end as state
    from vendor_invitation i
    left join vendor v on v.org_id = i.org_id and v.id = i.vendor_id
    left join person p on p.id = i.invited_by
    where i.org_id = ${db.scope.orgId}
    order by i.created_at desc, i.id desc
    limit 100
  `);

/** Takes an open invitation back. */
export const revokeVendorInvitation = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const row = await tx.maybe<{ email: string }>(sql`
    update vendor_invitation
    set revoked_at = clock_timestamp()
    where org_id = ${actor.orgId} and id = ${id} and used_at is null and revoked_at is null
    returning email
  `);
  if (!row) throw notFound("open invitation");
  note(tx, actor, "vendorInvitation", id, { number: row.email, action: "revoke" });
};

export type DebarmentRow = {
  id: string;
  cause: string;
  noticedOn: string;
  hearingOn: string | null;
  fromOn: string;
  untilOn: string;
  decidedBy: string | null;
  endedOn: string | null;
  endedReason: string | null;
  running: boolean;
};

/** The agency's debarments of a vendor, newest first. */
export const listDebarments = (db: Db, vendorId: string): Promise<DebarmentRow[]> =>
  db.rows<DebarmentRow>(sql`
    select
      d.id, d.cause, d.noticed_on, d.hearing_on, d.from_on, d.until_on,
      p.display_name as decided_by, d.ended_on, d.ended_reason,
      (d.ended_on is null and d.until_on >= ${businessDate(db.scope)}::date) as running
    from vendor_debarment d
    left join person p on p.id = d.decided_by
    where d.org_id = ${db.scope.orgId} and d.vendor_id = ${vendorId}
    order by d.from_on desc, d.id desc
    limit 50
  `);

/**
 * Debars a vendor by decision of this agency, with notice, hearing and dates, and suspends it. The
 * last day does not lift the suspension by itself: somebody
 * reinstates the vendor. 409 while another debarment runs, or for a vendor that cannot be suspended
 * now.
 */
export const debarVendor = async (
  tx: Tx,
  actor: Actor,
  vendorId: string,
  input: z.output<typeof debarmentInput>,
): Promise<{ id: string }> => {
  const known = await lockRow(tx, vendor, vendorId, "vendor");
  if (
    await tx.maybe(sql`
      select 1 as ok
      from vendor_debarment
      where org_id = ${actor.orgId}
        and vendor_id = ${vendorId}
        and ended_on is null
        and until_on >= ${businessDate(tx.scope)}::date
    `)
  )
    throw conflict("debarred", "A debarment of this vendor runs already.");
  const row = await insertRow(tx, vendorDebarment, {
    ...input,
    hearingOn: input.hearingOn || null,
    orgId: actor.orgId!,
    id: newId(),
    vendorId,
    decidedBy: actor.personId!,
  });
  if (known.status !== "suspended")
    await moveVendor(tx, actor, "suspend", {
      id: vendorId,
      version: null,
      reason: `Debarred from ${input.fromOn} until ${input.untilOn}: ${input.cause}`.slice(0, 500),
    });
  note(tx, actor, "vendor", known, { action: "debar", after: input, note: input.cause });
  return { id: row.id };
};

/**
 * Ends a running debarment before its last day, with a reason; the vendor stays suspended until it
 * is reinstated.
 */
export const endDebarment = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<string> => {
  const row = await tx.maybe<{ vendorId: string }>(sql`
    update vendor_debarment
    set
      ended_on = ${businessDate(tx.scope)}, ended_reason = ${reason}, version = version + 1,
      updated_at = clock_timestamp()
    where org_id = ${actor.orgId} and id = ${id} and ended_on is null
    returning vendor_id
  `);
  if (!row) throw notFound("running debarment");
  note(tx, actor, "vendor", row.vendorId, {
    action: "endDebarment",
    after: { endedOn: businessDate(tx.scope) },
    note: reason,
    event: "vendor.change",
  });
  return row.vendorId;
};
