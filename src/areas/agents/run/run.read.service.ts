import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { agentRunList } from "./run.list.ts";
import type { AgentRunDetail, AgentRunRow } from "./run.model.ts";

/** A run with everything that it read, in its order. 404 also where it is another person's. */
export const readRun = async (db: Db, actor: Actor, id: string): Promise<AgentRunDetail> => {
  const { items } = await runList<AgentRunRow>(db, actor, agentRunList, { id: [id], limit: 1 });
  if (!items[0]) throw notFound("run of an agent");
  const log = await db.rows<AgentRunDetail["log"][number]>(sql`
    select place, address, asked, records
    from agent_read
    where org_id = ${actor.orgId} and run_id = ${id}
    order by place
    limit 2000
  `);
  return { ...items[0], log };
};
