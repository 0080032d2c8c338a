import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { judge } from "#areas/forms/forms.public.ts";
import { validate } from "#areas/forms/forms.server.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, insertRows, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { budgetRuleOn } from "../budget/budget-rules.service.ts";
import { emptyBudget, type Budget } from "../budget/budget.model.ts";
import { fundingOf } from "../budget/construction.model.ts";
import { formOf } from "../federal-form/forms.data.ts";
import {
  grantApplication,
  grantApplicationForm,
  grantApplicationSection,
  grantBudget,
  grantOpportunity,
} from "../preaward.tables.ts";
import type { ApplicationChange, ApplicationInput } from "./application.model.ts";
import { applicationNoun, type StoredApplication } from "./application.noun.ts";
import type { StoredForm } from "./checks.service.ts";
import { addForms, filledAnew } from "./forms.service.ts";
import { notePreparer, openDraft, write } from "./opened.service.ts";

type At = { id: string; version: number | null };

// What most announcements ask for; each application changes its own.
const usualSections = [
  ["Project abstract", "A summary for the public, without what is confidential.", 500],
  ["Statement of need", "The problem, whom it touches, and what the figures say.", 1500],
  ["Approach", "What is done, by whom and when, and how it is measured.", 3000],
  ["Budget narrative", "Why each cost is needed, reasonable and allocable.", 2000],
] as const;

const storeParts = async (tx: Tx, a: StoredApplication): Promise<void> => {
  const { orgId, id: applicationId } = a;
  const budget = emptyBudget(a.title.slice(0, 120), a.aln);
  await insertRow(tx, grantBudget, { orgId, id: newId(), applicationId, body: budget });
  await addForms(tx, a);
  await insertRows(
    tx,
    grantApplicationSection,
    usualSections.map(([title, asks, mostWords], place) => ({
      orgId,
      id: newId(),
      applicationId,
      place,
      title,
      asks,
      mostWords,
      ownerId: a.ownerId,
      dueOn: a.dueOn,
    })),
  );
};

/** Begins an application; of an opportunity only once it was decided to apply. */
export const createApplication = async (
  tx: Tx,
  actor: Actor,
  input: ApplicationInput,
): Promise<StoredApplication> => {
  if (input.opportunityId) {
    const from = await getRow(tx, grantOpportunity, input.opportunityId, "grant opportunity");
    if (from.status !== "will_apply")
      throw conflict("not_decided", `It is not decided to apply for ${from.number}.`);
    if (from.number.toUpperCase() !== input.opportunityNumber.toUpperCase())
      throw invalidField("opportunityNumber", `The opportunity's number is ${from.number}.`);
  }
  const made = await create(tx, actor, applicationNoun, {
    number: { kind: "APP" },
    row: {
      ...input,
      orgId: tx.scope.orgId!,
      id: newId(),
      ownerId: actor.personId!,
      preparedBy: actor.personId ? [actor.personId] : [],
    },
    from: input.opportunityId ? [{ type: "grantOpportunity", id: input.opportunityId }] : [],
  });
  await storeParts(tx, made);
  return made;
};

// What a draft asks for follows its budget, its kind and the law of its first day.
const headSums = async (tx: Tx, a: StoredApplication): Promise<StoredApplication> => {
  const { body } = await tx.one<{ body: Budget }>(sql`
    select body
    from grant_budget
    where org_id = ${a.orgId} and application_id = ${a.id}
  `);
  const { federal, match } = fundingOf(a.kind, body, await budgetRuleOn(tx, a.startsOn));
  return federal === a.federalCents && match === a.matchCents
    ? a
    : updateRow(tx, grantApplication, a.id, { federalCents: federal, matchCents: match });
};

/** Changes a draft's head: the forms that its kind needs are added, and none is lost. */
export const changeApplication = async (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  input: ApplicationChange,
): Promise<StoredApplication> => {
  const before = await openDraft(tx, id);
  if (version !== null) requireVersion(before.version, version);
  const changed = await updateRow(tx, grantApplication, id, input);
  await addForms(tx, changed);
  const after = await headSums(tx, changed);
  write(tx, actor, after, "change", before, after);
  return notePreparer(tx, actor, after);
};

/** Keeps a draft's budget; its sums stand in the application's head. */
export const keepBudget = async (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  body: Budget,
): Promise<{ id: string; version: number }> => {
  const a = await openDraft(tx, id);
  const before = await tx.one<typeof grantBudget.$inferSelect>(sql`
    select *
    from grant_budget
    where org_id = ${a.orgId} and application_id = ${id}
    for update
  `);
  if (version !== null) requireVersion(before.version, version);
  const after = await updateRow(tx, grantBudget, before.id, { body });
  const head = await headSums(tx, a);
  write(tx, actor, head, "budget", { budget: before.body }, { budget: body });
  await notePreparer(tx, actor, head);
  return { id: after.id, version: after.version };
};

const storedForm = async (tx: Tx, id: string, code: string): Promise<StoredForm> => {
  const found = await tx.maybe<StoredForm>(sql`
    select *
    from grant_application_form
    where org_id = ${tx.scope.orgId} and application_id = ${id} and form = ${code}
    for update
  `);
  if (!found) throw notFound("form");
  return found;
};

const keepAnswers = async (
  tx: Tx,
  actor: Actor,
  a: StoredApplication,
  before: StoredForm,
  answers: Record<string, unknown>,
) => {
  const after = await updateRow(tx, grantApplicationForm, before.id, { answers });
  write(
    tx,
    actor,
    a,
    "form",
    { form: before.form, answers: before.answers },
    { form: before.form, answers },
  );
  await notePreparer(tx, actor, a);
  return { id: after.id, version: after.version };
};

/**
 * Keeps the answers of a form that are named; the others stay, and null takes one away. `whole`
 * takes only what its schema and arithmetic find complete.
 * @throws Problem 422 with each answer's path.
 */
export const keepForm = async (
  tx: Tx,
  actor: Actor,
  { id, version, code }: At & { code: string },
  { answers, whole }: { answers: Record<string, unknown>; whole: boolean },
): Promise<{ id: string; version: number }> => {
  const a = await openDraft(tx, id);
  const before = await storedForm(tx, id, code);
  if (version !== null) requireVersion(before.version, version);
  const all = Object.entries({ ...before.answers, ...answers }).filter(([, v]) => v !== null);
  const form = formOf(before.form, before.formVersion);
  const verdict = judge(form, Object.fromEntries(all), validate);
  if (whole && verdict.errors.length > 0)
    throw invalid(
      "answers",
      "Some answers are missing or wrong.",
      verdict.errors.map(({ path, message }) => ({ path: `answers.${path}`, message })),
    );
  return keepAnswers(tx, actor, a, before, verdict.answers);
};

/** Fills a form anew from application, applicant and budget; other answers stay. */
export const refillForm = async (
  tx: Tx,
  actor: Actor,
  { id, version, code }: At & { code: string },
): Promise<{ id: string; version: number }> => {
  const a = await openDraft(tx, id);
  const before = await storedForm(tx, id, code);
  if (version !== null) requireVersion(before.version, version);
  return keepAnswers(tx, actor, a, before, await filledAnew(tx, a, before));
};
