import { wordsOf } from "#kernel/labels.ts";
import type { FlowRecord, FlowStep } from "#areas/flows/flows.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { formsOffered } from "../filling/sheet.service.ts";
import { audiences, type FormField } from "../form/form.labels.ts";
import { listForms } from "../form/form.service.ts";
import type { FormVersion } from "../form/form.model.ts";
import { formDefinition, formSubmission } from "../forms.tables.ts";
import { submissionStatuses } from "./submission.labels.ts";
import { moveSubmission } from "./submission.service.ts";

type Row = Readonly<Record<string, unknown>>;

const inForce = async (db: Db): Promise<FormVersion[]> =>
  (await listForms(db)).filter((form) => form.status === "published");

const kinds: Readonly<Record<string, "text" | "money" | "number" | "date" | "yesNo" | "choice">> = {
  text: "text",
  number: "number",
  money: "money",
  date: "date",
  yesNo: "yesNo",
  choice: "choice",
};
const questionsOf = (form: FormVersion): readonly FormField[] =>
  form.pages.flatMap((page) => page.sections.flatMap((section) => section.fields as FormField[]));

// The first form that asks a question names it.
const asked = (forms: readonly FormVersion[]) => {
  const fields = new Map<string, ReturnType<typeof fieldOf>>();
  for (const form of forms)
    for (const question of questionsOf(form))
      if (kinds[question.kind] && !fields.has(question.key))
        fields.set(question.key, fieldOf(form, question));
  return [...fields.values()];
};
const fieldOf = (form: FormVersion, question: FormField) => ({
  name: `answers.${question.key}`,
  label: `${form.name}: ${question.label}`,
  kind: kinds[question.kind]!,
  choices: [...question.options],
});

const familyOf = async (db: Db, formId: string) =>
  (await getRow(db, formDefinition, formId, "form")).definitionId;

/** What somebody filled in, as workflows know it: its form and its answers. */
export const submissionFlow: FlowRecord = {
  noun: "formSubmission",
  table: formSubmission,
  label: "submission of a form",
  events: {
    submit: "is submitted",
    approve: "is approved",
    return: "comes back",
    reject: "is rejected",
  },
  fields: {
    status: {
      label: "Status",
      kind: "choice",
      choices: wordsOf(submissionStatuses),
    },
    audience: { label: "Filled in by", kind: "choice", choices: audiences },
  },
  more: async (db, row: Row) => ({
    form: await familyOf(db, row.formId as string),
    answers: row.answers ?? {},
  }),
  moreFields: async (db) => {
    const forms = await inForce(db);
    return [
      {
        name: "form",
        label: "Form",
        kind: "choice" as const,
        choices: forms.map(({ definitionId, name }) => ({ value: definitionId, label: name })),
      },
      ...asked(forms),
    ];
  },
  starter: (row) => ({
    personId: row.filledBy as string | null,
    name: row.fillerName as string,
    email: row.fillerEmail as string | null,
  }),
  read: "form.review",
  approved: true,
  href: (id) => `/forms/${id}`,
  actions: {
    review: {
      label: "Begin the review",
      permission: "form.review",
      take: (tx, actor, id, reason) =>
        moveSubmission(tx, actor, "review", { id, reason, version: null }),
    },
    archive: {
      label: "Archive the submission",
      permission: "form.review",
      take: (tx, actor, id, reason) =>
        moveSubmission(tx, actor, "archive", { id, reason, version: null }),
    },
  },
};

/** A step of a workflow in which a colleague fills in a form: the first one who sends it. */
export const formStep: FlowStep = {
  name: "form",
  label: "Form to fill in",
  asks: true,
  targets: async (db) =>
    (await formsOffered(db, "staff")).map(({ definitionId, name }) => ({
      value: definitionId,
      label: name,
    })),
  begin: async (_tx, { target }) => ({ ids: [target], link: `/forms/fill/${target}` }),
  heard: {
    action: "formSubmission.submit",
    of: async (db, entry) => {
      const row = await getRow(db, formSubmission, entry.objectId, "submission");
      return { ids: [await familyOf(db, row.formId)], personId: row.filledBy };
    },
  },
  facts: async (db, id) => (await getRow(db, formSubmission, id, "submission")).answers,
};
