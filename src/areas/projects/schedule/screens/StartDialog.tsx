import { DateField, FormRow, RadioGroup, SelectField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { ScheduleDetail } from "../schedule.model.ts";
import { ownCalendars } from "./calendar.model.ts";
import { dayOfMoment } from "./gantt.model.ts";
import { scheduleNouns } from "./useScheduleChange.ts";

type Values = {
  start: string;
  calendarId: string;
  mustFinishOn: string;
  outOfSequence: ScheduleDetail["outOfSequence"];
};

const rules = [
  {
    value: "retained",
    label: "Retained logic",
    hint: "What is left of it still waits for its predecessors",
  },
  {
    value: "override",
    label: "Progress override",
    hint: "What is left of it goes on at once",
  },
] as const;

/** Begins the schedule of a project, or changes what holds for all of it. */
export function StartDialog({ of, onClose }: { of: ScheduleDetail; onClose: () => void }) {
  return (
    <PostDialog<Values>
      title={of.id ? "Settings of the schedule" : "Begin the schedule"}
      path={of.id ? `/api/v1/schedules/${of.id}` : `/api/v1/projects/${of.projectId}/schedule`}
      method={of.id ? "PATCH" : "POST"}
      submit={of.id ? "Save the settings" : "Begin the schedule"}
      values={{
        start: dayOfMoment(of.start),
        calendarId: of.calendarId ?? "",
        mustFinishOn: of.mustFinishOn ?? "",
        outOfSequence: of.outOfSequence,
      }}
      nouns={scheduleNouns}
      {...(of.id ? { version: of.version } : {})}
      bodyOf={(given) => ({
        ...given,
        calendarId: given.calendarId || null,
        mustFinishOn: given.mustFinishOn || null,
      })}
      onClose={onClose}
    >
      <FormRow>
        <DateField name="start" label="Start of the project" required />
        <DateField
          name="mustFinishOn"
          label="Contract finish"
          hint="A finish behind it is shown; it moves nothing"
        />
        <SelectField
          name="calendarId"
          label="Calendar of the project"
          placeholder="The agency's"
          options={ownCalendars(of)}
        />
      </FormRow>
      <RadioGroup name="outOfSequence" label="A task that began before its time" options={rules} />
    </PostDialog>
  );
}
