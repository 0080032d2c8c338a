import { z } from "zod";

const text = (most: number) => z.string().trim().max(most).default("");

/** How a radio channel is used: analog, digital or both. */
export const channelModes = { A: "Analog", D: "Digital", M: "Mixed" } as const;
export const supportLevels = { als: "ALS", bls: "BLS" } as const;

/** A channel of the radio communications plan (ICS 205, block 4). */
const channel = z.object({
  zone: text(20),
  number: text(10),
  use: z.string().trim().min(1, "Say what the channel is for.").max(60),
  name: z.string().trim().min(1, "Name the channel or talkgroup.").max(60),
  assignment: text(80),
  receive: text(20),
  receiveTone: text(20),
  transmit: text(20),
  transmitTone: text(20),
  mode: z.enum(["A", "D", "M"]).default("A"),
  remarks: text(200),
});
/** Somebody of the communications list (ICS 205A, block 3). */
const contact = z.object({
  position: z.string().trim().min(1, "Name the position.").max(80),
  name: z.string().trim().min(1, "Name the person.").max(120),
  /** Empty while nobody knows it: the list says so of them. */
  methods: text(200),
});
/** Blocks 3 to 5 of the medical plan (ICS 206). */
const station = z.object({
  name: z.string().trim().min(1, "Name the aid station.").max(80),
  location: text(200),
  contact: text(80),
  paramedics: z.boolean().default(false),
});
const ambulance = z.object({
  name: z.string().trim().min(1, "Name the ambulance service.").max(80),
  location: text(200),
  contact: text(80),
  level: z.enum(["als", "bls"]).default("als"),
});
const hospital = z.object({
  name: z.string().trim().min(1, "Name the hospital.").max(80),
  address: text(200),
  contact: text(80),
  airMinutes: text(20),
  groundMinutes: text(20),
  trauma: text(40),
  burn: z.boolean().default(false),
  helipad: z.boolean().default(false),
});

/** Tables of an action plan: radio channels, communications list, medical plan. */
export const planForms = z.object({
  channels: z.array(channel).max(60).default([]),
  contacts: z.array(contact).max(300).default([]),
  stations: z.array(station).max(30).default([]),
  ambulances: z.array(ambulance).max(30).default([]),
  hospitals: z.array(hospital).max(30).default([]),
  aviation: z.boolean().default(false),
});
export type PlanForms = z.output<typeof planForms>;
export const noForms: PlanForms = {
  channels: [],
  contacts: [],
  stations: [],
  ambulances: [],
  hospitals: [],
  aviation: false,
};

/** How somebody is reached, as the list shows it; empty where nobody entered it. */
export type Reached = { position: string; name: string; methods: string };

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
type Holder = { position: string; person: string | null };

/**
 * What of the list is kept: who was typed, with or without a way to reach them. Whoever holds a position
 * and has none yet stands on the list by the position alone, and leaves it with the position.
 */
export const keptContacts = (contacts: readonly Reached[], holders: readonly Holder[]): Reached[] =>
  contacts.filter(
    (c) =>
      c.methods.trim() !== "" ||
      !holders.some((h) => h.person && same(h.position, c.position) && same(h.person, c.name)),
  );

/**
 * What of a list holds for the next period: who left a position since is dropped from it, who stands
 * beside the positions stays.
 */
export const carriedContacts = (
  contacts: readonly Reached[],
  holders: readonly Holder[],
): Reached[] =>
  contacts.filter((c) => {
    const held = holders.filter((h) => same(h.position, c.position));
    return held.length === 0 || held.some((h) => h.person && same(h.person, c.name));
  });

/**
 * The communications list: whoever holds a position, reached as it was entered or by nothing yet, and
 * whoever was entered beside them; by name, as the form orders it.
 */
export const contactsOf = (forms: PlanForms, holders: readonly Holder[]): Reached[] => {
  const held = holders.flatMap(({ position, person }): Reached[] =>
    person && !forms.contacts.some((c) => same(c.position, position) && same(c.name, person))
      ? [{ position, name: person, methods: "" }]
      : [],
  );
  return [...forms.contacts, ...held].toSorted(
    (a, b) => a.name.localeCompare(b.name) || a.position.localeCompare(b.position),
  );
};
