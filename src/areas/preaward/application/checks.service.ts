import { createHash } from "node:crypto";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { formatDate } from "#kernel/dates.ts";
import { placeInWords } from "#kernel/place-words.ts";
import { fieldsOf, judge, type Asked } from "#areas/forms/forms.public.ts";
import { validate } from "#areas/forms/forms.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { filesOfRecords, type FileOfRecord } from "#server/http/attachments.ts";
import type { BudgetRule } from "../budget/budget-rules.model.ts";
import { budgetRuleOn } from "../budget/budget-rules.service.ts";
import { budgetFindings } from "../budget/findings.model.ts";
import { crossFindings } from "../federal-form/cross-rules.model.ts";
import { applicationKinds, formsOf, type FormCode } from "../federal-form/federal-form.ts";
import type { FormSet } from "../federal-form/finding-parts.model.ts";
import { formOf } from "../federal-form/forms.data.ts";
import type {
  grantApplicationForm,
  grantApplicationSection,
  grantBudget,
} from "../preaward.tables.ts";
import { applicationTypes } from "./application.labels.ts";
import type { ApplicationFinding } from "./application.model.ts";
import type { StoredApplication } from "./application.noun.ts";
import { applicantOf, type Applicant } from "./applicant.read.service.ts";
import { figuresOf, strangeAmounts, unknownFields, withFigures } from "./figures.model.ts";
import { filledIn } from "./fill.service.ts";
import { untied } from "./tied.model.ts";

type Found = Omit<ApplicationFinding, "place"> & { place?: string };
const applicantTitles = { uei: "UEI", samUntil: "Registered in SAM.gov until" };
// What the fields of a form are called on it: item and label.
const labelsOf = (form: Asked): Record<string, string> =>
  Object.fromEntries(fieldsOf(form).map(({ key, label }) => [key, label]));

export type StoredForm = typeof grantApplicationForm.$inferSelect;
export type StoredSection = typeof grantApplicationSection.$inferSelect;
/** An application with everything that is in it. */
export type Whole = {
  application: StoredApplication;
  forms: StoredForm[];
  sections: (StoredSection & { ownerName: string | null })[];
  budget: typeof grantBudget.$inferSelect;
  applicant: Applicant | null;
  /** Files under its documents, in the order in which they came: they are signed and sent with it. */
  attached: readonly FileOfRecord[];
  /** What law says of its budget, by its first day. */
  rule: BudgetRule;
  /** The agency's: a signature is dated by its day. */
  timeZone: string;
};

/** Reads what belongs to an application. */
export const wholeOf = async (db: Db, application: StoredApplication): Promise<Whole> => {
  const { orgId, id } = application;
  const [forms, sections, budget, applicant, rule, attached] = await Promise.all([
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
    filesOfRecords(db, [id]),
  ]);
  const timeZone = db.scope.timeZone ?? "UTC";
  const counted = formsOf(application.kind, application.moreForms);
  return {
    application,
    // A form of another kind, from before the kind was changed, is kept and does not count.
    forms: counted.flatMap((code) => forms.filter(({ form }) => form === code)),
    sections,
    budget,
    applicant,
    attached,
    rule,
    timeZone,
  };
};

/** A section's text as it is read: with the budget's amounts in place of their fields. */
export const readable = ({ application: a, budget, rule }: Whole, text: string): string =>
  withFigures(text, figuresOf({ kind: a.kind, budget: budget.body, rule }));

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

const ofForms = (forms: readonly StoredForm[]): Found[] =>
  forms.flatMap(({ form, formVersion, answers }) =>
    judge(formOf(form, formVersion), answers, validate).errors.map(({ path, message }) => ({
      part: form,
      path,
      message,
      source: `${form}, version ${formVersion}`,
      stops: true,
    })),
  );

const ofSections = (whole: Whole): Found[] =>
  whole.sections.flatMap(({ title, body, required, mostWords, asks }) => {
    const words = wordsOf(readable(whole, body));
    const found = (message: string): Found => ({
      part: "Narrative",
      path: title,
      message,
      source: asks || "The announcement's list of sections",
      stops: true,
    });
    if (required && words === 0) return [found(`${title} is not written yet.`)];
    return mostWords !== null && words > mostWords
      ? [found(`${title} has ${words} words; ${mostWords} are allowed.`)]
      : [];
  });

