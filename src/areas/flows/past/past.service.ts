import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { endOfDate, instantIn } from "#kernel/dates.ts";
import { groupBy } from "#kernel/group.ts";
import type { Day, Instant } from "#kernel/time.ts";
import {
  changesOfRecords,
  countLedgerEntries,
  ledgerEntriesBetween,
  type LedgerChange,
  type LedgerEntry,
} from "#server/audit/ledger.ts";
import { databaseNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import {
  membersNamed,
  readCalendar,
  readOrganization,
} from "#areas/organization/organization.server.ts";
import { checkDraft } from "../definition/definition.service.ts";
import type { Graph, Who } from "../definition/flow.labels.ts";
import type { FlowVersion } from "../definition/flow.model.ts";
import { flowDefinition } from "../flows.tables.ts";
import { factsOf, recordKind, type FlowRecord } from "../record/record.service.ts";
import { recordThen } from "../record/then.model.ts";
import { factsOfRun } from "../run/facts.service.ts";
import { eventOf } from "../run/start.service.ts";
import type { AgencyTime } from "../run/time.model.ts";
import { peopleMeant } from "../run/who.service.ts";
import type { PastAnswer } from "./past.labels.ts";
import { takesUp, walk, type Walked } from "./walk.model.ts";
import { lacks } from "#server/lacking.ts";

/** Events that one trial goes through, the first of the period, and records that it names. */
const bounds = { events: 2_000, named: 200 };

type Past = { kind: FlowRecord; byRecord: ReadonlyMap<string, readonly LedgerChange[]> };

const rowThen = ({ kind, byRecord }: Past, id: string, upTo: (each: LedgerChange) => boolean) =>
  recordThen(byRecord.get(id) ?? [], upTo as never, Object.keys(kind.fields));

type Tried = { entry: LedgerEntry; walked: Walked };

const tryOne = async (
  db: Db,
  graph: Graph,
  past: Past,
  entry: LedgerEntry,
  { time, until }: { time: AgencyTime; until: number },
): Promise<Tried | "untold" | null> => {
  const row = rowThen(past, entry.objectId, (each) => each.idx <= entry.idx);
  if (!row) return "untold";
  const facts = await factsOf(db, past.kind, row);
  if (!takesUp(graph, facts)) return null;
  const starter = past.kind.starter(row);
  const own = factsOfRun(db, { number: "", starterName: starter.name });
  const at = Date.parse(entry.at);
  const factsAt = async (then: number) => {
    const stood = rowThen(
      past,
      entry.objectId,
      (each) => each.idx <= entry.idx || Date.parse(each.at) <= then,
    );
    return stood ? factsOf(db, past.kind, stood) : {};
  };
  const begun = { at, facts: { ...facts, ...own, forms: {} }, until };
  return { entry, walked: await walk(graph, begun, time, factsAt) };
};

const wordsOf = async (db: Db, who: Who): Promise<string> => {
  if (who.kind === "starter") return "whoever began it";
  const people = await peopleMeant(db, who, null);
  const named = await membersNamed(db, { ids: people.slice(0, 5) });
  const more = people.length > 5 ? ` and ${people.length - 5} more` : "";
  return named.length > 0 ? named.map((each) => each.name).join(", ") + more : "nobody";
};

const askedIn = async (db: Db, tried: readonly Tried[]): Promise<PastAnswer["asked"]> => {
  const times = new Map<string, { label: string; who: Who; times: number }>();
  for (const { walked } of tried)
    for (const node of walked.asked)
      if ("who" in node) {
        const key = node.id;
        const found = times.get(key) ?? { label: node.label, who: node.who, times: 0 };
        times.set(key, { ...found, times: found.times + 1 });
      }
  return Promise.all(
    [...times.values()].map(async (each) => ({
      step: each.label,
      who: await wordsOf(db, each.who),
      times: each.times,
    })),
  );
};

const pathsOf = (graph: Graph, tried: readonly Tried[]): PastAnswer["paths"] => {
  const counts = new Map<string, { nodes: readonly string[]; runs: number }>();
  for (const { walked } of tried) {
    const key = walked.path.join();
    counts.set(key, { nodes: walked.path, runs: (counts.get(key)?.runs ?? 0) + 1 });
  }
  const labelOf = (id: string) => graph.nodes.find((node) => node.id === id)?.label ?? id;
  return [...counts.values()]
    .toSorted((a, b) => b.runs - a.runs)
    .map(({ nodes, runs }) => ({
      nodes,
      labels: nodes.map(labelOf),
      runs,
      percent: Math.round((1000 * runs) / tried.length) / 10,
    }));
};

const periodOf = (
  { from, to }: { from: Day; to: Day },
  timeZone: string,
): { from: Instant; to: Instant } => {
  if (from > to) throw invalidField("to", "The period ends before it begins.");
  return {
    from: new Date(instantIn(`${from}T00:00`, timeZone)).toISOString(),
    to: new Date(endOfDate(to, timeZone)).toISOString(),
  };
};

/** What could not be published has no way that it would have gone. */
const requireSound = async (db: Db, flow: FlowVersion): Promise<void> => {
  const open = (await checkDraft(db, flow)).filter((check) => !check.ok);
  if (open.length > 0)
    throw conflict(
      "not_sound",
      `Mend what it lacks first, then try it: ${open.map((check) => check.sentence).join(" ")}`,
    );
};

/**
 * What a version would have done with what happened in a period (days of the agency), each record as
 * it stood then by the ledger. Every event of the period is counted, its first 2,000 are gone
 * through (`most` lowers both bounds). Reads alone: nothing is stored, sent or numbered. 403 for
 * records that the asker may not read; 409 for a workflow that no event of a record begins, and for one that lacks something.
 */
export const tryOnPast = async (
  db: Db,
  actor: Actor,
  versionId: string,
  period: { from: Day; to: Day },
  most: typeof bounds = bounds,
): Promise<PastAnswer> => {
  const flow = (await getRow(db, flowDefinition, versionId, "workflow")) as unknown as FlowVersion;
  const action = eventOf(flow);
  const kind = action === null ? null : recordKind(action.split(".")[0]!);
  if (action === null || !kind)
    throw conflict("no_event", "Only what an event of a record begins can be tried on the past.");
  if (!actor.permissions.has(kind.read)) throw lacks([kind.read]);
  const [{ timeZone }, calendar, now] = await Promise.all([
    readOrganization(db),
    readCalendar(db),
    databaseNow(db),
  ]);
  await requireSound(db, flow);
  const between = { action, ...periodOf(period, timeZone) };
  const [entries, events] = await Promise.all([
    ledgerEntriesBetween(db, { ...between, limit: most.events }),
    countLedgerEntries(db, between),
  ]);
  const ids = [...new Set(entries.map((entry) => entry.objectId))];
  const changes = await changesOfRecords(db, kind.noun, ids);
  const past: Past = { kind, byRecord: groupBy(changes, (each) => each.objectId) };
  const around = { time: { calendar, opens: calendar.opens, timeZone }, until: now.getTime() };
  const tried: Tried[] = [];
  let untold = 0;
  for (const entry of entries) {
    const one = await tryOne(db, flow, past, entry, around);
    if (one === "untold") untold += 1;
    else if (one) tried.push(one);
  }
  const labelOf = (id: string) => flow.nodes.find((node) => node.id === id)?.label ?? id;
  return {
    events,
    tried: entries.length,
    until: events > entries.length ? (entries.at(-1)?.at ?? null) : null,
    starts: tried.length,
    untold,
    paths: pathsOf(flow, tried),
    asked: await askedIn(db, tried),
    records: tried.slice(0, most.named).map(({ entry, walked }) => ({
      number: entry.objectNumber,
      href: kind.href(entry.objectId),
      at: entry.at,
      path: walked.path.map(labelOf),
      outcome: walked.outcome,
    })),
  };
};
