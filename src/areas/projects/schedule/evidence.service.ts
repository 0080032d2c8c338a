import { formatDate, formatInstant } from "#kernel/dates.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { changesNamed } from "#areas/contracts/contracts.server.ts";
import { inLook, membersNamed, readOrganization } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { extensionsDocument, updatesDocument, type ToldUpdate } from "./evidence.model.ts";
import type { AskedSlip } from "./extension/extension.model.ts";
import { dayOf, lastDayOf } from "./moment.model.ts";
import { mostPrinted, scheduleDocument, type PaperTask } from "./paper.model.ts";
import { schedulePaper } from "./paper.service.ts";
import type { KeptTask, Snapshot } from "./snapshot.model.ts";

/** The schedules among these records or of the projects among them, with all their baselines. */
export const evidenceOfSchedules = async (
  db: Db,
  objectIds: readonly string[],
): Promise<string[]> => {
  const found = await db.rows<{ id: string; baselineId: string | null }>(sql`
    select s.id, b.id as baseline_id
    from schedule s
    left join schedule_baseline b on b.org_id = s.org_id and b.schedule_id = s.id
    where s.org_id = ${db.scope.orgId}
      and (s.id = any(${[...objectIds]}::uuid[]) or s.project_id = any(${[...objectIds]}::uuid[]))
  `);
  return found.flatMap(({ id, baselineId }) => (baselineId ? [id, baselineId] : [id]));
};

type Proven = {
  id: string;
  number: string;
  projectId: string;
  projectNumber: string;
  project: string;
  baselines: { id: string; no: number }[];
  updates: number;
  extensions: number;
};

const headOf = async (db: Db, of: Proven) => {
  const { name: agency, branding } = await readOrganization(db);
  const project = `${of.projectNumber} ${of.project}`;
  return { head: { agency, number: of.number, project }, branding };
};

const namesOf = async (db: Db, ids: readonly (string | null)[]) => {
  const asked = [...new Set(ids.filter((id) => id !== null))];
  const people = asked.length ? await membersNamed(db, { ids: asked }) : [];
  const byId = new Map(people.map(({ id, name }) => [id, name]));
  return (id: string | null) => (id === null ? "the program" : (byId.get(id) ?? "A former member"));
};

// Which was critical then is not kept: a copy says where its tasks lay.
const printed =
  (tasks: ReadonlyMap<string, KeptTask>) =>
  (task: KeptTask): PaperTask => {
    let level = 0;
    for (let at = task.parentId; at !== null; at = tasks.get(at)?.parentId ?? null) level += 1;
    return {
      ...{ code: task.code, name: task.name, kind: task.kind, percent: task.percent, level },
      ...{ startsOn: dayOf(task.start), finishOn: lastDayOf(task.finish), critical: false },
      ...{ baseStartsOn: null, baseFinishOn: null, slipDays: null },
    };
  };

const baselinePaper = async (db: Db, of: Proven, id: string): Promise<string> => {
  const b = await db.one<{
    baselineNo: number;
    note: string;
    decidedBy: string | null;
    decidedOn: Day | null;
    snapshot: Snapshot;
  }>(sql`
    select baseline_no, note, decided_by, decided_on, snapshot
    from schedule_baseline
    where org_id = ${db.scope.orgId} and id = ${id}
  `);
  const [{ head, branding }, named] = await Promise.all([
    headOf(db, of),
    namesOf(db, [b.decidedBy]),
  ]);
  const { tasks, dataDate, finish } = b.snapshot;
  const shown = tasks.slice(0, mostPrinted);
  const document = scheduleDocument({
    ...{ agency: head.agency, project: of.projectNumber, name: of.project },
    ...{ today: businessDate(db.scope), dataDate, finishOn: lastDayOf(finish), baseFinishOn: null },
    tasks: shown.map(printed(new Map(tasks.map((task) => [task.id, task])))),
    left: tasks.length - shown.length,
    kept: `Baseline ${b.baselineNo} of ${of.number}, approved ${formatDate(b.decidedOn!)} by ${named(b.decidedBy)}. ${b.note}`,
  });
  return inLook(document, branding);
};

