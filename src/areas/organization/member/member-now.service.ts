import type { Actor } from "#kernel/access.ts";
import { permissionsOf } from "#roles.ts";
import type { Db } from "#server/db/db.ts";
import { standingOf } from "../grant/standing.service.ts";
import { membersNamed } from "./member.service.ts";

/** An active member as they may act now, without a session; null for who is none any more. */
export const memberNow = async (db: Db, personId: string): Promise<Actor | null> => {
  const one = await standingOf(db, personId);
  const [named] = one ? await membersNamed(db, { ids: [personId] }) : [];
  return one && named
    ? {
        kind: "member",
        personId,
        name: named.name,
        email: named.email,
        orgId: db.scope.orgId,
        role: one.role,
        duties: one.duties,
        permissions: permissionsOf(one.role, one.duties),
        departmentIds: [],
        vendorIds: [],
        sessionId: null,
        ...(db.scope.timeZone && { timeZone: db.scope.timeZone }),
        ...(db.scope.businessNow && { businessNow: db.scope.businessNow }),
      }
    : null;
};
