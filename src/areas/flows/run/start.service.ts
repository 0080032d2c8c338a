import { systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { LedgerEntry } from "#server/audit/ledger.ts";
import { databaseNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import type { NodeOf } from "../definition/flow.labels.ts";
import type { FlowVersion } from "../definition/flow.model.ts";
import {
  factsOf,
  recordAt,
  recordKind,
  recordNow,
  type FlowRecord,
  type Starter,
} from "../record/record.service.ts";
import { factsOfRun } from "./facts.service.ts";
import { runNoun, type RunRecord } from "./run.noun.ts";
import { begins } from "./ways.model.ts";

export const startOf = (flow: Pick<FlowVersion, "nodes">): NodeOf<"start"> | null =>
  flow.nodes.find((node) => node.kind === "start") ?? null;

/** "invoice.approve": the action of the ledger's entries that begin runs of it; null for none. */
export const eventOf = (flow: Pick<FlowVersion, "nodes">): string | null => {
  const trigger = startOf(flow)?.trigger;
  return trigger?.on === "record" ? `${trigger.noun}.${trigger.action}` : null;
};

type About = {
  kind: FlowRecord;
  id: string;
  number: string | null;
  row: Readonly<Record<string, unknown>>;
};

const nobody: Starter = { personId: null, name: "", email: null };

const namedStarter = async (db: Db, starter: Starter): Promise<Starter> => {
  if (starter.personId === null || starter.name) return starter;
  const [member] = await membersNamed(db, { ids: [starter.personId] });
  return { ...starter, name: member?.name ?? "" };
};

/**
 * A run of a version: once for each event, whoever asks. Null where this event has begun one of the
 * family already.
 */
const beginRun = async (
  tx: Tx,
  flow: FlowVersion,
  eventKey: string,
  about: About | null,
  by: Starter | null,
): Promise<RunRecord | null> => {
  const twice = await tx.maybe(sql`
    select 1 as found
    from flow_run
    where org_id = ${tx.scope.orgId}
      and definition_id = ${flow.definitionId}
      and event_key = ${eventKey}
  `);
  if (twice) return null;
  const found = about ? about.kind.starter(about.row) : nobody;
  const starter = await namedStarter(tx, by ?? found);
  const parties = [
    starter.personId,
    found.personId,
    ...(about?.kind.parties?.(about.row) ?? []),
  ].filter((each) => each !== null);
  const record = about ? await factsOf(tx, about.kind, about.row) : {};
  const machine = systemActor(tx.scope.orgId, new Set(), `Workflow ${flow.name}`);
  const at = (await databaseNow(tx)).toISOString();
  return (await create(tx, machine, runNoun, {
    number: { kind: "FLW" },
    row: {
      orgId: tx.scope.orgId!,
      id: newId(),
      flowId: flow.id,
      definitionId: flow.definitionId,
      eventKey,
      status: "running",
      objectType: about?.kind.noun ?? null,
      objectId: about?.id ?? null,
      objectNumber: about?.number ?? null,
      startedBy: starter.personId,
      starterName: starter.name,
      starterEmail: starter.email,
      parties: [...new Set(parties)],
      node: startOf(flow)!.id,
      facts: { ...record, ...factsOfRun(tx, { number: "", starterName: starter.name }), forms: {} },
      dueAt: at,
      ...(tx.scope.businessNow && { createdAt: at }),
    },
    from: about ? [{ type: about.kind.noun, id: about.id, askers: parties }] : [],
  })) as RunRecord;
};

/**
 * The record that an entry is about, as it stood with it; as it stands now where the ledger cannot
 * tell, and `told` is false. Null where there is no such record.
 */
const recordOfEntry = async (
  db: Db,
  entry: LedgerEntry,
): Promise<(About & { told: boolean }) | null> => {
  const kind = recordKind(entry.objectType);
  if (!kind) return null;
  const then = await recordAt(db, kind, entry.objectId, entry.idx);
  const row = then ?? (await recordNow(db, kind, entry.objectId).catch(() => null));
  return row && { kind, id: entry.objectId, number: entry.objectNumber, row, told: then !== null };
};

/** Begins a run where the version's start says so of what an entry tells; null where it does not. */
export const startFromEntry = async (
  tx: Tx,
  flow: FlowVersion,
  entry: LedgerEntry,
): Promise<RunRecord | null> => {
  const trigger = startOf(flow)?.trigger;
  if (trigger?.on !== "record" || eventOf(flow) !== entry.action) return null;
  const about = await recordOfEntry(tx, entry);
  if (!about) return null;
  const facts = await factsOf(tx, about.kind, about.row);
  return begins(trigger.when, facts) ? beginRun(tx, flow, entry.id, about, null) : null;
};

/** Begins the run of one moment of a schedule. */
export const startBySchedule = (
  tx: Tx,
  flow: FlowVersion,
  slot: string,
): Promise<RunRecord | null> => beginRun(tx, flow, slot, null, null);

/** Begins a run by hand, about a record of the noun that the start names. */
export const startByHand = async (
  tx: Tx,
  flow: FlowVersion,
  by: Starter,
  requestId: string,
  about: { kind: FlowRecord; id: string; number: string } | null,
): Promise<RunRecord | null> =>
  beginRun(
    tx,
    flow,
    requestId,
    about && { ...about, row: await recordNow(tx, about.kind, about.id) },
    by,
  );
