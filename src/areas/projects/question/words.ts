import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import type { Impact } from "./rfi.labels.ts";

type Of = {
  costImpact: Impact;
  costCents: number | null;
  timeImpact: Impact;
  timeDays: number | null;
};

const known = (what: string, impact: Impact, guess: string | null): string => {
  if (impact === "unknown") return `${what} not known`;
  if (impact === "no") return `${what} no`;
  return guess ? `${what} about ${guess}` : `${what} yes`;
};

/** What a question changes, in words. */
export const impactInWords = (q: Of): string =>
  [
    known("Cost:", q.costImpact, q.costCents === null ? null : formatCents(q.costCents)),
    known("time:", q.timeImpact, q.timeDays === null ? null : counted(q.timeDays, "day")),
  ].join(", ");
