import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { weekdayNames } from "#kernel/weekday-names.ts";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { FormRow, QuantityField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { conditions, everies } from "./schedule.labels.ts";
import { scheduleForm } from "./schedule.form.ts";
import type { ScheduleRecord } from "./schedule.model.ts";

type Measure = { id: string; label: string; unit: string };
/** What is sent: a report, or a ready one. */
export type SentReport = {
  name: string;
  reportId: string | null;
  ready: string | null;
  measures: readonly Measure[];
};

function WhenFields() {
  const every = useWatch({ name: "every" }) as string;
  return (
    <FormRow>
      <SelectField name="every" label="Goes" options={options(everies)} required />
      {every === "week" && (
        <SelectField name="weekDay" label="Day" options={options(weekdayNames)} required />
      )}
      {every.startsWith("month") && (
        <QuantityField
          name="monthDay"
          label={every === "month" ? "Day of the month" : "Business day of the month"}
          decimals={0}
          hint={
            every === "month"
              ? "31 is the last day of every month."
              : "By your agency's calendar: weekends and holidays are passed over."
          }
          required
        />
      )}
      <TextField name="at" label="At" hint="By your agency's clock, such as 07:30." required />
    </FormRow>
  );
}

function ConditionFields({ measures }: { measures: readonly Measure[] }) {
  const chosen = useWatch({ name: "conditionMeasure" }) as string;
  const unit = measures.find((each) => each.id === chosen)?.unit;
  return (
    <>
      <SelectField
        name="conditionMeasure"
        label="Only if"
        options={[
          { value: "", label: "Always" },
          ...measures.map((each) => ({ value: each.id, label: each.label })),
        ]}
        hint="The reader's own figure decides. Who may not read it gets no letter."
      />
      {chosen && (
        <FormRow>
          <SelectField
            name="conditionIs"
            label="Its total"
            options={options(conditions)}
            required
          />
          <QuantityField
            name="conditionValue"
            label={
              unit === "cents"
                ? "Dollars"
                : unit === "percent"
                  ? "Percent"
                  : unit === "days"
                    ? "Days"
                    : "Number"
            }
            decimals={2}
            required
          />
        </FormRow>
      )}
    </>
  );
}

/** Sets up a report by mail (`of` null), or changes when it goes. */
export function ScheduleDialog({
  report,
  of,
  onClose,
}: {
  report: SentReport;
  of: ScheduleRecord | null;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const { name, reportId, ready } = report;
  return (
    <RecordDialog
      form={scheduleForm}
      {...(of ? { record: of } : { known: { name }, within: { reportId, ready } })}
      title={of ? `Change ${of.number}` : "Send by mail"}
      nouns={["report-schedules"]}
      onClose={onClose}
      onDone={(id) => !of && void navigate(pathTo("reportSchedule", { id }))}
    >
      <TextField name="name" label="Subject" required maxLength={120} />
      <WhenFields />
      <ConditionFields measures={report.measures} />
    </RecordDialog>
  );
}
