import { type Binding, partsOf, refusalOf } from "./binding.ts";
import { keyActions, type KeyAction } from "./registry.ts";

/** Changes of keys by action: other keys, or null for none. */
export type KeyChanges = Readonly<Record<string, Binding | null>>;

const meet = (a: KeyAction["where"], b: KeyAction["where"]) =>
  a === b || a === "anywhere" || b === "anywhere";

/** True when a press of one would also begin or do the other. */
const same = (one: Binding, other: Binding): boolean => {
  if (one === other) return true;
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a?.kind === "two" && b?.kind === "single") return a.first === b.key;
  if (a?.kind === "single" && b?.kind === "two") return b.first === a.key;
  return false;
};

/** What an action may be given: the frame and commands take no single key, lists no two. */
const shapeFaultOf = (action: KeyAction, binding: Binding): string | null => {
  const kind = partsOf(binding)?.kind;
  if (kind === "held" || kind === undefined) return null;
  if (action.where !== "anywhere")
    return kind === "single" ? null : "Use one key here, or Ctrl with a letter (Mod+K).";
  if (action.to === undefined) return "Use Ctrl with a letter here (Mod+K).";
  return kind === "two" ? null : "Use two letters after each other here (G D), or Ctrl with one.";
};

/** The keys of every action; later changes stand over earlier ones. Who asks for what is free. */
const keysWith = (changes: readonly (KeyChanges | null | undefined)[]): Map<string, string> => {
  const keys = new Map<string, string>();
  for (const action of keyActions) {
    const said = changes.findLast((each) => each && Object.hasOwn(each, action.id));
    const binding = said ? said[action.id]! : action.keys;
    if (binding) keys.set(action.id, binding);
  }
  return keys;
};

/** What is wrong with changes, by action: keys that cannot be had, or that another action has. */
export const faultsOf = (
  changes: KeyChanges,
  under: KeyChanges | null = null,
): Record<string, string> => {
  const faults: Record<string, string> = {};
  const keys = keysWith([under, changes]);
  for (const [id, binding] of Object.entries(changes)) {
    const action = keyActions.find((each) => each.id === id);
    if (!action) faults[id] = "There is no such action.";
    if (!action || binding === null) continue;
    const refused = refusalOf(binding) ?? shapeFaultOf(action, binding);
    const taken = keyActions.find(
      (other) =>
        other.id !== id &&
        meet(action.where, other.where) &&
        keys.has(other.id) &&
        same(binding, keys.get(other.id)!),
    );
    if (refused) faults[id] = refused;
    else if (taken) faults[id] = `These keys do “${taken.label}” already. Give that others first.`;
  }
  return faults;
};

/**
 * The keys that work for a person: the defaults, over them the agency's, over these their own. Where
 * the agency later gave keys that somebody had chosen for something else, their own choice stands.
 */
export const effectiveKeys = (
  agency: KeyChanges | null | undefined,
  own: KeyChanges | null | undefined,
): ReadonlyMap<string, Binding> => {
  const keys = keysWith([agency, own]);
  for (const chosen of Object.keys(own ?? {})) {
    const action = keyActions.find((each) => each.id === chosen);
    const binding = keys.get(chosen);
    if (!action || !binding) continue;
    for (const other of keyActions)
      if (
        other.id !== chosen &&
        !Object.hasOwn(own!, other.id) &&
        meet(action.where, other.where) &&
        keys.has(other.id) &&
        same(binding, keys.get(other.id)!)
      )
        keys.delete(other.id);
  }
  return keys;
};
