import { z } from "zod";
import { patchOf } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { accountClasses, categories } from "./chart.labels.ts";

export const segmentKinds = ["fund", "account", "project", "award"] as const;

const cents = z.number().int().min(0).max(9_000_000_000_000_00, "This amount is too large.");
const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{0,19}$/, "Use 1 to 20 letters, digits and hyphens.");

const accountClass = z.enum(names(accountClasses));
const category = z.enum(names(categories));

const segmentFields = {
  kind: z.enum(segmentKinds).meta({ title: "Kind" }),
  code: code.meta({ title: "Code" }),
  name: z.string().trim().min(1, "Give it a name.").max(120).meta({ title: "Name" }),
  stop: z
    .enum(["hard", "soft"])
    .default("hard")
    .meta({ title: "When a commitment exceeds what is available" }),
  federal: z.boolean().default(false).meta({ title: "Federal assistance" }),
  assistanceListing: z
    .string()
    .trim()
    .regex(/^\d{2}\.\d{3}$/, "An assistance listing looks like 97.036.")
    .nullish()
    .meta({ title: "Assistance listing" }),
  startsOn: z.iso.date().nullish().meta({ title: "From" }),
  endsOn: z.iso.date().nullish().meta({ title: "Until" }),
  active: z.boolean().default(true).meta({ title: "In use" }),
  class: accountClass.default("expenditure").meta({ title: "Class" }),
  category: category.default("operating").meta({ title: "Category" }),
};
export const segmentInput = z.object(segmentFields);
const { kind: _kind, ...changeable } = segmentFields;
export const segmentPatch = patchOf(changeable);
export const segmentRow = z
  .object({
    id: z.string(),
    kind: z.enum(segmentKinds),
    code: z.string(),
    name: z.string(),
    stop: z.enum(["hard", "soft"]),
    federal: z.boolean(),
    assistanceListing: z.string().nullable(),
    startsOn: dayField.nullable(),
    endsOn: dayField.nullable(),
    active: z.boolean(),
    class: accountClass,
    category,
    version: z.number(),
  })
  .meta({ id: "SegmentValue" });
export type Segment = z.output<typeof segmentRow>;

export const accountStringInput = z.object({
  fundId: z.uuid(),
  departmentId: z.uuid(),
  accountId: z.uuid(),
  projectId: z.uuid().nullish(),
  awardId: z.uuid().nullish(),
});
export const accountStringRow = z
  .object({
    id: z.string(),
    code: z.string(),
    fund: z.string(),
    department: z.string(),
    account: z.string(),
    project: z.string().nullable(),
    award: z.string().nullable(),
    label: z.string(),
    federal: z.boolean(),
    available: z.number().nullable(),
    /** It charges a project whose lines bear cost codes. */
    coded: z.boolean(),
  })
  .meta({ id: "AccountString" });
export type AccountString = z.output<typeof accountStringRow>;

export const fiscalYearRow = z
  .object({
    id: z.string(),
    year: z.number(),
    startsOn: dayField,
    endsOn: dayField,
    status: z.enum(["planned", "open", "closed"]),
    version: z.number(),
  })
  .meta({ id: "FiscalYear" });

export type FiscalYear = z.output<typeof fiscalYearRow>;
export const fiscalYearInput = z
  .object({
    year: z.coerce.number().int().min(1990).max(2200),
    startsOn: z.iso.date(),
    endsOn: z.iso.date(),
    /** Planned: its budget is prepared by a cycle, which opens it. */
    status: z.enum(["planned", "open"]).default("open"),
  })
  .refine((y) => y.endsOn > y.startsOn, {
    path: ["endsOn"],
    message: "The year ends before it begins.",
  });

export const fiscalYearDaysInput = z
  .object({ startsOn: z.iso.date(), endsOn: z.iso.date() })
  .refine((y) => y.endsOn > y.startsOn, {
    path: ["endsOn"],
    message: "The year ends before it begins.",
  });

/**
 * How commitments go into the next year: `carry` with the unspent budget behind them, `next`
 * against that year's own budget.
 */
