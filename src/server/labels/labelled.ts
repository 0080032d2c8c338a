import type { Actor } from "#kernel/access.ts";
import type { PermissionName } from "#roles.ts";
import { extensionPoint } from "../area.ts";
import type { Db } from "../db/db.ts";

/** A kind of record that bears labels: who reads it, and where the record of a tag opens; null for none. */
export type Labelled = {
  permission: PermissionName;
  find: (db: Db, tag: string) => Promise<string | null>;
};

const kinds: Labelled[] = [];
/** Areas say which of their records a scanned label opens. */
export const labelled = extensionPoint<Labelled>("labels that open records", (kind) => {
  kinds.push(kind);
});

/** Where the record of a label opens for the actor, or null: kinds that they may not read are not asked. */
export const recordOfLabel = async (db: Db, actor: Actor, tag: string): Promise<string | null> => {
  for (const { permission, find } of kinds) {
    const found = actor.permissions.has(permission) ? await find(db, tag) : null;
    if (found) return found;
  }
  return null;
};
