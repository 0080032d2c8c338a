import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { readFailure } from "./failure.read.service.ts";

/**
 * What a failing control tells of a finding that an auditor takes over from it: what is demanded by
 * which rule, what was found, and who answers. 404 for whom the failure is not.
 */
export const failureFound = async (db: Db, actor: Actor, id: string) => {
  if (!actor.permissions.has("controlFailure.read")) throw notFound("failure");
  const f = await readFailure(db, actor, id);
  return {
    number: f.number,
    title: `${f.control}: ${f.subject}`.substring(0, 200),
    criteria: [f.demands, f.citation].filter(Boolean).join("\n"),
    condition: `${f.subject}, ${f.title}: ${f.said}`,
    questioned: [],
    foundOn: dayIn(db.scope, f.openedAt),
    responderId: f.ownerId,
    from: { type: "controlFailure", id },
  };
};
