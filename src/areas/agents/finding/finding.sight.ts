import type { Actor } from "#kernel/access.ts";
import { mayUse } from "#server/agents/allowed.ts";
import type { AgentDefinition } from "#server/agents/agent.ts";
import { allAgents } from "#server/area.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { connectedAgent } from "../connection/connected.ts";
import { agentRunList } from "../run/run.list.ts";
import { join, raw, sql, type Sql } from "#server/db/sql.ts";

/** The rows of a list that somebody reads, by the list's own rule. */
const subjectSeen = (actor: Actor, list: ListDefinition): Sql => {
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

/** Its records, and of what was asked in words the runs that somebody reads: their own. */
const seenOf = (actor: Actor, { subject, asks }: AgentDefinition): Sql =>
  asks
    ? sql`
      (
        ${subjectSeen(actor, subject.list)}
        or (af.subject_id = af.run_id and ${subjectSeen(actor, agentRunList)})
      )
    `
    : subjectSeen(actor, subject.list);

/** What a connected program proposes: to whoever decides it, and to whom it is in the name of. */
const proposedTo = (actor: Actor): Sql => sql`
  (
    af.agent = ${connectedAgent}
    and (
      af.for_person = ${actor.personId}
      or exists (
        select 1
        from agent_run ar
        where ar.org_id = af.org_id and ar.id = af.run_id and ar.person_id = ${actor.personId}
      )
    )
  )
`;

/**
 * Which findings (`af`) somebody reads: of agents whose every source they may read now, about
 * records that stand in their own lists.
 */
export const findingSeen = (actor: Actor): Sql => {
  const each = allAgents()
    .filter((agent) => mayUse(actor, agent))
    .map((agent) => sql`(af.agent = ${agent.id} and ${seenOf(actor, agent)})`);
  return sql`(${join([...each, proposedTo(actor)], " or ")})`;
};
