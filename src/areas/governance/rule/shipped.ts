import { extensionPoint } from "#server/area.ts";
import { federalRules, type FederalRule } from "./federal-rules.data.ts";

/** A dated rule that comes with the product. `label`: what it is called, of a key that an area brings. */
export type ShippedRule = FederalRule & { label?: string };

const brought: ShippedRule[] = [];

/** Rules that areas bring beside the shipped federal ones; agencies set stricter ones of their keys. */
export const shippedRules = extensionPoint<ShippedRule>("rules of law that areas bring", (rule) => {
  const first = !brought.some(({ key }) => key === rule.key);
  if (first && !rule.label) throw new Error(`the rule ${rule.key} has no label`);
  if (federalRules.some(({ key }) => key === rule.key))
    throw new Error(`two owners of the rule ${rule.key}`);
  brought.push(rule);
});

/** Every rule that comes with the product. */
export const allShippedRules = (): readonly ShippedRule[] => [...federalRules, ...brought];

/** What the keys that areas bring are called. */
export const broughtLabels = (): Readonly<Record<string, string>> =>
  Object.fromEntries(brought.flatMap(({ key, label }) => (label ? [[key, label]] : [])));
