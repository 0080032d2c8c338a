import { createHash } from "node:crypto";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { formatDate } from "#kernel/dates.ts";
import { placeInWords } from "#kernel/place-words.ts";
import { fieldsOf, judge } from "#areas/forms/forms.public.ts";
import { validate } from "#areas/forms/forms.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { BudgetRule } from "../budget/budget-rules.model.ts";
import { budgetRuleOn } from "../budget/budget-rules.service.ts";
import { budgetFindings } from "../budget/findings.model.ts";
import { crossFindings, type FormSet } from "../federal-form/cross-rules.model.ts";
import { formOf } from "../federal-form/forms.data.ts";
import type { FormCode } from "../federal-form/federal-form.ts";
import type {
  grantApplicationForm,
  grantApplicationSection,
  grantBudget,
} from "../preaward.tables.ts";
import { applicationTypes } from "./application.labels.ts";
import type { ApplicationFinding } from "./application.model.ts";
import type { StoredApplication } from "./application.noun.ts";
import { applicantOf, type Applicant } from "./applicant.read.service.ts";

export type StoredForm = typeof grantApplicationForm.$inferSelect;
export type StoredSection = typeof grantApplicationSection.$inferSelect;
/** An application with everything that is in it. */
export type Whole = {
  application: StoredApplication;
  forms: StoredForm[];
  sections: (StoredSection & { ownerName: string | null })[];
  budget: typeof grantBudget.$inferSelect;
  applicant: Applicant | null;
  /** What law says of its budget, by its first day. */
  rule: BudgetRule;
  /** The agency's: a signature is dated by its day. */
  timeZone: string;
};

/** Reads what belongs to an application. */
export const wholeOf = async (db: Db, application: StoredApplication): Promise<Whole> => {
  const { orgId, id } = application;
  const [forms, sections, budget, applicant, rule] = await Promise.all([
    db.rows<StoredForm>(sql`
      select *
      from grant_application_form
      where org_id = ${orgId} and application_id = ${id}
      order by form
    `),
    db.rows<Whole["sections"][number]>(sql`
      select s.*, p.display_name as owner_name
      from grant_application_section s
      left join person p on p.id = s.owner_id
      where s.org_id = ${orgId} and s.application_id = ${id}
      order by s.place, s.id
    `),
    db.one<Whole["budget"]>(sql`
      select *
      from grant_budget
      where org_id = ${orgId} and application_id = ${id}
    `),
    applicantOf(db),
    budgetRuleOn(db, application.startsOn),
  ]);
  const timeZone = db.scope.timeZone ?? "UTC";
  return { application, forms, sections, budget, applicant, rule, timeZone };
};

/** Words of a text, as limits count them. */
export const wordsOf = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** The answers of each form that count: hidden ones left out, computed ones worked out. */
export const answersThatCount = (forms: readonly StoredForm[]): FormSet =>
  Object.fromEntries(
    forms.map(({ form, formVersion, answers }) => [
      form,
      judge(formOf(form, formVersion), answers, validate).answers,
    ]),
  );

const applicantTitles = { uei: "UEI", samUntil: "Registered in SAM.gov until" };
// What a field of a form is called on it: its item and label.
const placeOnForm = (form: string, version: string | undefined, path: string): string => {
  if (version === undefined) return placeInWords(path);
  const titles = fieldsOf(formOf(form, version)).map(({ key, label }) => [key, label] as const);
  return placeInWords(path, Object.fromEntries(titles));
};

const ofForms = (forms: readonly StoredForm[]): ApplicationFinding[] =>
  forms.flatMap(({ form, formVersion, answers }) =>
    judge(formOf(form, formVersion), answers, validate).errors.map(({ path, message }) => ({
      part: form,
      path,
      place: placeOnForm(form, formVersion, path),
      message,
      source: `${form}, version ${formVersion}`,
      stops: true,
    })),
  );

