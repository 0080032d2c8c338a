import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { metrics } from "../reading/metrics.data.ts";
import { alarmStatuses, severities, watched } from "./alarm.labels.ts";

/** What an alarm of a rule causes. */
const tells = z.strictObject({
  /** The duty that is told; empty: nobody. */
  duty: z.string().max(40).default("device_keeper"),
  /** Somebody of the duty gets a task. */
  task: z.boolean().default(false),
  /** Work is asked for, at the asset where the device belongs to one. */
  work: z.boolean().default(false),
  /** The lots at its stock location go into quarantine. */
  quarantine: z.boolean().default(false),
  /** Its shipment is marked. */
  shipment: z.boolean().default(false),
});
export type Tells = z.output<typeof tells>;

const limit = z.number("Enter a number.").min(-1e9).max(1e9).nullable().default(null);

/** A rule as an agency writes it. */
export const ruleInput = z.object({
  name: z.string().trim().min(2, "Name the rule.").max(120),
  watches: z.enum(names(watched)),
  metric: z.union([z.enum(names(metrics)), z.literal("")]).default(""),
  bound: limit,
  clears: limit,
  minutes: z.number("Enter whole minutes.").int().min(0).max(43_200).default(0),
  fence: z
    .strictObject({
      center: z.strictObject({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
      }),
      radius: z.number().min(10, "Ten meters at least.").max(500_000),
    })
    .nullable()
    .default(null),
  deviceIds: z.array(z.uuid()).max(200).default([]),
  severity: z.enum(names(severities)).default("high"),
  hourly: z.number().int().min(1).max(60).default(3),
  tells: tells.prefault({}),
});
export type RuleInput = z.output<typeof ruleInput>;

export const ruleRow = ruleInput
  .extend({
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "DeviceAlarmRule" });
export type RuleRow = z.output<typeof ruleRow>;

/** What an alarm caused: `type` and `id` of a record that it opens, in words. */
const caused = z.object({
  text: z.string(),
  type: z.string(),
  id: z.string().nullable(),
});
export type Caused = z.output<typeof caused>;

export const alarmRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(alarmStatuses)),
    severity: z.enum(names(severities)),
    title: z.string(),
    deviceId: z.string(),
    device: z.string(),
    beganAt: instantField,
    clearedAt: instantField.nullable(),
    muted: z.boolean(),
    heldBack: z.number(),
    version: z.number(),
  })
  .meta({ id: "DeviceAlarm" });
export type AlarmRow = z.output<typeof alarmRow>;

export const alarmDetail = alarmRow
  .extend({
    value: z.number().nullable(),
    rule: z.string(),
    caused: z.array(caused),
    acknowledgedBy: z.string().nullable(),
    acknowledgedAt: instantField.nullable(),
    statusReason: z.string(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "DeviceAlarmDetail" });
export type AlarmDetail = z.output<typeof alarmDetail>;

/** What a rule would have raised on what was read already. */
export const ruleTrial = z
  .object({
    /** Days that were looked at. */
    days: z.number(),
    readings: z.number(),
    /** Positions of which nothing could be told. */
    unknown: z.number(),
    alarms: z.array(
      z.object({
        deviceId: z.string(),
        device: z.string(),
        began: instantField,
        raised: instantField,
        cleared: instantField.nullable(),
        value: z.number(),
      }),
    ),
  })
  .meta({ id: "DeviceRuleTrial" });
export type RuleTrial = z.output<typeof ruleTrial>;
