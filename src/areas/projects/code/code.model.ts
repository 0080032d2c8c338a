import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { columnFields } from "../money/money.model.ts";
import { transferStatuses } from "./transfer.labels.ts";

const code = () => z.uuid("Choose a cost code.");
const cents = (least: number, what: string) =>
  heldAs("cents", z.number(what).int().min(least, what).max(9e13));

/** What of a project's budget each code has; a code that is not named keeps what it has. */
export const distributeInput = z
  .object({
    codes: z
      .array(z.strictObject({ costCodeId: code(), cents: cents(0, "Enter an amount.") }))
      .min(1, "Name a code.")
      .max(200),
  })
  .refine(({ codes }) => new Set(codes.map((c) => c.costCodeId)).size === codes.length, {
    path: ["codes"],
    message: "A code is named twice.",
  });
export type DistributeInput = z.output<typeof distributeInput>;

/** What a code is expected to cost in the end, and why; nothing: as the rule says. */
export const codeForecastInput = z
  .object({
    costCodeId: code(),
    cents: cents(0, "Enter what it will cost in the end.").nullable(),
    reason: z.string().trim().max(1000).default(""),
  })
  .refine(({ cents: typed, reason }) => typed === null || reason.length >= 3, {
    path: ["reason"],
    message: "Say what the forecast rests on.",
  });
export type CodeForecastInput = z.output<typeof codeForecastInput>;

export const recodeInput = z.object({
  type: z.enum(["requisition", "purchaseOrder"]),
  lineId: z.uuid(),
  costCodeId: code().nullable(),
  reason: z.string().trim().min(3, "Say why the line is moved.").max(500),
});
export type RecodeInput = z.output<typeof recodeInput>;

/** The fields of a transfer, said once. */
const transferFields = {
  fromCodeId: code().meta({ title: "From" }),
  toCodeId: code().meta({ title: "To" }),
  cents: cents(1, "Enter an amount above zero.").meta({ title: "Amount" }),
  why: z.string().trim().min(3, "Say why the money moves.").max(1000).meta({ title: "Why" }),
};
export const transferInput = z.object(transferFields).refine((t) => t.fromCodeId !== t.toCodeId, {
  path: ["toCodeId"],
  message: "Choose another code than the one that it comes from.",
});
export type TransferInput = z.output<typeof transferInput>;

/** A row of a project's money by code; without a code it is what bears none. */
const codeRow = z.object({
  costCodeId: z.string().nullable(),
  code: z.string(),
  name: z.string(),
  budget: z.number(),
  ...columnFields,
  /** Asked, ordered, or billed without an order: what its budget is spoken for. */
  committed: z.number(),
  forecast: z.number(),
  /** Whether somebody wrote the forecast down; else it is as the rule says. */
  typed: z.boolean(),
  reason: z.string(),
  writtenOn: dayField.nullable(),
  writer: z.string().nullable(),
});
export type CodeRow = z.output<typeof codeRow>;

export const projectCodes = z
  .object({
    /** The project's budget, as its budget lines say. */
    budget: z.number(),
    distributed: z.number(),
    rows: z.array(codeRow),
    totals: z.object({ ...columnFields, budget: z.number(), forecast: z.number() }),
    /** Cents by which all rows together and the segment's ledger differ; nothing while the books agree. */
    differs: z.number(),
    /** Transfers that wait for approval. */
    waiting: z.number(),
  })
  .meta({ id: "ProjectCodes" });
export type ProjectCodes = z.output<typeof projectCodes>;

/** Cost codes of projects under way that will cost more than their budget, in cents. */
export const codesBeyondAnswer = z
  .object({
    items: z.array(
      z.object({
        costCodeId: z.string(),
        projectId: z.string(),
        project: z.string(),
        code: z.string(),
        name: z.string(),
        budget: z.number(),
        forecast: z.number(),
      }),
    ),
    /** Projects that were looked at, of how many under way. */
    lookedAt: z.number(),
    projects: z.number(),
  })
  .meta({ id: "CodesBeyond" });
export type CodesBeyond = z.output<typeof codesBeyondAnswer>;
export type CodeBeyond = CodesBeyond["items"][number];

export const codedLineRow = z
  .object({
    type: z.enum(["requisition", "purchaseOrder"]),
    id: z.string(),
    number: z.string(),
    href: z.string(),
    lineNo: z.number(),
    description: z.string(),
    costCodeId: z.string().nullable(),
    costCode: z.string().nullable(),
    amount: z.number(),
  })
  .meta({ id: "CodedLine" });
export type CodedLineRow = z.output<typeof codedLineRow>;

export const transferRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(transferStatuses)),
    projectId: z.string(),
    project: z.string(),
    fromCode: z.string(),
    toCode: z.string(),
    cents: z.number(),
    why: z.string(),
    version: z.number(),
  })
  .meta({ id: "CostTransfer" });
export type TransferRow = z.output<typeof transferRow>;

export const transferDetail = transferRow
  .extend({
    projectNumber: z.string(),
    fromCodeId: z.string(),
    toCodeId: z.string(),
    asker: z.string(),
    decider: z.string().nullable(),
    decidedAt: instantField.nullable(),
    statusReason: z.string(),
    /** What the code has and is not spoken for, as it stands. */
    free: z.number(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "CostTransferDetail" });
export type TransferDetail = z.output<typeof transferDetail>;
