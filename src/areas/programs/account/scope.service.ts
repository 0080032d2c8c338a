import type { Permission } from "#kernel/access.ts";
import { neverForPrograms } from "#kernel/program-rights.ts";
import { allProgramScopes } from "#server/program-scopes.ts";
import { stepsUnder } from "#server/lifecycle.ts";
import type { ScopeRow } from "./program.model.ts";

const why = (permission: Permission) => neverForPrograms(permission, stepsUnder(permission));

/**
 * What programs may be given, in the order of screens: what manifests name, without anything that
 * decides, however it came to be named.
 */
export const grantableScopes = (): readonly ScopeRow[] =>
  allProgramScopes().flatMap(([permission, { noun, may }]) =>
    why(permission) === null ? [{ permission, noun, may }] : [],
  );

let grantable: ReadonlySet<string> | undefined;

/** The part of some permissions that a program may hold at all. */
export const onlyGrantable = (
  chosen: readonly string[],
  held: ReadonlySet<string>,
): ReadonlySet<string> => {
  grantable ??= new Set(grantableScopes().map(({ permission }) => permission));
  return new Set(chosen.filter((one) => grantable!.has(one) && held.has(one)));
};

/** Scopes that a manifest names and that no program may hold, one sentence each. */
export const wrongScopes = (): readonly string[] =>
  allProgramScopes().flatMap(([permission]) => why(permission) ?? []);
