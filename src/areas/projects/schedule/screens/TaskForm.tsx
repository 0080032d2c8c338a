import { options } from "#kernel/labels.ts";
import { day } from "#kernel/time.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  DateField,
  FormRow,
  FormSection,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { constraintKinds, taskKinds } from "../schedule.labels.ts";
import type { Moment } from "../moment.model.ts";
import type { ScheduleDetail, ScheduleTask } from "../schedule.model.ts";
import { dayOfMoment, inDays } from "./gantt.model.ts";
import { calendarOf, momentOn, ownCalendars } from "./calendar.model.ts";
import { scheduleNouns } from "./useScheduleChange.ts";

type Values = {
  code: string;
  name: string;
  kind: ScheduleTask["kind"];
  parentId: string;
  days: string;
  calendarId: string;
  constraint: keyof typeof constraintKinds | "";
  constraintOn: string;
  deadlineOn: string;
  crew: string;
  ownerId: string;
  costs: { codeId: string; cents: number | null }[];
};

const dayPart = (moment: string | null | undefined): string => (moment ? dayOfMoment(moment) : "");

const valuesOf = (of: ScheduleDetail, task: ScheduleTask | null): Values => ({
  code: task?.code ?? "",
  name: task?.name ?? "",
  kind: task?.kind ?? "task",
  parentId: task?.parentId ?? "",
  days: task ? inDays(task.durationMinutes, calendarOf(of, task).minutesPerDay) : "5",
  calendarId: task?.calendarId ?? "",
  constraint: task?.constraint?.kind ?? "",
  constraintOn: dayPart(task?.constraint?.at),
  deadlineOn: dayPart(task?.deadline),
  crew: task?.crew ?? "",
  ownerId: task?.ownerId ?? "",
  costs: task?.costs.map(({ codeId, cents }) => ({ codeId, cents })) ?? [],
});

type Constraint = ScheduleTask["constraint"];

const constraintOf = (of: ScheduleDetail, given: Values): Constraint => {
  if (!given.constraint) return null;
  if (given.constraint === "asLateAsPossible") return { kind: given.constraint, at: of.start };
  const calendar = of.calendars.find(({ id }) => id === (given.calendarId || of.calendarId));
  const end = given.constraint.startsWith("start") ? "first" : "last";
  return {
    kind: given.constraint,
    at: given.constraintOn
      ? momentOn(calendar ?? of.calendars[0]!, day(given.constraintOn), end)
      : ("" as Moment),
  };
};

const bodyOf = (of: ScheduleDetail, given: Values): object => {
  const calendar =
    of.calendars.find(({ id }) => id === (given.calendarId || of.calendarId)) ?? of.calendars[0]!;
  return {
    code: given.code,
    name: given.name,
    kind: given.kind,
    durationMinutes:
      given.kind === "task" ? Math.round(Number(given.days || 0) * calendar.minutesPerDay) : 0,
    calendarId: given.calendarId || null,
    constraint: constraintOf(of, given),
    deadline: given.deadlineOn ? momentOn(calendar, day(given.deadlineOn), "last") : null,
    crew: given.crew,
    ownerId: given.ownerId || null,
    costs: given.costs.map(({ codeId, cents }) => ({ codeId, cents: cents ?? 0 })),
  };
};

type Member = { id: string; name: string; title: string };
type Coded = { id: string; code: string; name: string };

function Costs({ task }: { task: ScheduleTask | null }) {
  const named = new Map(task?.costs.map(({ codeId, code }) => [codeId, code]));
  return (
    <FormSection title="Cost">
      <LineItems
        name="costs"
        label="Cost by code"
        blank={() => ({ codeId: "", cents: null })}
        lineTotal={(line) => (line["cents"] as number | null) ?? 0}
        columns={[
          {
            name: "codeId",
            label: "Cost code",
            kind: "lookup",
            required: true,
            path: "/api/v1/cost-codes",
            query: "active=true",
            itemLabel: (code: Coded) => `${code.code} ${code.name}`,
            current: (id) => named.get(id) ?? null,
          },
          { name: "cents", label: "Amount, $", kind: "money", required: true, width: "w-[150px]" },
        ]}
      />
    </FormSection>
  );
}

function Days({ of }: { of: ScheduleDetail }) {
  return (
    <FormSection title="Days">
      <FormRow>
        <QuantityField
          name="days"
          label="Duration in days of work"
          hint="Of a task; a milestone has none"
        />
        <SelectField
          name="calendarId"
          label="Calendar"
          placeholder="The project's"
          options={ownCalendars(of)}
        />
      </FormRow>
      <FormRow>
        <SelectField
          name="constraint"
          label="Constraint"
          placeholder="None: as soon as possible"
          options={options(constraintKinds)}
        />
        <DateField name="constraintOn" label="Day of the constraint" />
        <DateField name="deadlineOn" label="Deadline" hint="Moves nothing; a miss is shown" />
      </FormRow>
    </FormSection>
  );
}

/** A task of the schedule, new or changed. */
export function TaskForm({
  of,
  task,
  onClose,
}: {
  of: ScheduleDetail;
  task: ScheduleTask | null;
  onClose: () => void;
}) {
  const tasks = `/api/v1/schedules/${of.id}/tasks`;
  return (
    <PostDialog<Values>
      title={task ? `${task.code} ${task.name}` : "New task"}
      path={task ? `${tasks}/${task.id}` : tasks}
      method={task ? "PATCH" : "POST"}
      submit={task ? "Save the task" : "Add the task"}
      values={valuesOf(of, task)}
      nouns={scheduleNouns}
      version={of.version}
      bodyOf={(given) => ({
        ...bodyOf(of, given),
        ...(task ? {} : { parentId: given.parentId || null, before: null }),
      })}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="code" label="Code" required maxLength={40} />
        <TextField name="name" label="Name" required maxLength={200} />
      </FormRow>
      <FormRow>
        <SelectField name="kind" label="Kind" required options={options(taskKinds)} />
        {!task && (
          <SelectField
            name="parentId"
            label="Within"
            placeholder="The project"
            options={of.tasks
              .filter(({ kind }) => kind === "summary")
              .map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
          />
        )}
      </FormRow>
      <Days of={of} />
      <FormRow>
        <TextField name="crew" label="Crew" maxLength={100} />
        <Combobox<Member>
          name="ownerId"
          label="Reports its progress"
          path="/api/v1/members"
          query="active=true"
          itemLabel={(member) => member.name}
          itemHint={(member) => member.title}
          currentLabel={task?.owner ?? null}
        />
      </FormRow>
      <Costs task={task} />
    </PostDialog>
  );
}
