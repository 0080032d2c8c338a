import type { PublishCheck } from "#kernel/definition.ts";
import { counted } from "#kernel/words.ts";
import { fieldsOf, type Asked, type Audience, type FormField } from "../form/form.labels.ts";

const secret =
  /social security|\bssn\b|\b(bank|checking|savings) account|\baccount number|\brouting number|\biban\b/i;
const names: Readonly<Record<string, true>> = { ssn: true, iban: true, socialSecurityNumber: true };

/** Whether a question asks for a Social Security number or the number of a bank account. */
export const asksForSecret = ({ key, label, help }: Pick<FormField, "key" | "label" | "help">) =>
  key in names || secret.test(label) || secret.test(help);

/**
 * Who asks for a Social Security number says by which law, whether one must answer, and what for
 * (Privacy Act of 1974, section 7(b); 5 U.S.C. 552a note). Publishing waits for it.
 */
export const lawChecks = (fields: readonly { field: FormField; path: string }[]): PublishCheck[] =>
  fields
    .filter(({ field }) => asksForSecret(field) && !field.law?.trim())
    .map(({ field, path }) => ({
      sentence: `“${field.label || field.key}” asks for a Social Security or bank number: name the law and the purpose.`,
      ok: false,
      path: `${path}.law`,
    }));

/** Months after which somebody should read a form in force again. */
const oldMonths = 24;

type InForce = Asked & {
  about: string;
  audience: Audience;
  keepYears: number;
  /** Whole months that its version is in force. */
  months: number;
};
export type Finding = { sentence: string; ok: boolean };

/** What is looked at of a form in force, each with whether it holds. `reviewers`: who may decide. */
export const findingsOf = (form: InForce, reviewers: number): Finding[] => {
  const fields = fieldsOf(form);
  const secrets = fields.filter(asksForSecret);
  const unexplained = secrets.filter(({ law }) => !law?.trim()).length;
  const bare = fields.filter(({ help, compute }) => help === "" && compute === null).length;
  const spoken = `${form.about} ${form.pages.flatMap((page) => page.sections.map(({ help }) => help)).join(" ")}`;
  const noted = /privacy|public record/i.test(spoken);
  return [
    {
      ok: unexplained === 0,
      sentence:
        secrets.length === 0
          ? "Asks for no Social Security or bank number"
          : `${counted(secrets.length, "question")} for a Social Security or bank number, ${unexplained} without its law`,
    },
    { ok: true, sentence: `Submissions are kept ${counted(form.keepYears, "year")}` },
    ...(form.audience === "public"
      ? [
          {
            ok: noted,
            sentence: noted
              ? "Says what happens with what is typed"
              : "Says nothing of privacy or public records: add it to what the form is for",
          },
        ]
      : []),
    {
      ok: bare === 0,
      sentence:
        bare === 0
          ? "Every question has a help text"
          : `${counted(bare, "question")} without a help text`,
    },
    {
      ok: reviewers > 1,
      sentence: `${counted(reviewers, "person", "people")} may decide; nobody decides what they filled in`,
    },
    {
      ok: form.months < oldMonths,
      sentence:
        form.months === 0
          ? "In force for less than a month"
          : `In force for ${counted(form.months, "month")}`,
    },
  ];
};
