import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, notFound } from "#kernel/errors.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { agencyNames, readCalendar } from "#areas/organization/organization.server.ts";
import { usualCalendar } from "#kernel/business-days.ts";
import { dayAfter } from "#kernel/holidays.ts";
import { fieldsOf, type Asked, type Audience } from "../form/form.labels.ts";
import { validate } from "../form/validate.service.ts";
import { judge, prefilled, type Verdict } from "../form/judge.model.ts";
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

const countsDays = (form: Asked): boolean => JSON.stringify(form.pages).includes('"businessDays"');

/**
 * The agency's day, and the days on which it works where rules of the form count them: its closures
 * of the years around.
 */
export const timesFor = async (db: Db, form: Asked): Promise<FormSheet["times"]> => {
  const today = businessDate(db.scope);
  if (!countsDays(form))
    return {
      today,
      calendar: { ...usualCalendar, weekdays: [...usualCalendar.weekdays], closures: [] },
    };
  const { weekdays, federalHolidays, closures } = await readCalendar(db);
  const [first, last] = [dayAfter(today, -400), dayAfter(today, 1500)];
  return {
    today,
    calendar: {
      weekdays: [...weekdays],
      federalHolidays,
      closures: closures
        .filter((each) => each.lastDay >= first && each.firstDay <= last)
        .map(({ firstDay, lastDay, name, open }) => ({ firstDay, lastDay, name, open })),
    },
  };
};

/** A form with what is known of whoever fills it in. */
export const sheetOf = (
  form: Pick<FormRecord, "id" | "name" | "about" | "pages">,
  agency: string,
  me: Me | null,
  times: FormSheet["times"],
): FormSheet => ({
  times,
  id: form.id,
  name: form.name,
  about: form.about,
  agency,
  pages: form.pages,
  prefilled: prefilled(
    form,
    me ? { company: "", ...me, today: times.today } : { today: times.today },
  ),
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
export const staffSheet = async (
  db: Db,
  actor: Actor,
  definitionId: string,
): Promise<FormSheet> => {
  const form = await formInForce(db, definitionId, "staff");
  return sheetOf(
    form,
    await agencyOf(db),
    { name: actor.name, email: actor.email },
    await timesFor(db, form),
  );
};

/**
 * The version with which a submission begins: the one in force, and the very one whose questions
 * were answered. 409 where a newer one is in force, 404 for another audience's. `earlier`: one that was
 * in force before stands too, as a device held it that was without a line.
 */
export const versionToFill = async (
  tx: Tx,
  formId: string,
  audience: Audience,
  earlier = false,
): Promise<FormRecord> => {
  const asked = (await forms.begunWith(tx, formId)) as FormRecord;
  if (asked.audience !== audience) throw notFound("form");
  if (earlier && asked.publishedAt !== null) return asked;
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

/** Of a draft, which may lack answers and be wrong: that it answers no other form. */
export const requireKnown = (form: FormRecord, answers: Answers): void => {
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

/** The names of questions that are not shown, for the line that says what was left out. */
export const labelsOf = (form: Asked, keys: readonly string[]): string[] =>
  fieldsOf(form)
    .filter(({ key }) => keys.includes(key))
    .map(({ label }) => label);

/**
 * The answers that count of those sent, by the form's own logic at the agency's day: hidden ones are
 * left out and named in `hidden`, computed ones worked out anew. 422 by question for what is wrong.
 */
export const answersFor = async (db: Db, form: FormRecord, answers: Answers): Promise<Verdict> => {
  requireKnown(form, answers);
  const verdict = judge(form, answers, validate, await timesFor(db, form));
  if (verdict.errors.length > 0)
    throw invalid(
      "answers_refused",
      "Some answers are missing or not valid. Nothing was sent.",
      named(verdict.errors),
    );
  return verdict;
};

/**
 * Answers as they come from a program or a screen that sends what it shows. 422 `answers_hidden` by
 * question for one that the others hide: nobody who filled it in could have seen what was asked.
 */
export const requireShown = async (db: Db, form: FormRecord, answers: Answers): Promise<void> => {
  requireKnown(form, answers);
  const { hidden } = judge(form, answers, validate, await timesFor(db, form));
  if (hidden.length > 0)
    throw invalid(
      "answers_hidden",
      "Some questions are not asked with these answers. Leave them out. Nothing was sent.",
      named(hidden.map((path) => ({ path, message: "This is not asked with the other answers." }))),
    );
};
