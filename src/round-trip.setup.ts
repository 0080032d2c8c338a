// What the round trip of every noun knows, and its entries for contracts.
import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Database } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay } from "#server/testing/days.ts";
import * as amendmentForm from "#areas/contracts/amendment/AmendmentFields.tsx";
import { amendmentFields } from "#areas/contracts/amendment/amendment.model.ts";
import { answersInput } from "#areas/forms/form/form.model.ts";
import { changeFields } from "#areas/contracts/change/change.model.ts";
import * as changeForm from "#areas/contracts/change/changeForm.ts";
import * as contractForm from "#areas/contracts/contract/ContractFields.tsx";
import { contractFields, contractInput } from "#areas/contracts/contract/contract.model.ts";
import { createContract } from "#areas/contracts/contract/contract.service.ts";
import * as awardForm from "#areas/grants/award/AwardFields.tsx";
import { awardFields } from "#areas/grants/award/award.model.ts";
import * as applicationForm from "#areas/preaward/application/ApplicationFields.tsx";
import { applicationFields } from "#areas/preaward/application/application.model.ts";
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
  /** Two values each of the fields that name what the database has. */
  given: () => Record<string, [unknown, unknown]>;
  /** A change sends the whole form; else it may name one field. */
  changedAsWhole?: boolean;
  /** A field whose other value does not go with other fields of the same record, and why. */
  apart?: Record<string, string>;
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
  "department" | "vendor" | "order" | "file" | "contract" | "member" | "form" | "place",
  [string, string]
> = {
  form: ["", ""],
  place: ["", ""],
  contract: ["", ""],
  member: ["", ""],
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

/** The entries of contracts; `vendorName`: a vendor whom an import finds. */
export const contractNouns = (vendorName: () => string): Record<string, Noun> => ({
  contract: {
    path: "contracts",
    fields: contractFields,
    screens: ["contracts/contract/ContractFields.tsx"],
    blank: () => ({ ...contractForm.blankContract }),
    toInput: contractForm.toInput,
    toForm: contractForm.toForm,
    given: () => ({
      departmentId: two.department,
      vendorId: two.vendor,
      ownerId: two.member,
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
  contractAmendment: {
    path: "contract-amendments",
    fields: amendmentFields,
    screens: ["contracts/amendment/AmendmentFields.tsx", "contracts/contract/ContractFields.tsx"],
    blank: () => ({ ...amendmentForm.blankAmendment }),
    toInput: amendmentForm.toInput,
    within: () => ({ contractId: two.contract[0] }),
    toForm: amendmentForm.toForm,
    given: () => ({
      newEndsOn: [agencyDay(400), agencyDay(500)],
      yearPlan: [[{ year: 2027, amount: 11 }], [{ year: 2028, amount: 12 }]],
    }),
    exceptions: { yearPlan: "the history names each year of it" },
  },
  changeOrder: {
    path: "change-orders",
    fields: changeFields,
    screens: ["contracts/change/ChangeFields.tsx"],
    blank: () => ({
      ...changeForm.blankChange,
      lines: [{ description: "Rock", more: 1_00, less: null, days: "2" }],
    }),
    toInput: changeForm.toInput,
    within: () => ({ contractId: two.contract[0] }),
    toForm: changeForm.toForm,
    given: () => ({
      lines: [
        [{ description: "Rock", amount: 5_00, days: 1 }],
        [{ description: "Sand", amount: -6_00, days: 0 }],
      ],
    }),
    exceptions: { lines: "the history names each line" },
  },
});

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

type Share = { objectClass: string; cents: number };
const listed = (budget: Values): Share[] =>
  Object.entries(budget).flatMap(([objectClass, cents]) =>
    cents ? [{ objectClass, cents: cents as number }] : [],
  );

/** The entries of grants: the award, and before it the opportunity and the application. */
export const grantNouns: Record<string, Noun> = {
  grantAward: {
    path: "grant-awards",
    fields: awardFields,
    screens: ["grants/award/AwardFields.tsx"],
    undrawn: {
      shareRate: "typed in percent (share)",
      indirectRate: "typed in percent (indirect)",
      budget: "each class has its amount",
    },
    blank: () => ({ ...awardForm.blankAward, shareRate: 10_000, indirectRate: 0, budget: [] }),
    toInput: (form: Values) =>
      awardForm.toInput({
        ...(form as unknown as awardForm.AwardForm),
        share: String((form["shareRate"] as number) / 100),
        indirect: String((form["indirectRate"] as number) / 100),
        budget: Object.fromEntries(
          (form["budget"] as Share[]).map((one) => [one.objectClass, one.cents]),
        ) as awardForm.AwardForm["budget"],
      }),
    toForm: (detail: never) => {
      const form = awardForm.toForm(detail);
      return {
        ...form,
        shareRate: Math.round(Number(form.share) * 100),
        indirectRate: Math.round(Number(form.indirect) * 100),
        budget: listed(form.budget),
      };
    },
    given: () => ({
      departmentId: two.department,
      periodFrom: [agencyDay(-30), agencyDay(-20)],
      periodTo: [agencyDay(300), agencyDay(330)],
      preawardFrom: [agencyDay(-60), agencyDay(-50)],
      budget: [[{ objectClass: "travel", cents: 5_00 }], [{ objectClass: "other", cents: 6_00 }]],
    }),
    exceptions: { budget: "the history names each class of it" },
  },
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
    given: () => ({ alns: [["93.045"], ["93.044", "93.052"]] }),
    changedAsWhole: true,
    imports: {
      kind: "grant-opportunities",
      type: "grantOpportunity",
      every: true,
      money: ["floorCents", "ceilingCents", "totalCents"],
      cells: () => ({}),
    },
  },
  grantApplication: {
    path: "grant-applications",
    fields: applicationFields,
    screens: ["preaward/application/ApplicationFields.tsx"],
    blank: () => ({ ...applicationForm.blankApplication }),
    toInput: applicationForm.applicationBody,
    toForm: applicationForm.valuesOf,
    given: () => ({
      aln: ["93.045", "93.044"],
      startsOn: [agencyDay(30), agencyDay(40)],
      endsOn: [agencyDay(300), agencyDay(330)],
    }),
    changedAsWhole: true,
  },
};