const ofApplicant = (applicant: Applicant | null, today: string): Found[] => {
  const say = (path: string, message: string, source: string): Found => ({
    part: "Applicant",
    path,
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

const ofFigures = ({ sections, application: a, budget: { body }, rule }: Whole) => {
  const of = { kind: a.kind, budget: body, rule };
  const figures = figuresOf(of);
  const say = (path: string, message: string, stops: boolean): Found => ({
    part: "Narrative",
    path,
    message,
    source: "The budget of this application",
    stops,
  });
  return sections.flatMap(({ title, body: text }) => [
    ...unknownFields(text, figures).map((field) =>
      say(title, `${title} names ${field}, of which the budget has no amount.`, true),
    ),
    ...strangeAmounts(text, of).map((amount) =>
      say(
        title,
        `${title} names ${amount}, which is none of the budget's amounts. Insert the figure from the budget, or say what it is of.`,
        false,
      ),
    ),
  ]);
};

// A form is filled in from the budget, and stays its own afterwards: where they differ it is said.
const ofBudgetInForms = (whole: Whole): Found[] => {
  const { application, applicant, budget, rule, forms } = whole;
  const answers = answersThatCount(forms);
  return forms.flatMap(({ form, formVersion }) => {
    const of = formOf(form, formVersion);
    const known = filledIn(of.code, {
      application,
      applicant,
      budget: budget.body,
      opportunityTitle: application.title,
      rule,
    });
    return untied(of, answers[of.code] ?? {}, judge(of, known, validate).answers).map((one) => ({
      ...one,
      part: form,
      source: "The budget of this application",
    }));
  });
};

const ofLackingForms = ({ application: a, forms }: Whole): Found[] =>
  formsOf(a.kind, a.moreForms).flatMap((code) =>
    forms.some(({ form }) => form === code)
      ? []
      : [
          {
            part: code,
            path: "",
            message: `The ${code} is lacking. Save the application's head again: it is added then.`,
            source: `Forms of a ${applicationKinds[a.kind].toLowerCase()} application`,
            stops: true,
          },
        ],
  );

// Where it stands in words: a budget says so itself, a form by the label of the field.
const placeOf = ({ part, path, place }: Found, forms: readonly StoredForm[]): string => {
  if (place !== undefined) return place;
  if (part === "Narrative") return path;
  const of = forms.find(({ form }) => form === part);
  return placeInWords(path, of ? labelsOf(formOf(of.form, of.formVersion)) : applicantTitles);
};

/** Everything that the rules find in an application, each with its place and its source. */
export const findingsOf = (db: Db, whole: Whole): ApplicationFinding[] =>
  foundIn(db, whole).map((one) => ({ ...one, place: placeOf(one, whole.forms) }));

const foundIn = (db: Db, whole: Whole): Found[] => {
  const { application: a, forms, budget, applicant, rule } = whole;
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
      // The short form asks for no budget; what it says is still looked at.
      stops: stops && (a.kind !== "short" || budget.body.lines.length > 0),
      source: citation,
    })),
    ...ofLackingForms(whole),
    ...ofForms(forms),
    ...cross.map(({ form, path, message, source, minor }) => ({
      part: form as FormCode,
      path,
      message,
      source,
      stops: !minor,
    })),
    ...ofBudgetInForms(whole),
    ...ofSections(whole),
    ...ofFigures(whole),
  ];
};

/** The hash of all that is signed: forms with their versions, narrative, budget and attached files. */
export const contentHash = ({ application: a, forms, sections, budget, attached }: Whole): string =>
  createHash("sha256")
    .update(
      canonicalJson({
        number: a.number,
        opportunity: a.opportunityNumber,
        // What was signed before there were kinds keeps its hash.
        ...(a.kind === "non_construction" ? {} : { kind: a.kind }),
        forms: forms.map(({ form, formVersion, answers }) => ({ form, formVersion, answers })),
        sections: sections.map(({ title, body }) => ({ title, body })),
        budget: budget.body,
        // What was signed with no file keeps its hash.
        ...(attached.length > 0 && {
          attached: attached.map(({ name, sha256 }) => ({ name, sha256 })),
        }),
      }),
    )
    .digest("hex");
