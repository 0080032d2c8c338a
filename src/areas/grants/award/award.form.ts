import { recordForm } from "#kernel/record-form.ts";
import { objectClasses } from "#areas/finance/finance.public.ts";
import { awardFields, type AwardDetail } from "./award.model.ts";

type ObjectClass = keyof typeof objectClasses;
type Budget = Record<ObjectClass, number | null>;
/** The classes of a budget, each with its amount in the form. */
export const classNames = Object.keys(objectClasses) as ObjectClass[];
const budgetOf = (classes: readonly { objectClass: string; cents: number }[]) =>
  Object.fromEntries(
    classNames.map((name) => [
      name,
      classes.find(({ objectClass }) => objectClass === name)?.cents || null,
    ]),
  ) as Budget;

const { budget: _byClass, ...head } = awardFields;

/** The form of an award. */
export const awardForm = recordForm("/api/v1/grant-awards", head, {
  begins: { match: null },
  besides: {
    blank: () => ({ budget: budgetOf([]) }),
    toForm: ({ classes }: AwardDetail) => ({
      budget: budgetOf(classes.map(({ objectClass, budget: cents }) => ({ objectClass, cents }))),
    }),
    toInput: ({ budget }) => ({
      budget: classNames.flatMap((objectClass) =>
        budget[objectClass] ? [{ objectClass, cents: budget[objectClass] }] : [],
      ),
    }),
  },
});
