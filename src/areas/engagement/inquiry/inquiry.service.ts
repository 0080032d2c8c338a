import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Appointment } from "#kernel/appointment.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { freshBytes } from "#server/random.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor, transition } from "#server/lifecycle.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { queueMail } from "#server/mail/mail.ts";
import {
  bookedLetter,
  bookingCancelledLetter,
  contactLetter,
  demoLetter,
  waitlistLetter,
} from "../letters.service.ts";
import type { Taken } from "../engagement.public.ts";
import { digestOf } from "../token.service.ts";
import { inquiry } from "../engagement.tables.ts";
import { visitorNumber, type Host } from "../host.service.ts";
import { inquiryCycle } from "./inquiry.labels.ts";
import type {
  bookingInput,
  contactInput,
  demoInput,
  InquiryKind,
  InquiryRecord,
  waitlistInput,
} from "./inquiry.model.ts";
import { inquiryNoun, type InquiryStored } from "./inquiry.noun.ts";
import { slotRules, slotsFrom } from "./slots.model.ts";
import { inquiryKinds, topics } from "./topics.labels.ts";

/** What the public site collected, newest first. */
export const inquiryList: ListDefinition = {
  name: "inquiries",
  from: "inquiry i",
  alias: "i",
  columns: {
    id: { sql: "i.id", hidden: true },
    kind: { sql: "i.kind", label: "Kind", codes: inquiryKinds },
    createdAt: { sql: "i.created_at", label: "Received", sort: true },
    name: { sql: "i.name", label: "Name" },
    email: { sql: "i.email", label: "Email" },
    organization: { sql: "i.organization", label: "Agency" },
    job: { sql: "i.job", label: "Role" },
    phone: { sql: "i.phone", label: "Phone" },
    topic: { sql: "i.topic", label: "Topic", codes: topics },
    message: { sql: "i.message", label: "Message" },
    slotAt: { sql: "i.slot_at", label: "Appointment" },
    status: { sql: "i.status", label: "Status", codes: inquiryCycle.statuses },
    version: { sql: "i.version", hidden: true },
  },
  filters: {
    kind: { kind: "set", sql: "i.kind", type: "text" },
    status: { kind: "set", sql: "i.status", type: "text" },
    createdAt: { kind: "range", sql: "(i.created_at at time zone $zone)::date", type: "date" },
    scheduled: { kind: "flag", sql: "i.slot_at is not null" },
  },
  search: ["i.name", "i.email", "i.organization", "i.message"],
  defaultSort: "-createdAt",
};

type Common = {
  name: string;
  email: string;
  organization?: string;
  job?: string;
  phone?: string;
  topic?: string;
  message?: string;
};
const add = async (
  tx: Tx,
  actor: Actor,
  host: Host,
  kind: InquiryKind,
  input: Common,
  more: Partial<InquiryStored> = {},
) => {
  const row = await insertRow(tx, inquiry, {
    orgId: host.id,
    id: newId(),
    kind,
    status: "received",
    name: input.name,
    email: input.email,
    organization: input.organization ?? "",
    job: input.job ?? "",
    phone: input.phone ?? "",
    topic: input.topic ?? "",
    message: input.message ?? "",
    ...more,
  });
  note(tx, actor, "inquiry", row.id, {
    number: visitorNumber(row.id),
    action: "create",
    after: row,
  });
  return row;
};

/**
 * Puts an address on the waiting list and confirms by mail; an address that waits already changes
 * nothing and gets the same answer.
 */
export const joinWaitlist = async (
  tx: Tx,
  actor: Actor,
  host: Host,
  input: z.output<typeof waitlistInput>,
): Promise<void> => {
  const waits = await tx.maybe(sql`
    select 1 as ok
    from inquiry
    where org_id = ${host.id}
      and email = ${input.email}
      and kind = 'waitlist'
      and status <> 'withdrawn'
  `);
  if (waits) return;
  await add(tx, actor, host, "waitlist", input);
  await queueMail(tx, {
    ...waitlistLetter(input),
    to: input.email,
    orgId: host.id,
  });
};

/** Keeps a wish for a demonstration and confirms by mail. */
export const askForDemo = async (
  tx: Tx,
  actor: Actor,
  host: Host,
  input: z.output<typeof demoInput>,
): Promise<void> => {
  await add(tx, actor, host, "demo", input);
  await queueMail(tx, {
    ...demoLetter(input),
    to: input.email,
    orgId: host.id,
  });
};

/** Keeps a message and confirms by mail. */
export const takeMessage = async (
  tx: Tx,
  actor: Actor,
  host: Host,
  input: z.output<typeof contactInput>,
): Promise<void> => {
  await add(tx, actor, host, "contact", input);
  await queueMail(tx, {
    ...contactLetter(input),
    to: input.email,
    orgId: host.id,
  });
};

