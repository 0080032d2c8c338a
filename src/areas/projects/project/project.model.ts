import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { projectStatuses } from "./project.labels.ts";

const degrees = (most: number, what: string) =>
  z
    .string()
    .trim()
    .refine(
      (text) => /^-?\d{1,3}(\.\d{1,6})?$/.test(text) && Math.abs(Number(text)) <= most,
      `${what} is a number of degrees from -${most} to ${most}, such as 44.7891.`,
    )
    .nullable()
    .default(null);
const id = () => z.uuid().nullable().default(null);
const inspector = z.object({ personId: z.uuid("Choose somebody of the agency.") });
const contract = z.object({ contractId: z.uuid("Choose a contract.") });

/** The fields of a project, said once: form, API and import derive from them. */
export const projectFields = {
  name: z.string().trim().min(3, "Say what is built.").max(200).meta({ title: "Project" }),
  description: z.string().trim().max(10_000).default("").meta({ title: "Description" }),
  departmentId: z.uuid("Choose a department.").meta({ title: "Department" }),
  segmentCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9-]{0,19}$/, "Capital letters, digits and hyphens, such as P145.")
    .meta({ title: "Code in the ledger" }),
  engineerId: id().meta({ title: "Engineer" }),
  inspectors: z.array(inspector).max(20).default([]).meta({ title: "Inspectors" }),
  contracts: z.array(contract).max(20).default([]).meta({ title: "Contracts" }),
  place: z.string().trim().max(300).default("").meta({ title: "Place" }),
  latitude: degrees(90, "The latitude").meta({ title: "Latitude" }),
  longitude: degrees(180, "The longitude").meta({ title: "Longitude" }),
  startsOn: dayInput("Enter a day.").nullable().default(null).meta({ title: "Work starts" }),
  contractDays: z
    .int("Enter whole days.")
    .min(1, "At least one day.")
    .max(18_300, "At most 18,300 days.")
    .nullable()
    .default(null)
    .meta({ title: "Contract days" }),
  questionDays: z
    .int("Enter whole days.")
    .min(1, "At least one day.")
    .max(60, "At most 60 days.")
    .default(7)
    .meta({ title: "Days to answer a question" }),
  monthlyScheduleDay: z
    .int("Enter a day of the month.")
    .min(1, "From the first day of the month.")
    .max(28, "At most the 28th, which every month has.")
    .nullable()
    .default(null)
    .meta({ title: "Monthly schedule by day" }),
  monthlyScheduleFrom: dayInput("Enter a day.")
    .nullable()
    .default(null)
    .meta({ title: "Monthly schedule from" }),
};

const twice = (ids: readonly string[]): boolean => new Set(ids).size < ids.length;
export const projectInput = z
  .object(projectFields)
  .refine((p) => (p.latitude === null) === (p.longitude === null), {
    path: ["longitude"],
    message: "A position has latitude and longitude, or neither.",
  })
  .refine((p) => (p.monthlyScheduleDay === null) === (p.monthlyScheduleFrom === null), {
    path: ["monthlyScheduleFrom"],
    message: "A monthly schedule has its day of the month and from when on, or neither.",
  })
  .refine((p) => !twice(p.inspectors.map((each) => each.personId)), {
    path: ["inspectors"],
    message: "Somebody is named twice.",
  })
  .refine((p) => !twice(p.contracts.map((each) => each.contractId)), {
    path: ["contracts"],
    message: "A contract is named twice.",
  });
export type ProjectInput = z.output<typeof projectInput>;

const cents = (what: string) =>
  heldAs("cents", z.number(what).int().min(0, "An amount of nothing or more.").max(9e13));

/** What the engineer expects the project to cost in the end, and why. */
const forecastFields = {
  cents: cents("Enter what it will cost in the end."),
  reason: z.string().trim().min(3, "Say what the forecast rests on.").max(1000),
};
export const forecastInput = z.object(forecastFields);

/** What a certificate of substantial completion is told; what is left it takes from the punch list. */
export const completionInput = z.object({ completedOn: dayInput("Enter the day.") });

const money = {
  budgetCents: z.number(),
  /** Asked for or ordered, and not billed yet. */
  committedCents: z.number(),
  spentCents: z.number(),
  forecastCents: z.number().nullable(),
};
const time = {
  startsOn: dayField.nullable(),
  /** The last day that its contracts grant, or that its days give. */
  finishOn: dayField.nullable(),
  daysGranted: z.number().nullable(),
  daysUsed: z.number().nullable(),
};
export const projectRow = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string(),
    status: z.enum(names(projectStatuses)),
    segmentCode: z.string(),
    departmentId: z.string(),
    department: z.string().nullable(),
    engineerId: z.string().nullable(),
    place: z.string(),
    latitude: z.string().nullable(),
    longitude: z.string().nullable(),
    ...money,
    ...time,
    beyondBudget: z.boolean(),
    beyondTime: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "Project" });
export type ProjectRow = z.output<typeof projectRow>;

const named = z.object({ id: z.string(), number: z.string(), title: z.string() });
export const projectDetail = projectRow
  .extend({
    description: z.string(),
    segmentId: z.string(),
    segment: z.string(),
    engineer: z.string().nullable(),
    inspectors: z.array(z.object({ personId: z.string() })),
    inspectorNames: z.array(z.string()),
    contracts: z.array(z.object({ contractId: z.string() })),
    /** Its contracts, by number. */
    named: z.array(
      z.object({
        ...named.shape,
        vendor: z.string(),
        status: z.string(),
        endsOn: dayField,
        ceiling: z.number(),
      }),
    ),
    contractDays: z.number().nullable(),
    questionDays: z.number(),
    monthlyScheduleDay: z.number().nullable(),
    monthlyScheduleFrom: dayField.nullable(),
    phases: z.array(z.object({ name: z.string(), cents: z.array(z.number()) })),
    funding: z.array(z.object({ source: z.string(), year: z.number(), cents: z.number() })),
    capitalRequestId: z.string().nullable(),
    forecastReason: z.string(),
    forecastOn: dayField.nullable(),
    forecaster: z.string().nullable(),
    completedOn: dayField.nullable(),
    remaining: z.string(),
    costToComplete: z.number(),
    certifier: z.string().nullable(),
    certifiedAt: instantField.nullable(),
    closedOn: dayField.nullable(),
    proposer: z.string().nullable(),
    statusReason: z.string(),
    /** What must be settled before it is closed; told once it is substantially complete. */
    open: z.array(z.object({ what: z.string(), says: z.string(), href: z.string().nullable() })),
    approvalId: z.string().nullable(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ProjectDetail" });
export type ProjectDetail = z.output<typeof projectDetail>;

/** How the agency's projects stand: each figure opens its rows. */
export const projectStanding = z
  .object({
    beyondBudget: z.number(),
    beyondTime: z.number(),
    /** Sent for approval and not decided. */
    submitted: z.number(),
    /** Approved and not begun. */
    approved: z.number(),
    /** Substantially complete and not closed. */
    toClose: z.number(),
    /** Pay applications that wait to be certified. */
    toCertify: z.number(),
    open: z.number(),
    /** Whose retainage is to be released within thirty days, or was to be. */
    retainageDue: z.array(z.object({ id: z.string(), number: z.string(), by: dayField })),
  })
  .meta({ id: "ProjectStanding" });
export type ProjectStanding = z.output<typeof projectStanding>;
