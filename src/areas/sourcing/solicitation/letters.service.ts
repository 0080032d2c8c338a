import type { Appointment } from "#kernel/appointment.ts";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { solicitationInvitationLetter, solicitationLetter } from "../letters.service.ts";
import { kinds } from "./solicitation.labels.ts";
import type { Heard, PublicEvent } from "./publication.service.ts";
import type { SolicitationRecord } from "./solicitation.noun.ts";

const when = (tx: Tx, instant: Instant | null) =>
  instant ? formatInstant(instant, tx.scope.timeZone ?? "UTC") : "a date to be announced";
/**
 * The pre-bid meeting for calendars, an hour long since nothing says how long it takes; null where
 * there is none ahead. It has the same number in the public calendar file.
 */
const meetingOf = (tx: Tx, row: SolicitationRecord, cancelled: boolean): Appointment | null =>
  row.prebidAt && new Date(row.prebidAt) > businessNow(tx.scope)
    ? {
        uid: `meeting-${row.id}`,
        sequence: row.version,
        at: row.prebidAt,
        minutes: 60,
        title: `${row.number}: pre-bid meeting${row.prebidMandatory ? " (attendance required)" : ""}`,
        description: row.title,
        place: row.prebidPlace,
        url: `/opportunities/${row.id}`,
        cancelled,
      }
    : null;
/**
 * Writes to every listed vendor that was not invited yet: its own address and those of its people;
 * marks them invited.
 */
export const sendInvitations = async (tx: Tx, row: SolicitationRecord): Promise<number> => {
  const invited = await tx.rows<{ vendorId: string }>(sql`
    update solicitation_invitation
    set status = 'invited', invited_at = clock_timestamp(), version = version + 1
    where org_id = ${row.orgId}
      and solicitation_id = ${row.id}
      and status = 'listed'
      and source <> 'planholder'
    returning vendor_id
  `);
  if (invited.length === 0) return 0;
  const invitation = meetingOf(tx, row, false);
  for (const { email, name } of await addressesOf(
    tx,
    invited.map((i) => i.vendorId),
  ))
    await queueMail(tx, {
      ...solicitationInvitationLetter({
        ...row,
        what: kinds[row.kind].toLowerCase(),
        name,
        due: when(tx, row.dueAt),
        meeting: invitation
          ? `${when(tx, invitation.at)}${row.prebidPlace ? `: ${row.prebidPlace}` : ""}`
          : null,
      }),
      to: email,
      orgId: row.orgId,
      replyTo: row.contactEmail,
      invitation,
    });
  return invited.length;
};

export type Address = { email: string; name: string };
/**
 * Where letters to vendors go: the vendor's address, else its primary contact's; and the people who
 * act for it.
 */
export const addressesOf = (tx: Tx, vendorIds: readonly string[]): Promise<Address[]> =>
  tx.rows<Address>(sql`
    select distinct on (email) email, name
    from (
      select coalesce(v.email, c.email) as email, v.name
      from vendor v
      left join vendor_contact c
        on c.org_id = v.org_id
        and c.vendor_id = v.id
        and c.is_primary
        and c.active
      where v.org_id = ${tx.scope.orgId} and v.id = any(${vendorIds}::uuid[])
    ) a
    where email is not null
    order by email
    limit 2000
  `);

const lines: Partial<
  Record<PublicEvent, (row: SolicitationRecord, tx: Tx) => { subject: string; text: string[] }>
> = {
  addendum: (row, tx) => ({
    subject: `Addendum ${row.addenda} to ${row.number}`,
    text: [
      `${row.title}: addendum ${row.addenda} is published. Answers are due ${when(tx, row.dueAt)}.`,
      "If it is material, a bid that you have submitted must acknowledge it before the deadline.",
    ],
  }),
  cancelled: (row) => ({
    subject: `${row.number} is cancelled`,
    text: [
      `${row.title} is cancelled. Reason: ${row.endedReason ?? "none was given"}. Bids that were not opened stay unread; their keys are deleted.`,
    ],
  }),
  noAward: (row) => ({
    subject: `${row.number} ends without an award`,
    text: [`${row.title} ends without an award. Reason: ${row.endedReason ?? "none was given"}.`],
  }),
  unsuccessful: (row) => ({
    subject: `${row.number} ends without a usable bid`,
    text: [`${row.title} ends without a usable bid. It may be published again.`],
  }),
};

/**
 * Vendors that were told of a solicitation hear what becomes of it, by mail: invited ones that did
 * not decline, and everybody who took its documents.
 */
export const tellVendors: Heard = async (tx, _actor, row, event) => {
  if (event === "published") return void (await sendInvitations(tx, row));
  const letter = lines[event]?.(row, tx);
  const ends = event !== "addendum";
  if (letter) await writeToTold(tx, row, letter, ends ? meetingOf(tx, row, true) : null);
};

/**
 * Writes to all who were told of a solicitation: invited vendors that did not decline, who took its
 * documents, and followers. Answers go to its contact.
 */
export const writeToTold = async (
  tx: Tx,
  row: SolicitationRecord,
  letter: { subject: string; text: string[] },
  invitation: Appointment | null = null,
): Promise<void> => {
  const told = await tx.rows<{ vendorId: string }>(sql`
    select vendor_id
    from solicitation_invitation
    where org_id = ${row.orgId}
      and solicitation_id = ${row.id}
      and status <> 'declined'
      and (invited_at is not null or source = 'planholder')
    union
    select v.id
    from solicitation_follower f
    join vendor v on v.org_id = f.org_id and v.identity_id = f.identity_id
    where f.org_id = ${row.orgId} and f.solicitation_id = ${row.id}
  `);
  for (const { email } of await addressesOf(
    tx,
    told.map((t) => t.vendorId),
  ))
    await queueMail(tx, {
      ...solicitationLetter({ ...letter, id: row.id }),
      to: email,
      orgId: row.orgId,
      replyTo: row.contactEmail,
      invitation,
    });
};
