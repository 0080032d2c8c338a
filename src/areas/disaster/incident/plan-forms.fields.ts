import { z } from "zod";

const text = (most: number) => z.string().trim().max(most).default("");

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
