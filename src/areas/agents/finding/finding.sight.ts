import type { Actor } from "#kernel/access.ts";
import { mayUse } from "#server/agents/allowed.ts";
import type { AgentDefinition } from "#server/agents/agent.ts";
import { allAgents } from "#server/area.ts";
import { join, raw, sql, type Sql } from "#server/db/sql.ts";

/** The rows of an agent's list that somebody reads, by the list's own rule. */
const subjectSeen = (actor: Actor, { subject: { list } }: AgentDefinition): Sql => {
  const visible = list.visible?.(actor);
  return sql`
    exists (
      select 1
      from ${raw(list.from)}
      where ${raw(`${list.alias}.org_id`)} = af.org_id
        and ${raw(`${list.alias}.id`)} = af.subject_id
        and ${visible ?? raw("true")}
    )
  `;
};

/**
 * Which findings (`af`) somebody reads: of agents whose every source they may read now, about
 * records that stand in their own lists.
 */
export const findingSeen = (actor: Actor): Sql => {
  const each = allAgents()
    .filter((agent) => mayUse(actor, agent))
    .map((agent) => sql`(af.agent = ${agent.id} and ${subjectSeen(actor, agent)})`);
  return each.length === 0 ? raw("false") : sql`(${join(each, " or ")})`;
};
