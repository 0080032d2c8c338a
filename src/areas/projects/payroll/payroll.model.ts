import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { addDays } from "#kernel/time.ts";
import { payrollStatuses } from "./payroll.labels.ts";
import { findingKinds, holdsSocialSecurity } from "./wages.model.ts";

const words = (what: string, most = 120) => z.string().trim().min(1, what).max(most);
const rateOf = (what: string) =>
  z.int(what).min(0, "Nothing or more.").max(1_000_00, "At most $1,000 an hour.");
const pay = (what: string) =>
  z.int(what).min(0, "Nothing or more.").max(100_000_00, "At most $100,000 a week.");
const hours = z
  .string()
  .trim()
  .regex(/^\d{1,2}(\.\d{1,2})?$/, "Hours are a number such as 8 or 7.5.")
  .refine((text) => Number(text) <= 24, "A day has 24 hours.");
const week = z.array(hours).length(7, "Give the hours of seven days, none as 0.");

const worker = z.strictObject({
  name: words("Enter the worker's name."),
  idNumber: words("Enter the last four digits, or your own number of the worker.", 20),
  classification: words("Enter the classification of the wage determination.", 160),
  apprenticePercent: z
    .int("A whole percent.")
    .min(1, "At least 1 percent.")
    .max(100, "At most 100 percent.")
    .nullable()
    .default(null),
  straight: week,
  overtime: week,
  rate: rateOf("Enter the rate of an hour."),
  overtimeRate: rateOf("Enter the rate of an hour of overtime."),
  fringePlans: rateOf("Enter what goes to plans for an hour, or 0."),
  fringeCash: rateOf("Enter what is paid in cash in lieu, or 0."),
  gross: pay("Enter what was earned on this project."),
  grossAll: pay("Enter what was earned on all work.").nullable().default(null),
  deductions: pay("Enter all deductions.").nullable().default(null),
  net: pay("Enter the net pay.").nullable().default(null),
});
export type WorkerInput = z.output<typeof worker>;

/** The fields of a certified payroll, said once: form, API and history derive from them. */
export const payrollFields = {
  purchaseOrderId: z.uuid("Choose the order.").meta({ title: "Order" }),
  employer: words("Say whose workers these are.", 200).meta({ title: "Employer" }),
  payrollNo: z
    .int("Enter the number of the payroll.")
    .min(1, "Payrolls are numbered from 1.")
    .max(9999, "At most 9999.")
    .meta({ title: "Payroll no." }),
  weekEnding: dayInput("Enter the last day of the week.").meta({ title: "Week ending" }),
  paidOn: dayInput("Enter the payday.").nullable().default(null).meta({ title: "Payday" }),
  noWork: z.boolean().default(false).meta({ title: "No work was performed" }),
  final: z.boolean().default(false).meta({ title: "Last payroll of this employer" }),
  workers: z.array(worker).max(300, "At most 300 rows.").default([]).meta({ title: "Workers" }),
  exceptions: z.string().trim().max(4000).default("").meta({ title: "Exceptions" }),
  signedBy: z.string().trim().max(200).default("").meta({ title: "Signed by" }),
  signedTitle: z.string().trim().max(200).default("").meta({ title: "Title of the signer" }),
};

/** What is said wherever a full Social Security number is refused; none is stored or written to a log. */
export const socialSecurityRefused =
  "This reads as a full Social Security number. Give its last four digits alone: a payroll never holds the whole number, and nothing was stored.";

type Typed = Partial<z.output<z.ZodObject<typeof payrollFields>>>;
const numbersIn = (p: Typed): (string | number)[][] => [
  ...(["employer", "exceptions", "signedBy", "signedTitle"] as const)
    .filter((field) => holdsSocialSecurity(p[field] ?? ""))
    .map((field) => [field]),
  ...(p.workers ?? []).flatMap((w, at) =>
    (["name", "idNumber", "classification"] as const)
      .filter((field) => holdsSocialSecurity(w[field]))
      .map((field) => ["workers", at, field]),
  ),
];

const judge = (p: z.output<z.ZodObject<typeof payrollFields>>, context: z.RefinementCtx): void => {
  const wrong = (path: (string | number)[], message: string) =>
    context.addIssue({ code: "custom", path, message });
  for (const path of numbersIn(p)) wrong(path, socialSecurityRefused);
  if (p.noWork && p.workers.length > 0)
    wrong(["noWork"], "Workers are listed: work was performed in this week.");
  if (!p.noWork && p.workers.length === 0)
    wrong(["workers"], "List the workers, or say that no work was performed.");
  if (!p.noWork && p.paidOn === null) wrong(["paidOn"], "Enter the payday.");
  if (p.paidOn !== null && p.paidOn < addDays(p.weekEnding, -6))
    wrong(["paidOn"], "The payday comes before the week.");
  for (const [at, w] of p.workers.entries())
    for (let day = 0; day < 7; day++)
      if (Number(w.straight[day]) + Number(w.overtime[day]) > 24)
        wrong(["workers", at, "overtime"], `${w.name}: more than 24 hours on one day.`);
};

export const payrollInput = z
  .object({ ...payrollFields, projectId: z.uuid("Choose the project.") })
  .superRefine(judge);
