import { isHeld, partsOf } from "#kernel/keys/binding.ts";
import { effectiveKeys, type KeyChanges } from "#kernel/keys/effective.ts";
import { commandActions, keyActions } from "#kernel/keys/registry.ts";

/** Where the keys of commands lead, for somebody. */
export type CommandKeys = {
  /** Where a press with Ctrl or Cmd leads. */
  held: (press: KeyboardEvent) => string | undefined;
  /** Whether two letters begin with this one. */
  begins: (first: string) => boolean;
  /** Where two letters lead. */
  two: (first: string, second: string) => string | undefined;
};

/** The keys of the palette's commands under the agency's changes and a person's own. */
export const commandKeysOf = (
  agency: KeyChanges | null | undefined,
  own: KeyChanges | null | undefined,
): CommandKeys => {
  const keys = effectiveKeys(keyActions, agency, own);
  const ways = commandActions.flatMap(({ id, to }) => {
    const binding = keys.get(id);
    return binding && to ? [{ binding, to }] : [];
  });
  const wayOf = (found: (binding: string) => boolean) =>
    ways.find(({ binding }) => found(binding))?.to;
  return {
    held: (press) => wayOf((binding) => isHeld(binding, press)),
    begins: (first) =>
      ways.some(({ binding }) => {
        const parts = partsOf(binding);
        return parts?.kind === "two" && parts.first === first;
      }),
    two: (first, second) => wayOf((binding) => binding === `${first} ${second}`),
  };
};
