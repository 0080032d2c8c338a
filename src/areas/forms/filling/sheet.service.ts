import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, notFound } from "#kernel/errors.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { agencyNames } from "#areas/organization/organization.server.ts";
import type { Audience } from "../form/form.labels.ts";
import { validate } from "../form/validate.service.ts";
import { judge, prefilled } from "../form/judge.model.ts";
import type { Answers, FormOffer, FormSheet } from "../form/form.model.ts";
import { forms } from "../form/form.service.ts";
import type { formDefinition } from "../forms.tables.ts";

export type FormRecord = typeof formDefinition.$inferSelect;

/** The forms in force for an audience, as far as `db` shows them. */
export const formsOffered = async (db: Db, audience: Audience): Promise<FormOffer[]> => {
  const rows = await db.rows<Omit<FormOffer, "agency">>(sql`
    select id, definition_id, org_id, name, slug, about
    from form_definition
    where (${db.scope.orgId}::uuid is null or org_id = ${db.scope.orgId})
      and status = 'published'
      and audience = ${audience}
    order by name, id
    limit 500
  `);
  const names = await agencyNames(
    db,
    rows.map((row) => row.orgId),
  );
  return rows.map((row) => ({ ...row, agency: names.get(row.orgId) ?? "" }));
};

type Me = { name: string; email: string; company?: string };

/** A form with what is known of whoever fills it in. */
export const sheetOf = (
  form: Pick<FormRecord, "id" | "name" | "about" | "pages">,
  agency: string,
  me: Me | null,
  today: string,
): FormSheet => ({
  id: form.id,
  name: form.name,
  about: form.about,
  agency,
  pages: form.pages,
  prefilled: prefilled(form, me ? { company: "", ...me, today } : { today }),
});

/** The form in force of this family for an audience; 404 for another audience's or none. */
export const formInForce = async (
  db: Db,
  definitionId: string,
  audience: Audience,
): Promise<FormRecord> => {
  const form = await db.maybe<FormRecord>(sql`
    select *
    from form_definition
    where org_id = ${db.scope.orgId}
      and definition_id = ${definitionId}
      and status = 'published'
      and audience = ${audience}
  `);
  if (!form) throw notFound("form");
  return form;
};

/** The name of the scope's agency. */
export const agencyOf = async (db: Db): Promise<string> =>
  (await agencyNames(db, [db.scope.orgId!])).get(db.scope.orgId!) ?? "";

/** The form in force for staff, prefilled for the actor. */
export const staffSheet = async (db: Db, actor: Actor, definitionId: string): Promise<FormSheet> =>
  sheetOf(
    await formInForce(db, definitionId, "staff"),
    await agencyOf(db),
    { name: actor.name, email: actor.email },
    businessDate(db.scope),
  );

/**
 * The version with which a submission begins: the one in force, and the very one whose questions
 * were answered. 409 where a newer one is in force, 404 for another audience's.
 */
export const versionToFill = async (
  tx: Tx,
  formId: string,
  audience: Audience,
): Promise<FormRecord> => {
  const asked = (await forms.begunWith(tx, formId)) as FormRecord;
  if (asked.audience !== audience) throw notFound("form");
  const inForce = (await forms.begin(tx, asked.definitionId)) as FormRecord;
  if (inForce.id !== formId)
    throw conflict(
      "form_changed",
      "This form was changed since you opened it. Open it again; what you typed stays on this device.",
    );
  return inForce;
};

const named = (errors: readonly { path: string; message: string }[]) =>
  errors.map(({ path, message }) => ({ path: `answers.${path}`, message }));

const requireKnown = (form: FormRecord, answers: Answers): void => {
  const keys = new Set(
    form.pages.flatMap((page) => page.sections.flatMap((s) => s.fields.map((f) => f.key))),
  );
  const strange = Object.keys(answers).filter((key) => !keys.has(key));
  if (strange.length > 0)
    throw invalid(
      "unknown_answers",
      "Some answers belong to no question of this form. Nothing was saved.",
      named(strange.map((path) => ({ path, message: "This form does not ask this." }))),
    );
};

/**
 * The answers that count of those sent, by the form's own logic: hidden ones are left out, computed
 * ones worked out anew. 422 by question for what is wrong; a draft may lack answers and be wrong.
 */
export const answersFor = (form: FormRecord, answers: Answers, draft = false): Answers => {
  requireKnown(form, answers);
  const verdict = judge(form, answers, validate);
  if (!draft && verdict.errors.length > 0)
    throw invalid(
      "answers_refused",
      "Some answers are missing or not valid. Nothing was sent.",
      named(verdict.errors),
    );
  return draft ? answers : verdict.answers;
};
