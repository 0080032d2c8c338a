import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { counted } from "#kernel/words.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { exportedRecords } from "#server/http/exported.ts";
import { runList } from "#server/http/list-page.ts";
import { actionsAsked, transition, type TakenStep } from "#server/lifecycle.ts";
import { eventsByDay, securityEventList } from "#areas/identity/identity.server.ts";
import { detections } from "../event/detections.data.ts";
import type { Detection } from "../event/detect.model.ts";
import { alertNoun, caseNoun, type AlertRecord } from "../security.nouns.ts";
import { securityAlert } from "../security.tables.ts";
import { alertList } from "./alert.list.ts";
import type { AlertDetail, AlertRow, EventRow, Overview } from "./alert.model.ts";
import { daysOf } from "./overview.model.ts";
import { sql } from "#server/db/sql.ts";
import { businessDate } from "#server/clock.ts";

/** An officer looks at an alert. */
export const acknowledgeAlert = (
  tx: Tx,
  actor: Actor,
  { id, version }: TakenStep,
): Promise<AlertRecord> =>
  transition(tx, actor, alertNoun, {
    id,
    action: "acknowledge",
    version,
    effect: async () => ({ patch: { handledBy: actor.personId, handledByName: actor.name } }),
  });

/** Says what it was; the reason is the explanation. */
export const explainAlert = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<AlertRecord> =>
  transition(tx, actor, alertNoun, {
    id,
    action: "explain",
    version,
    reason,
    effect: async () => ({
      patch: { answer: reason, handledBy: actor.personId, handledByName: actor.name },
    }),
  });

/** Opens a case on it; the reason is what the case is about. */
export const raiseAlert = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<AlertRecord> =>
  transition(tx, actor, alertNoun, {
    id,
    action: "raise",
    version,
    reason,
    effect: async (row) => {
      const opened = await create(tx, actor, caseNoun, {
        number: { kind: "SCA" },
        row: {
          orgId: tx.scope.orgId!,
          id: newId(),
          status: "open",
          title: (reason ?? row.said).slice(0, 200),
          severity: row.severity,
          people: row.personId ? [row.personId] : [],
          openedBy: actor.personId,
          openedByName: actor.name,
        },
        from: [{ type: "securityAlert", id: row.id }],
      });
      return {
        patch: { caseId: opened.id, handledBy: actor.personId, handledByName: actor.name },
        note: opened.number,
      };
    },
  });

const ruleOf = ({ least, minutes, counts, by }: Detection): string => {
  const what = { events: "event", people: "account", kinds: "kind of event" }[counts];
  const span = minutes % 60 === 0 ? counted(minutes / 60, "hour") : counted(minutes, "minute");
  return `${counted(least, what, counts === "kinds" ? "kinds of events" : undefined)} of one ${by === "person" ? "person" : "network address"} within ${span}.`;
};

/** An alert with its events and what the actor may do; 404. */
export const readAlert = async (db: Db, actor: Actor, id: string): Promise<AlertDetail> => {
  const row = await getRow(db, securityAlert, id, "security alert");
  const detection = detections.find(({ key }) => key === row.detection);
  const events = await exportedRecords(db, actor, securityEventList, row.events);
  return {
    id: row.id,
    number: row.number,
    detection: row.detection,
    said: row.said,
    severity: row.severity,
    person: row.personName,
    address: row.address,
    eventCount: row.eventCount,
    lastAt: row.lastAt,
    status: row.status as AlertDetail["status"],
    version: row.version,
    label: detection?.label ?? row.detection,
    remedy: detection?.remedy ?? "",
    rule: detection ? ruleOf(detection) : "This detection does not come with the product any more.",
    firstAt: row.firstAt,
    answer: row.answer,
    handledBy: row.handledByName,
    caseId: row.caseId,
    events: events as EventRow[],
    actions: await actionsAsked(db, actor, alertNoun, row),
  };
};

const days = 30;

/** Thirty days of events and alerts, figures that open their rows, and what waits. */
export const overviewOf = async (db: Db, actor: Actor): Promise<Overview> => {
  const zone = actor.timeZone ?? "UTC";
  const [events, alerts, living] = await Promise.all([
    eventsByDay(db, days),
    db.rows<{ day: string; alerts: number }>(sql`
      select to_char(last_at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*)::int as alerts
      from security_alert
      where org_id = ${db.scope.orgId}
        and last_at >= clock_timestamp() - make_interval(days => ${days}::int)
      group by 1
      order by 1
    `),
    runList<AlertRow>(db, actor, alertList, { living: "true", limit: 10 } as never),
  ]);
  return { ...daysOf(businessDate(actor), days, events, alerts), alerts: [...living.items] };
};
