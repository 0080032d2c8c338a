import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { formsOf, furtherForms, type FormCode } from "../federal-form/federal-form.ts";
import { newestForm } from "../federal-form/forms.data.ts";
import { budgetRuleOn } from "../budget/budget-rules.service.ts";
import {
  grantApplication,
  grantApplicationForm,
  grantBudget,
  grantOpportunity,
} from "../preaward.tables.ts";
import { applicantOf } from "./applicant.read.service.ts";
import type { StoredApplication } from "./application.noun.ts";
import type { StoredForm } from "./checks.service.ts";
import { notePreparer, openDraft, write } from "./opened.service.ts";
import type { Answers, Sources } from "./fill-more.service.ts";
import { filledIn } from "./fill.service.ts";

type At = { id: string; version: number | null };

/** What the answers of an application's forms are filled in from. */
const sourcesOf = async (db: Db, a: StoredApplication): Promise<Sources> => {
  const [applicant, rule, { body: budget }, opportunity] = await Promise.all([
    applicantOf(db),
    budgetRuleOn(db, a.startsOn),
    db.one<Pick<typeof grantBudget.$inferSelect, "body">>(sql`
      select body
      from grant_budget
      where org_id = ${a.orgId} and application_id = ${a.id}
    `),
    a.opportunityId ? getRow(db, grantOpportunity, a.opportunityId, "grant opportunity") : null,
  ]);
  return {
    application: a,
    applicant,
    budget,
    opportunityTitle: opportunity?.title ?? a.title,
    rule,
  };
};

/** Adds the forms that an application's kind needs and that it does not have yet, filled in. */
export const addForms = async (tx: Tx, a: StoredApplication): Promise<void> => {
  const there = await tx.rows<{ form: string }>(sql`
    select form
    from grant_application_form
    where org_id = ${a.orgId} and application_id = ${a.id}
  `);
  const lacking = formsOf(a.kind, a.moreForms).filter(
    (code) => !there.some(({ form }) => form === code),
  );
  if (lacking.length === 0) return;
  const sources = await sourcesOf(tx, a);
  await insertRows(
    tx,
    grantApplicationForm,
    lacking.map((code) => ({
      orgId: a.orgId,
      id: newId(),
      applicationId: a.id,
      form: code,
      formVersion: newestForm(code).version,
      answers: filledIn(code, sources),
    })),
  );
};

// Answers that follow from the budget alone: a line that it no longer has leaves the form.
const ofBudget: Readonly<Partial<Record<string, RegExp>>> = {
  "SF-424A": /^[a-e][0-9]/,
  "SF-424C": /^l[0-9]+a$/,
};

/** A form's answers filled in anew; what somebody typed beside them stays. */
export const filledAnew = async (
  db: Db,
  a: StoredApplication,
  { form, answers }: Pick<StoredForm, "form" | "answers">,
): Promise<Answers> => {
  const known = filledIn(form as FormCode, await sourcesOf(db, a));
  const rest = Object.entries(answers).filter(([key]) => !ofBudget[form]?.test(key));
  return { ...Object.fromEntries(rest), ...known };
};

/**
 * Adds a form that an announcement asks for beside those of the kind, or leaves it out again; its
 * answers are kept.
 * @throws Problem 404 for a form that this kind has not; 409 for one that it needs.
 */
export const chooseForm = async (
  tx: Tx,
  actor: Actor,
  { id, version, code }: At & { code: string },
  taken: boolean,
): Promise<StoredApplication> => {
  const before = await openDraft(tx, id);
  if (version !== null) requireVersion(before.version, version);
  if (formsOf(before.kind, []).some((each) => each === code))
    throw conflict("form_needed", `This kind of application needs the ${code}.`);
  if (!furtherForms[before.kind].some((each) => each === code)) throw notFound("form");
  const others = before.moreForms.filter((each) => each !== code);
  const after = await updateRow(tx, grantApplication, id, {
    moreForms: taken ? [...others, code] : others,
  });
  await addForms(tx, after);
  write(tx, actor, after, "forms", before, after);
  return notePreparer(tx, actor, after);
};
