import { agentNamed } from "#server/agents/allowed.ts";
import type { App } from "#server/app.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { setUp } from "../agent/setting.service.ts";
import { newRun } from "../run/run.service.ts";
import { workOn } from "../run/work.service.ts";
import { questions, readers } from "./agents.data.ts";

/** Each agent reads once for whoever works with it, and goes on each morning in their name. */
export const seedAgents = async (app: App, log: (line: string) => void): Promise<void> => {
  const told: string[] = [];
  for (const [id, who] of Object.entries(readers)) {
    const agent = agentNamed(id);
    if (!agent) throw new Error(`no agent is called ${id}`);
    const actor = demoActor(who);
    const admin = demoActor("admin");
    await app.database.transaction(admin, (tx) =>
      setUp(tx, admin, id, { paused: false, dailyFor: actor.personId, floorPercent: 60 }, 0),
    );
    let fresh = 0;
    for (const question of ["", questions[id] ?? ""].slice(0, id in questions ? 2 : 1)) {
      const run = await app.database.transaction(actor, (tx) =>
        newRun(tx, actor, { agent, subjectId: null, begun: "person", question }),
      );
      fresh += (await workOn(app, actor.orgId!, run.id, async () => {}))?.fresh ?? 0;
    }
    told.push(`${id} ${fresh}`);
  }
  log(`agents read: ${told.join(", ")}`);
};