export type PayrollInput = z.output<typeof payrollInput>;
export const payrollChange = z.object(payrollFields).superRefine(judge);
export type PayrollChange = z.output<typeof payrollChange>;

const { purchaseOrderId: _order, ...sentFields } = payrollFields;
/** What a contractor sends of its own order: with the signature of whoever pays the workers. */
export const contractorPayroll = z
  .object({
    ...sentFields,
    signedBy: words("Enter the name of whoever signs.", 200),
    signedTitle: words("Enter the title of whoever signs.", 200),
    certified: z.literal(true, "Confirm the statement of compliance."),
  })
  .superRefine((p, context) => judge({ ...p, purchaseOrderId: "" }, context));
export type ContractorPayroll = z.output<typeof contractorPayroll>;

/** The text of a payroll as CSV, in the columns of form WH-347. */
export const payrollText = z.object({ text: z.string().min(1, "Choose a file.").max(2_000_000) });
export const payrollRead = z
  .object({
    workers: z.array(worker),
    /** What could not be read, by line of the file; the other lines stand in `workers`. */
    errors: z.array(z.object({ line: z.number(), says: z.string() })),
  })
  .meta({ id: "PayrollRead" });
export type PayrollRead = z.output<typeof payrollRead>;

const rate = z.strictObject({
  classification: words("Enter the classification.", 160),
  basic: rateOf("Enter the basic rate.").min(1, "A basic rate is more than nothing."),
  fringe: rateOf("Enter the fringe benefits, or 0."),
});
/** The wage determination that binds a project's contracts. */
export const wagesInput = z
  .object({
    determination: words("Enter the number, such as MN20260064.", 40).meta({ title: "Number" }),
    modification: z.int("Enter the modification.").min(0).max(999).default(0),
    publishedOn: dayInput("Enter the day of its publication."),
    source: words("Say where it is written, such as the page of SAM.gov or of the contract.", 500),
    rates: z.array(rate).min(1, "Enter at least one classification.").max(500, "At most 500."),
  })
  .refine(
    ({ rates }) =>
      new Set(rates.map((each) => each.classification.toLowerCase())).size === rates.length,
    { path: ["rates"], message: "A classification stands twice." },
  );
export type WagesInput = z.output<typeof wagesInput>;

export const payrollRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(payrollStatuses)),
    projectId: z.string(),
    project: z.string(),
    purchaseOrderId: z.string(),
    employer: z.string(),
    payrollNo: z.number(),
    weekEnding: dayField,
    paidOn: dayField.nullable(),
    noWork: z.boolean(),
    final: z.boolean(),
    workers: z.number(),
    submittedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "CertifiedPayroll" });
export type PayrollRow = z.output<typeof payrollRow>;

const finding = z.object({ at: z.number(), kind: z.enum(names(findingKinds)), says: z.string() });

export const payrollDetail = payrollRow
  .omit({ workers: true })
  .extend({
    projectNumber: z.string(),
    order: z.string(),
    workers: z.array(worker),
    totals: z.object({ people: z.number(), hours: z.string(), gross: z.number() }),
    exceptions: z.string(),
    signedBy: z.string(),
    signedTitle: z.string(),
    signedAt: instantField.nullable(),
    /** The last day on which it was in time; null where no work was performed. */
    dueOn: dayField.nullable(),
    late: z.boolean(),
    determination: z.string().nullable(),
    findings: z.array(finding),
    /** What else does not fit: a log that saw workers in a week without work. */
    against: z.array(z.string()),
    acceptedBy: z.string().nullable(),
    acceptedReason: z.string(),
    statusReason: z.string(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "CertifiedPayrollDetail" });
export type PayrollDetail = z.output<typeof payrollDetail>;

const weekState = z.enum(["accepted", "submitted", "returned", "draft", "missing"]);
/** Weeks of a project by employer, and why payrolls are demanded. */
export const payrollWeeks = z
  .object({
    demanded: z.enum(["yes", "no", "notKnown"]),
    because: z.string(),
    wages: wagesInput.nullable(),
    orders: z.array(z.object({ id: z.string(), number: z.string(), vendor: z.string() })),
    employers: z.array(
      z.object({
        employer: z.string(),
        weeks: z.array(
          z.object({ ending: dayField, state: weekState, payrollId: z.string().nullable() }),
        ),
      }),
    ),
  })
  .meta({ id: "PayrollWeeks" });
export type PayrollWeeks = z.output<typeof payrollWeeks>;

/** A contractor's payrolls of one of its orders. */
export const contractorPayrolls = z
  .object({
    demanded: z.boolean(),
    because: z.string(),
    /** Weeks of its own that no payroll tells of yet. */
    missing: z.array(dayField),
    nextNo: z.number(),
    employer: z.string(),
    classifications: z.array(z.string()),
    items: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        status: z.enum(names(payrollStatuses)),
        employer: z.string(),
        payrollNo: z.number(),
        weekEnding: dayField,
        noWork: z.boolean(),
        statusReason: z.string(),
      }),
    ),
  })
  .meta({ id: "ContractorPayrolls" });
export type ContractorPayrolls = z.output<typeof contractorPayrolls>;
