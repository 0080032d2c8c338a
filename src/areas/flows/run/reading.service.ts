import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import {
  ledgerEntries,
  ledgerPlaceSince,
  ledgerSize,
  type LedgerEntry,
} from "#server/audit/ledger.ts";
import { keepReaderPlace, readerPlace, takeReaderPlace } from "#server/audit/reader.ts";
import { databaseNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { flowsInForce } from "../definition/definition.service.ts";
import type { FlowVersion } from "../definition/flow.model.ts";
import type { Came } from "../flows.tables.ts";
import { allSteps } from "../record/step.service.ts";
import { eventOf, startBySchedule, startFromEntry, startOf } from "./start.service.ts";
import { slotUpTo } from "./time.model.ts";
import type { RunScope } from "./turn.service.ts";

const reader = "flows";
/** Places of the ledger that one transaction reads. */
const batch = 500;

const decisions: Readonly<Record<string, "approved" | "rejected">> = {
  "approval.approved": "approved",
  "approval.rejected": "rejected",
  "approval.returned": "rejected",
  "approval.withdrawn": "rejected",
};

/** So many unread entries are skipped rather than read where nothing but a start could be in them. */
const longUnread = 5_000;

// What happened before the first workflow was published begins nothing, and ends no waiting while no
// run waits.
const skipped = async (tx: Tx, next: number, flows: readonly FlowVersion[]): Promise<number> => {
  const waits = await tx.maybe(sql`
    select 1 as found
    from flow_run
    where org_id = ${tx.scope.orgId} and status = 'waiting'
    limit 1
  `);
  if (waits) return next;
  const since = flows.map((flow) => flow.publishedAt!).toSorted()[0];
  return since === undefined ? ledgerSize(tx) : Math.max(next, await ledgerPlaceSince(tx, since));
};

/** The next place to read, locked; null while another instance reads. */
const nextPlace = async (tx: Tx, flows: readonly FlowVersion[]): Promise<number | null> => {
  const next = await takeReaderPlace(tx, reader);
  if (next === null) return null;
  const unread = (await ledgerSize(tx)) - next;
  return unread > longUnread ? skipped(tx, next, flows) : next;
};

type Heard = { ids: readonly string[]; came: Came; people: readonly string[] | null };

const heardIn = async (tx: Tx, entry: LedgerEntry): Promise<Heard[]> => {
  const { action, objectId, actorId } = entry;
  if (action === "task.done")
    return [
      {
        ids: [objectId],
        came: { by: "task", personId: actorId, outcome: null, objectId },
        people: null,
      },
    ];
  const outcome = decisions[action];
  if (outcome)
    return [
      {
        ids: [objectId],
        came: { by: "approval", personId: actorId, outcome, objectId },
        people: null,
      },
    ];
  const steps = allSteps().filter((step) => step.heard?.action === action);
  return Promise.all(
    steps.map(async (step): Promise<Heard> => {
      const { ids, personId } = await step.heard!.of(tx, entry);
      return {
        ids,
        came: { by: step.asks ? "form" : "step", personId, outcome: null, objectId },
        people: step.asks ? (personId ? [personId] : []) : null,
      };
    }),
  );
};

// One answer ends one waiting: the one that has waited longest.
const wake = (tx: Tx, { ids, came, people }: Heard, at: string) =>
  tx.rows(sql`
    update flow_run
    set came = ${JSON.stringify(came)}::jsonb, due_at = ${at}
    where org_id = ${tx.scope.orgId}
      and id = (
        select id
        from flow_run
        where org_id = ${tx.scope.orgId}
          and status = 'waiting'
          and came is null
          and waiting_ids && ${[...ids]}::uuid[]
          and (${people}::uuid[] is null or waiting_people && ${people}::uuid[])
        order by updated_at, number
        limit 1
        for update
      )
  `);

// A schedule that is due begins one run, whatever was missed before it.
const startDue = async (tx: Tx, flows: readonly FlowVersion[], timeZone: string, now: Date) => {
  for (const flow of flows) {
    const trigger = startOf(flow)?.trigger;
    if (trigger?.on !== "schedule") continue;
    const slot = slotUpTo(trigger, Date.parse(flow.publishedAt!), now.getTime(), timeZone);
    if (slot !== null) await startBySchedule(tx, flow, slot);
  }
};

// What refuses to be read is left out, else nothing behind it would ever be read.
const notHeard = (error: unknown): [] => {
  if (!(error instanceof Problem)) throw error;
  console.error("workflows:", error.message);
  return [];
};

/** Since when each workflow has been in force, in whatever version. */
const sinceWhen = async (tx: Tx): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await tx.rows<{ id: string; since: string }>(sql`
        select definition_id as id, min(published_at) as since
        from flow_definition
        where org_id = ${tx.scope.orgId} and published_at is not null
        group by definition_id
      `)
    ).map(({ id, since }) => [id, Date.parse(since)]),
  );

const readBatch = async (tx: Tx, scope: RunScope): Promise<boolean> => {
  const flows = await flowsInForce(tx);
  const from = await nextPlace(tx, flows);
  if (from === null) return false;
  const now = await databaseNow(tx);
  await startDue(tx, flows, scope.timeZone, now);
  const size = await ledgerSize(tx);
  const below = Math.min(size, from + batch);
  if (below <= from) return false;
  const events = flows.flatMap((flow) => eventOf(flow) ?? []);
  const heard = allSteps().flatMap((step) => step.heard?.action ?? []);
  const actions = [...new Set([...events, ...heard, "task.done", ...Object.keys(decisions)])];
  const since = await sinceWhen(tx);
  for (const entry of await ledgerEntries(tx, { from, below, actions })) {
    for (const each of await heardIn(tx, entry).catch(notHeard))
      await wake(tx, each, now.toISOString());
    for (const flow of flows)
      // What happened before it was published is sealed later at times, and begins nothing.
      if (Date.parse(entry.at) >= (since.get(flow.definitionId) ?? Infinity))
        await startFromEntry(tx, flow, entry).catch(notHeard);
  }
  await keepReaderPlace(tx, reader, below);
  return below < size;
};

/** Whether there is anything to read for: a workflow in force or a run that waits; and unread entries. */
const worthReading = async (app: App, { orgId, personId }: RunScope): Promise<boolean> => {
  const db = app.database.read({ orgId, personId });
  const { asks, scheduled } = await db.one<{ asks: boolean; scheduled: boolean }>(sql`
    select
      exists(
        select 1
        from flow_definition
        where org_id = ${orgId} and status = 'published'
      ) or exists(select 1 from flow_run where org_id = ${orgId} and status = 'waiting') as asks,
      exists(
        select 1
        from flow_definition
        where org_id = ${orgId}
          and status = 'published'
          and nodes @> '[{"kind":"start","trigger":{"on":"schedule"}}]'
      ) as scheduled
  `);
  return asks && (scheduled || (await ledgerSize(db)) > ((await readerPlace(db, reader)) ?? -1));
};

/**
 * Reads on in an agency's ledger: what begins runs begins them, what runs wait for wakes them, and
 * how far was read commits with it. So an event begins a run once, whenever the server was ended.
 */
export const readOn = async (app: App, scope: RunScope): Promise<void> => {
  if (!(await worthReading(app, scope))) return;
  while (await app.database.transaction(scope, (tx) => readBatch(tx, scope)));
};
