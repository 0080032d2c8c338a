import type { ListDefinition } from "#server/http/list.ts";
import { projectStatuses } from "../project/project.labels.ts";
import { constraintKinds, taskKinds } from "./schedule.labels.ts";

const runs = "p.status not in ('closed', 'cancelled')";
const slipped = "coalesce(s.slip_days > 0, false)";
const late = "coalesce(s.finish_on > s.must_finish_on, false)";

/** The schedules of the agency's projects, one line each. */
export const scheduleList: ListDefinition = {
  name: "schedules",
  title: "schedules of projects",
  from: "schedule s join project p on p.org_id = s.org_id and p.id = s.project_id",
  alias: "s",
  base: "schedule s",
  columns: {
    id: { sql: "s.id", hidden: true },
    number: { sql: "s.number", label: "Number", sort: true },
    projectId: { sql: "s.project_id", hidden: true },
    projectNumber: { sql: "p.number", label: "Project", sort: true },
    project: { sql: "p.name", label: "Project name" },
    projectStatus: { sql: "p.status", label: "Status of the project", codes: projectStatuses },
    startsOn: { sql: "s.starts_on", label: "Start" },
    baseFinishOn: { sql: "s.base_finish_on", label: "Baseline finish" },
    finishOn: { sql: "s.finish_on", label: "Forecast finish", sort: true },
    mustFinishOn: { sql: "s.must_finish_on", label: "Contract finish" },
    dataDate: { sql: "s.data_date", label: "Data date", sort: true },
    slipDays: { sql: "s.slip_days", label: "Days behind the baseline", sort: true },
    nextMilestone: { sql: "s.next_milestone", label: "Next milestone" },
    nextMilestoneOn: { sql: "s.next_milestone_on", label: "Its day" },
    late: { sql: late, label: "Behind the contract" },
    version: { sql: "s.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "s.id", type: "uuid" },
    projectId: { kind: "set", sql: "s.project_id", type: "uuid" },
    open: { kind: "flag", sql: runs },
    slipped: { kind: "flag", sql: slipped },
    late: { kind: "flag", sql: late },
    mine: { kind: "flag", sql: "(p.engineer_id = $actor)" },
    finishOn: { kind: "range", sql: "s.finish_on", type: "date" },
    dataDate: { kind: "range", sql: "s.data_date", type: "date" },
  },
  search: ["s.number", "p.number", "p.name"],
  defaultSort: "projectNumber",
};

const left = `(t.actual_finish is null and t.kind <> 'summary' and ${runs})`;
/** Three weeks from today: what begins, goes on or ends in them. */
const soon = `(${left} and t.starts_on <= $today + 20 and t.finish_on >= $today)`;
const movedLater = `(${left} and coalesce(t.moved_days > 0, false))`;
/** It should have begun, or runs, and nobody told of it in a week. */
const waits = `(${left} and t.starts_on <= $today
  and coalesce(t.reported_on <= $today - 7, true))`;
const driver = "(t.driver ->> 'taskId')::uuid";

/** The tasks of all schedules, with what drives each. */
export const taskList: ListDefinition = {
  name: "schedule-tasks",
  title: "tasks of schedules",
  from: `schedule_task t
    join schedule s on s.org_id = t.org_id and s.id = t.schedule_id
    join project p on p.org_id = s.org_id and p.id = s.project_id
    left join schedule_task d on d.org_id = t.org_id and d.id = ${driver}`,
  alias: "t",
  columns: {
    id: { sql: "t.id", hidden: true },
    scheduleId: { sql: "t.schedule_id", hidden: true },
    scheduleVersion: { sql: "s.version", hidden: true },
    projectId: { sql: "s.project_id", hidden: true },
    projectNumber: { sql: "p.number", label: "Project" },
    project: { sql: "p.name", label: "Project name" },
    code: { sql: "t.code", label: "Code" },
    name: { sql: "t.name", label: "Task" },
    kind: { sql: "t.kind", label: "Kind", codes: taskKinds },
    startsOn: { sql: "t.starts_on", label: "Start", sort: true },
    finishOn: { sql: "t.finish_on", label: "Finish", sort: true },
    baseFinishOn: {
      sql: "date '1984-01-01' + greatest(t.base_finish - 1, 0) / 1440",
      label: "Baseline finish",
    },
    percent: { sql: "t.percent", label: "Percent" },
    durationMinutes: { sql: "t.duration", label: "Minutes of work" },
    remainingMinutes: { sql: "t.remaining", label: "Minutes left" },
    actualStartOn: { sql: "date '1984-01-01' + t.actual_start / 1440", label: "Began" },
    actualFinishOn: {
      sql: "date '1984-01-01' + greatest(t.actual_finish - 1, 0) / 1440",
      label: "Finished",
    },
    totalFloatMinutes: { sql: "t.total_float", label: "Minutes of float" },
    critical: { sql: "t.critical", label: "Critical" },
    slipDays: { sql: "t.slip_days", label: "Days behind the baseline" },
    movedDays: { sql: "t.moved_days", label: "Days later than before", sort: true },
    constraint: { sql: "t.constraint_kind", label: "Constraint", codes: constraintKinds },
    crew: { sql: "t.crew", label: "Crew", sort: true },
    ownerId: { sql: "t.owner_id", hidden: true },
    driverId: { sql: "d.id", hidden: true },
    drivenBy: { sql: "d.name", label: "Waits for" },
    reportedOn: { sql: "t.reported_on", label: "Progress told" },
  },
  filters: {
    id: { kind: "set", sql: "t.id", type: "uuid" },
    projectId: { kind: "set", sql: "s.project_id", type: "uuid" },
    scheduleId: { kind: "set", sql: "t.schedule_id", type: "uuid" },
    kind: { kind: "set", sql: "t.kind", type: "text" },
    crew: { kind: "set", sql: "t.crew", type: "text" },
    ownerId: { kind: "set", sql: "t.owner_id", type: "uuid" },
    open: { kind: "flag", sql: left },
    critical: { kind: "flag", sql: `(${left} and t.critical)` },
    slipped: { kind: "flag", sql: movedLater },
    soon: { kind: "flag", sql: soon },
    mine: { kind: "flag", sql: "(t.owner_id = $actor)" },
    waits: { kind: "flag", sql: waits },
    startsOn: { kind: "range", sql: "t.starts_on", type: "date" },
    finishOn: { kind: "range", sql: "t.finish_on", type: "date" },
  },
  search: ["t.code", "t.name", "t.crew", "p.number", "p.name"],
  defaultSort: "startsOn",
};