const ofSections = (sections: Whole["sections"]): ApplicationFinding[] =>
  sections.flatMap(({ title, body, required, mostWords, asks }) => {
    const words = wordsOf(body);
    const found = (message: string): ApplicationFinding => ({
      part: "Narrative",
      path: title,
      place: title,
      message,
      source: asks || "The announcement's list of sections",
      stops: true,
    });
    if (required && words === 0) return [found(`${title} is not written yet.`)];
    return mostWords !== null && words > mostWords
      ? [found(`${title} has ${words} words; ${mostWords} are allowed.`)]
      : [];
  });

const ofApplicant = (applicant: Applicant | null, today: string): ApplicationFinding[] => {
  const say = (path: string, message: string, source: string): ApplicationFinding => ({
    part: "Applicant",
    path,
    place: placeInWords(path, applicantTitles),
    message,
    source,
    stops: true,
  });
  if (!applicant)
    return [
      say("uei", "Enter first what the agency says of itself on applications.", "SF-424, item 8"),
    ];
  return applicant.samUntil < today
    ? [
        say(
          "samUntil",
          `The registration in SAM.gov ended on ${formatDate(applicant.samUntil)}.`,
          "2 CFR 25.200",
        ),
      ]
    : [];
};

// Figures of the narrative that look like the budget's totals, and are not.
const ofFigures = ({ sections, application }: Whole): ApplicationFinding[] => {
  const total = application.federalCents + application.matchCents;
  const known = new Set([application.federalCents, application.matchCents, total]);
  return sections.flatMap(({ title, body }) =>
    [...body.matchAll(/\b(total|request|match)[^.$]{0,40}\$\s?([\d,]+(?:\.\d{2})?)/gi)].flatMap(
      ([, word, figure]) => {
        const cents = Math.round(Number(figure!.replaceAll(",", "")) * 100);
        return Number.isFinite(cents) && cents > 0 && !known.has(cents)
          ? [
              {
                part: "Narrative",
                path: title,
                place: title,
                message: `${title} names $${figure} beside the word “${word}”; the budget says otherwise.`,
                source: "The budget of this application",
                stops: false,
              },
            ]
          : [];
      },
    ),
  );
};

/** Everything that the rules find in an application, each with its place and its source. */
export const findingsOf = (db: Db, whole: Whole): ApplicationFinding[] => {
  const { application: a, forms, sections, budget, applicant, rule } = whole;
  const versions = new Map<string, string>(
    forms.map(({ form: code, formVersion }) => [code, formVersion]),
  );
  const cross = crossFindings(answersThatCount(forms), {
    applicationType: applicationTypes[a.applicationType],
    opportunityNumber: a.opportunityNumber,
    aln: a.aln,
    startsOn: a.startsOn,
    endsOn: a.endsOn,
    uei: applicant?.uei ?? "",
  });
  return [
    ...ofApplicant(applicant, businessDate(db.scope)),
    ...budgetFindings({
      budget: budget.body,
      rule,
      startsOn: a.startsOn,
      endsOn: a.endsOn,
    }).map(({ path, place, message, stops, citation }) => ({
      part: "Budget",
      path,
      place,
      message,
      stops,
      source: citation,
    })),
    ...ofForms(forms),
    ...cross.map(({ form, path, message, source }) => ({
      part: form as FormCode,
      path,
      place: placeOnForm(form, versions.get(form), path),
      message,
      source,
      stops: true,
    })),
    ...ofSections(sections),
    ...ofFigures(whole),
  ];
};

/** The hash of all that is signed: forms with their versions, narrative and budget. */
export const contentHash = ({ application: a, forms, sections, budget }: Whole): string =>
  createHash("sha256")
    .update(
      canonicalJson({
        number: a.number,
        opportunity: a.opportunityNumber,
        forms: forms.map(({ form, formVersion, answers }) => ({ form, formVersion, answers })),
        sections: sections.map(({ title, body }) => ({ title, body })),
        budget: budget.body,
      }),
    )
    .digest("hex");
