import type { Actor } from "#kernel/access.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { agentsOf } from "#server/agents/allowed.ts";
import type { AgentDefinition, Reading } from "#server/agents/agent.ts";
import { scoreOf } from "#server/agents/evaluation.ts";
import { allAgents } from "#server/area.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { endpointNamed } from "#server/http/call.ts";
import { findingSeen } from "../finding/finding.sight.ts";
import { requireAgent } from "../run/run.service.ts";
import type { AgentDetail, AgentRow } from "./agent.model.ts";
import { allSettings, type Setting } from "./setting.service.ts";

/** So far back what became of findings counts. */
const daysCounted = 90;

type Counted = AgentRow["figures"] & { agent: string };

/** What waits of each agent, and what became of it, of findings that this person reads. */
const figuresOf = (db: Db, actor: Actor): Promise<Counted[]> => {
  const from = addDays(businessDate(actor) as Day, -daysCounted);
  return db.rows<Counted>(sql`
    select
      af.agent, count(*) filter (where af.status = 'open')::int as open,
      coalesce(sum(af.cents) filter (where af.status = 'open'), 0)::bigint as cents,
      count(*) filter (where af.status = 'accepted' and af.decided_on >= ${from})::int as accepted,
      count(*) filter (where af.status = 'edited' and af.decided_on >= ${from})::int as edited,
      count(*) filter (
        where af.status = 'dismissed'
        and af.decided_on >= ${from}
      )::int as dismissed,
      count(*) filter (where af.dismissed_for = 'wrong' and af.decided_on >= ${from})::int as wrong
    from agent_finding af
    where af.org_id = ${actor.orgId} and ${findingSeen(actor)}
    group by af.agent
  `);
};

const lastRuns = (db: Db, actor: Actor) =>
  db.rows<{ agent: string; day: Day }>(sql`
    select agent, max(begun_on) as day
    from agent_run
    where org_id = ${actor.orgId} and person_id = ${actor.personId} and status = 'finished'
    group by agent
  `);

const none: AgentRow["figures"] = {
  open: 0,
  cents: 0,
  accepted: 0,
  edited: 0,
  dismissed: 0,
  wrong: 0,
};

const rowOf = (
  { id, name, task, version }: AgentDefinition,
  setting: Setting | undefined,
  { figures = none, lastRunOn = null }: { figures?: AgentRow["figures"]; lastRunOn?: Day | null },
): AgentRow => ({
  ...{ id, name, task, version, href: `/${id}-agent` },
  paused: setting?.paused ?? false,
  dailyFor: setting?.dailyFor ?? null,
  dailyName: setting?.dailyName ?? "",
  floorPercent: setting?.floorPercent ?? 0,
  settingVersion: setting?.version ?? 0,
  lastRunOn,
  figures,
});

const rowsOf = async (
  db: Db,
  actor: Actor,
  agents: readonly AgentDefinition[],
): Promise<AgentRow[]> => {
  const [settings, figures, runs] = await Promise.all([
    allSettings(db),
    figuresOf(db, actor),
    lastRuns(db, actor),
  ]);
  return agents.map((agent) => {
    const counted = figures.find((each) => each.agent === agent.id);
    return rowOf(
      agent,
      settings.find((each) => each.agent === agent.id),
      {
        ...(counted && { figures: counted }),
        lastRunOn: runs.find((each) => each.agent === agent.id)?.day ?? null,
      },
    );
  });
};

/** The agents that somebody may use; all of them for whoever sets them up. */
export const listAgents = (db: Db, actor: Actor): Promise<AgentRow[]> =>
  rowsOf(db, actor, actor.permissions.has("agent.configure") ? allAgents() : agentsOf(actor));

const inWords = (names: readonly string[]) =>
  names.map((at) => ({ at, says: endpointNamed(at)?.summary ?? at }));

/** An agent with how it works, what it reads and what it may propose. 404. */
export const readAgent = async (db: Db, actor: Actor, id: string): Promise<AgentDetail> => {
  const agent = requireAgent(actor, id);
  const [row] = await rowsOf(db, actor, [agent]);
  const reads = Object.values(agent.reads as Record<string, Reading>).map(({ at }) => at);
  return {
    ...row!,
    how: [...agent.how],
    asks: agent.asks ?? null,
    subject: agent.subject.label,
    reads: inWords(reads),
    proposes: inWords(agent.proposes),
    score: scoreOf(agent),
  };
};
