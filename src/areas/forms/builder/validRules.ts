import type { Logic } from "#kernel/logic/logic.ts";
import { todayKey } from "../form/form.labels.ts";
import type { FieldValues } from "./formValues.ts";

/** A rule that is offered in words, with what whoever breaks it is told. */
type Offer = { rule: string; label: string; says: string };

const offer = (rule: Logic, label: string, says: string): Offer => ({
  rule: JSON.stringify(rule),
  label,
  says,
});

const today: Logic = { var: todayKey };
// What the other question lacks is said there, and no reason to refuse this one.
const beside = (other: string, rule: Logic): Logic => ({ or: [{ "!": [{ var: other }] }, rule] });

const noticeOf = [2, 5, 10] as const;
const daysOf = (own: FieldValues, others: readonly FieldValues[]): Offer[] => {
  const it: Logic = { var: own.key };
  return [
    offer({ ">=": [it, today] }, "Today or later", "Choose today or a later day."),
    offer({ "<=": [it, today] }, "Today or before", "Choose today or a day before."),
    ...noticeOf.map((days) =>
      offer(
        { ">=": [{ businessDays: [today, it] }, days] },
        `${days} business days from now or later`,
        `Choose a day at least ${days} business days from today.`,
      ),
    ),
    ...others.flatMap((other) => {
      const [name, that] = [other.label || other.key, { var: other.key } as Logic];
      return [
        offer(
          beside(other.key, { ">=": [it, that] }),
          `On the day of “${name}” or later`,
          `Choose the day of “${name}” or a later one.`,
        ),
        offer(
          beside(other.key, { ">": [it, that] }),
          `After the day of “${name}”`,
          `Choose a day after “${name}”.`,
        ),
      ];
    }),
  ];
};

const numbersOf = (own: FieldValues, others: readonly FieldValues[]): Offer[] =>
  others.flatMap((other) => {
    const name = other.label || other.key;
    const [it, that]: Logic[] = [{ var: own.key }, { var: other.key }];
    return [
      offer(
        beside(other.key, { "<=": [it!, that!] }),
        `“${name}” at most`,
        `Enter no more than “${name}”.`,
      ),
      offer(
        beside(other.key, { ">=": [it!, that!] }),
        `“${name}” at least`,
        `Enter no less than “${name}”.`,
      ),
    ];
  });

/** What a question's answer may be held to, of a day, a number or an amount, beside its kin. */
export const validOffers = (own: FieldValues, all: readonly FieldValues[]): Offer[] => {
  const kin = all.filter((field) => field.key !== own.key && field.key && field.kind === own.kind);
  if (own.kind === "date") return daysOf(own, kin);
  return own.kind === "number" || own.kind === "money" ? numbersOf(own, kin) : [];
};
