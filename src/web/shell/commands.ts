import type { KeyAction } from "#kernel/keys/core.ts";
import { commandActions } from "#kernel/keys/registry.ts";

/** One command of the palette: where it goes; its keys are those of its action. */
type PaletteCommand = KeyAction & { to: string };
export type CommandGroup = { name: string; commands: readonly PaletteCommand[] };

/** The seven groups of SPEC 2.8, each command with its address and its shortcut. */
export const commandGroups: readonly CommandGroup[] = [
  ...new Set(commandActions.map((action) => action.group)),
].map((name) => ({
  name,
  commands: commandActions.filter((action) => action.group === name) as PaletteCommand[],
}));

/** True when every word of `text` occurs in `label`. */
export const matches = (label: string, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => label.toLowerCase().includes(word));
