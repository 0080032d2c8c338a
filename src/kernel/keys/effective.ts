import { type Binding, partsOf } from "./binding.ts";
import type { KeyAction } from "./core.ts";

/** Changes of keys by action: other keys, or null for none. */
export type KeyChanges = Readonly<Record<string, Binding | null>>;

/** True where both of two places are open at once. */
export const meet = (a: KeyAction["where"], b: KeyAction["where"]) =>
  a === b || a === "anywhere" || b === "anywhere";

/** True when a press of one would also begin or do the other. */
export const same = (one: Binding, other: Binding): boolean => {
  if (one === other) return true;
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a?.kind === "two" && b?.kind === "single") return a.first === b.key;
  if (a?.kind === "single" && b?.kind === "two") return b.first === a.key;
  return false;
};

/** The keys of every action; later changes stand over earlier ones. Who asks for what is free. */
export const keysWith = (
  actions: readonly KeyAction[],
  changes: readonly (KeyChanges | null | undefined)[],
): Map<string, string> => {
  const keys = new Map<string, string>();
  for (const action of actions) {
    const said = changes.findLast((each) => each && Object.hasOwn(each, action.id));
    const binding = said ? said[action.id]! : action.keys;
    if (binding) keys.set(action.id, binding);
  }
  return keys;
};

/**
 * The keys that work for a person: the defaults, over them the agency's, over these their own. Where
 * the agency later gave keys that somebody had chosen for something else, their own choice stands.
 */
export const effectiveKeys = (
  actions: readonly KeyAction[],
  agency: KeyChanges | null | undefined,
  own: KeyChanges | null | undefined,
): ReadonlyMap<string, Binding> => {
  const keys = keysWith(actions, [agency, own]);
  for (const [chosen, binding] of Object.entries(own ?? {})) {
    if (!binding) continue;
    // What is none of these actions is a command, which works anywhere.
    const where = actions.find((each) => each.id === chosen)?.where ?? "anywhere";
    for (const other of actions)
      if (
        other.id !== chosen &&
        !Object.hasOwn(own!, other.id) &&
        meet(where, other.where) &&
        keys.has(other.id) &&
        same(binding, keys.get(other.id)!)
      )
        keys.delete(other.id);
  }
  return keys;
};
