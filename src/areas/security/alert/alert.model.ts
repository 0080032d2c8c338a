import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { eventSeverities } from "#areas/identity/identity.public.ts";
import { alertStatuses } from "./alert.labels.ts";

export const eventRow = z
  .object({
    id: z.string(),
    at: instantField,
    kind: z.string(),
    severity: z.enum(names(eventSeverities)),
    personId: z.string().nullable(),
    person: z.string().nullable(),
    address: z.string(),
    about: z.string(),
  })
  .meta({ id: "SecurityEvent" });
export type EventRow = z.output<typeof eventRow>;

export const alertRow = z
  .object({
    id: z.string(),
    number: z.string(),
    detection: z.string(),
    said: z.string(),
    severity: z.enum(names(eventSeverities)),
    person: z.string().nullable(),
    address: z.string(),
    eventCount: z.number(),
    lastAt: instantField,
    status: z.enum(names(alertStatuses)),
    version: z.number(),
  })
  .meta({ id: "SecurityAlert" });
export type AlertRow = z.output<typeof alertRow>;

export const alertDetail = alertRow
  .extend({
    label: z.string(),
    remedy: z.string(),
    rule: z.string(),
    firstAt: instantField,
    answer: z.string().nullable(),
    handledBy: z.string().nullable(),
    caseId: z.string().nullable(),
    events: z.array(eventRow),
    actions: z.array(offeredAction),
  })
  .meta({ id: "SecurityAlertDetail" });
export type AlertDetail = z.output<typeof alertDetail>;

export const overview = z
  .object({
    days: z.array(
      z.object({ day: dayField, failed: z.number(), other: z.number(), alerts: z.number() }),
    ),
    figures: z.array(z.object({ label: z.string(), value: z.number(), href: z.string() })),
    alerts: z.array(alertRow),
  })
  .meta({ id: "SecurityOverview" });
export type Overview = z.output<typeof overview>;
