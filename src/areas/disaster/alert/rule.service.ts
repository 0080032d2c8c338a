import type { Actor } from "#kernel/access.ts";
import type { Area } from "#kernel/geo/area.ts";
import type { Grid } from "#kernel/geo/grid.ts";
import { notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { giveTask } from "#areas/workflow/workflow.server.ts";
import { withinGrid, type Placed } from "#areas/places/places.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { draftFromAlert } from "../incident/draft.service.ts";
import { prepareKits } from "./kit-draft.service.ts";
import type { Drawn } from "./alert.labels.ts";
import { ruleInput, type Rule, type Trial } from "./alert.model.ts";
import { alertRule } from "./alert.tables.ts";
import { gridOfAgency } from "./touch.service.ts";

/** What the agency does when a warning comes. A rule reserves no money and sends nothing to a vendor. */
export const alertRules = defineDefinition({
  name: "alertRule",
  what: "alert rule",
  table: alertRule,
  body: ruleInput,
  checks: async (_db, rule) => [
    {
      sentence: "Say for which events or severities it holds.",
      ok: rule.events.length + rule.severities.length > 0,
      path: "events",
    },
    {
      sentence: "Name whom it tells, or let it draft an incident or an order.",
      ok: rule.people.length > 0 || rule.draftsIncident || rule.kits.length > 0,
      path: "people",
    },
  ],
  file: { schema: "levee.alert-rule", version: 1 },
});

const columns = sql`
  
    id, definition_id, version_no, name, status, published_at, version, events, severities,
    near_meters, needs_records, people, drafts_incident, to_do, kits
`;
/** All rules in all versions. */
export const listRules = (db: Db): Promise<Rule[]> =>
  db.rows<Rule>(sql`
    select ${columns}
    from alert_rule
    where org_id = ${db.scope.orgId}
    order by name, version_no desc
    limit 200
  `);

type RuledAlert = {
  id: string;
  eventKey: string;
  event: string;
  severity: string;
  headline: string;
  areaText: string;
  area: Area;
  drawn: Drawn;
};
const holds = (rule: Rule, alert: RuledAlert): boolean =>
  (rule.events.length === 0 || rule.events.includes(alert.event)) &&
  (rule.severities.length === 0 || rule.severities.includes(alert.severity));

const pastAlerts = (db: Db) =>
  db.rows<RuledAlert & { sentAt: Instant }>(sql`
    select
      distinct on (event_key, severity) id, event_key, event, severity, headline, area_text, area,
      drawn, sent_at
    from weather_alert
    where org_id = ${db.scope.orgId} and not test and not tells
    order by event_key, severity, sent_at
    limit 500
  `);

// From the mildest to the worst.
const grades = ["unknown", "minor", "moderate", "severe", "extreme"];
const gradeOf = ({ severity }: { severity: string }) => grades.indexOf(severity);

/**
 * Where a rule, published or not, would have acted on the agency's past: each event once, and again
 * where it worsened. Records are those of today. 404.
 */
export const tryRule = async (db: Db, id: string): Promise<Trial> => {
  const rule = await db.maybe<Rule>(sql`
    select ${columns}
    from alert_rule
    where org_id = ${db.scope.orgId} and id = ${id}
  `);
  if (!rule) throw notFound("alert rule");
  const [past, grid] = await Promise.all([pastAlerts(db), gridOfAgency(db)]);
  const worst = new Map<string, number>();
  const acted = past
    .filter((alert) => holds(rule, alert))
    .map((alert) => ({
      ...alert,
      records: withinGrid(grid, alert.area, rule.nearMeters).length,
    }))
    .filter(({ records, drawn }) => !rule.needsRecords || drawn === "none" || records > 0)
    .sort((a, b) => (a.sentAt < b.sentAt ? -1 : 1))
    .filter((alert) => {
      const worsens = gradeOf(alert) > (worst.get(alert.eventKey) ?? -2);
      if (worsens) worst.set(alert.eventKey, gradeOf(alert));
      return worsens;
    })
    .map(({ id, headline, event, severity, sentAt, records }) => ({
      id,
      headline: headline || event,
      severity,
      sentAt,
      records,
    }))
    .reverse();
  return { weighed: past.length, acted };
};

/**
 * Whether it is this rule's turn: once for an event of the issuer, and again when it worsens. Where the
 * event's first message came late, the event bears another name than when the rule acted; the warning
 * for which it acted tells.
 */
const isTurnOf = async (tx: Tx, rule: Rule, alert: RuledAlert): Promise<boolean> => {
  const before = await tx.rows<{ severity: string }>(sql`
    select a.severity
    from alert_rule_act a
    join weather_alert w on w.org_id = a.org_id and w.id = a.alert_id
    where a.org_id = ${tx.scope.orgId}
      and a.rule_id = ${rule.definitionId}
      and w.event_key = ${alert.eventKey}
  `);
  return before.every((act) => gradeOf(act) < gradeOf(alert));
};

const act = async (
  tx: Tx,
  actor: Actor,
  { rule, alert, grid }: { rule: Rule; alert: RuledAlert; grid: Grid<Placed> },
): Promise<void> => {
  const records = withinGrid(grid, alert.area, rule.nearMeters).length;
  // An area that is not drawn cannot be judged: rather too many are told than too few.
  if (rule.needsRecords && records === 0 && alert.drawn !== "none") return;
  if (!(await isTurnOf(tx, rule, alert))) return;
  const mine = await tx.rows(sql`
    insert into alert_rule_act (org_id, id, rule_id, event_key, severity, alert_id)
    values (
      ${tx.scope.orgId}, ${newId()}, ${rule.definitionId}, ${alert.eventKey}, ${alert.severity},
      ${alert.id}
    )
    on conflict (org_id, rule_id, event_key, severity)
    do nothing
    returning id
  `);
  if (!mine.length) return;
  if (rule.people.length)
    notify(tx, rule.people, {
      kind: "weatherAlert",
      title: alert.headline || alert.event,
      body: `${alert.areaText}. ${
        alert.drawn === "none"
          ? "Its area is not drawn: what is inside cannot be judged."
          : `${records} records inside or possibly inside.`
      }`,
      link: `/weather-alerts/${alert.id}`,
    });
  if (rule.toDo)
    for (const personId of rule.people)
      await giveTask(tx, actor, {
        personId,
        kind: "follow_up",
        title: rule.toDo,
        detail: `${alert.headline || alert.event}: ${alert.areaText}`.slice(0, 1000),
        link: `/weather-alerts/${alert.id}`,
        dueAt: null,
      });
  await prepareKits(tx, actor, alert, rule.kits);
  if (rule.draftsIncident) await draftFromAlert(tx, actor, alert);
};

/** What the rules in force do about alerts that changed and are active; tests trigger nothing. */
export const applyRules = async (
  tx: Tx,
  actor: Actor,
  alertIds: readonly string[],
  grid: Grid<Placed>,
): Promise<void> => {
  if (!alertIds.length) return;
  const [rules, alerts] = await Promise.all([
    tx.rows<Rule>(sql`
      select ${columns}
      from alert_rule
      where org_id = ${tx.scope.orgId} and status = 'published'
    `),
    tx.rows<RuledAlert>(sql`
      select id, event_key, event, severity, headline, area_text, area, drawn
      from weather_alert
      where org_id = ${tx.scope.orgId}
        and id = any(${[...alertIds]}::uuid[])
        and status = 'active'
        and not test
      order by sent_at
    `),
  ]);
  const due = alerts.flatMap((alert) =>
    rules.filter((rule) => holds(rule, alert)).map((rule) => ({ rule, alert })),
  );
  if (!due.length) return;
  for (const each of due) await act(tx, actor, { ...each, grid });
};
