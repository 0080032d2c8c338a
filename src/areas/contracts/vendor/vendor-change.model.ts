import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { changeStatuses, sides } from "../change/change.labels.ts";
import { lineRow } from "../change/change.model.ts";
import { claimStatuses, clockUnits, type ClockUnit } from "../claim/claim.labels.ts";
import { vendorContract } from "./vendor-contract.model.ts";

/** What a vendor sees of a change: never scope test, analysis, funds, or who of the agency wrote it. */
const vendorChange = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(names(changeStatuses)),
  side: z.enum(names(sides)),
  title: z.string(),
  reason: z.string(),
  increase: z.number(),
  decrease: z.number(),
  days: z.number(),
  statusReason: z.string().nullable(),
  version: z.number(),
  lines: z.array(lineRow),
});
export type VendorChange = z.output<typeof vendorChange>;

/** What a vendor sees of its claim: never what the agency found, or counsel's notes. */
const vendorClaim = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(names(claimStatuses)),
  title: z.string(),
  narrative: z.string(),
  eventOn: dayField,
  knownOn: dayField.nullable(),
  noticedOn: dayField,
  noticeDueOn: dayField.nullable(),
  late: z.boolean(),
  submittedOn: dayField.nullable(),
  decision: z.string(),
  appeal: z.string(),
  statusReason: z.string().nullable(),
  version: z.number(),
  issues: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      claimed: z.number(),
      claimedDays: z.number(),
      offered: z.number().nullable(),
      offeredDays: z.number().nullable(),
      settled: z.number().nullable(),
      settledDays: z.number().nullable(),
    }),
  ),
});
export type VendorClaim = z.output<typeof vendorClaim>;

const unit = z.enum(names<ClockUnit>(clockUnits));
export const vendorFile = vendorContract
  .extend({
    clocks: z
      .object({
        noticeDays: z.number().nullable(),
        submitDays: z.number().nullable(),
        decideDays: z.number().nullable(),
        appealDays: z.number().nullable(),
        noticeIn: unit,
        submitIn: unit,
        decideIn: unit,
        appealIn: unit,
        dayCount: z.enum(["calendar", "business"]),
        citation: z.string(),
      })
      .nullable(),
    changes: z.array(vendorChange),
    claims: z.array(vendorClaim),
  })
  .meta({ id: "VendorContractFile" });
export type VendorFile = z.output<typeof vendorFile>;
