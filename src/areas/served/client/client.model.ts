import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { clientKinds, clientStatuses } from "./client.labels.ts";

const contact = z.strictObject({
  name: z.string().trim().min(2, "Enter the name.").max(120),
  role: z.string().trim().max(80).default(""),
  email: z.email("Enter an email address.").max(200).or(z.literal("")).default(""),
  phone: z.string().trim().max(40).default(""),
});
export type Contact = z.output<typeof contact>;

/** What is typed of a client. */
export const clientFields = {
  name: z.string().trim().min(2, "Enter the name.").max(160),
  kind: z.enum(names(clientKinds), "Choose what it is."),
  address: z.string().trim().max(400).default(""),
  /** Where bills go. */
  email: z.email("Enter the address that bills go to.").max(200),
  contacts: z.array(contact).max(20, "At most twenty contacts.").default([]),
  note: z.string().trim().max(2000).default(""),
};
export const clientInput = z.strictObject(clientFields);
export type ClientInput = z.output<typeof clientInput>;

/** Cents; `late` is what of it is past its day. */
const owes = { owed: z.number(), late: z.number() };

export const clientRow = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string(),
    kind: z.enum(names(clientKinds)),
    status: z.enum(names(clientStatuses)),
    ...owes,
    /** Its agreement in force that ends last. */
    endsOn: dayField.nullable(),
    open: z.number(),
    version: z.number(),
  })
  .meta({ id: "ServedClient" });
export type ClientRow = z.output<typeof clientRow>;

const linkRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  untilOn: dayField,
  ended: z.boolean(),
  createdAt: instantField,
});
export type LinkRow = z.output<typeof linkRow>;

const agingOf = {
  notDue: z.number(),
  to30: z.number(),
  to60: z.number(),
  to90: z.number(),
  beyond: z.number(),
  owed: z.number(),
};
/** What is owed at the end of a day, by how long it is past due; cents. */
const aging = z.object({ on: dayField, ...agingOf }).meta({ id: "ServedAging" });
export type Aging = z.output<typeof aging>;
/** The same for every client, as of a day. */
export const agingRow = z.object({ clientId: z.string(), client: z.string(), ...agingOf });
export type AgingRow = z.output<typeof agingRow>;

export const clientDetail = clientRow
  .extend({
    address: z.string(),
    email: z.string(),
    contacts: z.array(z.object({ ...contact.shape, email: z.string() })),
    note: z.string(),
    links: z.array(linkRow),
    aging,
    actions: z.array(offeredAction),
  })
  .meta({ id: "ServedClientDetail" });
export type ClientDetail = z.output<typeof clientDetail>;

export const linkInput = z.strictObject({
  name: z.string().trim().min(2, "Enter the name.").max(120),
  email: z.email("Enter an email address.").max(200),
  untilOn: z.iso.date("Enter the last day of the link."),
});
export type LinkInput = z.output<typeof linkInput>;
