import { useState } from "react";
import { day } from "#kernel/time.ts";
import { FormSection, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { ScheduleDetail } from "../schedule.model.ts";
import { ownCalendars } from "./calendar.model.ts";
import { hoursText, shiftsOf } from "./hours.model.ts";
import { scheduleNouns } from "./useScheduleChange.ts";

type Calendar = ScheduleDetail["calendars"][number];
type Values = {
  name: string;
  whose: "project" | "agency";
  week: { weekday: string; hours: string }[];
  exceptions: { on: string; hours: string; why: string }[];
};

const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const usual = "08:00–12:00, 13:00–17:00";

const valuesOf = (calendar: Calendar | undefined): Values => ({
  name: calendar?.name ?? "",
  whose: calendar && calendar.projectId === null ? "agency" : "project",
  week: weekdays.map((weekday, at) => ({
    weekday,
    hours: calendar ? hoursText(calendar.week[at]!) : at === 0 || at === 6 ? "" : usual,
  })),
  exceptions:
    calendar?.exceptions.map(({ on, shifts, why }) => ({ on, hours: hoursText(shifts), why })) ??
    [],
});

const readHours = (text: string, where: string) => {
  const shifts = shiftsOf(text);
  if (shifts) return shifts;
  throw new Error(
    `Write the hours of ${where} as 08:00–12:00, 13:00–17:00. Nobody works: leave them out.`,
  );
};

const bodyOf = (of: ScheduleDetail, given: Values): object => ({
  name: given.name,
  projectId: given.whose === "project" ? of.projectId : null,
  week: given.week.map(({ weekday, hours }) => readHours(hours, weekday)),
  exceptions: given.exceptions.map(({ on, hours, why }) => ({
    on: day(on),
    shifts: readHours(hours, on),
    why,
  })),
});

function Fields() {
  return (
    <>
      <TextField name="name" label="Name" required maxLength={100} />
      <SelectField
        name="whose"
        label="Whose"
        required
        options={[
          { value: "project", label: "Of this project" },
          { value: "agency", label: "Of the agency, for all projects" },
        ]}
      />
      <FormSection title="Week">
        <LineItems
          closed
          headed
          name="week"
          label="Hours of the week"
          blank={() => ({ weekday: "", hours: "" })}
          columns={[
            {
              name: "weekday",
              label: "Day",
              kind: "text",
              fixed: (line) => String(line["weekday"]),
            },
            { name: "hours", label: "Hours of work", kind: "text" },
          ]}
        />
      </FormSection>
      <FormSection title="Other days">
        <LineItems
          headed
          name="exceptions"
          label="Days with other hours"
          blank={() => ({ on: "", hours: "", why: "" })}
          columns={[
            { name: "on", label: "Day", kind: "date", required: true },
            { name: "hours", label: "Hours of work", kind: "text" },
            { name: "why", label: "Why", kind: "text", required: true },
          ]}
        />
      </FormSection>
    </>
  );
}

/** The calendars by which tasks are done: one is chosen and changed, or a new one made. */
export function CalendarDialog({ of, onClose }: { of: ScheduleDetail; onClose: () => void }) {
  const [id, setId] = useState(of.calendarId ?? "new");
  const calendar = of.calendars.find((each) => each.id === id);
  return (
    <PostDialog<Values>
      key={id}
      title="Calendars"
      description="A change moves every task that is done by it. The agency's own calendar follows its business days and holidays."
      path={calendar ? `/api/v1/work-calendars/${calendar.id}` : "/api/v1/work-calendars"}
      method={calendar ? "PATCH" : "POST"}
      submit="Save the calendar"
      values={valuesOf(calendar)}
      nouns={scheduleNouns}
      {...(calendar ? { version: calendar.version } : {})}
      bodyOf={(given) => bodyOf(of, given)}
      onClose={onClose}
    >
      <label className="field">
        Calendar
        <select
          className="field-control"
          value={id}
          onChange={(event) => setId(event.target.value)}
        >
          {ownCalendars(of).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value="new">A new calendar</option>
        </select>
      </label>
      <Fields />
    </PostDialog>
  );
}
