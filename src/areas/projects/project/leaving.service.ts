import type { Actor } from "#kernel/access.ts";
import type { Held, Holding } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { projectNoun } from "./project.noun.ts";

const projectsOf = (db: Db, personId: string): Promise<Held[]> =>
  db.rows<Held>(sql`
    select id, number || ': ' || name as label, '/projects/' || id as link
    from project
    where org_id = ${db.scope.orgId}
      and engineer_id = ${personId}
      and status not in ('closed', 'cancelled')
    order by number
    limit 200
  `);

const takeOver = async (
  tx: Tx,
  actor: Actor,
  personId: string,
  successorId: string | null,
): Promise<number> => {
  const all = await projectsOf(tx, personId);
  const { cycle: _cycle, ...noun } = projectNoun;
  for (const { id } of all)
    await change(tx, asSystem(actor), noun, {
      id,
      action: "takeOver",
      patch: { engineerId: successorId },
    });
  return all.length;
};

/** Projects that somebody runs: a successor takes them over. */
export const projectHoldings: readonly Holding[] = [
  { kind: "projects", label: "Projects that they run", place: 65, of: projectsOf, takeOver },
];
