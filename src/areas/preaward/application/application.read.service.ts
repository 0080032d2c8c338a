import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { judge } from "#areas/forms/forms.public.ts";
import { validate } from "#areas/forms/forms.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import type { ContributorRow } from "../contributor/contributor.model.ts";
import { contributorsOf } from "../contributor/contributor.service.ts";
import { budgetFindings } from "../budget/findings.model.ts";
import { workOut } from "../budget/workings.model.ts";
import { lobbyingOn } from "../budget/budget-rules.service.ts";
import { formsOf, furtherForms, type FormCode } from "../federal-form/federal-form.ts";
import { formOf, newestForm } from "../federal-form/forms.data.ts";
import { grantApplication } from "../preaward.tables.ts";
import type { ApplicationRecord, FormSheet } from "./application.model.ts";
import { applicationNoun, type StoredApplication } from "./application.noun.ts";
import { findingsOf, readable, wholeOf, wordsOf, type Whole } from "./checks.service.ts";
import { figuresOf } from "./figures.model.ts";
import { checkedXml } from "./package.service.ts";
import { uncheckedOf } from "./unchecked.model.ts";

const mayEdit = (actor: Actor, a: StoredApplication): boolean =>
  a.status === "draft" && actor.permissions.has("grantApplication.edit");

const sectionsOf = (
  whole: Whole,
  actor: Actor,
  outside: readonly ContributorRow[],
): ApplicationRecord["sections"] =>
  whole.sections.map((s) => ({
    id: s.id,
    title: s.title,
    asks: s.asks,
    body: s.body,
    text: readable(whole, s.body),
    words: wordsOf(readable(whole, s.body)),
    mostWords: s.mostWords,
    ownerId: s.ownerId,
    ownerName: s.ownerName,
    dueOn: s.dueOn,
    required: s.required,
    mine: s.ownerId === actor.personId,
    contributors: outside.filter((c) => c.sectionId === s.id),
    version: s.version,
  }));

/** An application with forms, sections, and everything that the rules find in it. 404. */
export const readApplication = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<ApplicationRecord> => {
  const a = await getRow(db, grantApplication, id, "grant application");
  const [whole, outside, { name }] = await Promise.all([
    wholeOf(db, a),
    actor.permissions.has("grantApplication.edit") ? contributorsOf(db, id) : [],
    db.one<{ name: string | null }>(sql`
      select max(display_name) as name
      from person
      where id = ${a.ownerId}
    `),
  ]);
  const findings = findingsOf(db, whole);
  const needed = formsOf(a.kind, []);
  const codes = whole.forms.map(({ form }) => form);
  return {
    ...(a as unknown as ApplicationRecord),
    ownerName: name,
    forms: whole.forms.map(({ form, formVersion, version }) => {
      const of = formOf(form, formVersion);
      const own = findings.filter(({ part }) => part === form);
      return {
        code: form,
        name: of.name,
        formVersion,
        complete: own.length === 0,
        findings: own.length,
        xml: of.schema === null ? ("notChecked" as const) : ("checked" as const),
        needed: needed.some((code) => code === form),
        version,
      };
    }),
    sections: sectionsOf(whole, actor, outside),
    findings,
    unchecked: uncheckedOf({
      federalCents: a.federalCents,
      forms: codes,
      withoutSchema: codes.filter((code) => newestForm(code as FormCode).schema === null),
      lobbying: await lobbyingOn(db, a.startsOn),
    }),
    further: furtherForms[a.kind]
      .filter((code) => !codes.includes(code))
      .map((code) => ({ code, name: newestForm(code).name })),
    figures: figuresOf({ kind: a.kind, budget: whole.budget.body, rule: whole.rule }),
    mayEdit: mayEdit(actor, a),
    actions: await actionsAsked(db, actor, applicationNoun, a),
  };
};

/** One form of an application with its answers, and what its official schema says of its XML. */
export const readForm = async (
  db: Db,
  actor: Actor,
  id: string,
  code: string,
): Promise<FormSheet> => {
  const a = await getRow(db, grantApplication, id, "grant application");
  const whole = await wholeOf(db, a);
  const stored = whole.forms.find(({ form }) => form === code);
  if (!stored) throw notFound("form");
  const of = formOf(stored.form, stored.formVersion);
  const [written] = await checkedXml(whole, { code, today: businessDate(db.scope) });
  return {
    code,
    name: of.name,
    formVersion: stored.formVersion,
    pages: of.pages,
    answers: judge(of, stored.answers, validate).answers,
    findings: findingsOf(db, whole).filter(({ part }) => part === code),
    xml: written!.check,
    mayEdit: mayEdit(actor, a),
    version: stored.version,
  };
};

/** The XML of one form as it is now. */
export const readFormXml = async (db: Db, id: string, code: string): Promise<string> => {
  const a = await getRow(db, grantApplication, id, "grant application");
  const [written] = await checkedXml(await wholeOf(db, a), { code, today: businessDate(db.scope) });
  if (!written) throw notFound("form");
  return written.xml;
};

/** An application's budget with what follows from it under the rule of its day. */
export const readBudget = async (db: Db, actor: Actor, id: string) => {
  const a = await getRow(db, grantApplication, id, "grant application");
  const { budget, rule } = await wholeOf(db, a);
  return {
    id: a.id,
    number: a.number,
    title: a.title,
    applicationType: a.applicationType,
    kind: a.kind,
    startsOn: a.startsOn,
    endsOn: a.endsOn,
    budget: budget.body,
    rule,
    workings: workOut(budget.body, rule),
    findings: budgetFindings({ budget: budget.body, rule, startsOn: a.startsOn, endsOn: a.endsOn }),
    mayEdit: mayEdit(actor, a),
    version: budget.version,
  };
};
