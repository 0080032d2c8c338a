import type { Role } from "#kernel/access.ts";
import { dutyLabels, type Duty } from "#roles.ts";
import { roleLabels } from "./member.labels.ts";

/** What somebody may do beyond a user, as people call it: the role first, then the duties. */
export const heldWords = (role: Role, duties: readonly Duty[]): string[] => [
  ...(role === "user" ? [] : [roleLabels[role].label]),
  ...duties.map((duty) => dutyLabels[duty].label),
];
