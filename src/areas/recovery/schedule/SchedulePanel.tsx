import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { weekdayName, weekdayNames } from "#kernel/weekday-names.ts";
import { employments } from "./schedule.labels.ts";
import type { ScheduleRow } from "./schedule.model.ts";

const shown = (s: ScheduleRow["shifts"][number]) =>
  `${weekdayName(s.weekday).slice(0, 3)} ${s.from} to ${s.to}`;
const columns: readonly Column<ScheduleRow>[] = [
  { id: "person", label: "Person", kind: "text", value: (s) => s.person },
  { id: "fromDay", label: "From", kind: "day", value: (s) => s.fromDay },
  { id: "toDay", label: "To", kind: "day", sortable: false, value: (s) => s.toDay },
  {
    id: "employment",
    label: "Employed as",
    kind: "text",
    sortable: false,
    value: (s) => employments[s.employment],
  },
  { id: "replaces", label: "For", kind: "text", sortable: false, value: (s) => s.replaces },
  {
    id: "shifts",
    label: "Works",
    kind: "text",
    sortable: false,
    value: (s) => s.shifts.map(shown).join(", ") || "No scheduled hours",
  },
];
const filters: readonly Filter[] = [
  { id: "employment", label: "Employed as", kind: "set", options: options(employments) },
];

type Line = { weekday: string; from: string; to: string; breakMinutes: string };
const blankLine = (weekday = "1"): Line => ({
  weekday,
  from: "07:00",
  to: "15:30",
  breakMinutes: "30",
});

function Member({ name, label, required }: { name: string; label: string; required?: true }) {
  return (
    <Combobox<{ id: string; name: string; email: string }>
      name={name}
      label={label}
      {...(required ? { required } : {})}
      path="/api/v1/members"
      itemLabel={(m) => m.name}
      itemHint={(m) => m.email}
    />
  );
}

function NewSchedule({ onClose }: { onClose: () => void }) {
  return (
    <PostDialog
      title="Add a work schedule"
      description="It holds from its day on, until a later one begins. Hours within it are regular, hours beyond it count whole."
      path="/api/v1/pa-work-schedules"
      submit="Add"
      nouns={["pa-work-schedules"]}
      values={{
        personId: "",
        employment: "budgeted",
        replacesId: null as string | null,
        fromDay: "",
        toDay: "",
        shifts: ["1", "2", "3", "4", "5"].map(blankLine),
        source: "",
      }}
      bodyOf={({ shifts, toDay, replacesId, ...rest }) => ({
        ...rest,
        toDay: toDay || null,
        replacesId: replacesId || null,
        shifts: shifts.map((s) => ({
          ...s,
          weekday: Number(s.weekday),
          breakMinutes: Number(s.breakMinutes || 0),
        })),
      })}
      onClose={onClose}
    >
      <FormRow>
        <Member name="personId" label="Person" required />
        <SelectField
          name="employment"
          label="Employed as"
          required
          options={options(employments)}
        />
        <Member name="replacesId" label="Stands in for, of a back-fill" />
      </FormRow>
      <FormRow>
        <DateField name="fromDay" label="From" required />
        <DateField name="toDay" label="To" />
      </FormRow>
      <LineItems
        name="shifts"
        label="Scheduled hours"
        min={0}
        blank={() => blankLine()}
        columns={[
          { name: "weekday", label: "Day", kind: "select", options: options(weekdayNames) },
          { name: "from", label: "From", kind: "text", required: true },
          { name: "to", label: "To", kind: "text", required: true },
          { name: "breakMinutes", label: "Break, minutes", kind: "decimal" },
        ]}
      />
      <TextField name="source" label="Where it comes from" hint="Roster, contract" required />
    </PostDialog>
  );
}

/** Work schedules of people: what of their hours was regular time in any case. */
export function SchedulePanel() {
  const [adding, setAdding] = useState(false);
  return (
    <Panel
      title="Work schedules"
      aside={
        <span className="flex gap-2 no-print">
          <button type="button" className="btn btn-small" onClick={() => setAdding(true)}>
            Add a schedule
          </button>
          <Link className="btn btn-small" to={pathTo("paScheduleImport")}>
            Import
          </Link>
        </span>
      }
    >
      <p className="text-t2">
        Hours are judged against them: scheduled hours of budgeted people are not paid for emergency
        work, premium loses its premium part there, and hours beyond count whole.
      </p>
      <DataTable<ScheduleRow>
        name="pa-work-schedules"
        title="Work schedules"
        path="/api/v1/pa-work-schedules"
        columns={columns}
        filters={filters}
        defaultSort="-fromDay"
        embedded
        empty={{ title: "No schedules", text: "Premium pay waits until its person has one." }}
      />
      {adding && <NewSchedule onClose={() => setAdding(false)} />}
    </Panel>
  );
}
