import {
  rulesOn,
  strictestThreshold,
  type Rule,
  type WageDemand,
} from "#areas/governance/governance.public.ts";

/** `kind`: of the solicitation, or "contract". */
export type ClauseFacts = {
  kind: string;
  federal: boolean;
  construction: boolean;
  insuranceRequired: boolean;
  estimateCents: number | null;
  /** Whether the law of the program that pays demands prevailing wages. */
  wages: WageDemand;
};
export type Clause = {
  position: number;
  ruleKey: string;
  citation: string;
  title: string;
  text: string;
  because: string;
  verified: boolean;
};

const prefix = "clause.";
const dollars = (cents: number) => `$${(cents / 100).toLocaleString("en-US")}`;

// Without an estimate the amount is not known: every clause that an amount could call for is in.
const reasonOf = (
  rule: Rule,
  rules: readonly Rule[],
  facts: ClauseFacts,
  day: string,
): string | null => {
  const p = rule.parameters;
  const parts: string[] = [];
  if (p.federal === true) {
    if (!facts.federal) return null;
    parts.push("federal money");
  }
  if (p.prevailingWages === true) {
    if (facts.wages.demanded === "no") return null;
    parts.push(facts.wages.because);
  }
  if (p.construction === true) {
    if (!facts.construction) return null;
    parts.push("construction");
  }
  if (p.insurance === true) {
    if (!facts.insuranceRequired) return null;
    parts.push("insurance is asked for");
  }
  const from =
    typeof p.above === "string"
      ? strictestThreshold(rules, p.above, day)?.cents
      : typeof p.cents === "number"
        ? p.cents
        : undefined;
  if (from !== undefined) {
    if (facts.estimateCents !== null && facts.estimateCents <= from) return null;
    parts.push(
      facts.estimateCents === null
        ? `the amount is not known and may exceed ${dollars(from)}`
        : `above ${dollars(from)}`,
    );
  }
  return parts.length
    ? parts.join(", ")
    : `every ${facts.kind === "contract" ? "contract" : "solicitation"}`;
};

/**
 * The clauses that the dated rules (`clause.*`) ask of a solicitation or a contract on a day, in order of their
 * citation, each with why it is there.
 * A request for information binds nobody and has none.
 */
export const chooseClauses = (rules: readonly Rule[], facts: ClauseFacts, day: string): Clause[] =>
  facts.kind === "rfi"
    ? []
    : rulesOn(rules, day)
        .filter((rule) => rule.key.startsWith(prefix))
        .flatMap((rule) => {
          const because = reasonOf(rule, rules, facts, day);
          return because === null
            ? []
            : [
                {
                  ruleKey: rule.key,
                  citation: rule.citation,
                  title: String(rule.parameters.title ?? rule.key.slice(prefix.length)),
                  text: rule.text,
                  because,
                  verified: rule.verified,
                },
              ];
        })
        .sort((a, b) => a.citation.localeCompare(b.citation, "en"))
        .map((clause, at) => ({ ...clause, position: at + 1 }));
