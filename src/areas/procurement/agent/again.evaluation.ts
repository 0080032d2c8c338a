import { addDays, daysBetween, type Day } from "#kernel/time.ts";
import { againDay } from "./again.cases.ts";
import { comesAgain, saidAhead, type Bought } from "./again.model.ts";

const told = (found: { nextOn: string; quantity: string } | null): string =>
  found ? `${found.nextOn} ${found.quantity}` : "none";

/** When the agent says that it comes again, and how much. */
export const againAnswer = (given: readonly Bought[]): string =>
  told(comesAgain(given, againDay as Day));

/** The obvious way: the last interval once more, and as much as the last time. */
export const againBaseline = (given: readonly Bought[]): string => {
  const [last, before] = given.toSorted((a, b) => b.on.localeCompare(a.on));
  if (!last || !before) return "none";
  const nextOn = addDays(last.on, daysBetween(before.on, last.on));
  return daysBetween(againDay, nextOn) > saidAhead
    ? "none"
    : told({ nextOn, quantity: last.quantity });
};
