import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { budgetLineRow } from "../budget.model.ts";
import { changeKinds, changeStatuses } from "./change.labels.ts";

const kind = z.enum(names(changeKinds));
const status = z.enum(names(changeStatuses));

export const changeRow = z
  .object({
    id: z.string(),
    number: z.string(),
    kind,
    status,
    lineId: z.string(),
    line: z.string(),
    fromId: z.string().nullable(),
    from: z.string().nullable(),
    year: z.number(),
    amount: z.number(),
    reason: z.string(),
    source: z.string(),
    requestedBy: z.string().nullable(),
    postedBy: z.string().nullable(),
    postedAt: instantField.nullable(),
    createdAt: instantField,
    version: z.number(),
  })
  .meta({ id: "BudgetChange" });
export type BudgetChange = z.output<typeof changeRow>;

export const changeDetail = changeRow
  .extend({
    stopReason: z.string().nullable(),
    approvalId: z.string().nullable(),
    actions: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        enabled: z.boolean(),
        reason: z.string().nullable(),
        needsReason: z.boolean(),
        tone: z.enum(["primary", "default", "danger"]),
      }),
    ),
  })
  .meta({ id: "BudgetChangeDetail" });
export type BudgetChangeDetail = z.output<typeof changeDetail>;

const made = z.object({ id: z.string(), number: z.string(), status });
/** A line after an amendment was entered, and the change: posted, or waiting for its approval. */
export const amendedLine = budgetLineRow.extend({ change: made }).meta({ id: "AmendedLine" });
export const transferred = z
  .object({ from: budgetLineRow, to: budgetLineRow, change: made })
  .meta({ id: "BudgetTransfer" });
export type Made = z.output<typeof made>;
