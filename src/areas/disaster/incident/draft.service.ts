import type { Actor } from "#kernel/access.ts";
import type { Area } from "#kernel/geo/area.ts";
import { noArea } from "#kernel/geo/area.ts";
import { notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireDeclared } from "./declared.service.ts";
import type { IncidentInput } from "./incident.model.ts";
import type { Section } from "./incident.labels.ts";
import { incidentPosition } from "./incident.tables.ts";
import { incidentNoun } from "./nouns.ts";

type Template = readonly [code: string, title: string, section: Section, parent: string | null];
// Command and general staff with the units that requests and plans need (NIMS, 2017).
const organization: readonly Template[] = [
  ["IC", "Incident commander", "command", null],
  ["PIO", "Public information officer", "command", "IC"],
  ["SOFR", "Safety officer", "command", "IC"],
  ["LNO", "Liaison officer", "command", "IC"],
  ["OSC", "Operations section chief", "operations", "IC"],
  ["PSC", "Planning section chief", "planning", "IC"],
  ["RESL", "Resources unit leader", "planning", "PSC"],
  ["SITL", "Situation unit leader", "planning", "PSC"],
  ["LSC", "Logistics section chief", "logistics", "IC"],
  ["SPUL", "Supply unit leader", "logistics", "LSC"],
  ["FSC", "Finance and administration section chief", "finance", "IC"],
  ["TIME", "Time unit leader", "finance", "FSC"],
];

/** Begins an incident in monitoring, with the positions of the command system, all of them open. */
export const beginIncident = async (
  tx: Tx,
  actor: Actor,
  input: IncidentInput & { area?: Area; alertId?: string | null },
) => {
  const id = newId();
  const orgId = tx.scope.orgId!;
  await requireDeclared(tx, input);
  const ids = new Map(organization.map(([code]) => [code, newId()]));
  return create(tx, actor, incidentNoun, {
    number: { kind: "INC" },
    row: { ...input, area: input.area ?? noArea, orgId, id },
    from: input.alertId ? [{ type: "weatherAlert", id: input.alertId }] : [],
    store: async () => {
      await insertRows(
        tx,
        incidentPosition,
        organization.map(([code, title, section, parent], place) => ({
          orgId,
          id: ids.get(code)!,
          incidentId: id,
          parentId: parent && ids.get(parent)!,
          code,
          title,
          section,
          place,
        })),
      );
    },
  });
};

const kinds: readonly [RegExp, IncidentInput["kind"]][] = [
  [/flood/i, "flood"],
  [/winter|blizzard|ice|snow/i, "winter"],
  [/storm|tornado|wind/i, "storm"],
  [/fire/i, "fire"],
];
type Source = {
  id: string;
  eventKey: string;
  event: string;
  headline: string;
  areaText: string;
  area: Area;
};

/** Drafts an incident in monitoring from a warning, once for each event; gives the one that is. */
export const draftFromAlert = async (
  tx: Tx,
  actor: Actor,
  alert: Source,
): Promise<{ id: string }> => {
  const known = await tx.maybe<{ id: string }>(sql`
    select i.id
    from incident i
    join weather_alert w on w.org_id = i.org_id and w.id = i.alert_id
    where i.org_id = ${tx.scope.orgId} and w.event_key = ${alert.eventKey}
    limit 1
  `);
  if (known) return known;
  const made = await beginIncident(tx, actor, {
    title: alert.event || "Weather event",
    kind: kinds.find(([pattern]) => pattern.test(alert.event))?.[1] ?? "other",
    exercise: false,
    cause: alert.headline,
    areaText: alert.areaText.slice(0, 1000),
    beginsOn: businessDate(tx.scope),
    federalNumbers: [],
    area: alert.area,
    alertId: alert.id,
  });
  return { id: made.id };
};

/** The same by hand, from one warning. 404 for one that is not there. */
export const incidentFromAlert = async (tx: Tx, actor: Actor, alertId: string) => {
  const alert = await tx.maybe<Source>(sql`
    select id, event_key, event, headline, area_text, area
    from weather_alert
    where org_id = ${tx.scope.orgId} and id = ${alertId}
  `);
  if (!alert) throw notFound("weather alert");
  return draftFromAlert(tx, actor, alert);
};
