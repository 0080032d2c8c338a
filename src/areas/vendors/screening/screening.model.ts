import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";

const candidate = z.object({
  key: z.string(),
  samNumber: z.string(),
  name: z.string(),
  classification: z.string(),
  uei: z.string().nullable(),
  address: z.string(),
  program: z.string(),
  agency: z.string(),
  exclusionType: z.string(),
  activeOn: dayField.nullable(),
  endsOn: dayField.nullable(),
  comments: z.string(),
  /** As it stands in the list; evidence from before it was read has none. */
  crossReference: z.string().optional(),
  score: z.number(),
  reasons: z.array(z.string()),
  result: z.enum(["possible", "excluded"]),
  /** The decision of an earlier screening that still holds for this candidate. */
  decided: z.enum(["clear", "excluded"]).nullable(),
});
export type Candidate = z.output<typeof candidate>;

const subject = z.object({
  name: z.string(),
  doingBusinessAs: z.string().nullable(),
  uei: z.string().nullable(),
  address1: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
});
const screeningRow = z
  .object({
    id: z.string(),
    vendorId: z.string(),
    at: instantField,
    person: z.string().nullable(),
    trigger: z.enum([
      "activation",
      "demand",
      "list",
      "registration",
      "award",
      "renewal",
      "payment",
    ]),
    listName: z.string(),
    listDate: dayField,
    listSha256: z.string(),
    listRows: z.number(),
    subject,
    candidates: z.array(candidate),
    /** The record for which it was made, with the name of its noun. */
    objectType: z.string().nullable(),
    objectId: z.string().nullable(),
    objectNumber: z.string().nullable(),
    outcome: z.enum(["clear", "possible", "excluded"]),
    decision: z.enum(["clear", "excluded"]).nullable(),
    decisionReason: z.string().nullable(),
    decidedAt: instantField.nullable(),
    decider: z.string().nullable(),
    canDecide: z.boolean(),
    /** The search by hand that stood in for a list; null of a screening against a list. */
    search: z
      .object({ fileId: z.string(), person: z.string(), note: z.string(), lastDay: dayField })
      .nullable(),
  })
  .meta({ id: "VendorScreening" });
export type ScreeningRow = z.output<typeof screeningRow>;

export const screeningsAnswer = z
  .object({
    items: z.array(screeningRow),
    /** Whether an exclusion list is loaded; without one, the search that holds, and for how many days one does. */
    hasList: z.boolean(),
    searchUntil: dayField.nullable(),
    searchDays: z.number(),
  })
  .meta({ id: "VendorScreenings" });
export type ScreeningsAnswer = z.output<typeof screeningsAnswer>;

/** A search of SAM.gov that somebody made by hand, with the picture of what it showed. */
export const searchInput = z.strictObject({
  searchedOn: z.iso.date("Enter the day of the search."),
  excluded: z.boolean(),
  note: z.string().trim().max(2000).default(""),
  fileId: z.uuid("Add the picture or PDF of the result."),
});
export type SearchInput = z.output<typeof searchInput>;

export const decisionInput = z.object({
  decision: z.enum(["clear", "excluded"]),
  reason: z
    .string()
    .trim()
    .min(10, "Say in a sentence what shows that it is, or is not, the same party.")
    .max(2000),
});
export type DecisionInput = z.output<typeof decisionInput>;

const listRow = z
  .object({
    id: z.string(),
    fileName: z.string(),
    sha256: z.string(),
    listDate: dayField,
    state: z.enum(["loading", "current", "replaced", "failed"]),
    rowsLoaded: z.number(),
    rowsRejected: z.number(),
    error: z.string().nullable(),
    /** Why it failed, for what the page asks next. */
    errorCode: z.string().nullable(),
    loadedAt: instantField.nullable(),
    createdAt: instantField,
    loader: z.string().nullable(),
  })
  .meta({ id: "ExclusionList" });
export type ExclusionListRow = z.output<typeof listRow>;
const dayFirst = z.enum(["month", "day"]);
/** The headings of a list that has another layout, and which column is probably which. */
export const listColumns = z
  .object({
    columns: z.array(z.string()),
    /** The first rows, with the line of the headings. */
    firstRows: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
    headingRow: z.number(),
    fields: z.array(z.object({ name: z.string(), label: z.string() })),
    mapping: z.record(z.string(), z.string().nullable()),
    dayFirst,
  })
  .meta({ id: "ExclusionListColumns" });
export type ListColumns = z.output<typeof listColumns>;
/** Which column of the file is which, and how its days are written. */
export const matchInput = z.strictObject({
  headingRow: z.int().min(1).max(5000),
  mapping: z.record(z.string().max(80), z.string().max(2000).nullable()),
  dayFirst,
});
export type MatchInput = z.output<typeof matchInput>;

/** Where the list is taken from by itself; empty and version 0 where nowhere. */
export const sourceInput = z.object({ address: z.string().trim().max(2000) });
export const sourceRow = z
  .object({
    /** Whole for those who may change it; others see it without what follows a question mark. */
    address: z.string(),
    checkedAt: instantField.nullable(),
    fetchedAt: instantField.nullable(),
    failure: z.string().nullable(),
    failedAt: instantField.nullable(),
    version: z.number(),
    canEdit: z.boolean(),
  })
  .meta({ id: "ExclusionSource" });
export type SourceRow = z.output<typeof sourceRow>;

export const listOverview = z
  .object({
    items: z.array(listRow),
    source: sourceRow,
    ageDays: z.number().nullable(),
    vendors: z.object({
      total: z.number(),
      clear: z.number(),
      possible: z.number(),
      excluded: z.number(),
      never: z.number(),
      stale: z.number(),
    }),
  })
  .meta({ id: "ExclusionLists" });
export type ListOverview = z.output<typeof listOverview>;
