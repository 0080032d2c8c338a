import { blankField, type FormField } from "#areas/forms/form/form.labels.ts";
import { formInput } from "#areas/forms/form/form.model.ts";
import { forms } from "#areas/forms/form/form.service.ts";
import { beginSubmission } from "#areas/forms/submission/submission.service.ts";
import type { Actor } from "#kernel/access.ts";
import type { Database } from "../db/db.ts";

const question = (key: string, over: Partial<FormField> = {}): FormField => ({
  ...blankField(key, over.kind ?? "text", key),
  ...over,
});

/** A form of staff in force that asks for a number, `guests`, and a day. */
export const publishedForm = (
  database: Database,
  owner: Actor,
  slug: string,
): Promise<{ id: string; definitionId: string }> =>
  database.transaction(owner, async (tx) => {
    const fields = [question("guests", { kind: "number" }), question("day", { kind: "date" })];
    const draft = await forms.draft(
      tx,
      owner,
      formInput.parse({
        name: `Form ${slug}`,
        slug,
        audience: "staff",
        pages: [{ title: "Page", sections: [{ title: "", help: "", fields }] }],
      }),
    );
    return forms.publish(tx, owner, draft.id, draft.version);
  });

/** A colleague fills it in and sends it. */
export const submitForm = (
  database: Database,
  who: Actor,
  formId: string,
  answers: Record<string, unknown>,
) =>
  database.transaction(who, (tx) =>
    beginSubmission(
      tx,
      who,
      { audience: "staff", name: who.name, email: null, personId: who.personId, vendorId: null },
      { formId, answers, submit: true },
    ),
  );
