import { type Binding, partsOf } from "./binding.ts";
import { keysWith, meet, same, type KeyChanges } from "./effective.ts";
import type { KeyAction } from "./core.ts";
import { keyActions } from "./registry.ts";

/** Keys with Ctrl or Cmd that browsers and systems keep, whatever a page says. */
const neverHandedOver = new Set(["W", "T", "N", "Q", "Shift+W", "Shift+T", "Shift+N", "Shift+Q"]);
/** Keys with Ctrl or Cmd by which people copy, search, print, save and find their way. */
const everybodys = new Set([..."ACDFHJLOPRSUVXYZ", "Shift+I", "Shift+J", "Shift+C", "Shift+R"]);

/** Why these keys cannot be had; null when they can. */
export const refusalOf = (binding: Binding): string | null => {
  const parts = partsOf(binding);
  if (!parts)
    return "Use one key, two letters after each other (G D), or Ctrl with a letter (Mod+K).";
  if (parts.kind !== "held") return null;
  const name = `${parts.shift ? "Shift+" : ""}${parts.key}`;
  if (neverHandedOver.has(name))
    return `Browsers keep Ctrl+${name} for themselves and never hand it to a page.`;
  if (everybodys.has(name))
    return `Ctrl+${name} does something in every browser that people rely on. Choose another.`;
  return null;
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

/** What is wrong with changes, by action: keys that cannot be had, or that another action has. */
export const faultsOf = (
  changes: KeyChanges,
  under: KeyChanges | null = null,
): Record<string, string> => {
  const faults: Record<string, string> = {};
  const keys = keysWith(keyActions, [under, changes]);
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
