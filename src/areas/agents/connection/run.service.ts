import { systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Day, Instant } from "#kernel/time.ts";
import type { Logged } from "#server/agents/reader.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { agentFindingNoun } from "../finding/finding.noun.ts";
import { agentRead } from "../agents.tables.ts";
import { agentRunNoun, type RunStored } from "../run/run.noun.ts";
import { ended, step } from "../run/step.service.ts";
import { connectedAgent } from "./connected.ts";
import type { Connected } from "./standing.service.ts";

const openRun = (tx: Tx, connectionId: string): Promise<RunStored | null> =>
  tx.maybe<RunStored>(sql`
    select *
    from agent_run
    where org_id = ${tx.scope.orgId} and connection_id = ${connectionId} and status = 'running'
  `);

const begin = (tx: Tx, { id, clientName, actor }: Connected): Promise<RunStored> =>
  create(tx, asSystem(actor), agentRunNoun, {
    number: { kind: "AGR" },
    row: {
      ...{ orgId: actor.orgId!, id: newId(), agent: connectedAgent, agentVersion: 1 },
      ...{ personId: actor.personId!, personName: actor.name, begun: "program", subjectId: null },
      ...{ question: clientName, status: "running", connectionId: id },
      begunOn: businessDate(tx.scope) as Day,
      startedAt: businessNow(tx.scope).toISOString() as Instant,
    },
    untold: ["question"],
  });

/**
 * The run under which a program's calls of one day of the agency stand; yesterday's is finished first.
 * Calls of one connection wait for each other here.
 */
export const runOfToday = async (tx: Tx, connected: Connected): Promise<RunStored> => {
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`connection ${connected.id}`}, 0))::text as held
  `);
  const open = await openRun(tx, connected.id);
  if (open && open.begunOn === businessDate(tx.scope)) return open;
  if (open) await step(tx, open, "finish", ended(tx));
  return begin(tx, connected);
};

/** Writes down one answer that a program read, before it gets it. */
export const logRead = async (tx: Tx, run: RunStored, read: Logged): Promise<void> => {
  const { reads } = await tx.one<{ reads: number }>(sql`
    update agent_run
    set reads = reads + 1, records = records + ${read.records.length}
    where org_id = ${tx.scope.orgId} and id = ${run.id}
    returning reads
  `);
  await insertRow(tx, agentRead, {
    ...{ orgId: tx.scope.orgId!, runId: run.id, place: reads },
    ...{ address: read.at, asked: read.asked, records: read.records.slice(0, 200) },
  });
};

/** Ends the run of a connection that ended, and what it proposed and nobody decided. */
export const endRunsOf = async (tx: Tx, connectionId: string): Promise<void> => {
  const open = await openRun(tx, connectionId);
  if (open) await step(tx, open, "finish", ended(tx));
  const undecided = await tx.rows<{ id: string }>(sql`
    select f.id
    from agent_finding f
    join agent_run r on r.org_id = f.org_id and r.id = f.run_id
    where f.org_id = ${tx.scope.orgId} and r.connection_id = ${connectionId} and f.status = 'open'
    order by f.id
  `);
  for (const { id } of undecided)
    await transition(tx, systemActor(tx.scope.orgId), agentFindingNoun, { id, action: "expire" });
};
