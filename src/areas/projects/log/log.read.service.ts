import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { editRefusal } from "#kernel/lifecycle.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { instantAt } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { maybeAs } from "#server/db/read-as.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { openFiles } from "#server/files/holders.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { project } from "../projects.tables.ts";
import { beyondOf, linesOfOrders, loggableLines, quantitiesOf } from "./lines.service.ts";
import { logCycle } from "./log.labels.ts";
import { logList } from "./log.list.ts";
import { logRow, type LogDetail, type LogStart } from "./log.model.ts";
import { lockOf, logNoun, withLock } from "./log.noun.ts";
import { dailyLog } from "./log.tables.ts";

const headColumns = recordColumns(logList, {});

const headOf = async (db: Db, actor: Actor, id: string) => {
  const row = await maybeAs(
    db,
    logRow,
    sql`
      select ${bindActor(headColumns, actor)}
      from daily_log d
      join project p on p.org_id = d.org_id and p.id = d.project_id
      where d.org_id = ${db.scope.orgId} and d.id = ${id}
    `,
  );
  if (!row) throw notFound("daily log");
  return row;
};

const amendmentsOf = (db: Db, id: string) =>
  db.rows<LogDetail["amendments"][number]>(sql`
    select id, author_name as author, at, says, reason
    from daily_log_amendment
    where org_id = ${db.scope.orgId} and log_id = ${id}
    order by at, id
    limit 200
  `);

const shownQuantities = async (
  db: Db,
  id: string,
): Promise<Pick<LogDetail, "quantities" | "beyond">> => {
  const stored = await quantitiesOf(db, id);
  const orderIds = [...new Set(stored.map((each) => each.purchaseOrderId))];
  const [lines, beyond] = await Promise.all([
    linesOfOrders(db, orderIds, id),
    beyondOf(db, id, stored),
  ]);
  const gone = { order: "", lineNo: 0, description: "A line that was cancelled", unit: "" };
  return {
    quantities: stored.map((each) => {
      const line = lines.find((one) => one.purchaseOrderLineId === each.purchaseOrderLineId);
      const { logged: _logged, ...shown } = line ?? { ...gone, ordered: "0", logged: "0" };
      return { ...shown, ...each };
    }),
    beyond,
  };
};

/** A log with its quantities, photos and amendments, and what the actor may do. 404. */
export const readLog = async (db: Db, actor: Actor, id: string): Promise<LogDetail> => {
  const [head, row] = await Promise.all([
    headOf(db, actor, id),
    getRow(db, dailyLog, id, "daily log"),
  ]);
  const [record, p, shown, files, amendments] = await Promise.all([
    withLock(db, row),
    getRow(db, project, row.projectId, "project"),
    shownQuantities(db, id),
    openFiles(db, actor, row.photoFileIds),
    amendmentsOf(db, id),
  ]);
  const { people: _people, photos: _photos, ...rest } = head;
  const lock = row.status === "submitted" ? lockOf(row) : null;
  return {
    ...rest,
    ...shown,
    status: record.locked ? "locked" : (row.status as LogDetail["status"]),
    projectNumber: p.number,
    temperatureLow: row.temperatureLow,
    temperatureHigh: row.temperatureHigh,
    crews: row.crews,
    equipment: row.equipment,
    delayNote: row.delayNote,
    notes: row.notes,
    photoFileIds: row.photoFileIds,
    photos: row.photoFileIds.flatMap((fileId) => {
      const file = files.get(fileId);
      if (!file) return [];
      const { name, mediaType } = file;
      return { id: fileId, name, mediaType, public: row.publicFileIds.includes(fileId) };
    }),
    locksAt: lock === null ? null : instantAt(lock),
    amendments,
    statusReason: row.statusReason,
    canEdit: editRefusal(logCycle.edit!, record, actor) === null,
    actions: actionsFor(actor, logNoun, record),
  };
};

/** What was typed of a log, as its form has it. 404. */
export const typedLog = async (db: Db, id: string) => {
  const [row, quantities] = await Promise.all([
    getRow(db, dailyLog, id, "daily log"),
    quantitiesOf(db, id),
  ]);
  return {
    ...row,
    delayHours: row.delayHours && plainDecimal(row.delayHours),
    quantities: quantities.map(({ purchaseOrderId: _order, ...each }) => each),
  };
};

/** What a new log of a project begins with: crews and equipment of the newest one before. 404. */
export const startOfLog = async (db: Db, actor: Actor, projectId: string): Promise<LogStart> => {
  const p = await getRow(db, project, projectId, "project");
  const today = businessDate(db.scope);
  const [own, before, lines] = await Promise.all([
    db.maybe<{ id: string }>(sql`
      select id
      from daily_log
      where org_id = ${db.scope.orgId}
        and project_id = ${projectId}
        and day = ${today}::date
        and author_id = ${actor.personId}
        and status <> 'discarded'
    `),
    db.maybe<NonNullable<LogStart["before"]>>(sql`
      select id, day, crews, equipment
      from daily_log
      where org_id = ${db.scope.orgId}
        and project_id = ${projectId}
        and day < ${today}::date
        and status <> 'discarded'
      order by day desc, author_id is distinct from ${actor.personId}::uuid, number desc
      limit 1
    `),
    loggableLines(db, p),
  ]);
  return {
    project: { id: p.id, number: p.number, name: p.name },
    today,
    todayId: own?.id ?? null,
    before,
    lines,
  };
};
