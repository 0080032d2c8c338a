import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

const count = z.number().int();
const unit = z.enum(["count", "ms", "seconds", "MB", "percent"]);
const measured = z.record(z.string(), z.number().nullable());

const ownRow = z.object({
  lettersWaiting: count,
  lettersFailed: count,
  jobsUnderWay: count,
  jobsFailed: count,
  imports: count,
  importsFailed: count,
  files: count,
  bytes: count,
});

/** Monitoring as this person sees it: their agency's own, and the machine where it is their matter. */
export const monitorRow = z
  .object({
    own: ownRow,
    machine: z
      .object({
        instances: z.array(
          z.object({ name: z.string(), startedAt: instantField.nullable(), measured }),
        ),
        whole: measured.nullable(),
        /** The standby that this instance reads from; null where it has none. */
        standby: z
          .object({
            host: z.string().nullable(),
            lagMs: z.number().nullable(),
            usable: z.boolean(),
          })
          .nullable(),
        metrics: z.array(
          z.object({
            name: z.string(),
            label: z.string(),
            unit,
            of: z.enum(["instance", "whole"]),
          }),
        ),
        /** Sign-ins of seven days that name no account, by network address. */
        strangers: z.array(
          z.object({ address: z.string(), attempts: count, accounts: count, lastAt: instantField }),
        ),
        alarms: z.array(z.object({ id: z.string(), text: z.string(), beganAt: instantField })),
        past: z.array(
          z.object({
            id: z.string(),
            text: z.string(),
            beganAt: instantField,
            endedAt: instantField,
          }),
        ),
      })
      .nullable(),
  })
  .meta({ id: "Monitoring" });
export type MonitorRow = z.output<typeof monitorRow>;

export const seriesRow = z
  .object({
    points: z.array(
      z.object({
        at: instantField,
        now: z.number().nullable(),
        before: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: "MonitoringSeries" });
export type SeriesRow = z.output<typeof seriesRow>;

export const ruleInput = z.strictObject({
  metric: z.string().min(1, "Choose a number.").max(60),
  direction: z.enum(["above", "below"]),
  threshold: z
    .number("Give a number.")
    .min(0, "Not below zero.")
    .max(1e12, "At most 1,000,000,000,000."),
  margin: z
    .number("Give a number.")
    .min(0, "Not below zero.")
    .max(1e12, "At most 1,000,000,000,000."),
  minutes: z
    .number("Give a number.")
    .int("Whole minutes.")
    .min(1, "At least 1.")
    .max(120, "At most 120."),
  audience: z.enum(["running", "all"]),
  enabled: z.boolean(),
});
export type RuleInput = z.output<typeof ruleInput>;

export const ruleRow = ruleInput
  .extend({ id: z.string(), version: count, label: z.string(), unit })
  .meta({ id: "AlarmRule" });
export type RuleRow = z.output<typeof ruleRow>;
