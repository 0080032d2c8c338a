import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { findingKinds, findingStatuses } from "./finding.labels.ts";

export const findingRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(findingStatuses)),
    kind: z.enum(names(findingKinds)),
    says: z.string(),
    lineId: z.string(),
    lineNumber: z.string(),
    merchant: z.string(),
    cents: z.number(),
    holderName: z.string(),
    ownerName: z.string(),
    dueOn: dayField,
    overdue: z.boolean(),
    settledName: z.string(),
    reason: z.string(),
    version: z.number(),
  })
  .meta({ id: "CardFinding" });
export type FindingRow = z.output<typeof findingRow>;

export const findingDetail = findingRow
  .extend({
    cardId: z.string(),
    citation: z.string(),
    suspended: z.boolean(),
    settledAt: instantField.nullable(),
    others: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        merchant: z.string(),
        cents: z.number(),
        purchasedOn: dayField,
      }),
    ),
    actions: z.array(offeredAction),
  })
  .meta({ id: "CardFindingDetail" });
export type FindingDetail = z.output<typeof findingDetail>;
