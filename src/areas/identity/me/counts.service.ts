import type { Actor } from "#kernel/access.ts";
import { allCounts as declaredCounts } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";

/** All registered figures; zero for people without an agency. */
export const allCounts = async (db: Db, actor: Actor): Promise<Record<string, number>> => {
  const entries = await Promise.all(
    declaredCounts().map(
      async ([name, count]) => [name, actor.orgId ? await count(db, actor) : 0] as const,
    ),
  );
  return { notifications: 0, tasks: 0, approvals: 0, ...Object.fromEntries(entries) };
};
