import type { LastSeen } from "./audit-bundle.ts";
import type { Hash } from "./merkle.ts";

/** The ledger as a bundle shows it; `root` at the size that was seen before, where it has one. */
type Shown = { origin: string; size: number; root: Hash | undefined };

/** In which way a ledger does not continue the checkpoint seen before, in words; null if it does. */
export const brokenPromise = (seen: LastSeen, shown: Shown): string | null => {
  if (seen.origin !== shown.origin)
    return `the checkpoint seen before belongs to another ledger (${seen.origin})`;
  if (shown.size < seen.size)
    return (
      `the ledger was rolled back: it has ${shown.size} entries, ` +
      `and ${seen.size} were seen before`
    );
  if (shown.root === undefined)
    return (
      `the bundle has no checkpoint of size ${seen.size} to compare with the one seen before: ` +
      "ask for it when exporting"
    );
  return shown.root === seen.root
    ? null
    : `the ledger was rewritten: its first ${seen.size} entries are not the ones seen before`;
};
