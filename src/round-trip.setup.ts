// What the round trip of every noun knows, and its entries for contracts.
import { globSync } from "node:fs";
import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formOf, type RecordForm } from "#kernel/record-form.ts";
import type { Database } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay } from "#server/testing/days.ts";
import { answersInput } from "#areas/forms/form/form.model.ts";
import { changeFields } from "#areas/contracts/change/change.model.ts";
import { linesToForm } from "#areas/contracts/change/changeForm.ts";
import { contractInput } from "#areas/contracts/contract/contract.model.ts";
import { createContract } from "#areas/contracts/contract/contract.service.ts";
import { awardForm } from "#areas/grants/award/award.form.ts";
import { awardFields } from "#areas/grants/award/award.model.ts";
import { opportunityInput } from "#areas/preaward/opportunity/opportunity.model.ts";
import * as opportunityForm from "#areas/preaward/opportunity/opportunityForm.ts";

export type Values = Record<string, unknown>;
export type Noun = {
  path: string;
  /** The field object of its model. */
  fields: z.ZodRawShape;
  /** The screens that draw its fields, below src/areas. */
  screens: string[];
  /** Fields that no screen draws under their name, and why. */
  undrawn?: Record<string, string>;
  /** The empty form, with the lines that it needs. */
  blank: () => Values;
  toInput: (form: never) => object;
  /** What it is made within, and never leaves. */
  within?: () => Values;
  toForm: (detail: never) => object;
  /** It is changed by PUT, as a whole. */
  put?: boolean;
  /** It has no page of its own: it is read from its list, or from `address#name of its rows`. */
  listed?: boolean | string;
  /** It is made and never changed by a form. */
  made?: boolean;
  /** It is read nowhere whole: what its making answers is looked at. */
  answered?: boolean;
  /** A field's value as the form holds it; by itself as its blank tells. */
  typed?: (field: string, value: unknown) => unknown;
  /** Two values each of the fields that name what the database has. */
  given: () => Record<string, [unknown, unknown]>;
  /** A change sends the whole form; else it may name one field. */
  changedAsWhole?: boolean;
  /** A field whose other value does not go with other fields of the same record, and why. */
  apart?: Record<string, string>;
  /** Fields that the history names otherwise, and how. */
  untold?: Record<string, string>;
  /** Fields that are not answered as they were typed, and why. */
  exceptions?: Record<string, string>;
  /**
   * The import that takes the same fields, with cells that its rows need besides. `every`: each
   * field has its column; else those that the import offers are looked at.
   */
  imports?: {
    kind: string;
    cells: () => Record<string, string>;
    every: boolean;
    /** What the history calls the noun, where it is not its kind without the last letter. */
    type?: string;
    /** Fields in cents, which a file writes as dollars. */
    money?: readonly string[];
  };
};

/** Two values each of what the database has. */
export const two: Record<
  | "department"
  | "vendor"
  | "order"
  | "file"
  | "contract"
  | "member"
  | "others"
  | "form"
  | "place"
  | "class"
  | "asset"
  | "paProject"
  | "project"
  | "award"
  | "account"
  | "fund"
  | "stockItem"
  | "client"
  | "plan"
  | "agency"
  | "workOrder"
  | "stockLocation"
  | "otherAccount",
  [string, string]
> = {
  stockItem: ["", ""],
  client: ["", ""],
  plan: ["", ""],
  agency: ["", ""],
  workOrder: ["", ""],
  stockLocation: ["", ""],
  class: ["", ""],
  asset: ["", ""],
  paProject: ["", ""],
  project: ["", ""],
  award: ["", ""],
  account: ["", ""],
  fund: ["", ""],
  otherAccount: ["", ""],
  form: ["", ""],
  place: ["", ""],
  contract: ["", ""],
  member: ["", ""],
  others: ["", ""],
  department: ["", ""],
  vendor: ["", ""],
  order: ["", ""],
  file: ["", ""],
};

type Within = { actor: Actor; vendorId: string; departmentId: string };

/** A contract in force with this vendor; gives its id. */
export const contractInForce = async (
  database: Database,
  { actor, vendorId, departmentId }: Within,
): Promise<string> => {
  const { id } = await database.transaction(actor, (tx) =>
    createContract(
      tx,
      actor,
      contractInput.parse({
        title: "Stone",
        vendorId,
        departmentId,
        kind: "goods",
        priceType: "unit",
        startsOn: agencyDay(-1),
        endsOn: agencyDay(300),
        ceiling: 1_000_00,
      }),
    ),
  );
  await database.transaction(actor, (tx) =>
    tx.rows(
      sql`update contract set status = 'active' where org_id = ${actor.orgId} and id = ${id}`,
    ),
  );
  return id;
};

