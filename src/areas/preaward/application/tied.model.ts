import { formatCents } from "#kernel/money.ts";
import { fieldsOf, type FormField } from "#areas/forms/forms.public.ts";
import type { FederalForm } from "../federal-form/federal-form.ts";

type Answers = Readonly<Record<string, unknown>>;
/** How a form departs from the budget of its application, at the first field that does. */
export type Untied = { path: string; message: string; stops: boolean };

// What is asked of the grantor is the budget's to the cent; how it is spread may be said otherwise.
const asked = new Set(["federal"]);
const compared = (form: FederalForm): FormField[] =>
  fieldsOf(form).filter(({ key, kind }) =>
    form.code === "SF-424"
      ? kind === "money" && key !== "total"
      : form.code === "SF-424A"
        ? /^b5/.test(key)
        : form.code === "SF-424C" && /^l\d+a$/.test(key),
  );
const cents = (answers: Answers, key: string): number =>
  typeof answers[key] === "number" ? answers[key] : 0;
const mostNamed = 3;

/** Amounts of a form that are others than the budget's; `known` are its answers by the budget. */
export const untied = (form: FederalForm, answers: Answers, known: Answers): Untied[] => {
  const others = compared(form).filter(({ key }) => cents(answers, key) !== cents(known, key));
  if (others.length === 0) return [];
  const said = others
    .slice(0, mostNamed)
    .map(
      ({ key, label }) =>
        `${label} is ${formatCents(cents(answers, key))}, by the budget ${formatCents(cents(known, key))}`,
    );
  const more = others.length > mostNamed ? `, and ${others.length - mostNamed} more` : "";
  return [
    {
      path: others[0]!.key,
      message: `${said.join("; ")}${more}. Fill it in from the budget, or change the budget.`,
      stops: others.some(({ key }) => asked.has(key)),
    },
  ];
};
