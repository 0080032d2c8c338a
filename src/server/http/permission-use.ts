import type { Actor, Permission } from "#kernel/access.ts";
import { permissions } from "#roles.ts";
import type { Role } from "#kernel/access.ts";
import type { Duty } from "#roles.ts";
import { extensionPoint } from "../area.ts";
import type { Database } from "../db/db.ts";

/** Hears that a role or duty gave a member a permission; must not be waited for. */
export type UseListener = (
  database: Database,
  actor: Actor,
  held: readonly (Role | Duty)[],
) => void;

const listeners: UseListener[] = [];

/** Who hears which of a member's rights were used. */
export const permissionUses = extensionPoint<UseListener>("uses of rights", (listener) => {
  listeners.push(listener);
});

const holdersOf = (name: Permission): readonly string[] =>
  (permissions as Readonly<Record<string, readonly string[]>>)[name] ?? [];

/**
 * Tells which role and duties gave a member one of these permissions. What everybody of the agency
 * may do uses no right.
 */
export const noteUse = (
  database: Database,
  actor: Actor,
  asked: Permission | readonly Permission[],
): void => {
  if (actor.kind !== "member" || listeners.length === 0) return;
  const holders = [asked].flat().map(holdersOf);
  if (holders.some((some) => some.includes("member"))) return;
  const held = [actor.role, ...(actor.duties as readonly Duty[])].filter((one) =>
    holders.some((some) => some.includes(one)),
  );
  if (held.length > 0) for (const listener of listeners) listener(database, actor, held);
};
