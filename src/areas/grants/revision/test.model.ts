import { formatCents } from "#kernel/money.ts";
import { monthsAfter } from "../report/months.model.ts";
import { revisionRuleOf, type RevisionRule } from "./revision-rules.data.ts";

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
  /** The first day decides which text of the rule holds. */
  periodFrom: string;
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

const classFindings = (r: Revision, of: Of, rule: RevisionRule): Finding[] => {
  const total = [...of.budget.values()].reduce((sum, cents) => sum + cents, 0);
  const moved = transferred(r.moves);
  if (moved === 0) return [];
  const all = moved + of.movedBefore;
  const beyond = of.amount > of.simplified && all * 100 > total * rule.transferPercent;
  return [
    {
      text: beyond
        ? `With this, transfers among object classes come to more than ${rule.transferPercent} percent of the budget, and the grantor pays more than the simplified acquisition threshold of ${formatCents(of.simplified)}.`
        : `Transfers among object classes stay within ${rule.transferPercent} percent of the budget, or the award is at or below the simplified acquisition threshold.`,
      citation: rule.transfer,
      asksGrantor: beyond,
    },
    ...(r.moves.some((m) => m.objectClass === "construction")
      ? [
          {
            text: "Money moves between construction and other work.",
            citation: rule.construction,
            asksGrantor: true,
          },
        ]
      : []),
  ];
};

const periodFindings = (r: Revision, of: Of, rule: RevisionRule): Finding[] => {
  if (!r.newPeriodTo || r.newPeriodTo === of.periodTo) return [];
  const notice = daysApart(of.today, of.periodTo);
  const longest = monthsAfter(of.periodTo, rule.extensionMonths);
  const once = r.newPeriodTo <= longest && !of.extendedBefore && notice >= rule.noticeDays;
  return [
    {
      text: once
        ? `One extension of up to ${rule.extensionMonths} months is within the recipient's authority; the grantor is told at least ${rule.noticeDays} days before the end.`
        : `The extension is a second one, longer than ${rule.extensionMonths} months, or told less than ${rule.noticeDays} days before the end: the grantor approves it.`,
      citation: rule.extension,
      asksGrantor: !once,
    },
  ];
};

/** Tests a revision against 2 CFR 200.308, as it stood when the award began. */
export const testRevision = (r: Revision, of: Of): Finding[] => {
  const rule = revisionRuleOf(of.periodFrom);
  return [
    ...(r.scopeChange
      ? [
          {
            text: "The scope or objective changes.",
            citation: rule.scope,
            asksGrantor: true,
          },
        ]
      : []),
    ...(r.keyPerson
      ? [
          {
            text: "A key person changes, or gives less time.",
            citation: rule.keyPerson,
            asksGrantor: true,
          },
        ]
      : []),
    ...(r.newSubaward
      ? [
          {
            text: "Work goes to a subrecipient that the award does not name.",
            citation: rule.subaward,
            asksGrantor: true,
          },
        ]
      : []),
    ...classFindings(r, of, rule),
    ...periodFindings(r, of, rule),
  ];
};

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
