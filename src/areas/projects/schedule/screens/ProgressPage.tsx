import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { dateIn, formatDate } from "#kernel/dates.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { DateField, TextArea } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { counted } from "#kernel/words.ts";
import type { ScheduleDetail, ScheduleTask } from "../schedule.model.ts";
import { dayOfMoment } from "./gantt.model.ts";
import { progressOf, linesOf, type ProgressLine } from "./progress.model.ts";
import { scheduleNouns } from "./useScheduleChange.ts";

type Values = { dataDate: string; narrative: string; tasks: ProgressLine[] };

const columns: readonly LineColumn[] = [
  { name: "says", label: "Task", kind: "text", fixed: (line) => String(line["says"]) },
  { name: "actualStart", label: "Began on", kind: "date" },
  { name: "percent", label: "Percent done", kind: "decimal" },
  { name: "remaining", label: "Days left", kind: "decimal" },
  { name: "actualFinish", label: "Finished on", kind: "date" },
];

/** Tasks of the next three weeks and those under way, mine first. */
const dueTasks = (of: ScheduleDetail, personId: string | undefined): ScheduleTask[] => {
  const until = addDays(of.dataDate, 21);
  const due = of.tasks.filter(
    ({ kind, actualFinish, actualStart, start }) =>
      kind !== "summary" &&
      actualFinish === null &&
      (actualStart !== null || dayOfMoment(start) <= until),
  );
  const mine = (task: ScheduleTask) => (task.ownerId === personId ? 0 : 1);
  return due.toSorted((a, b) => mine(a) - mine(b) || a.start.localeCompare(b.start));
};

function ProgressForm({
  of,
  tasks,
  tomorrow,
}: {
  of: ScheduleDetail;
  tasks: ScheduleTask[];
  tomorrow: Day;
}) {
  const navigate = useNavigate();
  const act = useMutationAction(...scheduleNouns);
  const back = `${pathTo("project", { id: of.projectId })}?tab=schedule`;
  return (
    <Form<Values>
      formKey={`schedule-progress-${of.id}`}
      defaultValues={{
        dataDate: tomorrow > of.dataDate ? tomorrow : of.dataDate,
        narrative: "",
        tasks: linesOf(of, tasks),
      }}
      submitLabel="Save the update"
      onCancel={() => void navigate(back)}
      onSubmit={async (given) => {
        await act.mutateAsync({
          path: `/api/v1/schedules/${of.id}/progress`,
          version: of.version,
          body: {
            dataDate: given.dataDate,
            narrative: given.narrative,
            tasks: progressOf(of, tasks, given.tasks),
          },
        });
        void navigate(back);
      }}
    >
      <DateField
        name="dataDate"
        label="Data date"
        required
        min={of.dataDate}
        hint="Its morning: what is told lies before it, what is left is planned from it on"
      />
      <LineItems
        closed
        name="tasks"
        label="Tasks under way and of the next three weeks"
        blank={() => ({ id: "" })}
        columns={columns}
      />
      <TextArea
        name="narrative"
        label="What happened"
        rows={3}
        maxLength={4000}
        hint="Such as: flood kept the crew off the site from the 12th on"
      />
    </Form>
  );
}

/** What was done since the last update, task by task; on a phone each task is a card. */
export default function ProgressPage() {
  const { id = "" } = useParams();
  const { me } = useAuth();
  const { timeZone } = useAgency();
  const { data: of, error } = useGet<ScheduleDetail>(
    "schedules",
    `/api/v1/projects/${id}/schedule`,
  );
  if (error) return <ErrorPanel error={error} what="The schedule" />;
  if (!of) return <TableSkeleton columns={4} />;
  const tasks = dueTasks(of, me?.person.id);
  const tomorrow = addDays(dateIn(new Date().toISOString(), timeZone), 1);
  return (
    <div className="stack">
      <header className="grid gap-2">
        <p className="text-t2">
          {of.projectNumber} {of.projectName}
        </p>
        <h1>Update progress</h1>
        <Finding
          parts={[
            { text: `Progress is known until ${formatDate(of.dataDate)}` },
            {
              text: `${counted(tasks.length, "task is", "tasks are")} under way or begin within three weeks`,
            },
          ]}
          none=""
        />
      </header>
      {of.id && <ProgressForm of={of} tasks={tasks} tomorrow={tomorrow} />}
    </div>
  );
}
