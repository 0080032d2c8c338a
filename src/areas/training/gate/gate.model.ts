import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { certificateFields } from "../certificate/certificate.model.ts";
import { overrideStates, seatLabels } from "./gate.labels.ts";

const seat = z.enum(names(seatLabels), "Choose the work.");

/** From a day on the agency keeps a seat for people with these certificates, or for them no more. */
export const gateInput = z
  .strictObject({
    seat,
    enabled: z.boolean(),
    codes: z.array(certificateFields.code).max(20).default([]),
    fromDay: dayInput("From which day?"),
    reason: z.string().trim().min(3, "Say why.").max(500),
  })
  .superRefine(({ enabled, codes, seat: of }, context) => {
    if (enabled && codes.length === 0 && of !== "workOrder" && of !== "inspection")
      context.addIssue({
        ...{ code: "custom", path: ["codes"], message: "Name at least one certificate." },
      });
  });
export type GateInput = z.output<typeof gateInput>;

const gate = z.object({
  seat,
  enabled: z.boolean(),
  codes: z.array(z.string()),
  fromDay: dayField,
  reason: z.string(),
  setByName: z.string(),
});
export type Gate = z.output<typeof gate>;
export const gateRow = z
  .object({ seat, now: gate.nullable(), later: z.array(gate) })
  .meta({ id: "TrainingGate" });
export type GateRow = z.output<typeof gateRow>;

export const overrideInput = z.strictObject({
  seat,
  personId: z.uuid("Choose for whom."),
  reason: z.string().trim().min(10, "Say why it cannot wait, in a sentence.").max(1000),
});
export type OverrideInput = z.output<typeof overrideInput>;

export const overrideRow = z
  .object({
    id: z.string(),
    number: z.string(),
    seat,
    personId: z.string(),
    personName: z.string(),
    lacks: z.string(),
    reason: z.string(),
    givenName: z.string(),
    givenAt: instantField,
    until: instantField,
    status: z.enum(names(overrideStates)),
    version: z.number(),
  })
  .meta({ id: "SeatOverride" });
export type OverrideRow = z.output<typeof overrideRow>;

export const overrideDetail = overrideRow
  .extend({ citation: z.string(), statusReason: z.string(), actions: z.array(offeredAction) })
  .meta({ id: "SeatOverrideDetail" });
export type OverrideDetail = z.output<typeof overrideDetail>;
