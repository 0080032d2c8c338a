import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { categories } from "../chart.labels.ts";
import { cycleStatuses } from "./cycle.labels.ts";
import { gateFinding } from "./gate.model.ts";

const status = z.enum(names(cycleStatuses));
const category = z.enum(names(categories));
const most = 9e14;

const inflation = z.partialRecord(category, z.number().int().min(-5000).max(10_000));
const step = z.object({
  title: z.string().trim().min(1, "Say what is due.").max(200),
  dueOn: z.iso.date("Enter a day."),
  ownerId: z
    .uuid()
    .or(z.literal(""))
    .nullish()
    .transform((id) => id || null),
});
export const cycleInput = z.object({
  fiscalYearId: z.uuid("Choose a fiscal year."),
  message: z.string().trim().max(20_000).default(""),
  inflation: inflation.default({}),
  steps: z.array(step).max(60).default([]),
});
export const cyclePatch = z.object({
  message: z.string().trim().max(20_000).optional(),
  inflation: inflation.optional(),
  steps: z.array(step).max(60).optional(),
});
export const targetInput = z.object({
  departmentId: z.uuid(),
  fundId: z.uuid(),
  cents: z.number("Enter an amount.").int().min(0).max(most),
});
/** The governing body's decision, as another person than prepared it enters it. */
const decisionInput = z.object({
  decidedOn: z.iso.date("Enter the day of the decision."),
  resolution: z.string().trim().min(3, "Name the resolution.").max(200),
  votesFor: z.coerce.number().int().min(0).max(1000),
  votesAgainst: z.coerce.number().int().min(0).max(1000),
  document: z.string().trim().min(3, "Name the signed document, or where it is kept.").max(300),
});
/** With what was decided about each fund that breaks a rule. */
export const adoptionInput = decisionInput.extend({
  exceptions: z
    .array(
      z.object({
        fundId: z.uuid(),
        text: z.string().trim().min(10, "Say what was decided, and why.").max(2000),
      }),
    )
    .max(100)
    .default([]),
});
export type AdoptionInput = z.output<typeof adoptionInput>;

export const cycleRow = z
  .object({
    id: z.string(),
    number: z.string(),
    year: z.number(),
    status,
    fiscalYearId: z.string(),
    version: z.number(),
  })
  .meta({ id: "BudgetCycle" });
export type CycleRow = z.output<typeof cycleRow>;

const departmentOf = z.object({
  proposalId: z.string(),
  number: z.string(),
  departmentId: z.string(),
  department: z.string(),
  status: z.string(),
  revised: z.number(),
  base: z.number(),
  requested: z.number(),
  recommended: z.number(),
  target: z.number().nullable(),
});
export type CycleDepartment = z.output<typeof departmentOf>;

export const cycleDetail = cycleRow
  .extend({
    startsOn: dayField,
    endsOn: dayField,
    message: z.string(),
    inflation,
    preparedBy: z.string().nullable(),
    decidedOn: dayField.nullable(),
    resolution: z.string(),
    votesFor: z.number().nullable(),
    votesAgainst: z.number().nullable(),
    document: z.string(),
    decidedBy: z.string().nullable(),
    steps: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        dueOn: dayField,
        ownerId: z.string().nullable(),
        owner: z.string().nullable(),
        doneOn: dayField.nullable(),
      }),
    ),
    targets: z.array(
      z.object({
        departmentId: z.string(),
        department: z.string(),
        fundId: z.string(),
        fund: z.string(),
        cents: z.number(),
        asked: z.number(),
      }),
    ),
    departments: z.array(departmentOf),
    /** What would stop the adoption as it stands, all at once; empty once it is adopted. */
    gate: z.array(gateFinding),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "BudgetCycleDetail" });
export type CycleDetail = z.output<typeof cycleDetail>;
