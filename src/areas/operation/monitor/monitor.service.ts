import type { Actor } from "#kernel/access.ts";
import { strangerSignIns } from "#areas/identity/identity.server.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import { standbyOf } from "#server/db/standby/standby.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { allMonitorLines } from "#server/operation/monitor/lines.ts";
import { metrics } from "#kernel/monitor-metrics.ts";
import { newestMinutes, whole } from "#server/operation/monitor/minutes.ts";
import { ownNumbers } from "#server/operation/monitor/own.ts";
import {
  dropRule,
  metricOf,
  pastAlarms,
  readRules,
  storeRule,
  type Rule,
} from "#server/operation/monitor/rules.ts";
import { runsMachine } from "#server/operation/running-agency.ts";
import type { MonitorRow, RuleInput, RuleRow } from "./monitor.model.ts";

const knownMetrics = () => [
  ...Object.entries(metrics).map(([name, metric]) => ({ name, ...metric })),
  ...allMonitorLines().map(({ name, label, unit }) => ({
    name,
    label,
    unit,
    of: "whole" as const,
  })),
];

const standbyFigures = (database: Database): NonNullable<MonitorRow["machine"]>["standby"] => {
  const figures = standbyOf(database)?.figures;
  return figures ? { host: figures.host, lagMs: figures.lagMs, usable: figures.usable } : null;
};

const readMachine = async (
  database: Database,
  db: Db,
): Promise<NonNullable<MonitorRow["machine"]>> => {
  const [newest, alarms, strangers] = await Promise.all([
    newestMinutes(db),
    pastAlarms(db),
    strangerSignIns(identityDb(database), 7),
  ]);
  const all = newest.find(({ instanceName }) => instanceName === whole);
  return {
    metrics: knownMetrics(),
    instances: newest
      .filter((each) => each !== all)
      .map(({ instanceName, startedAt, measured }) => ({
        name: instanceName,
        startedAt,
        measured,
      })),
    whole: all?.measured ?? null,
    standby: standbyFigures(database),
    strangers,
    alarms: alarms.flatMap(({ endedAt, ...alarm }) => (endedAt === null ? [alarm] : [])),
    past: alarms.flatMap(({ endedAt, ...alarm }) =>
      endedAt === null ? [] : [{ ...alarm, endedAt }],
    ),
  };
};

/** What this person sees: their agency's own numbers; the machine's where it is their matter. */
export const readMonitoring = async (
  database: Database,
  db: Db,
  actor: Actor,
): Promise<MonitorRow> => {
  const [own, machine] = await Promise.all([
    ownNumbers(db),
    runsMachine(database, actor).then((runs) => (runs ? readMachine(database, db) : null)),
  ]);
  return { own, machine };
};

const shown = (rule: Rule): RuleRow => {
  const metric = metricOf(rule.metric);
  return { ...rule, label: metric?.label ?? rule.metric, unit: metric?.unit ?? "count" };
};

export const listRules = async (db: Db): Promise<RuleRow[]> => (await readRules(db)).map(shown);

const ruleOf = async (tx: Tx, id: string): Promise<Rule> => {
  const rule = (await readRules(tx, true)).find((each) => each.id === id);
  if (!rule) throw notFound("alarm rule");
  return rule;
};

const words = ({ id: _id, version: _version, ...rest }: Rule) => rest;

const check = (input: RuleInput): void => {
  if (!metricOf(input.metric)) throw invalidField("metric", "There is no such number.");
};

export const addRule = async (tx: Tx, actor: Actor, input: RuleInput): Promise<RuleRow> => {
  check(input);
  const rule = await storeRule(tx, { ...input, id: newId(), version: 1 });
  note(tx, actor, "alarmRule", rule.id, {
    number: metricOf(rule.metric)?.label ?? null,
    action: "create",
    after: rule && words(rule),
    event: null,
  });
  return shown(rule);
};

export const changeRule = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: RuleInput,
  version: number | null,
): Promise<RuleRow> => {
  const before = await ruleOf(tx, id);
  requireVersion(before.version, version);
  check(input);
  const after = await storeRule(tx, { ...input, id, version: before.version + 1 });
  note(tx, actor, "alarmRule", (after ?? before)!.id, {
    number: metricOf((after ?? before)!.metric)?.label ?? null,
    action: "change",
    before: before && words(before),
    after: after && words(after),
    event: null,
  });
  return shown(after);
};

export const removeRule = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<{ id: string }> => {
  const before = await ruleOf(tx, id);
  requireVersion(before.version, version);
  await dropRule(tx, id);
  note(tx, actor, "alarmRule", before.id, {
    number: metricOf(before.metric)?.label ?? null,
    action: "delete",
    before: before && words(before),
    event: null,
  });
  return { id };
};
