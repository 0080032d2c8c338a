import type { Actor } from "#kernel/access.ts";
import { change } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { projectNoun } from "../recovery.nouns.ts";
import type { paProject } from "../recovery.tables.ts";
import type { ConsiderationsInput } from "./considerations.model.ts";
import { lacksToSend } from "./readiness.model.ts";

type Project = typeof paProject.$inferSelect;

/** What a project lacks before it is sent to the state, one sentence each. */
export const lacksOf = async (db: Db, p: Project): Promise<string[]> => {
  const { damage } = await db.one<{ damage: number }>(sql`
    select count(*)::int as damage
    from pa_damage
    where org_id = ${db.scope.orgId} and project_id = ${p.id}
  `);
  return lacksToSend({ ...p, damage });
};

/**
 * Answers what FEMA asks of a project on environment, history and mitigation, as a whole. 404, 409 once it was
 * sent, 412.
 */
export const answerConsiderations = (
  tx: Tx,
  actor: Actor,
  id: string,
  said: ConsiderationsInput,
  version: number | null,
): Promise<Project> =>
  change(tx, actor, projectNoun, {
    id,
    version,
    action: "answer",
    unless: (p) =>
      p.status === "formulation"
        ? null
        : "It was sent: answer what the state or FEMA asks under its questions.",
    patch: said,
  });
