import { z } from "zod";
import { offeredAction, keptBySilence } from "#kernel/fields.ts";
import { dayField, dayInput, instantField, instantInput } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import {
  countEnds,
  spanBases,
  spanKinds,
  type CountEnd,
  type SpanBasis,
  type SpanKind,
} from "./days.labels.ts";
import { privacyKinds, type PrivacyKind } from "./privacy.data.ts";
import {
  injuryTypes,
  outcomes,
  safetyKinds,
  safetyStatuses,
  severities,
  type Outcome,
  type SafetyKind,
  type SafetyStatus,
  type Severity,
} from "./safety.labels.ts";
const optional = <T extends z.ZodType>(field: T) =>
  field
    .or(z.literal(""))
    .nullish()
    .transform((value) => (value === "" ? null : (value ?? null)) as z.output<T> | null);
const short = (most: number) => z.string().trim().max(most).default("");
const time = z.union([
  z.literal(""),
  z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Write the time as 07:30."),
]);

const zip = z.union([
  z.literal(""),
  z
    .string()
    .trim()
    .regex(/^\d{5}(-?\d{4})?$/, "Write the ZIP code as 55318 or 55318-1234."),
]);

/**
 * What is private of a case: the person, what happened in words, and medical facts. Days are
 * YYYY-MM-DD, times HH:MM of the agency; empty where not known.
 */
export const privateFacts = z.object({
  name: short(200),
  jobTitle: short(100),
  street: short(200),
  city: short(100),
  state: short(2),
  zip: zip.default(""),
  dateOfBirth: optional(z.iso.date("Enter a day.")),
  dateOfHire: optional(z.iso.date("Enter a day.")),
  sex: z.enum(["", "M", "F"]).default(""),
  physician: short(200),
  facility: short(300),
  facilityType: short(100),
  emergencyRoom: z.boolean().default(false),
  inPatient: z.boolean().default(false),
  timeStarted: time.default(""),
  timeUnknown: z.boolean().default(false),
  before: short(1000),
  happened: short(1000),
  injury: short(1000),
  object: short(1000),
  dateOfDeath: optional(z.iso.date("Enter a day.")),
});
/** With what the classification says: why the name stays off the log. */
export const sealedFacts = privateFacts.extend({
  zip: short(10),
  privacyKind: z.enum(names<PrivacyKind>(privacyKinds)).nullable().default(null),
});
export type PrivateFacts = z.output<typeof sealedFacts>;
export type FactsInput = z.output<typeof privateFacts>;
/** The same as it is answered: nothing is reshaped on the way out. */
export const privateAnswer = sealedFacts.extend({
  dateOfBirth: z.string().nullable(),
  dateOfHire: z.string().nullable(),
  dateOfDeath: z.string().nullable(),
  timeStarted: z.string(),
  version: z.number(),
  /** Who said of which days that they are needed, and in which words. */
  words: z.array(z.object({ spanId: z.string(), clinician: z.string(), words: z.string() })),
});
export type PrivateAnswer = z.output<typeof privateAnswer>;

export const reportInput = z.object({
  kind: z.enum(names<SafetyKind>(safetyKinds), "Say what it was."),
  happenedAt: instantInput("Enter when it happened."),
  placeId: optional(z.uuid()),
  location: z.string().trim().min(2, "Say where.").max(200),
  assetId: optional(z.uuid()),
  departmentId: optional(z.uuid()),
  /** Of a near miss, for everybody; of an injury it is kept with what is private. */
  words: z.string().trim().min(3, "Say what happened.").max(1000),
  /** Who was hurt: kept with what is private. */
  name: short(200),
  /** Without a name: of near misses only. */
  anonymous: z.boolean().default(false),
});
export type ReportInput = z.output<typeof reportInput>;

