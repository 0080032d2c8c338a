import { CheckboxField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { weekNames } from "./calendar.labels.ts";
import type { CalendarAnswer } from "./calendar.model.ts";

type Values = {
  week: Record<string, boolean>;
  opens: string;
  closes: string;
  federalHolidays: boolean;
};

const toForm = (calendar: CalendarAnswer): Values => ({
  week: Object.fromEntries(weekNames.map((_, day) => [`d${day}`, calendar.weekdays.includes(day)])),
  opens: calendar.opens,
  closes: calendar.closes,
  federalHolidays: calendar.federalHolidays,
});

function WeekFacts({ calendar }: { calendar: CalendarAnswer }) {
  return (
    <Facts>
      <Fact label="Works">{calendar.weekdays.map((day) => weekNames[day]).join(", ")}</Fact>
      <Fact label="Hours">
        {calendar.opens} to {calendar.closes}
      </Fact>
      <Fact label="Federal holidays">{calendar.federalHolidays ? "Off" : "Worked"}</Fact>
    </Facts>
  );
}

/** The working days of the week, the hours, and whether federal holidays are off. */
export function WeekForm({ calendar }: { calendar: CalendarAnswer }) {
  const save = useMutationAction("agency-calendar");
  if (!calendar.canEdit) return <WeekFacts calendar={calendar} />;
  const submit = async ({ week, ...values }: Values) => {
    await save.mutateAsync({
      method: "PUT",
      path: "/api/v1/agency-calendar",
      version: calendar.version,
      body: {
        ...values,
        weekdays: weekNames.flatMap((_, day) => (week[`d${day}`] ? [day] : [])),
      },
    });
    notify.done("The calendar is saved");
  };
  return (
    <Form<Values>
      key={calendar.version}
      formKey="agency-calendar"
      defaultValues={toForm(calendar)}
      submitLabel="Save"
      onSubmit={submit}
    >
      <fieldset className="field">
        <legend className="label">Working days</legend>
        {weekNames.map((name, day) => (
          <CheckboxField key={name} name={`week.d${day}`} label={name} />
        ))}
      </fieldset>
      <FormRow>
        <TextField name="opens" label="Opens" hint="24 hours: 08:00" required />
        <TextField name="closes" label="Closes" hint="24 hours: 17:00" required />
      </FormRow>
      <CheckboxField
        name="federalHolidays"
        label="Closed on federal holidays"
        hint="5 U.S.C. 6103, on the day on which they are kept"
      />
    </Form>
  );
}