/** A booked demonstration for calendars; the same appointment when it is cancelled. */
export const demonstration = (row: InquiryStored, origin = ""): Appointment => ({
  uid: row.id,
  sequence: row.version - 1,
  at: row.slotAt!,
  minutes: slotRules.everyMinutes,
  title: "Levee demonstration",
  description: `Levee is shown to ${row.organization || row.name}.`,
  url: `${origin}/schedule-demo`,
  cancelled: row.status === "withdrawn",
});

/** Free half hours of the host, by the database's clock. */
export const freeSlots = async (db: Db, host: Host): Promise<string[]> => {
  const { now } = await db.one<{ now: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
  const taken = new Set(
    (
      await db.rows<{ at: string }>(sql`
        select slot_at as at
        from inquiry
        where org_id = ${host.id} and slot_at > clock_timestamp() and status <> 'withdrawn'
        limit 2000
      `)
    ).map((row) => Date.parse(row.at)),
  );
  return slotsFrom(now, host.timeZone).filter((slot) => !taken.has(Date.parse(slot)));
};

const zoneOr = (zone: string, other: string) => {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: zone });
    return zone;
  } catch {
    return other;
  }
};

/**
 * Books a half hour. Two people who choose the same one at the same moment: one gets it, the other
 * 409 `slot_taken`. @throws 422 for a time that is not offered.
 */
export const bookDemo = async (
  tx: Tx,
  actor: Actor,
  host: Host,
  input: z.output<typeof bookingInput>,
): Promise<Taken> => {
  const slot = new Date(input.slotAt).toISOString();
  const { now } = await tx.one<{ now: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
  if (!slotsFrom(now, host.timeZone).includes(slot))
    throw invalidField(
      "slotAt",
      "This time is not offered. Choose one from the list.",
      "slot_unknown",
    );
  const token = freshBytes(24).toString("base64url");
  const timeZone = zoneOr(input.timeZone, host.timeZone);
  const id = newId();
  const taken = conflict(
    "slot_taken",
    "Somebody has just taken this time. Choose another; the rest of the form is kept.",
  );
  const mine = await tx.maybe(sql`
    insert into inquiry (
      org_id, id, kind, status, name, email, organization, job, phone, message, slot_at, time_zone,
      token_digest
    )
    values (
      ${host.id}, ${id}, 'demo', 'received', ${input.name}, ${input.email}, ${input.organization},
      ${input.job}, ${input.phone}, ${input.message}, ${slot}, ${timeZone}, ${digestOf(token)}
    )
    on conflict (org_id, slot_at)
    where slot_at is not null and status <> 'withdrawn'
    do nothing
    returning id
  `);
  if (!mine) throw taken;
  const row = await getRow(tx, inquiry, id);
  note(tx, actor, "inquiry", row.id, {
    number: visitorNumber(row.id),
    action: "create",
    after: row,
  });
  await queueMail(tx, {
    ...bookedLetter({ slot, timeZone, token }),
    to: input.email,
    orgId: host.id,
    invitation: demonstration(row),
  });
  return {
    label: "Put it into your calendar (.ics)",
    href: `/api/v1/public/demo-bookings/${token}/calendar`,
  };
};

/** The appointment of a letter's token. @throws 404 */
export const bookingByToken = async (db: Db, host: Host, token: string): Promise<InquiryStored> => {
  const row = await db.maybe<InquiryStored>(
    sql`select * from inquiry where org_id = ${host.id} and token_digest = ${digestOf(token)}`,
  );
  if (!row?.slotAt) throw notFound("appointment");
  return row;
};

/** Cancels an appointment by its letter's token, so that its half hour is free again. */
export const cancelBooking = async (
  tx: Tx,
  actor: Actor,
  host: Host,
  token: string,
): Promise<void> => {
  const row = await bookingByToken(tx, host, token);
  if (row.status === "withdrawn") return;
  await transition(tx, actor, inquiryNoun, { id: row.id, action: "withdraw" });
  const timeZone = zoneOr(row.timeZone ?? "", host.timeZone);
  await queueMail(tx, {
    ...bookingCancelledLetter({ slot: row.slotAt!, timeZone }),
    to: row.email,
    orgId: host.id,
    invitation: demonstration(await getRow(tx, inquiry, row.id)),
  });
};

/** An inquiry with what may be done with it. */
export const readInquiry = async (db: Db, actor: Actor, id: string): Promise<InquiryRecord> => {
  const row = await getRow(db, inquiry, id, "inquiry");
  return { ...row, number: inquiryNoun.number(row), actions: actionsFor(actor, inquiryNoun, row) };
};
