import { objectClasses } from "#areas/finance/finance.public.ts";

export type ObjectClass = keyof typeof objectClasses;
export type BudgetForm = Record<ObjectClass, number | null>;
const classNames = Object.keys(objectClasses) as ObjectClass[];

/** A budget by object class as the values of a form. */
export const budgetForm = (shares: readonly { objectClass: string; cents: number }[]): BudgetForm =>
  Object.fromEntries(
    classNames.map((c) => [c, shares.find((s) => s.objectClass === c)?.cents ?? null]),
  ) as BudgetForm;
/** The values of a form as a budget. */
export const budgetOf = (form: BudgetForm) =>
  classNames.flatMap((objectClass) =>
    form[objectClass] ? [{ objectClass, cents: form[objectClass] }] : [],
  );

export type ApplicationForm = {
  title: string;
  narrative: string;
  budget: BudgetForm;
  match: number | null;
  startsOn: string;
  endsOn: string;
  contactName: string;
  contactEmail: string;
};
export const blankApplication: ApplicationForm = {
  title: "",
  narrative: "",
  budget: budgetForm([]),
  match: null,
  startsOn: "",
  endsOn: "",
  contactName: "",
  contactEmail: "",
};
/** What an application's form sends. */
export const applicationBody = (values: ApplicationForm) => ({
  ...values,
  match: values.match ?? 0,
  budget: budgetOf(values.budget),
});
