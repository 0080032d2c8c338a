export type ActualYear = { year: number; cents: number };
export type PartRow = { label: string; cents: number; href: string | null };
export const partKinds = {
  contracts: "Contracts",
  commitments: "Commitments that run on",
  rest: "Last adopted, less one-time and what is bound",
  inflation: "Inflation",
} as const;
/** A named part of a line's base, with the rows that it comes from. */
export type BasePart = { kind: keyof typeof partKinds; cents: number; rows: PartRow[] };

/** What a line's base is made from, in cents. */
export type BaseFacts = {
  adopted: PartRow;
  /** Decision packages of the running year that were for once. */
  oneTime: readonly PartRow[];
  contracts: readonly PartRow[];
  commitments: readonly PartRow[];
  /** Hundredths of a percent. */
  inflation: number;
  /** Positions pay this account: its adopted amount does not run on beside them. */
  byPositions: boolean;
};

const sum = (rows: readonly PartRow[]) => rows.reduce((total, row) => total + row.cents, 0);

/**
 * The parts of a line's base. What contracts and open commitments bind stands for itself; the rest of
 * what was adopted runs on, less what was for once, and grows by inflation. Every part is the sum of
 * its rows but for inflation, which is its percent of the rest.
 */
export const baseParts = (facts: BaseFacts): BasePart[] => {
  const bound = sum(facts.contracts) + sum(facts.commitments);
  const running = Math.max(0, facts.adopted.cents - sum(facts.oneTime));
  const free = facts.byPositions ? 0 : Math.max(0, running - bound);
  const rows: PartRow[] = facts.byPositions
    ? [{ label: "Computed from positions", cents: 0, href: null }]
    : [
        facts.adopted,
        ...facts.oneTime.map((row) => ({ ...row, cents: -row.cents })),
        ...(bound > 0
          ? [
              {
                label: "Bound by contracts and commitments",
                cents: -Math.min(bound, running),
                href: null,
              },
            ]
          : []),
      ];
  // One-time amounts can exceed what was adopted; then the row says what is left of them.
  const off = free - rows.reduce((total, row) => total + row.cents, 0);
  if (off !== 0) rows.push({ label: "Not below zero", cents: off, href: null });
  const inflation = Math.round((free * facts.inflation) / 10_000);
  return [
    { kind: "contracts", cents: sum(facts.contracts), rows: [...facts.contracts] },
    { kind: "commitments", cents: sum(facts.commitments), rows: [...facts.commitments] },
    { kind: "rest", cents: free, rows },
    {
      kind: "inflation",
      cents: inflation,
      rows: [{ label: `${facts.inflation / 100} % of the rest`, cents: inflation, href: null }],
    },
  ].filter((part) => part.cents !== 0 || part.kind === "rest") as BasePart[];
};

/** The base of a line in cents, never below zero. */
export const baseOf = (parts: readonly BasePart[]): number =>
  Math.max(
    0,
    parts.reduce((total, part) => total + part.cents, 0),
  );
