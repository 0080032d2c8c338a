import { z } from "zod";
import { agencyStates } from "#kernel/agency-state.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { email } from "#areas/identity/identity.public.ts";
import { dayOfUse } from "#areas/billing/billing.public.ts";
import { newOrganization } from "#areas/organization/organization.public.ts";

/** An agency as whoever runs the installation sees it: nothing of its business. */
export const agencyRow = z
  .object({
    id: z.string(),
    name: z.string(),
    state: z.enum(agencyStates),
    stateSince: instantField,
    createdAt: instantField,
    people: z.number().nullable(),
    storageBytes: z.number().nullable(),
    calls: z.number().nullable(),
    lastActivityAt: instantField.nullable(),
    peopleLimit: z.number().nullable(),
    storageLimit: z.number().nullable(),
    supportUntil: instantField.nullable(),
    planName: z.string().nullable(),
    planStatus: z.string().nullable(),
    /** Cents of bills behind their day that nobody disputes. */
    lateCents: z.number(),
    lateSince: dayField.nullable(),
    needs: z.string(),
    operates: z.boolean(),
  })
  .meta({ id: "PlatformAgency" });
export type AgencyRow = z.output<typeof agencyRow>;

/** What is asked to found an agency for somebody: its settings, its first administrator, a template. */
export const foundingInput = newOrganization.extend({
  administrator: email,
  template: z.string().max(40).nullable(),
  /** The state whose shipped rules it begins with, where it begins from a template. */
  state: z.string().max(40).nullable(),
});

/** A reason, as the agency's administrators read it. */
export const moveInput = z.object({
  reason: z
    .string()
    .trim()
    .min(10, "Say why in ten characters or more: its administrators read it.")
    .max(2000, "At most 2,000 characters"),
});

const stateChange = z.object({
  id: z.string(),
  fromState: z.enum(agencyStates),
  toState: z.enum(agencyStates),
  reason: z.string(),
  rule: z.string(),
  changedByName: z.string(),
  createdAt: instantField,
});

/** How an agency stands: its state with how it came to be, what it uses, what its operator may do. */
export const agencyStanding = z
  .object({
    id: z.string(),
    name: z.string(),
    timeZone: z.string(),
    state: z.enum(agencyStates),
    stateSince: instantField,
    stateReason: z.string(),
    createdAt: instantField,
    operates: z.boolean(),
    changes: z.array(stateChange),
    counts: z.array(dayOfUse),
    limits: z.object({
      people: z.number().nullable(),
      storageBytes: z.number().nullable(),
      callsADay: z.number().nullable(),
    }),
    /** Steps that whoever asks may take. */
    moves: z.array(z.enum(["restrict", "suspend", "release"])),
  })
  .meta({ id: "AgencyStanding" });
export type AgencyStanding = z.output<typeof agencyStanding>;

/** What waits on the installation, as figures; each opens its rows. */
export const platformFigures = z
  .object({
    agencies: z.number(),
    needing: z.number(),
    instances: z.number(),
    instancesAway: z.number(),
    jobsWaiting: z.number(),
    jobsFailed: z.number(),
    lettersWaiting: z.number(),
    lettersFailed: z.number(),
    alarms: z.number(),
    unknownSignIns: z.number(),
  })
  .meta({ id: "PlatformFigures" });
export type PlatformFigures = z.output<typeof platformFigures>;
