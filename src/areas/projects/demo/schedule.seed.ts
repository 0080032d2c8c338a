import { newId } from "#kernel/ids.ts";
import { addDays, utcDay, type Day } from "#kernel/time.ts";
import { demoPersonId } from "#areas/identity/identity.public.ts";
import type { Story } from "#areas/procurement/procurement.server.ts";
import { isBusinessDay, usualCalendar } from "#kernel/business-days.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { approveBaseline, proposeBaseline } from "../schedule/baseline.service.ts";
import { changeCalendar, createCalendar } from "../schedule/calendar.service.ts";
import type { Moment } from "../schedule/moment.model.ts";
import type { LinkType } from "../schedule/network.model.ts";
import type { PlanLink, PlanTask } from "../schedule/plan.model.ts";
import { tellProgress } from "../schedule/progress.service.ts";
import {
  calendarInput,
  progressInput,
  scheduleInput,
  type TaskProgress,
} from "../schedule/schedule.model.ts";
import { createSchedule, rewrite } from "../schedule/schedule.service.ts";
import { schedule } from "../schedule/schedule.tables.ts";
import { bridgePlan, bridgeUpdates, type PlannedTask, type ToldTask } from "./schedule.data.ts";

type Ago = (days: number) => string;
type Told = { story: Story; ago: Ago; codes: ReadonlyMap<string, string> };

const dayMinutes = 480;
const floodDays = 11;
/** So many days ago the schedule begins, as the work did. */
const began = 52;
const shifts = [
  { from: 8 * 60, to: 12 * 60 },
  { from: 13 * 60, to: 17 * 60 },
];
const workingWeek = [0, 1, 2, 3, 4, 5, 6].map((at) => (at === 0 || at === 6 ? [] : shifts));
const week = { name: "Bridge site", week: workingWeek, exceptions: [] as object[] };

const dayOf = (at: string): Day => utcDay(new Date(at));
const engineer = demoPersonId("engineer@demo.levee.test");
const inspector = demoPersonId("inspector@demo.levee.test");

/** The first days of work since the logs begin, which the flood took. */
const daysOfFlood = (ago: Ago): Day[] => {
  const days: Day[] = [];
  for (let on = dayOf(ago(50)); days.length < floodDays; on = addDays(on, 1))
    if (isBusinessDay(usualCalendar, on)) days.push(on);
  return days;
};

const taskOf = (
  { within, site, byInspector, cost, ...t }: PlannedTask,
  {
    ids,
    codes,
    siteId,
  }: { ids: ReadonlyMap<string, string>; codes: Told["codes"]; siteId: string },
): PlanTask => {
  const duration = t.days * dayMinutes;
  return {
    id: ids.get(t.code)!,
    parentId: within ? ids.get(within)! : null,
    code: t.code,
    name: t.name,
    kind: t.kind ?? "task",
    calendarId: site ? siteId : null,
    duration,
    remaining: duration,
    percent: 0,
    constraint: null,
    deadline: null,
    actualStart: null,
    actualFinish: null,
    crew: t.crew ?? "",
    ownerId: t.kind === "summary" ? null : byInspector ? inspector : engineer,
    costs: cost ? [{ codeId: codes.get(cost[0])!, cents: cost[1] * 100 }] : [],
  };
};

// "D10 SS+3" is the start of D10 and three days.
const linkOf = (ids: ReadonlyMap<string, string>, to: string, before: string): PlanLink => {
  const [, code, type, lag] = /^(\w+)(?: (FS|SS|FF|SF)\+(\d+))?$/.exec(before)!;
  return {
    id: newId(),
    from: ids.get(code!)!,
    to: ids.get(to)!,
    type: (type ?? "FS") as LinkType,
    lag: Number(lag ?? 0) * dayMinutes,
    lagCalendar: "project",
  };
};

const plan = async ({ story, ago, codes }: Told, projectId: string) => {
  const ids = new Map(bridgePlan.map(({ code }) => [code, newId()]));
  const start = dayOf(ago(began));
  const made = await story.as("engineer", ago(51.9), async (tx, actor) => {
    const site = await createCalendar(tx, actor, calendarInput.parse({ ...week, projectId }));
    const begun = await createSchedule(tx, actor, projectId, scheduleInput.parse({ start }));
    await rewrite(tx, actor, {
      id: begun.id,
      edit: () => ({
        plan: {
          tasks: bridgePlan.map((task) => taskOf(task, { ids, codes, siteId: site.id })),
          links: bridgePlan.flatMap(({ code, after = [] }) =>
            after.map((before) => linkOf(ids, code, before)),
          ),
        },
      }),
    });
    return { id: begun.id, siteId: site.id };
  });
  return { ...made, ids };
};
type Planned = Awaited<ReturnType<typeof plan>>;

const versionOf = async (tx: Tx, id: string): Promise<number> =>
  (await getRow(tx, schedule, id, "schedule")).version;

const keepBaseline = async ({ story, ago }: Told, { id }: Planned) => {
  const proposed = await story.as("engineer", ago(51.5), async (tx, actor) =>
    proposeBaseline(tx, actor, id, "As agreed with the designer.", await versionOf(tx, id)),
  );
  await story.as("manager", ago(51), (tx, actor) =>
    approveBaseline(tx, actor, { id: proposed.id, version: null }),
  );
};

const closeForFlood = ({ story, ago }: Told, { siteId }: Planned) =>
  story.as("engineer", ago(26), (tx, actor) =>
    changeCalendar(
      tx,
      actor,
      siteId,
      (stands) => ({
        ...stands,
        exceptions: daysOfFlood(ago).map((on) => ({
          on,
          shifts: [],
          why: "Bevens Creek over its banks",
        })),
      }),
      1,
    ),
  );

const progressOf = (
  { ago }: Told,
  { ids }: Planned,
  { code, began: from, finished, percent = 100, left = 0 }: ToldTask,
): TaskProgress => ({
  id: ids.get(code)!,
  actualStart: `${dayOf(ago(from))}T08:00` as Moment,
  actualFinish: finished === undefined ? null : (`${dayOf(ago(finished))}T17:00` as Moment),
  percent,
  remainingMinutes: left * dayMinutes,
});

/**
 * The schedule of the bridge: its baseline, the days of the flood, and two updates, of which the second
 * slips by a submittal that came late.
 */
export const tellSchedule = async (told: Told, projectId: string): Promise<void> => {
  const planned = await plan(told, projectId);
  await keepBaseline(told, planned);
  await closeForFlood(told, planned);
  for (const { days, narrative, tasks } of bridgeUpdates)
    await told.story.as("engineer", told.ago(days), async (tx, actor) =>
      tellProgress(
        tx,
        actor,
        planned.id,
        progressInput.parse({
          dataDate: dayOf(told.ago(days)),
          narrative,
          tasks: tasks.map((task) => progressOf(told, planned, task)),
        }),
        await versionOf(tx, planned.id),
      ),
    );
};