const updatesPaper = async (db: Db, of: Proven): Promise<string> => {
  type Row = Omit<ToldUpdate, "by" | "finishOn"> & { finish: number; personId: string | null };
  const rows = await db.rows<Row>(sql`
    select number, data_date, finish, source, person_id, created_at as at, narrative
    from schedule_update
    where org_id = ${db.scope.orgId} and schedule_id = ${of.id}
    order by number desc
    limit 500
  `);
  const named = await namesOf(
    db,
    rows.map(({ personId }) => personId),
  );
  const { head, branding } = await headOf(db, of);
  const updates = rows.map(({ finish, personId, ...update }) => ({
    ...{ ...update, by: named(personId), finishOn: lastDayOf(finish) },
  }));
  const at = (moment: Instant) => formatInstant(moment, db.scope.timeZone ?? "UTC");
  return inLook(updatesDocument(head, updates, at), branding);
};

const extensionsPaper = async (db: Db, of: Proven): Promise<string> => {
  const rows = await db.rows<{ id: string; slip: AskedSlip; appliedDays: number | null }>(sql`
    select id, slip, applied_days
    from schedule_extension
    where org_id = ${db.scope.orgId} and schedule_id = ${of.id}
    order by created_at, id
  `);
  const { head, branding } = await headOf(db, of);
  const named = await changesNamed(
    db,
    rows.map(({ id }) => id),
  );
  const asked = named.map((change) => {
    const { slip, appliedDays } = rows.find(({ id }) => id === change.id)!;
    return { ...change, slip, appliedDays };
  });
  return inLook(extensionsDocument(head, asked), branding);
};

/** What a package says of one schedule: as it stands, its approved baselines, updates, extensions. */
const papersOf = (db: Db, of: Proven) => [
  {
    name: `${of.number}-schedule.pdf`,
    document: async () => (await schedulePaper(db, of.projectId)).document,
  },
  ...of.baselines.map(({ id, no }) => ({
    name: `${of.number}-baseline-${no}.pdf`,
    document: () => baselinePaper(db, of, id),
  })),
  ...(of.updates > 0
    ? [{ name: `${of.number}-updates.pdf`, document: () => updatesPaper(db, of) }]
    : []),
  ...(of.extensions > 0
    ? [{ name: `${of.number}-extensions.pdf`, document: () => extensionsPaper(db, of) }]
    : []),
];

/**
 * The papers of the schedules among these records, for the evidence package: as each stands, its
 * approved baselines, its updates, the extensions of time that were asked for it.
 */
export const papersOfSchedules = async (db: Db, objectIds: readonly string[]) => {
  const found = await db.rows<Proven>(sql`
    select
      s.id, s.number, s.project_id, p.number as project_number, p.name as project,
      coalesce(
        (
          select jsonb_agg(jsonb_build_object(
              'id', b.id, 'no', b.baseline_no
            ) order by b.baseline_no)
          from schedule_baseline b
          where b.org_id = s.org_id and b.schedule_id = s.id and b.status = 'approved'
        ),
        '[]'::jsonb
      ) as baselines,
      (
        select count(*)::int
        from schedule_update u
        where u.org_id = s.org_id and u.schedule_id = s.id
      ) as updates,
      (
        select count(*)::int
        from schedule_extension e
        where e.org_id = s.org_id and e.schedule_id = s.id
      ) as extensions
    from schedule s
    join project p on p.org_id = s.org_id and p.id = s.project_id
    where s.org_id = ${db.scope.orgId} and s.id = any(${[...objectIds]}::uuid[])
    order by s.number
  `);
  return found
    .flatMap((of) => papersOf(db, of))
    .map(({ name, document }) => ({
      name,
      document,
      make: async () => makePdf(await document()),
    }));
};
