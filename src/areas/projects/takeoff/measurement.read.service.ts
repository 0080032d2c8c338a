import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { editRefusal } from "#kernel/lifecycle.ts";
import type { Db } from "#server/db/db.ts";
import { maybeAs } from "#server/db/read-as.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { measurementCycle } from "./measurement.labels.ts";
import { measurementList } from "./measurement.list.ts";
import {
  measurementRow,
  type DrawnOnSheet,
  type DrawnRow,
  type MeasurementDetail,
} from "./measurement.model.ts";
import { measurementNoun, type MeasurementStored } from "./measurement.noun.ts";
import { measurement } from "./measurement.tables.ts";
import { endedOf } from "./out/ended.service.ts";
import { planSheet } from "./plan.tables.ts";

const headColumns = recordColumns(measurementList, {});

/** A measurement, and what the actor may do. 404. */
export const readMeasurement = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<MeasurementDetail> => {
  const [head, row] = await Promise.all([
    maybeAs(
      db,
      measurementRow,
      sql`
        select ${bindActor(headColumns, actor)}
        from measurement m
        join project p on p.org_id = m.org_id and p.id = m.project_id
        join plan_sheet s on s.org_id = m.org_id and s.id = m.sheet_id
        where m.org_id = ${db.scope.orgId} and m.id = ${id}
      `,
    ),
    getRow(db, measurement, id, "measurement"),
  ]);
  if (!head) throw notFound("measurement");
  const ended = (await endedOf(db, [row])).has(row.id);
  return {
    ...head,
    checkedAt: row.checkedAt,
    note: row.note,
    statusReason: row.statusReason,
    requisitionId: row.requisitionId,
    ended,
    canEdit: editRefusal(measurementCycle.edit!, { ...row, ended }, actor) === null,
    actions: await actionsAsked(db, actor, measurementNoun, { ...row, ended }),
  };
};

const drawn = (row: MeasurementStored, ended: boolean): DrawnRow => ({
  id: row.id,
  number: row.number,
  status: row.status as DrawnRow["status"],
  sheetId: row.sheetId,
  viewportId: row.viewportId,
  kind: row.kind,
  name: row.name,
  points: row.points.map(([x, y]) => [x, y]),
  cutOuts: row.cutOuts.map((cutOut) => cutOut.map(([x, y]) => [x, y])),
  depth: row.depth,
  slope: row.slope,
  unit: row.unit,
  quantity: row.quantity,
  scaleLabel: row.scale?.label ?? "",
  costCodeId: row.costCodeId,
  costCode: row.costCode,
  commodityCode: row.commodityCode,
  note: row.note,
  measuredName: row.measuredName,
  checkedName: row.checkedName,
  requisitionId: row.requisitionId,
  ended,
  version: row.version,
});

/** What is drawn on a sheet, and on its earlier revisions, but for what was dropped. 404. */
export const drawnOn = async (db: Db, sheetId: string): Promise<DrawnOnSheet> => {
  const sheet = await getRow(db, planSheet, sheetId, "sheet");
  const rows = await db.rows<MeasurementStored>(sql`
    select m.*
    from measurement m
    join plan_sheet s on s.org_id = m.org_id and s.id = m.sheet_id
    where m.org_id = ${db.scope.orgId}
      and s.plan_set_id = ${sheet.planSetId}
      and s.number = ${sheet.number}
      and s.revision <= ${sheet.revision}
      and m.status <> 'dropped'
    order by m.number
    limit 5000
  `);
  const ended = await endedOf(db, rows);
  const all = rows.map((row) => drawn(row, ended.has(row.id)));
  return {
    items: all.filter((row) => row.sheetId === sheetId),
    stale: all.filter((row) => row.sheetId !== sheetId),
  };
};