export const triageInput = z.object({
  kind: z.enum(names<SafetyKind>(safetyKinds)),
  establishmentId: optional(z.uuid()),
  severe: z
    .union([z.literal("").transform(() => null), z.enum(names<Severity>(severities))])
    .nullable()
    .default(null),
  severeKnownAt: optional(instantInput()),
});
export const toldInput = z.object({
  at: z.iso.datetime({ offset: true, error: "Enter when OSHA was told." }),
  to: z.string().trim().min(2, "Say how: the office, or 1-800-321-OSHA.").max(200),
});
export const answerInput = z.object({
  question: z.string().max(40),
  answer: z.boolean("Answer yes or no."),
  reason: z.string().trim().min(3, "Say why.").max(1000),
});
export const classifyInput = z.object({
  injuryType: z.coerce.number().int().min(1).max(6).nullable().default(null),
  /** Of the closed list of 29 CFR 1904.29(b)(7); empty where the name is entered. */
  privacyKind: z
    .union([z.literal("").transform(() => null), z.enum(names<PrivacyKind>(privacyKinds))])
    .nullable()
    .default(null),
});
/** Days away, restricted or transferred, first and last with them. */
const spanFields = {
  kind: z.enum(names<SpanKind>(spanKinds), "Choose what the days are."),
  fromDay: dayInput("Enter the first day."),
  /** Without one they go on; of days to come it is what the clinician expects. */
  toDay: optional(dayInput("Enter a day.")),
  basis: z.enum(["clinician", "agency"], "Say by whose word."),
  clinician: short(200),
  words: short(1000),
};
export const spanInput = z.object(spanFields);
/** A change: days that ended go on only where it says so. */
export const spanChange = keptBySilence(spanFields, ["toDay"]);
export type SpanChange = z.output<typeof spanChange>;
export const removeSpanInput = z.object({
  reason: z.string().trim().min(3, "Say why.").max(300),
});
export const countingInput = z.object({
  workWeekdays: z
    .array(z.coerce.number().int().min(0).max(6))
    .min(1, "Choose one day of the week at least.")
    .max(7)
    .transform((days) => [...new Set(days)].toSorted()),
  countEndedOn: optional(dayInput("Enter a day.")),
  countEndedWhy: z
    .union([z.literal("").transform(() => null), z.enum(names<CountEnd>(countEnds))])
    .nullable()
    .default(null),
});
export const investigateInput = z.object({ finding: short(4000) });

export const safetyRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names<SafetyStatus>(safetyStatuses)),
    kind: z.enum(names<SafetyKind>(safetyKinds)),
    title: z.string(),
    happenedOn: dayField,
    location: z.string(),
    department: z.string().nullable(),
    establishment: z.string().nullable(),
    outcome: z.enum(names<Outcome>(outcomes)).nullable(),
    recordable: z.boolean().nullable(),
    daysAway: z.number(),
    daysRestricted: z.number(),
    version: z.number(),
  })
  .meta({ id: "SafetyCase" });
export type SafetyRow = z.output<typeof safetyRow>;

const questionShown = z.object({
  key: z.string(),
  text: z.string(),
  citation: z.string(),
  about: z.string(),
  answer: z.boolean().nullable(),
  reason: z.string(),
  by: z.string().nullable(),
  at: instantField.nullable(),
});

const spanShown = z.object({
  id: z.string(),
  kind: z.enum(names<SpanKind>(spanKinds)),
  fromDay: dayField,
  toDay: dayField.nullable(),
  basis: z.enum(names<SpanBasis>(spanBases)),
});
export type SpanShown = z.output<typeof spanShown>;

export const safetyDetail = safetyRow
  .extend({
    happenedAt: instantField,
    reportedOn: dayField,
    place: z.string().nullable(),
    asset: z.string().nullable(),
    assetId: z.string().nullable(),
    establishmentId: z.string().nullable(),
    hazard: z.string(),
    severe: z.enum(names<Severity>(severities)).nullable(),
    severeKnownAt: instantField.nullable(),
    severeDueAt: instantField.nullable(),
    severeToldAt: instantField.nullable(),
    severeToldTo: z.string(),
    finding: z.string(),
    injuryType: z.number().nullable(),
    privacy: z.boolean(),
    because: z.string().nullable(),
    statusReason: z.string().nullable(),
    questions: z.array(questionShown),
    spans: z.array(spanShown),
    /** With the days to come that a span names: what a summary estimates. */
    expectedAway: z.number(),
    expectedRestricted: z.number(),
    capped: z.boolean(),
    workWeekdays: z.array(z.number()),
    countEndedOn: dayField.nullable(),
    countEndedWhy: z.enum(names<CountEnd>(countEnds)).nullable(),
    canEdit: z.boolean(),
    canReadPrivate: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "SafetyCaseDetail" });
export type SafetyDetail = z.output<typeof safetyDetail>;

