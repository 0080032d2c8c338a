import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { FileHolder } from "#server/files/holders.ts";
import { storedFileOf } from "#server/files/stored-file.ts";
import type { RecordName } from "#server/noun.ts";
import type { Box } from "./page.model.ts";
import type { SheetDetail, TakeoffStanding } from "./plan.model.ts";
import type { Scale } from "./scale.model.ts";

type SetRow = Omit<TakeoffStanding["sets"][number], "issues" | "sheets">;
type IssueRow = TakeoffStanding["sets"][number]["issues"][number] & { planSetId: string };
type SheetRow = TakeoffStanding["sets"][number]["sheets"][number] & { planSetId: string };

/** The agency's plan sets, newest first, with their issues and current sheets. */
export const readTakeoff = async (db: Db): Promise<TakeoffStanding> => {
  const orgId = db.scope.orgId;
  const [sets, issues, sheets] = await Promise.all([
    db.rows<SetRow>(sql`
      select t.id, t.name, t.project_id, p.number as project_number, p.name as project
      from plan_set t
      join project p on p.org_id = t.org_id and p.id = t.project_id
      where t.org_id = ${orgId}
      order by t.created_at desc
      limit 200
    `),
    db.rows<IssueRow>(sql`
      select id, plan_set_id, label, issued_on, state, problem, created_at
      from plan_issue
      where org_id = ${orgId}
      order by created_at
      limit 1000
    `),
    db.rows<SheetRow>(sql`
      select
        s.id, s.plan_set_id, s.number, s.title, s.revision,
        (
          select count(*)::int
          from sheet_viewport v
          where v.org_id = s.org_id and v.sheet_id = s.id and v.scale is not null
        ) as scales,
        (
          select count(*)::int
          from sheet_viewport v
          where v.org_id = s.org_id and v.sheet_id = s.id
        ) as viewports,
        count(m.id) filter (where o.id = s.id)::int as measurements,
        count(m.id) filter (where o.id <> s.id)::int as stale
      from plan_sheet s
      left join plan_sheet o
        on o.org_id = s.org_id
        and o.plan_set_id = s.plan_set_id
        and o.number = s.number
      left join measurement m on m.org_id = o.org_id and m.sheet_id = o.id and m.status <> 'dropped'
      where s.org_id = ${orgId} and s.current
      group by s.org_id, s.id
      order by s.number
      limit 5000
    `),
  ]);
  return {
    sets: sets.map((set) => ({
      ...set,
      issues: issues
        .filter(({ planSetId }) => planSetId === set.id)
        .map(({ planSetId: _set, ...issue }) => issue),
      sheets: sheets
        .filter(({ planSetId }) => planSetId === set.id)
        .map(({ planSetId: _set, ...sheet }) => sheet),
    })),
  };
};

type Head = Omit<SheetDetail, "revisions" | "viewports" | "canEdit" | "box"> & { box: Box };

/** A sheet with its revisions, and its parts with their scales. 404. */
export const readSheet = async (db: Db, actor: Actor, id: string): Promise<SheetDetail> => {
  const head = await db.maybe<Head>(sql`
    select
      s.id, s.plan_set_id, t.name as plan_set, t.project_id, p.number as project_number,
      p.name as project, s.number, s.title, s.revision, s.current, s.box, s.rotate, s.version
    from plan_sheet s
    join plan_set t on t.org_id = s.org_id and t.id = s.plan_set_id
    join project p on p.org_id = t.org_id and p.id = t.project_id
    where s.org_id = ${db.scope.orgId} and s.id = ${id}
  `);
  if (!head) throw notFound("sheet");
  const [revisions, viewports] = await Promise.all([
    db.rows<SheetDetail["revisions"][number]>(sql`
      select s.id, s.revision, i.label
      from plan_sheet s
      join plan_issue i on i.org_id = s.org_id and i.id = s.issue_id
      where s.org_id = ${db.scope.orgId}
        and s.plan_set_id = ${head.planSetId}
        and s.number = ${head.number}
      order by s.revision desc
    `),
    db.rows<{
      id: string;
      name: string;
      box: Box;
      scale: Scale | null;
      fileScale: Scale | null;
      version: number;
    }>(sql`
      select id, name, box, scale, file_scale, version
      from sheet_viewport
      where org_id = ${db.scope.orgId} and sheet_id = ${id}
      order by created_at, name
    `),
  ]);
  return {
    ...head,
    box: [...head.box],
    revisions,
    viewports: viewports.map((one) => ({ ...one, box: [...one.box] })),
    canEdit: actor.permissions.has("takeoff.edit") && head.current,
  };
};

/** Where the drawing of a sheet lies: a page of the file of its issue. 404. */
export const fileOfSheet = async (
  db: Db,
  id: string,
): Promise<{ sha256: string; page: number; number: string }> => {
  const row = await db.maybe<{ fileId: string; page: number; number: string }>(sql`
    select i.file_id, s.page, s.number
    from plan_sheet s
    join plan_issue i on i.org_id = s.org_id and i.id = s.issue_id
    where s.org_id = ${db.scope.orgId} and s.id = ${id}
  `);
  const file = row && (await storedFileOf(db, db.scope.orgId!, row.fileId));
  if (!row || !file) throw notFound("sheet");
  return { sha256: file.sha256, page: row.page, number: row.number };
};

/** The files of plan sets belong to their project. */
export const planFiles: readonly FileHolder[] = [
  {
    column: "plan_issue.file_id",
    records: (db, id) =>
      db.rows<RecordName>(sql`
        select 'project' as type, t.project_id as id
        from plan_issue i
        join plan_set t on t.org_id = i.org_id and t.id = i.plan_set_id
        where i.org_id = ${db.scope.orgId} and i.file_id = ${id}
        limit 50
      `),
  },
];
