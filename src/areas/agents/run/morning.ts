import { systemActor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import { agentNamed } from "#server/agents/allowed.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { todayOf } from "#server/restored/clocks.ts";
import { allSettings, type SettingStored } from "../agent/setting.service.ts";
import { beginRun } from "./run.service.ts";
import { readsFor } from "./standing.service.ts";

const beginOne = async (app: App, orgId: string, setting: SettingStored): Promise<void> => {
  const agent = agentNamed(setting.agent);
  if (!agent || setting.paused || !setting.dailyFor) return;
  const actor = await readsFor(app, orgId, setting.dailyFor, agent)();
  if (!actor) return;
  await app.database.transaction(actor, async (tx) => {
    const today = businessDate(tx.scope) as Day;
    const done = await tx.maybe(sql`
      select 1 as done
      from agent_run
      where org_id = ${orgId} and agent = ${agent.id} and begun = 'daily' and begun_on = ${today}
    `);
    if (!done) await beginRun(tx, actor, { agent, subjectId: null, begun: "daily" });
  });
};

/** Each morning: the agents that an agency lets run by themselves, each in the name of its person. */
export const agentsDay: AgencyDay = {
  name: "agents",
  at: "05:15",
  rests: true,
  afterRestore: {
    kind: "flows",
    due: `
      select
        count(*)::int as due, count(distinct s.daily_for)::int as people, null::timestamptz as since
      from agent_setting s
      where s.daily_for is not null
        and not s.paused
        and not exists (
          select 1
          from agent_run r
          where r.org_id = s.org_id
            and r.agent = s.agent
            and r.begun = 'daily'
            and r.begun_on = ${todayOf("s.org_id")}
        )
    `,
    // What a morning would read is read by the next one.
    drop: async () => {},
  },
  run: async (app, orgId) => {
    const settings = await app.database.transaction(systemActor(orgId), allSettings);
    for (const setting of settings) await beginOne(app, orgId, setting);
  },
};