type Share = { objectClass: string; cents: number };
/** What the round trip must be told of a form that is derived from its fields. */
export type Told = Partial<Omit<Noun, "path" | "fields" | "toForm" | "toInput" | "typed">> & {
  /** Fields that the form holds in its own way (`besides`), and how. */
  more?: z.ZodRawShape;
  typedMore?: Record<string, (value: unknown) => unknown>;
};
/** By the name of the form, as it stands in its file. `vendorName`: a vendor whom an import finds. */
const told = (vendorName: () => string): Record<string, Told> => ({
  assetForm: {
    given: () => ({
      latitude: ["44.7891", "44.8"],
      longitude: ["-93.6021", "-93.5"],
      costCents: [90_000_00, 80_000_00],
    }),
    imports: {
      kind: "assets",
      every: false,
      cells: () => ({ class: "TRIP", department: "RDS" }),
    },
  },
  assetClassForm: { put: true, listed: true },
  failureCodeForm: {
    put: true,
    listed: true,
    // Jobs bear kind and code: they stay.
    given: () => ({ kind: ["problem", "problem"], code: ["LEAK", "LEAK"] }),
  },
  centerForm: {
    put: true,
    listed: true,
    given: () => ({
      fromOn: [agencyDay(-30), agencyDay(-20)],
      toOn: [agencyDay(300), agencyDay(330)],
    }),
  },
  awardForm: {
    more: { budget: awardFields.budget },
    undrawn: { budget: "each class has its amount" },
    typedMore: {
      budget: (shares) => ({
        ...awardForm.blank().budget,
        ...Object.fromEntries((shares as Share[]).map((one) => [one.objectClass, one.cents])),
      }),
    },
    given: () => ({
      periodFrom: [agencyDay(-30), agencyDay(-20)],
      periodTo: [agencyDay(300), agencyDay(330)],
      preawardFrom: [agencyDay(-60), agencyDay(-50)],
      budget: [[{ objectClass: "travel", cents: 5_00 }], [{ objectClass: "other", cents: 6_00 }]],
    }),
    exceptions: { budget: "the history names each class of it" },
  },
  programForm: {
    given: () => ({
      awardId: two.award,
      total: [90_000_00, 80_000_00],
      least: [10_00, 20_00],
      most: [500_00, 600_00],
      opensOn: [agencyDay(1), agencyDay(2)],
      closesOn: [agencyDay(30), agencyDay(40)],
      startsOn: [agencyDay(60), agencyDay(70)],
      endsOn: [agencyDay(300), agencyDay(330)],
      criteria: [
        [{ name: "Need", about: "", weight: 100, maxScore: 10 }],
        [{ name: "Reach", about: "How many", weight: 100, maxScore: 20 }],
      ],
    }),
    exceptions: { criteria: "each is answered with its id" },
  },
  applicationForm: {
    given: () => ({
      aln: ["93.045", "93.044"],
      startsOn: [agencyDay(30), agencyDay(40)],
      endsOn: [agencyDay(300), agencyDay(330)],
    }),
    changedAsWhole: true,
  },
  changeForm: {
    more: { lines: changeFields.lines },
    typedMore: { lines: (lines) => linesToForm(lines as never) },
    within: () => ({ contractId: two.contract[0] }),
    given: () => ({
      lines: [
        [{ description: "Rock", amount: 5_00, days: 1 }],
        [{ description: "Sand", amount: -6_00, days: 0 }],
      ],
    }),
    exceptions: { lines: "the history names each line" },
  },
  incidentForm: {
    given: () => ({
      beginsOn: [agencyDay(-30), agencyDay(-20)],
      endsOn: [agencyDay(300), agencyDay(330)],
      federalNumbers: [["DR-4897"], ["DR-4898", "EM-3600"]],
      accountStringId: [two.account[0], null],
      // One thing stays what it is; the other names what only a declared emergency has.
      exercise: [false, false],
      declarationId: [null, null],
    }),
    exceptions: { exercise: "it stays what it was begun as, so no history names it" },
    changedAsWhole: true,
  },
  contractForm: {
    given: () => ({
      startsOn: [agencyDay(-30), agencyDay(-20)],
      endsOn: [agencyDay(300), agencyDay(330)],
      yearPlan: [[{ year: 2027, amount: 11 }], [{ year: 2028, amount: 12 }]],
    }),
    exceptions: { yearPlan: "the history names each year of it" },
    imports: {
      kind: "contracts",
      every: false,
      cells: () => ({ vendor: vendorName(), department: "RDS", ceiling: "10.00" }),
    },
  },
  amendmentForm: {
    screens: ["contracts/contract/ContractFields.tsx"],
    within: () => ({ contractId: two.contract[0] }),
    given: () => ({
      newEndsOn: [agencyDay(400), agencyDay(500)],
      yearPlan: [[{ year: 2027, amount: 11 }], [{ year: 2028, amount: 12 }]],
    }),
    exceptions: { yearPlan: "the history names each year of it" },
  },
});