const establishmentFields = {
  name: z.string().trim().min(1, "Enter a name.").max(100, "At most 100 letters."),
  company: short(100),
  street: short(200),
  city: short(100),
  state: short(2),
  zip: short(10),
  ein: short(10),
  naics: short(6),
  industry: short(300),
  kind: z.coerce
    .number()
    .pipe(z.literal([1, 2, 3]))
    .default(3),
  active: z.boolean().default(true),
};
export const establishmentInput = z.object(establishmentFields);
/** A change: one that says nothing of it opens no establishment that is closed. */
export const establishmentChange = keptBySilence(establishmentFields, ["active"]);
export type EstablishmentInput = z.output<typeof establishmentChange>;
export const establishmentRow = establishmentInput.extend({
  id: z.string(),
  version: z.number(),
  kind: z.literal([1, 2, 3]),
});
export type EstablishmentRow = z.output<typeof establishmentRow>;

const count = z.union([
  z.literal("").transform(() => null),
  z.coerce.number("Enter a whole number.").int().min(0).max(2_000_000_000).nullable(),
]);
export const yearInput = z.object({
  averageEmployees: count.default(null),
  hoursWorked: count.default(null),
  executiveName: short(120),
  executiveTitle: short(120),
  executivePhone: short(40),
  changeReason: short(300),
});
export type YearInput = z.output<typeof yearInput>;
export const yearStepInput = z.object({
  step: z.enum(["certify", "post", "remove", "send"]),
  on: dayInput("Enter the day."),
});

const totals = z.object({
  deaths: z.number(),
  daysAwayCases: z.number(),
  restrictedCases: z.number(),
  otherCases: z.number(),
  daysAway: z.number(),
  daysRestricted: z.number(),
  injuries: z.number(),
  skin: z.number(),
  respiratory: z.number(),
  poisonings: z.number(),
  hearing: z.number(),
  otherIllnesses: z.number(),
});
export type Totals = z.output<typeof totals>;
const fault = z.object({
  file: z.enum(["300A", "cases"]),
  row: z.string(),
  column: z.string(),
  message: z.string(),
});
export type Fault = z.output<typeof fault>;

const filingAnswer = z.object({
  regime: z.string(),
  /** Whether a log is kept and form 300A posted; null where something is missing to say it. */
  keeps: z.boolean().nullable(),
  /** What is sent electronically. */
  sends: z.array(z.enum(["300A", "cases"])),
  sendBy: dayField.nullable(),
  reasons: z.array(z.object({ text: z.string(), citation: z.string(), verified: z.boolean() })),
});
export type FilingAnswer = z.output<typeof filingAnswer>;

/** Form 300A of an establishment and year: sums only, nobody's case. */
export const yearAnswer = z
  .object({
    establishment: establishmentRow,
    year: z.number(),
    id: z.string().nullable(),
    version: z.number(),
    averageEmployees: z.number().nullable(),
    hoursWorked: z.number().nullable(),
    executiveName: z.string(),
    executiveTitle: z.string(),
    executivePhone: z.string(),
    certifiedBy: z.string().nullable(),
    certifiedOn: dayField.nullable(),
    postedOn: dayField.nullable(),
    removedOn: dayField.nullable(),
    sentOn: dayField.nullable(),
    changeReason: z.string(),
    totals,
    /** Per 200,000 hours; null without hours. */
    trir: z.number().nullable(),
    dart: z.number().nullable(),
    faults: z.array(fault),
    openCases: z.number(),
    /** Cases whose days go on without an expected end: a summary estimates them. */
    openEnds: z.array(z.string()),
    filing: filingAnswer,
  })
  .meta({ id: "SafetyYear" });
export type YearAnswer = z.output<typeof yearAnswer>;

/** A line of form 300; a privacy case shows no name. */
const logLine = z.object({
  caseId: z.string(),
  number: z.string(),
  name: z.string(),
  jobTitle: z.string(),
  happenedOn: dayField,
  where: z.string(),
  injury: z.string(),
  outcome: z.enum(names<Outcome>(outcomes)),
  daysAway: z.number(),
  daysRestricted: z.number(),
  type: z.enum(names(injuryTypes)),
});
export const logAnswer = z.object({
  items: z.array(logLine),
  /** The separate, confidential list of names: 29 CFR 1904.29(b)(6). */
  privacy: z.array(z.object({ number: z.string(), name: z.string() })),
});
export type LogAnswer = z.output<typeof logAnswer>;
