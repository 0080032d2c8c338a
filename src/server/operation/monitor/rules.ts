import type { App } from "../../app.ts";
import { noScope, type Db, type Tx } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";
import { settleAlarm } from "../alarms.ts";
import { runningAgency } from "../running-agency.ts";
import { allMonitorLines } from "./lines.ts";
import { metrics, shownMetric, type Metric } from "#kernel/monitor-metrics.ts";
import type { Instant } from "#kernel/time.ts";

export type Rule = {
  id: string;
  metric: string;
  direction: "above" | "below";
  threshold: number;
  margin: number;
  minutes: number;
  audience: "running" | "all";
  enabled: boolean;
  version: number;
};

/** A number by its name: of the house, or a line of an area; null for none of them. */
export const metricOf = (name: string): Metric | null => {
  const line = allMonitorLines().find((each) => each.name === name);
  if (line) return { label: line.label, unit: line.unit, of: "whole" };
  return Object.hasOwn(metrics, name) ? metrics[name as keyof typeof metrics] : null;
};

/** All rules; locked until the end of the transaction where somebody changes one. */
export const readRules = (db: Db, lock = false): Promise<Rule[]> =>
  db.rows<Rule>(sql`
    select id, metric, direction, threshold, margin, minutes, audience, enabled, version
    from alarm_rule
    order by metric, threshold, id ${lock ? sql`for update` : sql``}
  `);

type Window = { instanceName: string; n: number; least: number; most: number };

/** The last minutes of a number, by instance: how many there are, the least and the most. */
const windowsOf = (tx: Tx, { metric, minutes }: Rule) =>
  tx.rows<Window>(sql`
    select
      instance_name, count(*)::int as n, min((measured ->> ${metric})::float8) as least,
      max((measured ->> ${metric})::float8) as most
    from monitor_minute
    where at > clock_timestamp() - make_interval(mins => ${minutes + 1}::int)
      and measured ->> ${metric} is not null
    group by 1
  `);

/** `raise` where the number was beyond the threshold in every minute, `clear` where it was well within in every one. */
export const verdictOf = (
  { direction, threshold, margin, minutes }: Omit<Rule, "id" | "metric" | "audience" | "version">,
  { n, least, most }: Omit<Window, "instanceName">,
): "raise" | "clear" | "stay" => {
  if (n < minutes) return "stay";
  const above = direction === "above";
  if (above ? least > threshold : most < threshold) return "raise";
  return (above ? most <= threshold - margin : least >= threshold + margin) ? "clear" : "stay";
};

const sentenceOf = (rule: Rule, where: string, now: number): string => {
  const metric = metricOf(rule.metric)!;
  const at = where ? ` on ${where}` : "";
  return `${metric.label}${at}: ${shownMetric(now, metric.unit)} for ${rule.minutes} minutes, ${rule.direction} ${shownMetric(rule.threshold, metric.unit)}. Look at Monitoring for what else changed then.`;
};

/** Ends alarms whose rule is gone or off, or whose instance measures nothing any more. */
const endOrphans = (tx: Tx) =>
  tx.rows(sql`
    update operation_alarm a
    set ended_at = clock_timestamp()
    where a.ended_at is null
      and a.kind like 'rule:%'
      and not exists (
        select 1
        from alarm_rule r
        join monitor_minute m
          on m.instance_name = a.instance_name
          and m.at > clock_timestamp() - interval '10 minutes'
        where a.kind = 'rule:' || r.id and r.enabled
      )
  `);

/** Raises and ends alarms by the rules; an alarm that stays is written once, and told once. */
export const keepRules = async ({ database }: Pick<App, "database">): Promise<void> => {
  const running = await runningAgency(database);
  await database.transaction(noScope, async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(71011)`);
    for (const rule of await readRules(tx)) {
      if (!rule.enabled || !metricOf(rule.metric)) continue;
      for (const window of await windowsOf(tx, rule)) {
        const verdict = verdictOf(rule, window);
        if (verdict === "stay") continue;
        const worst = rule.direction === "above" ? window.least : window.most;
        settleAlarm(
          tx,
          `rule:${rule.id}`,
          window.instanceName,
          verdict === "raise" ? sentenceOf(rule, window.instanceName, worst) : null,
          undefined,
          rule.audience === "all" ? null : running,
        );
      }
    }
    await endOrphans(tx);
  });
};

/** Writes a rule as it is from now on. */
export const storeRule = (tx: Tx, rule: Rule): Promise<Rule> =>
  tx.one<Rule>(sql`
    insert into alarm_rule (
      id, metric, direction, threshold, margin, minutes, audience, enabled, version
    )
    values (
      ${rule.id}, ${rule.metric}, ${rule.direction}, ${rule.threshold}, ${rule.margin},
      ${rule.minutes}, ${rule.audience}, ${rule.enabled}, ${rule.version}
    )
    on conflict (id)
    do update set
      metric = excluded.metric, direction = excluded.direction, threshold = excluded.threshold,
      margin = excluded.margin, minutes = excluded.minutes, audience = excluded.audience,
      enabled = excluded.enabled, version = excluded.version, updated_at = clock_timestamp()
    returning id, metric, direction, threshold, margin, minutes, audience, enabled, version
  `);

/** Takes a rule away; its alarm ends with the next look. */
export const dropRule = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`delete from alarm_rule where id = ${id}`);

type Past = { id: string; text: string; beganAt: Instant; endedAt: Instant | null };

/** Alarms of the installation of the last 30 days, newest first; open ones have no end. */
export const pastAlarms = (db: Db): Promise<Past[]> =>
  db.rows<Past>(sql`
    select id, text, began_at, ended_at
    from operation_alarm
    where began_at > clock_timestamp() - interval '30 days' or ended_at is null
    order by began_at desc
    limit 50
  `);