// What a field that names a record of the agency is given, by its name.
const namedBy: Readonly<Record<string, keyof typeof two>> = {
  departmentId: "department",
  vendorId: "vendor",
  placeId: "place",
  ownerId: "member",
  custodianId: "member",
  leadId: "member",
  classId: "class",
  parentId: "asset",
};

const formsOf = (folder: URL): string[] =>
  globSync("**/*.form.ts", { cwd: folder }).map((file) => file.replaceAll("\\", "/"));

/** Every form that is derived from its fields, as the round trip looks at it: none can be left out. */
export const derivedNouns = async (
  vendorName: () => string,
  more: Record<string, Told>,
): Promise<Record<string, Noun>> => {
  const areas = new URL("areas/", import.meta.url);
  const known = { ...told(vendorName), ...more };
  const found: Record<string, Noun> = {};
  for (const file of formsOf(areas)) {
    const forms = (await import(new URL(file, areas).href)) as Record<string, RecordForm>;
    for (const [name, form] of Object.entries(forms))
      if ("toInput" in form) found[name] = derived(file, form, known[name] ?? {});
  }
  const gone = Object.keys(known).filter((name) => !(name in found));
  if (gone.length) throw new Error(`The round trip is told of ${gone.join()}, which are no forms`);
  return found;
};

const derived = (
  file: string,
  form: RecordForm,
  { screens = [], given, more, typedMore = {}, ...said }: Told,
): Noun => {
  const folder = file.slice(0, file.lastIndexOf("/"));
  const beside = globSync("*.tsx", { cwd: new URL(`areas/${folder}`, import.meta.url) });
  const fields = { ...(form.fields as z.ZodRawShape), ...more };
  return {
    path: form.path.replace("/api/v1/", ""),
    fields,
    screens: [...beside.map((screen) => `${folder}/${screen}`), ...screens],
    blank: () => form.blank() as Values,
    toInput: form.toInput as Noun["toInput"],
    toForm: form.toForm as Noun["toForm"],
    typed: (field, value) =>
      typedMore[field]?.(value) ??
      (formOf({ [field]: fields[field] as z.ZodType }, { [field]: value }) as Values)[field],
    given: () => ({
      ...Object.fromEntries(
        Object.entries(namedBy).flatMap(([field, kind]) =>
          field in fields ? [[field, two[kind]]] : [],
        ),
      ),
      ...given?.(),
    }),
    ...said,
  };
};

/** What somebody fills in: the form's own questions are its fields, as one value. */
export const submissionNoun: Noun = {
  path: "form-submissions",
  fields: { answers: answersInput },
  screens: ["forms/filling/FormFiller.tsx"],
  undrawn: { answers: "each question of the form has its control (Question.tsx)" },
  blank: () => ({ answers: {} }),
  toInput: ({ answers }: Values) => ({ answers }),
  within: () => ({ formId: two.form[0], submit: false }),
  toForm: ({ answers }: Values) => ({ answers }),
  given: () => ({
    answers: [
      // In the order in which the database keeps names.
      { day: "2026-11-23", guests: 12 },
      { day: "2027-01-02", guests: 300 },
    ],
  }),
  changedAsWhole: true,
};

/** The entries of grants. */
export const grantNouns: Record<string, Noun> = {
  grantOpportunity: {
    path: "grant-opportunities",
    fields: opportunityInput.shape,
    screens: ["preaward/opportunity/OpportunityFields.tsx"],
    undrawn: { eligibility: "each kind of applicant has its box" },
    blank: () => ({
      ...opportunityForm.valuesOf(null),
      alns: [],
      eligibility: [],
      costSharing: null,
    }),
    toInput: (form: Values) =>
      opportunityForm.bodyOf({
        ...(form as unknown as opportunityForm.OpportunityValues),
        alns: (form["alns"] as string[]).join(", "),
        eligibility: Object.fromEntries(
          (form["eligibility"] as string[]).map((code) => [`c${code}`, true]),
        ),
        costSharing: form["costSharing"] === null ? "" : form["costSharing"] ? "yes" : "no",
      }),
    toForm: (detail: never) => {
      const form = opportunityForm.valuesOf(detail);
      const sent = opportunityForm.bodyOf(form);
      return {
        ...form,
        alns: sent.alns,
        eligibility: sent.eligibility,
        costSharing: sent.costSharing,
      };
    },
    // It closes after it is posted, and its ceiling is no lower than its floor.
    given: () => ({
      alns: [["93.045"], ["93.044", "93.052"]],
      floorCents: [11, 12],
      ceilingCents: [110, 120],
      postedOn: [agencyDay(-3), agencyDay(-2)],
      closesOn: [agencyDay(30), agencyDay(40)],
    }),
    changedAsWhole: true,
    imports: {
      kind: "grant-opportunities",
      type: "grantOpportunity",
      every: true,
      money: ["floorCents", "ceilingCents", "totalCents"],
      cells: () => ({}),
    },
  },
};
