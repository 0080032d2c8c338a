import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { FormRow, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { BenefitPanel } from "../benefit/BenefitPanel.tsx";
import { UnitCodes } from "../item/UnitCodes.tsx";
import { DeclarationField } from "../fields.tsx";
import { paySorts } from "../law/categories.labels.ts";
import { SchedulePanel } from "../schedule/SchedulePanel.tsx";
import type { TimesheetResult } from "../timesheet/timesheet.api.model.ts";
import type { CrewWeek } from "./crew.model.ts";

const inHours = (minutes: number) => (minutes / 60).toFixed(2);
const layouts = { days: "a row per day", form: "FEMA's form" } as const;

function Result({ of }: { of: TimesheetResult }) {
  return (
    <div aria-live="polite">
      <p>
        <b>{of.name}</b>, {layouts[of.layout]}: {counted(of.rowsRead, "row")} read,{" "}
        {counted(of.rowsTaken, "entry", "entries")} taken with {inHours(of.minutesTaken)} hours,{" "}
        {of.rowsKnown} on file already, {of.refused.length} refused.
      </p>
      <ul className="checks">
        {of.refused.map((r) => (
          <li key={`${r.line} ${r.why}`} className="warn">
            Line {r.line}
            {r.who && `, ${r.who}`}: {r.why}
          </li>
        ))}
        {of.asked.map((r) => (
          <li key={`asked ${r.line}`} className="warn">
            Line {r.line}, {r.who}: {r.why}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Values = { declarationId: string; files: { id: string; name: string; size: number }[] } & {
  beginsAt: string;
};

function ReadForm() {
  const [result, setResult] = useState<TimesheetResult | null>(null);
  const act = useMutationAction<TimesheetResult>("pa-crew", "pa-timesheets", "work-hours");
  return (
    <Panel title="Read a timesheet">
      <p className="mb-4 text-t2">
        A row per day (employee, class, date, from, to, break, hours, pay, work), or FEMA&rsquo;s
        form with a column per day. A person&rsquo;s week is taken whole or not at all.
      </p>
      <Form<Values>
        formKey={null}
        defaultValues={{ declarationId: "", files: [], beginsAt: "07:00" }}
        submitLabel="Read it"
        onSubmit={async ({ declarationId, files, beginsAt }) => {
          setResult(
            await act.mutateAsync({
              path: "/api/v1/pa-timesheets",
              body: { declarationId, fileId: files[0]?.id ?? "", beginsAt },
            }),
          );
        }}
      >
        <FormRow>
          <DeclarationField />
          <TextField
            name="beginsAt"
            label="Day begins at"
            hint="Where the file says hours only"
            required
          />
        </FormRow>
        <FileDrop name="files" label="Timesheet, CSV or XLSX" multiple={false} required />
      </Form>
      {result && <Result of={result} />}
    </Panel>
  );
}

const partsOf = (zone: string): readonly LinePart<CrewWeek["hours"][number]>[] => [
  {
    label: "Work",
    as: "title",
    cell: (h) => [h.unit ?? h.laborClass, h.activity].filter(Boolean).join(": ") || "Work",
  },
  { label: "From", cell: (h) => formatInstant(h.fromAt, zone) },
  { label: "To", cell: (h) => formatInstant(h.toAt, zone) },
  { label: "Pay", cell: (h) => (h.kind === "labor" ? paySorts[h.pay] : "Unit") },
  { label: "Hours", as: "amount", cell: (h) => inHours(h.minutes) },
];

function Week({ of, declarationId }: { of: CrewWeek; declarationId: string }) {
  const { timeZone } = useAgency();
  const act = useMutationAction("pa-crew", "work-hours");
  const confirm = async () => {
    try {
      await act.mutateAsync({
        path: `/api/v1/pa-declarations/${declarationId}/crew-hours/confirm`,
        body: { hourIds: of.hours.map((h) => h.id) },
      });
      notify.done("Confirmed", `${of.person}, week of ${formatDate(of.week)}`);
    } catch (error) {
      notify.failed("Nothing was confirmed", error);
    }
  };
  const title = `${of.person}, week of ${formatDate(of.week)}`;
  return (
    <Panel title={title}>
      <LineTable
        label={title}
        parts={partsOf(timeZone)}
        lines={of.hours}
        keyOf={(h) => h.id}
        total={{
          label: "Hours of the person",
          amount: inHours(of.hours.reduce((n, h) => n + (h.kind === "labor" ? h.minutes : 0), 0)),
        }}
      />
      {of.why ? (
        <p className="mt-2 text-13 text-t2">{of.why}</p>
      ) : (
        <button
          type="button"
          className="btn btn-primary mt-3"
          disabled={act.isPending}
          onClick={() => void confirm()}
        >
          Confirm the week<span className="visually-hidden">: {title}</span>
        </button>
      )}
    </Panel>
  );
}

function Waiting({ declaration }: { declaration: { id: string; number: string } }) {
  const found = useGet<{ items: CrewWeek[] }>(
    "pa-crew",
    `/api/v1/pa-declarations/${declaration.id}/crew-hours`,
  );
  if (found.isPending) return <RecordSkeleton />;
  const weeks = found.data?.items ?? [];
  if (weeks.length === 0)
    return (
      <EmptyState kind="all-done" title={`No hours of ${declaration.number} wait for you`}>
        Hours of your department&rsquo;s people stand here until you confirm them.
      </EmptyState>
    );
  return (
    <>
      {weeks.map((w) => (
        <Week key={`${w.personId} ${w.week}`} of={w} declarationId={declaration.id} />
      ))}
    </>
  );
}

function ToConfirm() {
  const found = useGet<{ items: { id: string; number: string; title: string }[] }>(
    "pa-declarations",
    "/api/v1/pa-open-declarations",
  );
  return (
    <section className="stack" aria-label="Hours to confirm">
      <h2>Hours to confirm</h2>
      {found.data?.items.map((d) => (
        <Waiting key={d.id} declaration={d} />
      ))}
    </section>
  );
}

/** Hours of crews: timesheets read in, and weeks that a department's head confirms. */
export default function CrewPage() {
  const { can } = useAuth();
  if (!can("recovery.hours") && !can("recovery.confirm"))
    return (
      <EmptyState
        page
        kind="no-access"
        title="You cannot see crew hours"
        action={
          <Link className="btn btn-primary" to={pathTo("hours")}>
            Your own hours
          </Link>
        }
      >
        Recovery coordinators, public works supervisors and payroll read timesheets in; heads of
        departments confirm them.
      </EmptyState>
    );
  return (
    <div className="stack">
      <div>
        <h1>Crew hours</h1>
        <p className="text-t2">
          The one record of hours: read from timesheets, confirmed by somebody who neither worked
          nor entered them, then judged hour by hour.
        </p>
      </div>
      {can("recovery.hours") && <ReadForm />}
      {can("recovery.hours") && <SchedulePanel />}
      {can("recovery.hours") && <UnitCodes />}
      {can("recovery.hours") && <BenefitPanel />}
      {can("recovery.confirm") && <ToConfirm />}
    </div>
  );
}
