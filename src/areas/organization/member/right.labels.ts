import { names } from "#kernel/labels.ts";
import type { Duty } from "#roles.ts";

// Apart from the model, so that screens load without zod.

/** Where a right comes from. */
export const rightSources = {
  member: "A member",
  opening: "The agency's opening",
  request: "A request that was approved",
  provider: "Sign-in provider",
  directory: "Directory",
} as const;
export type RightSource = keyof typeof rightSources;
export const sourceNames = names(rightSources);

/** When which duty ends; a duty that is not named has no end. */
export type DutyEnds = Partial<Record<Duty, string | null>>;
