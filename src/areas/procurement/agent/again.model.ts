import { Decimal } from "decimal.js";
import { addDays, daysBetween, type Day } from "#kernel/time.ts";

/** What was ordered of one thing on one day. */
export type Bought = { on: string; quantity: string };
/** How often it comes, when it would come next, and how much at a time. */
export type Again = { everyDays: number; nextOn: Day; quantity: string };

/** Three intervals at least make a habit; fewer are chance. */
export const fewestBuys = 4;
/** What is bought more often than every three weeks is bought as it is needed. */
const shortest = 21;
/** So many days ahead it is said, and after so much of an interval the habit has ended. */
export const saidAhead = 21;
const endedAfter = 0.5;
/** Each interval may depart from the middle one by so much of it. */
const apart = 0.35;

const middle = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
};

const byDay = (bought: readonly Bought[]): { on: string; quantity: Decimal }[] => {
  const days = new Map<string, Decimal>();
  for (const { on, quantity } of bought)
    days.set(on, (days.get(on) ?? new Decimal(0)).plus(quantity));
  return [...days]
    .map(([on, quantity]) => ({ on, quantity }))
    .toSorted((a, b) => a.on.localeCompare(b.on));
};

/**
 * Whether something is bought again and again at about the same interval, and is due about now: null
 * for fewer than four buys, for intervals that depart from the middle one by more than a third, for what is
 * bought as it is needed, and for what is not due yet or was not bought when it was.
 */
export const comesAgain = (bought: readonly Bought[], today: Day): Again | null => {
  const days = byDay(bought);
  if (days.length < fewestBuys) return null;
  const gaps = days.slice(1).map(({ on }, at) => daysBetween(days[at]!.on, on));
  const every = middle(gaps);
  if (every < shortest || gaps.some((gap) => Math.abs(gap - every) > every * apart)) return null;
  const nextOn = addDays(days.at(-1)!.on, Math.round(every));
  if (daysBetween(today, nextOn) > saidAhead) return null;
  if (daysBetween(nextOn, today) > every * endedAfter) return null;
  const quantities = days.map(({ quantity }) => quantity.toNumber());
  return {
    ...{ everyDays: Math.round(every), nextOn },
    quantity: new Decimal(middle(quantities)).toDecimalPlaces(4).toString(),
  };
};
