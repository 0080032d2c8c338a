import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import type { Rule } from "#areas/governance/governance.public.ts";
import { waiverTexts, type WaiverText } from "./texts.data.ts";
import type { WaiverKind, WaiverStage } from "./waiver.labels.ts";

type Held = Pick<Rule, "parameters" | "citation">;

/** What the rules of a day say of waivers. */
export type WaiverLaw = {
  conditional: boolean;
  unconditional: boolean;
  /** Whether one without condition may be asked before the payment. */
  beforePayment: boolean;
  /** Only of construction. */
  construction: boolean;
  citation: string;
};

const says = (rules: readonly Held[], name: string): boolean =>
  rules.some(({ parameters }) => parameters[name] === true);

/** The law of waivers, of the rules that hold; null where there is none. */
export const lawOfWaivers = (rules: readonly Held[]): WaiverLaw | null =>
  rules.length === 0
    ? null
    : {
        conditional: says(rules, "conditional"),
        unconditional: says(rules, "unconditional"),
        // One rule that forbids it is enough.
        beforePayment: rules.every(({ parameters }) => parameters.beforePayment === true),
        construction: says(rules, "construction"),
        citation: rules.map(({ citation }) => citation).join("; "),
      };

/** The text of a waiver on a day: that of the place whose law holds, else the general one. */
export const textOf = (
  law: Pick<WaiverLaw, "citation">,
  kind: WaiverKind,
  stage: WaiverStage,
  on: Day,
): WaiverText => {
  const fit = waiverTexts
    .filter((text) => text.kind === kind && text.stage === stage && text.from <= on)
    .toSorted((a, b) => (a.from < b.from ? 1 : -1));
  const own = fit.find((text) => text.law !== null && law.citation.includes(text.law));
  return own ?? fit.find((text) => text.law === null)!;
};

type Facts = {
  project: string;
  agency: string;
  contractor: string;
  order: string;
  application: string;
  throughOn: Day;
  amount: number;
};

/** A text with what it is about; nothing of it is typed. */
export const filledWords = (
  { words }: Pick<WaiverText, "words">,
  { throughOn, amount, ...facts }: Facts,
): string => {
  const known: Readonly<Record<string, string>> = {
    ...facts,
    through: formatDate(throughOn),
    amount: formatCents(amount),
  };
  return words.replaceAll(/\{(\w+)\}/g, (_all, name: string) => known[name]!);
};
