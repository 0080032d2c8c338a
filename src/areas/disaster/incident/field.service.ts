import { z } from "zod";
import { fieldKind, attachPhotos, type PacketItem } from "#areas/field/field.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { logInput } from "./incident.model.ts";
import { writeLog } from "./incident.service.ts";
import { incident } from "./incident.tables.ts";

/** An entry as it is captured: what happened at that moment. A correction is written at the desk. */
const captured = z.strictObject({
  kind: z.enum(["note", "decision", "status"]).default("note"),
  entry: logInput.shape.entry,
});

const runningIncidents = async (db: Db): Promise<PacketItem[]> =>
  (
    await db.rows<{ id: string; version: number; number: string; title: string }>(sql`
      select id, version, number, title
      from incident
      where org_id = ${db.scope.orgId} and status <> 'closed'
      order by begins_on desc, id
      limit 20
    `)
  ).map(({ id, version, ...data }) => ({
    ...{ id, version, dueAt: null, latitude: null, longitude: null, data },
    title: `${data.number} ${data.title}`,
  }));

/** An entry in the log of an incident that is written where there is no line; it is only added to. */
export const capturedLog = fieldKind({
  kind: "incident_log",
  permission: "incident.work",
  payload: captured,
  ofRecord: true,
  typedTimes: true,
  packet: (db) => runningIncidents(db),
  apply: async (tx, actor, { recordId, values, at, photos }) => {
    const id = recordId!;
    const { number } = await getRow(tx, incident, id, "incident");
    await writeLog(tx, actor, id, { ...values, happenedAt: at });
    const record = { type: "incident", id, number };
    await attachPhotos(tx, actor, record, photos);
    return record;
  },
});
