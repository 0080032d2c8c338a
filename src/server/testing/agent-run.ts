import type { Actor } from "#kernel/access.ts";
import { agentNamed } from "../agents/allowed.ts";
import type {
  AgentFindingDetail,
  AgentFindingRow,
} from "../../areas/agents/finding/finding.model.ts";
import type { AgentRunDetail } from "../../areas/agents/run/run.model.ts";
import { newRun } from "../../areas/agents/run/run.service.ts";
import { workOn } from "../../areas/agents/run/work.service.ts";
import { askingOf } from "./asking.ts";
import type { TestDatabase } from "./database.ts";

/** Runs an agent to its end as one person, and reads and accepts what it found as any. */
export const agentsOf = (t: TestDatabase) => {
  const ask = askingOf(() => t);
  return {
    run: async (actor: Actor, id: string): Promise<AgentRunDetail> => {
      const run = await t.database.transaction(actor, (tx) =>
        newRun(tx, actor, { agent: agentNamed(id)!, subjectId: null, begun: "person" }),
      );
      await workOn(t.app, actor.orgId!, run.id, async () => {});
      return ask<AgentRunDetail>(actor, `GET /api/v1/agent-runs/${run.id}`);
    },
    found: async (actor: Actor, id: string): Promise<AgentFindingDetail[]> => {
      const { items } = await ask<{ items: AgentFindingRow[] }>(
        actor,
        `GET /api/v1/agent-findings?agent=${id}&status=open&limit=100`,
      );
      return Promise.all(
        items.map((each) =>
          ask<AgentFindingDetail>(actor, `GET /api/v1/agent-findings/${each.id}`),
        ),
      );
    },
    accept: (
      actor: Actor,
      { id, version }: { id: string; version: number },
      edits: object[] = [],
    ) =>
      ask<{ status: string; said: string }>(
        actor,
        `POST /api/v1/agent-findings/${id}/actions/accept`,
        { edits },
        version,
      ),
  };
};
