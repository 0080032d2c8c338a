import { leastOf, ownOrShipped, type Rule } from "#areas/governance/governance.public.ts";

/** The rules by which days of checks follow, of all days. */
export type CheckLaw = { key: string; rules: readonly Rule[] };

/** Days from the implementation to the first and the second check, by the rules of its day. */
export const checksOn = ({ key, rules }: CheckLaw, implementedOn: string): [number, number] => {
  const held = ownOrShipped(rules, key, implementedOn);
  const first = leastOf(held, "firstCheckDays") ?? 30;
  return [first, Math.max(first, leastOf(held, "secondCheckDays") ?? 90)];
};
