import type { Actor } from "#kernel/access.ts";
import { editRefusal } from "#kernel/lifecycle.ts";
import { rejectedLine, rejectedLines } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { openFiles } from "#server/files/holders.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { nonconformance } from "../quality.tables.ts";
import { costOf } from "./cost.service.ts";
import { dayRules, nextDay } from "./days.service.ts";
import { nonconformanceCycle } from "./nonconformance.labels.ts";
import type { LineChoice, NonconformanceDetail } from "./nonconformance.model.ts";
import { nonconformanceNoun, withGoods, type NonconformanceStored } from "./nonconformance.noun.ts";
import { mayAskPlan } from "./nonconformance.service.ts";

const photosOf = async (
  db: Db,
  actor: Actor,
  row: NonconformanceStored,
): Promise<NonconformanceDetail["photos"]> => {
  const files = await openFiles(db, actor, row.photoFileIds);
  return row.photoFileIds.flatMap((id) => {
    const file = files.get(id);
    return file ? [{ id, name: file.name, mediaType: file.mediaType }] : [];
  });
};

/** A nonconformance with photos, what records tell of its cost, and what the actor may do. 404. */
export const readNonconformance = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<NonconformanceDetail> => {
  const row = await getRow(db, nonconformance, id, "nonconformance");
  const [photos, { cost, line }, rules, record] = await Promise.all([
    photosOf(db, actor, row),
    costOf(db, row),
    dayRules(db),
    withGoods(db, row),
  ]);
  const { orgId: _org, createdAt: _made, updatedAt: _at, ...rest } = row;
  const { reportedBy: _by, containedBy: _cb, decidedBy: _db, ...shown } = rest;
  return {
    ...(shown as unknown as NonconformanceDetail),
    ...{
      photos,
      cost,
      dueOn: nextDay(row, rules)?.dueOn ?? null,
    },
    line: line && `${line.receiptNumber}: ${line.rejected} ${line.unit} ${line.description}`,
    canEdit: editRefusal(nonconformanceCycle.edit!, record, actor) === null,
    canPlan: actor.permissions.has("vendor.plan") && mayAskPlan(row),
    actions: await actionsAsked(db, actor, nonconformanceNoun, record),
  };
};

const reportedLines = async (db: Db): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select receipt_line_id as id
        from nonconformance
        where org_id = ${db.scope.orgId} and receipt_line_id is not null
        order by created_at desc
        limit 5000
      `)
    ).map(({ id }) => id),
  );

/** Rejected lines of receipts that nobody reported yet, newest first. */
export const unreportedLines = async (
  db: Db,
  { q, id }: { q: string; id?: string | undefined },
): Promise<LineChoice[]> => {
  const [lines, reported] = await Promise.all([
    id ? rejectedLine(db, id).then((line) => (line ? [line] : [])) : rejectedLines(db, q),
    reportedLines(db),
  ]);
  return lines
    .filter((line) => !reported.has(line.id))
    .map((line) => ({
      ...{ id: line.id, vendorId: line.vendorId, quantity: line.rejected, unit: line.unit },
      name: `${line.receiptNumber}: ${line.rejected} ${line.unit} ${line.description}`,
      hint: `${line.vendor}. ${line.reason}`,
    }));
};
