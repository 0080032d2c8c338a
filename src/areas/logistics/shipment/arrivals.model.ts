import { addDays, type Day } from "#kernel/time.ts";
import { isToCome } from "#areas/procurement/procurement.public.ts";
import type { Arriving } from "./desk.model.ts";

/** What arrives, by day: late ones on top, then today, then each day to come; then what waits for proof. */
export type DayOfArrivals = {
  key: string;
  kind: "late" | "today" | "day" | "unproved";
  day: Day | null;
  items: Arriving[];
};

/** Shipments by the day on which they are expected; each stands once. */
export const byDay = (items: readonly Arriving[], today: Day): DayOfArrivals[] => {
  const toCome = items.filter((one) => isToCome(one.status));
  const of = (kind: DayOfArrivals["kind"], day: Day | null, found: Arriving[]): DayOfArrivals => ({
    key: day ?? kind,
    kind,
    day,
    items: found,
  });
  const days = [...new Set(toCome.map((one) => one.expectedOn))]
    .filter((one) => one > today)
    .toSorted();
  return [
    of(
      "late",
      null,
      toCome.filter((one) => one.expectedOn < today),
    ),
    of(
      "today",
      today,
      toCome.filter((one) => one.expectedOn === today),
    ),
    ...days.map((one) =>
      of(
        "day",
        one,
        toCome.filter((each) => each.expectedOn === one),
      ),
    ),
    of(
      "unproved",
      null,
      items.filter((one) => one.status === "delivered"),
    ),
  ].filter((group) => group.items.length > 0 || group.kind === "today");
};

/** What of the desk waits, in numbers. `differ`: proofs that contradict each other. */
export const countsOf = (
  items: readonly Arriving[],
  today: Day,
): { late: number; today: number; unproved: number; differ: number; soon: number } => {
  const toCome = items.filter((one) => isToCome(one.status));
  const delivered = items.filter((one) => one.status === "delivered");
  return {
    late: toCome.filter((one) => one.expectedOn < today).length,
    today: toCome.filter((one) => one.expectedOn === today).length,
    soon: toCome.filter((one) => one.expectedOn > today && one.expectedOn <= addDays(today, 7))
      .length,
    unproved: delivered.length,
    differ: delivered.filter((one) => one.lacking.some((each) => each.endsWith("!"))).length,
  };
};
