import { openDelegations } from "#areas/workflow/workflow.server.ts";
import { businessNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";

/** To whom a person delegates now, and to whom these do, however far on. */
export const delegatesOf = async (db: Db, personId: string): Promise<string[]> => {
  const now = businessNow(db.scope).getTime();
  const open = (await openDelegations(db)).filter(
    ({ startsAt, endsAt }) => Date.parse(startsAt) <= now && now < Date.parse(endsAt),
  );
  const found = new Set<string>();
  for (let next = [personId]; next.length > 0;) {
    next = open
      .filter(({ fromId, toId }) => next.includes(fromId) && !found.has(toId) && toId !== personId)
      .map(({ toId }) => toId);
    next.forEach((id) => found.add(id));
  }
  return [...found];
};
