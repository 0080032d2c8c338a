import { isBankDay, nextBankDay } from "#kernel/holidays.ts";
import { addDays, type Day, day } from "#kernel/time.ts";

const chicago = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" });

/**
 * A day (YYYY-MM-DD) as the agencies of the tests count it, in America/Chicago, `days` from today:
 * from six in the evening there the date in UTC is tomorrow's.
 */
export const agencyDay = (days = 0): Day => addDays(day(chicago.format(Date.now())), days);

/**
 * Somebody on the next day on which banks settle, today where they do: what is released today has
 * reached the bank then, on every day of the year.
 */
export const onSettlement = <A extends object>(actor: A): A & { businessNow: string } => ({
  ...actor,
  businessNow: `${nextBankDay(agencyDay())}T18:00:00.000Z`,
});

/**
 * The last day on which banks settled, counted back from `days` from today, that day among them:
 * what is paid on it is paid by then.
 */
export const lastBankDay = (days = 0): Day => {
  let at = agencyDay(days);
  while (!isBankDay(at)) at = addDays(at, -1);
  return at;
};
