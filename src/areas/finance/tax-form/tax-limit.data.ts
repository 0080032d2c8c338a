import type { BoxKey } from "./tax-form.labels.ts";

type Limit = {
  /** Calendar years of payment, both inclusive. */
  from: number;
  until: number;
  /** Payments of a year from so many cents on are reported. */
  cents: number;
  boxes: readonly BoxKey[];
  citation: string;
  /** Held against two sources; false is said on the screen. */
  verified: boolean;
};

const byServices = ["nec1", "nec1Legal", "misc1", "misc6"] as const;

/**
 * From how much on a box is reported, by year of payment. A year without a rule is refused by name until
 * somebody confirms one: from 2027 on the amount follows the cost of living.
 */
const taxLimits: readonly Limit[] = [
  {
    ...{ from: 2020, until: 2025, cents: 600_00, boxes: byServices, verified: true },
    citation: "26 U.S.C. 6041(a), 6041A(a), as before Pub. L. 119-21",
  },
  {
    ...{ from: 2026, until: 2026, cents: 2_000_00, boxes: byServices, verified: true },
    citation: "26 U.S.C. 6041(a), 6041A(a), as amended by Pub. L. 119-21, sec. 70433",
  },
  {
    ...{ from: 2020, until: 2025, cents: 600_00, boxes: ["misc10"], verified: true },
    citation: "26 U.S.C. 6045(f); 26 CFR 1.6045-5",
  },
  {
    // Section 70433 names 6041 and 6041A; whether 6045(f) follows was not confirmed.
    ...{ from: 2026, until: 2026, cents: 600_00, boxes: ["misc10"], verified: false },
    citation: "26 U.S.C. 6045(f); 26 CFR 1.6045-5",
  },
];

/** The rule of a box for payments of a year; null for a year without one. */
export const limitOf = (box: BoxKey, year: number): Limit | null =>
  taxLimits.find(
    ({ from, until, boxes }) => boxes.includes(box) && year >= from && year <= until,
  ) ?? null;
