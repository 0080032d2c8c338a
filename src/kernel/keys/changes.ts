import { z } from "zod";
import { invalid } from "../errors.ts";
import type { KeyChanges } from "./effective.ts";
import { faultsOf } from "./faults.ts";

/** Other keys by action; null takes the keys away. What is not named keeps those beneath. */
export const keyChanges = z.record(z.string().max(80), z.string().max(20).nullable());

/** @throws Problem 422 at the action whose keys cannot be had or are another one's. */
export const refuseKeys = (changes: KeyChanges, under: KeyChanges | null): void => {
  const faults = Object.entries(faultsOf(changes, under));
  if (faults.length > 0)
    throw invalid(
      "keys",
      faults[0]![1],
      faults.map(([id, message]) => ({ path: `keys.${id}`, message })),
    );
};
