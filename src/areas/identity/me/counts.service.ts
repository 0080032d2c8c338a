import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";

/** How many things of one sort wait for the actor. */
export type Count = (db: Db, actor: Actor) => Promise<number>;

const registered = new Map<string, Count>();

/**
 * Adds a badge's figure to GET /api/v1/me/counts. Each area registers its own when its door loads.
 */
export const registerCount = (name: string, count: Count): void => {
  if (registered.has(name)) throw new Error(`a count named ${name} is registered already`);
  registered.set(name, count);
};

/** All registered figures; zero for people without an agency. */
export const allCounts = async (db: Db, actor: Actor): Promise<Record<string, number>> => {
  const entries = await Promise.all(
    [...registered].map(
      async ([name, count]) => [name, actor.orgId ? await count(db, actor) : 0] as const,
    ),
  );
  return { notifications: 0, tasks: 0, approvals: 0, ...Object.fromEntries(entries) };
};
