import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { agentFinding } from "../agents.tables.ts";
import { findingCycle, type FindingAction, type FindingStatus } from "./finding.labels.ts";
import { findingSeen } from "./finding.sight.ts";

export type FindingStored = typeof agentFinding.$inferSelect;

export const agentFindingNoun = defineNoun<FindingStatus, FindingAction, typeof agentFinding>({
  name: "agentFinding",
  path: "agent-findings",
  table: agentFinding,
  cycle: findingCycle,
  number: ({ number }) => number,
  read: "agent.run",
  // What it says is of records that not everybody reads: the ledger keeps its digest.
  wordsApart: true,
  visible: async (db, actor, row) =>
    (await db.maybe(sql`
      select 1 as seen
      from agent_finding af
      where af.org_id = ${actor.orgId} and af.id = ${row.id} and ${findingSeen(actor)}
    `)) !== null,
});