export const closeYearInput = z.object({
  budget: z.enum(["carry", "next"]),
  note: z.string().trim().max(500).default(""),
});
export const reopenYearInput = z.object({
  reason: z.string().trim().min(3, "Say why the year is opened again.").max(500),
});
const shortAccount = z.object({ code: z.string(), line: z.boolean(), missing: z.number() });
export const closingPreview = z
  .object({
    year: fiscalYearRow,
    next: fiscalYearRow.nullable(),
    blocked: z.string().nullable(),
    groups: z.array(
      z.object({
        documentType: z.string(),
        label: z.string(),
        count: z.number(),
        amount: z.number(),
        held: z.number(),
      }),
    ),
    documents: z.array(
      z.object({
        documentType: z.string(),
        kind: z.string(),
        id: z.string(),
        number: z.string(),
        href: z.string(),
        amount: z.number(),
        held: z.number(),
      }),
    ),
    budget: z.number(),
    expended: z.number(),
    preEncumbered: z.number(),
    encumbered: z.number(),
    carriedBudget: z.number(),
    lapses: z.object({ carry: z.number(), next: z.number() }),
    short: z.object({ carry: z.array(shortAccount), next: z.array(shortAccount) }),
  })
  .meta({ id: "FiscalYearClosing" });
export type ClosingPreview = z.output<typeof closingPreview>;

export const budgetLineInput = z.object({
  fiscalYearId: z.uuid(),
  accountStringId: z.uuid(),
  original: cents.meta({ title: "Adopted budget" }),
  note: z.string().trim().max(500).default(""),
});
export const amendInput = z.object({
  amount: z
    .number()
    .int()
    .min(-9e14)
    .max(9e14)
    .refine((n) => n !== 0, "Enter an amount other than zero."),
  reason: z.string().trim().min(3, "Say why the budget changes.").max(500),
  /** No other line of the budget gives or takes the amount, so this says what does. */
  source: z
    .string()
    .trim()
    .min(
      3,
      "Say where the money comes from, or goes: a resolution, a grant, revenue, the fund balance.",
    )
    .max(300)
    .meta({ title: "Source" }),
});
export const transferInput = z
  .object({
    fromId: z.uuid(),
    toId: z.uuid(),
    amount: cents.min(1, "Enter an amount above zero."),
    reason: z.string().trim().min(3, "Say why money moves.").max(500),
  })
  .refine((t) => t.fromId !== t.toId, {
    path: ["toId"],
    message: "Choose another line to move money to.",
  });

export const budgetLineRow = z
  .object({
    id: z.string(),
    year: z.number(),
    code: z.string(),
    fund: z.string(),
    fundId: z.string(),
    department: z.string(),
    departmentId: z.string(),
    account: z.string(),
    project: z.string().nullable(),
    award: z.string().nullable(),
    class: accountClass,
    stop: z.enum(["hard", "soft"]),
    closed: z.boolean(),
    original: z.number(),
    adjusted: z.number(),
    budget: z.number(),
    preEncumbered: z.number(),
    encumbered: z.number(),
    expended: z.number(),
    available: z.number(),
    usedPercent: z.number(),
    version: z.number(),
  })
  .meta({ id: "BudgetLine" });
export type BudgetLine = z.output<typeof budgetLineRow>;

export const budgetEffectRow = z
  .object({
    accountStringId: z.string(),
    code: z.string(),
    fund: z.string(),
    budget: z.number(),
    preEncumbered: z.number(),
    encumbered: z.number(),
    expended: z.number(),
    available: z.number(),
    stop: z.enum(["hard", "soft"]),
  })
  .meta({ id: "BudgetEffect" });
export type BudgetEffectRow = z.output<typeof budgetEffectRow>;

const commitmentKinds = {
  adopt: "Adopted",
  amend: "Amended",
  transfer: "Transferred",
  pre_encumber: "Pre-encumbered",
  encumber: "Encumbered",
  expend: "Expended",
  release: "Released",
  reverse: "Reversed",
  carry: "Carried",
} as const;
export const commitmentRow = z
  .object({
    id: z.string(),
    postedOn: dayField,
    kind: z.enum(names(commitmentKinds)),
    code: z.string(),
    fund: z.string(),
    department: z.string(),
    documentType: z.string(),
    documentId: z.string(),
    documentNumber: z.string(),
    adjusted: z.number(),
    preEncumbered: z.number(),
    encumbered: z.number(),
    expended: z.number(),
    postedBy: z.string().nullable(),
    note: z.string(),
    createdAt: instantField,
  })
  .meta({ id: "CommitmentEntry" });
export type CommitmentRow = z.output<typeof commitmentRow>;
