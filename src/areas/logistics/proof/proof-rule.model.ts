import { leastOf, type Rule } from "#areas/governance/governance.public.ts";
import { witnesses, type Witness } from "../shipment/shipment.labels.ts";

/** What of an order decides which witnesses its deliveries need. `amount` in cents. */
export type ProofOf = { amount: number; federal: boolean; incident: boolean };

const named = (value: unknown): Witness[] =>
  String(value ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one): one is Witness => one in witnesses);

const demandedBy = ({ parameters: p }: Pick<Rule, "parameters">, of: ProofOf): Witness[] => [
  ...named(p.proofWitnesses),
  ...(typeof p.proofAboveCents === "number" && of.amount > p.proofAboveCents
    ? named(p.proofAboveWitnesses)
    : []),
  ...(of.federal ? named(p.proofFederalWitnesses) : []),
  ...(of.incident ? named(p.proofIncidentWitnesses) : []),
];

/**
 * The witnesses that the rules of a day demand of a delivery, each once; of several rules all that any
 * of them names. The receiver's receipt is demanded always: nothing is verified that nobody received.
 */
export const demandedWitnesses = (
  rules: readonly Pick<Rule, "parameters">[],
  of: ProofOf,
): readonly Witness[] => {
  const demanded = new Set<Witness>(["receiver", ...rules.flatMap((rule) => demandedBy(rule, of))]);
  return (Object.keys(witnesses) as Witness[]).filter((one) => demanded.has(one));
};

/** Where a rule says no distance: yard, gate and the road before it. */
const usualRadius = 150;

/** So many meters around its place a delivery counts as handed over there; of several rules the least. */
export const radiusOf = (rules: readonly Rule[]): number =>
  leastOf(rules, "proofRadiusMeters") ?? usualRadius;
