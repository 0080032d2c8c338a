import { formatCents } from "#kernel/money.ts";

export type Finding = { text: string; citation: string; asksGrantor: boolean };
type Revision = {
  moves: readonly { objectClass: string; cents: number }[];
  newPeriodTo: string | null;
  scopeChange: boolean;
  keyPerson: boolean;
  newSubaward: boolean;
};
type Of = {
  /** What the grantor pays in all, and the whole budget with the match, in cents. */
  amount: number;
  budget: ReadonlyMap<string, number>;
  periodTo: string;
  /** What earlier revisions moved among classes, in cents. */
  movedBefore: number;
  extendedBefore: boolean;
  today: string;
  /** The simplified acquisition threshold of today, in cents. */
  simplified: number;
};

const daysApart = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

const transferred = (moves: Revision["moves"]) =>
  moves.reduce((sum, m) => sum + Math.max(0, m.cents), 0);

const classFindings = (r: Revision, of: Of): Finding[] => {
  const total = [...of.budget.values()].reduce((sum, cents) => sum + cents, 0);
  const moved = transferred(r.moves);
  if (moved === 0) return [];
  const all = moved + of.movedBefore;
  const beyond = of.amount > of.simplified && all * 10 > total;
  return [
    {
      text: beyond
        ? `With this, transfers among object classes come to more than 10 percent of the budget, and the grantor pays more than the simplified acquisition threshold of ${formatCents(of.simplified)}.`
        : "Transfers among object classes stay within 10 percent of the budget, or the award is at or below the simplified acquisition threshold.",
      citation: "2 CFR 200.308(i)",
      asksGrantor: beyond,
    },
    ...(r.moves.some((m) => m.objectClass === "construction")
      ? [
          {
            text: "Money moves between construction and other work.",
            citation: "2 CFR 200.308(h)(3)",
            asksGrantor: true,
          },
        ]
      : []),
  ];
};

const periodFindings = (r: Revision, of: Of): Finding[] => {
  if (!r.newPeriodTo || r.newPeriodTo === of.periodTo) return [];
  const added = daysApart(of.periodTo, r.newPeriodTo);
  const notice = daysApart(of.today, of.periodTo);
  const once = added <= 366 && !of.extendedBefore && notice >= 10;
  return [
    {
      text: once
        ? "One extension of up to 12 months is within the recipient's authority; the grantor is told at least 10 days before the end."
        : "The extension is a second one, longer than 12 months, or told less than 10 days before the end: the grantor approves it.",
      citation: "2 CFR 200.308(g)(2)",
      asksGrantor: !once,
    },
  ];
};

/** Tests a revision against 2 CFR 200.308, as it stands since 1 October 2024. */
export const testRevision = (r: Revision, of: Of): Finding[] => [
  ...(r.scopeChange
    ? [
        {
          text: "The scope or objective changes.",
          citation: "2 CFR 200.308(f)(1)",
          asksGrantor: true,
        },
      ]
    : []),
  ...(r.keyPerson
    ? [
        {
          text: "A key person changes, or gives less time.",
          citation: "2 CFR 200.308(f)(2)",
          asksGrantor: true,
        },
      ]
    : []),
  ...(r.newSubaward
    ? [
        {
          text: "Work goes to a subrecipient that the award does not name.",
          citation: "2 CFR 200.308(f)(6)",
          asksGrantor: true,
        },
      ]
    : []),
  ...classFindings(r, of),
  ...periodFindings(r, of),
];

/** Why a revision cannot be tested as it is. */
export const faultOf = (r: Revision, budget: ReadonlyMap<string, number>): string | null => {
  const net = r.moves.reduce((sum, m) => sum + m.cents, 0);
  if (net !== 0)
    return "What moves among classes comes to nothing in all: what one gains another loses.";
  const short = r.moves.find((m) => (budget.get(m.objectClass) ?? 0) + m.cents < 0);
  if (short) return `The class ${short.objectClass} has less than that in its budget.`;
  return r.moves.length === 0 && !r.newPeriodTo && !r.scopeChange && !r.keyPerson && !r.newSubaward
    ? "Say what changes."
    : null;
};
