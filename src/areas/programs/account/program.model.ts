import { z } from "zod";
import "#kernel/plain-words.ts";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { programCycle } from "./program.labels.ts";

/** The fields of a program. */
export const accessProgramFields = {
  name: z
    .string()
    .trim()
    .min(2, "Name the program, such as Finance data warehouse")
    .max(80, "At most 80 characters"),
  purpose: z
    .string()
    .trim()
    .min(10, "Say in a sentence what it is for")
    .max(500, "At most 500 characters"),
  ownerId: z.uuid("Choose who answers for it"),
  scopes: z
    .array(z.string().max(60))
    .min(1, "Choose at least one thing that it may do")
    .max(100)
    .refine((all) => new Set(all).size === all.length, "Name each one once."),
  endsOn: dayInput("Choose the last day"),
};
/** What an administrator types of a program. */
export const programInput = z.object(accessProgramFields);
export type ProgramInput = z.output<typeof programInput>;

const statuses = z.enum(names(programCycle.statuses));

export const programRow = z
  .object({
    id: z.string(),
    name: z.string(),
    purpose: z.string(),
    ownerName: z.string(),
    status: statuses,
    endsAt: instantField,
    keys: z.number(),
    calls: z.number(),
    lastUsedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "Program" });
export type ProgramRow = z.output<typeof programRow>;

/** One thing that programs may be given. */
export const scopeRow = z
  .object({ permission: z.string(), noun: z.string(), may: z.string() })
  .meta({ id: "ProgramScope" });
export type ScopeRow = z.output<typeof scopeRow>;

const keyRow = z
  .object({
    id: z.string(),
    prefix: z.string(),
    networks: z.array(z.string()),
    callsPerMinute: z.number(),
    expiresAt: instantField,
    revokedAt: instantField.nullable(),
    lastUsedAt: instantField.nullable(),
    lastUsedFrom: z.string().nullable(),
    calls: z.number(),
    createdAt: instantField,
    good: z.boolean(),
  })
  .meta({ id: "ProgramKey" });
export type KeyRow = z.output<typeof keyRow>;

export const programRecord = programRow
  .extend({
    number: z.string(),
    ownerId: z.string(),
    endsOn: dayField,
    pausedReason: z.string().nullable(),
    createdAt: instantField,
    /** Each with whether the owner holds it now: what they do not, the program does not either. */
    scopes: z.array(scopeRow.extend({ held: z.boolean() })),
    ownerActive: z.boolean(),
    /** Whoever reads answers for it: they alone make keys. */
    mine: z.boolean(),
    keyList: z.array(keyRow),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ProgramRecord" });
export type ProgramRecord = z.output<typeof programRecord>;
