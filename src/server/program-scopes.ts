import type { Permission } from "#kernel/access.ts";
import { extensionPoint } from "./area.ts";

/** A part of the rights that programs may be given: of which records, and what it lets them do. */
export type ProgramScope = { place: number; noun: string; may: string };

const scopes = new Map<Permission, ProgramScope>();

/**
 * Which of its permissions a program may be given, and what it may do with each. What no area names
 * no program holds; what decides never is given (`kernel/program-rights.ts`).
 */
export const programScopes = extensionPoint<Readonly<Record<Permission, ProgramScope>>>(
  "scopes of programs",
  (named) => {
    for (const [permission, scope] of Object.entries(named))
      scopes.set(permission as Permission, scope);
  },
);

/** What areas let programs be given, in the order of screens. */
export const allProgramScopes = (): readonly (readonly [Permission, ProgramScope])[] =>
  [...scopes].sort(([, a], [, b]) => a.place - b.place);
