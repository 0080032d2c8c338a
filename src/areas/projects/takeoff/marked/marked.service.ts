import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import { formatDate } from "#kernel/dates.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { readWhole } from "#server/reading/reader.ts";
import { measureKinds } from "../geometry.model.ts";
import type { MeasurementStored } from "../measurement.noun.ts";
import type { Box } from "../page.model.ts";
import { fileOfSheet } from "../plan.read.service.ts";
import { drawingOf } from "../read-issue.service.ts";
import type { MarkedRow, MarkedSheet } from "./marked.model.ts";
import type { ToMark } from "./marked.thread.ts";

const thread = new URL("./marked.thread.ts", import.meta.url);
const limits = { path: "id", megabytes: 1024, seconds: 120 };
const mostRows = 5000;

type Head = Omit<MarkedSheet, "day" | "drawn" | "others" | "box"> & { box: Box };
const headOf = async (db: Db, id: string): Promise<Head> => {
  const head = await db.maybe<Head>(sql`
    select
      s.number, s.title, s.revision, s.box, s.rotate, t.name as plan_set,
      p.number || ' ' || p.name as project,
      (
        select max(o.revision)
        from plan_sheet o
        where o.org_id = s.org_id and o.plan_set_id = s.plan_set_id and o.number = s.number
      ) as newest
    from plan_sheet s
    join plan_set t on t.org_id = s.org_id and t.id = s.plan_set_id
    join project p on p.org_id = t.org_id and p.id = t.project_id
    where s.org_id = ${db.scope.orgId} and s.id = ${id}
  `);
  if (!head) throw notFound("sheet");
  return head;
};

type Row = MeasurementStored & { revision: number };
const rowsOf = (db: Db, id: string): Promise<Row[]> =>
  db.rows<Row>(sql`
    select m.*, o.revision
    from plan_sheet s
    join plan_sheet o
      on o.org_id = s.org_id
      and o.plan_set_id = s.plan_set_id
      and o.number = s.number
    join measurement m on m.org_id = o.org_id and m.sheet_id = o.id
    where s.org_id = ${db.scope.orgId} and s.id = ${id} and m.status <> 'dropped'
    order by m.number
    limit ${mostRows}
  `);

const marked = (row: Row): MarkedRow => ({
  ...{ number: row.number, name: row.name, kind: row.kind, points: row.points },
  ...{ cutOuts: row.cutOuts, kindLabel: measureKinds[row.kind].label, quantity: row.quantity },
  ...{ unit: row.unit, costCode: row.costCode, measuredName: row.measuredName },
  ...{ checkedName: row.checkedName, scaleLabel: row.scale?.label ?? "", revision: row.revision },
});

/** A sheet as it is marked now: its shapes, and those of its other revisions. 404. */
export const markedSheet = async (db: Db, id: string): Promise<MarkedSheet> => {
  const [head, rows] = await Promise.all([headOf(db, id), rowsOf(db, id)]);
  return {
    ...head,
    day: formatDate(businessDate(db.scope)),
    drawn: rows.filter((row) => row.sheetId === id).map(marked),
    others: rows.filter((row) => row.sheetId !== id).map(marked),
  };
};

/**
 * The sheet with its shapes drawn on it, and its legend, as PDF. It is made in a thread with limits.
 * 404; 422 `too_many_points` where the shapes have more than 200,000.
 */
export const markedPdf = async (
  app: Pick<App, "files" | "config">,
  db: Db,
  id: string,
): Promise<Buffer> => {
  const [sheet, file] = await Promise.all([markedSheet(db, id), fileOfSheet(db, id)]);
  const drawing = new Uint8Array(await drawingOf(app, file));
  const asked = { drawing, sheet, fonts: app.config.LEVEE_FONTS ?? null };
  return Buffer.from(await readWhole<ToMark, Uint8Array>(thread, asked, limits));
};
