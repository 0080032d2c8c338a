/**
 * Keys that do something, as text: one key (`J`, `/`, `Enter`, `Space`), two letters after each
 * other (`G D`), or Ctrl (on a Mac Cmd) with a letter (`Mod+K`, `Mod+Shift+K`).
 */
export type Binding = string;

/** What a press of a key tells; a browser's KeyboardEvent fits. */
export type Press = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
};

const single = /^(?:[A-Z0-9/?.,;'[\]\\=-]|Enter|Space)$/;
const two = /^([A-Z]) ([A-Z])$/;
const held = /^Mod\+(Shift\+)?([A-Z])$/;

/** How many presses a binding takes and which; null when it is none. */
export const partsOf = (
  binding: Binding,
):
  | { kind: "single"; key: string }
  | { kind: "two"; first: string; second: string }
  | { kind: "held"; key: string; shift: boolean }
  | null => {
  if (single.test(binding)) return { kind: "single", key: binding };
  const letters = two.exec(binding);
  if (letters) return { kind: "two", first: letters[1]!, second: letters[2]! };
  const withMod = held.exec(binding);
  return withMod && { kind: "held", key: withMod[2]!, shift: withMod[1] !== undefined };
};

/** The keys as people read them: `G then D`, `Ctrl K`. */
export const shownAs = (binding: Binding): string => {
  const parts = partsOf(binding);
  if (parts?.kind === "two") return `${parts.first} then ${parts.second}`;
  if (parts?.kind === "held") return `Ctrl ${parts.shift ? "Shift " : ""}${parts.key}`;
  return binding;
};

/** The keys as `aria-keyshortcuts` wants them. */
export const ariaKeys = (binding: Binding): string | undefined => {
  const parts = partsOf(binding);
  if (parts?.kind !== "held") return parts?.kind === "single" ? binding : undefined;
  const rest = `${parts.shift ? "Shift+" : ""}${parts.key}`;
  return `Control+${rest} Meta+${rest}`;
};

/** The single key of a press as a binding names it; null with Ctrl, Cmd or Alt. */
export const singleKeyOf = (press: Press): string | null => {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.key === " ") return "Space";
  return press.key.length === 1 ? press.key.toUpperCase() : press.key;
};

/** True when one press is this binding: a single key, or one with Ctrl or Cmd. */
export const isPressed = (binding: Binding | null | undefined, press: Press): boolean =>
  binding !== null &&
  binding !== undefined &&
  (isHeld(binding, press) ||
    (partsOf(binding)?.kind === "single" && singleKeyOf(press) === binding));

/** True when a press with Ctrl or Cmd is this binding. */
export const isHeld = (binding: Binding | null, press: Press): boolean => {
  const parts = binding === null ? null : partsOf(binding);
  return (
    parts?.kind === "held" &&
    (press.ctrlKey || press.metaKey) &&
    !press.altKey &&
    press.shiftKey === parts.shift &&
    press.key.toUpperCase() === parts.key
  );
};
