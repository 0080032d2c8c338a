import type { Verdict } from "#kernel/control.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import type { Day } from "#kernel/time.ts";

/** An order to the same vendor that went out before, within the days of the agency's figure. */
type LikeOrder = { number: string; issued: Day; amount: number };

export type LikeOrdersFacts = {
  issued: Day | null;
  amount: number;
  method: string | null;
  underContract: boolean;
  emergency: boolean;
  /** The agency's figures; null where no rule holds. */
  days: number | null;
  likePercent: number | null;
  microCents: number | null;
  simplifiedCents: number | null;
  before: readonly LikeOrder[];
};

const alike = (one: number, other: number, percent: number): boolean =>
  Math.abs(one - other) * 100 <= Math.max(one, other) * percent;

// What the method of an order lets it reach; a stricter method leaves nothing to split.
const reaches = (facts: LikeOrdersFacts): number | null =>
  facts.method === "micro_purchase"
    ? facts.microCents
    : facts.method === "simplified"
      ? facts.simplifiedCents
      : null;

/**
 * Orders of like amounts to one vendor within days do not stay below a threshold one by one that they
 * pass together (2 CFR 200.320(a)(1); days and share are the agency's). The last of them is found.
 */
export const judgeLikeOrders = (facts: LikeOrdersFacts): Verdict => {
  const { issued, amount, days, likePercent, underContract, emergency } = facts;
  if (issued === null) return { answer: "not_applicable", said: "The order did not go out yet." };
  if (underContract || emergency)
    return {
      answer: "not_applicable",
      said: "It is placed under a contract, or in an emergency.",
    };
  if (days === null || likePercent === null)
    return { answer: "unknown", said: "No rule says which orders were alike on that day." };
  if (facts.method !== "micro_purchase" && facts.method !== "simplified")
    return { answer: "not_applicable", said: "Its method has no threshold to stay below." };
  const threshold = reaches(facts);
  if (threshold === null)
    return { answer: "unknown", said: "No procurement thresholds hold on the day of the order." };
  const like = facts.before.filter(
    (o) => o.amount <= threshold && alike(o.amount, amount, likePercent),
  );
  if (like.length === 0)
    return {
      answer: "pass",
      said: `No like order to this vendor within ${counted(days, "day")} before.`,
    };
  const sum = like.reduce((n, o) => n + o.amount, amount);
  const together = `with ${like.map(({ number }) => number).join(", ")} within ${counted(days, "day")}: ${formatCents(sum)}`;
  return amount <= threshold && sum > threshold
    ? {
        answer: "fail",
        said: `${formatCents(amount)}, ${together}, above ${formatCents(threshold)}.`,
      }
    : { answer: "pass", said: `${formatCents(amount)}, ${together}.` };
};
