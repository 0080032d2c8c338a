import { options } from "#kernel/labels.ts";
import { FormRow, QuantityField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { lagCalendars, linkTypes } from "../schedule.labels.ts";
import type { ScheduleDetail, ScheduleTask } from "../schedule.model.ts";
import { calendarOf } from "./calendar.model.ts";
import { scheduleNouns } from "./useScheduleChange.ts";

type Values = {
  before: string;
  type: keyof typeof linkTypes;
  lag: string;
  lagCalendar: keyof typeof lagCalendars;
};

const listId = "schedule-task-codes";

/** Ties a task to one before it. The task before is named by its code. */
export function LinkForm({
  of,
  task,
  onClose,
}: {
  of: ScheduleDetail;
  task: ScheduleTask;
  onClose: () => void;
}) {
  const byCode = new Map(of.tasks.map(({ code, id }) => [code, id]));
  const perDay = (given: Values): number =>
    given.lagCalendar === "allHours" ? 1440 : calendarOf(of, task).minutesPerDay;
  return (
    <PostDialog<Values>
      title={`What ${task.code} ${task.name} waits for`}
      path={`/api/v1/schedules/${of.id}/links`}
      submit="Add the link"
      values={{ before: "", type: "FS", lag: "0", lagCalendar: "predecessor" }}
      nouns={scheduleNouns}
      version={of.version}
      bodyOf={(given) => ({
        from: byCode.get(given.before.trim().split(" ")[0]!) ?? given.before,
        to: task.id,
        type: given.type,
        lagMinutes: Math.round(Number(given.lag || 0) * perDay(given)),
        lagCalendar: given.lagCalendar,
      })}
      onClose={onClose}
    >
      <TextField name="before" label="Code of the task before it" required list={listId} />
      <datalist id={listId}>
        {of.tasks
          .filter(({ id, kind }) => id !== task.id && kind !== "summary")
          .map(({ id, code, name }) => (
            <option key={id} value={code}>
              {name}
            </option>
          ))}
      </datalist>
      <FormRow>
        <SelectField name="type" label="Link" required options={options(linkTypes)} />
        <QuantityField name="lag" label="Lag in days" hint="Below zero: a lead" />
        <SelectField
          name="lagCalendar"
          label="Days are counted in"
          required
          options={options(lagCalendars)}
        />
      </FormRow>
    </PostDialog>
  );
}
