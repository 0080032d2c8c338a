import { useState } from "react";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { madeForm, RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { overrideStates, seatLabels } from "../gate/gate.labels.ts";
import type { GateRow, OverrideRow } from "../gate/gate.model.ts";
import { codesOf } from "./CourseDialog.tsx";

const columns: readonly Column<OverrideRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (o) => o.number },
  { id: "personName", label: "Person", kind: "text", title: true, value: (o) => o.personName },
  { id: "seat", label: "Work", kind: "text", value: (o) => seatLabels[o.seat] },
  { id: "lacks", label: "Lacks", kind: "text", value: (o) => o.lacks },
  { id: "givenName", label: "By", kind: "text", value: (o) => o.givenName },
  { id: "until", label: "Until", kind: "instant", value: (o) => o.until },
  {
    ...{ id: "status", label: "Status", kind: "status", statuses: overrideStates },
    value: (o) => o.status,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(overrideStates) },
  { id: "seat", label: "Work", kind: "set", options: options(seatLabels) },
];

const gateForm = madeForm(
  "/api/v1/training-gates",
  { enabled: true, codes: "", fromDay: "", reason: "" },
  ({ enabled, codes, fromDay, reason }) => ({ enabled, codes: codesOf(codes), fromDay, reason }),
);
const overrideForm = madeForm(
  "/api/v1/seat-overrides",
  { seat: "", personId: "", reason: "" },
  (values) => values,
);

function GateDialog({ gate, onClose }: { gate: GateRow; onClose: () => void }) {
  return (
    <RecordDialog
      form={gateForm}
      known={{ enabled: gate.now?.enabled ?? true, codes: gate.now?.codes.join(", ") ?? "" }}
      within={{ seat: gate.seat }}
      title={seatLabels[gate.seat]}
      description="From the day on, whoever lacks one of these is offered last and refused."
      submitLabel="Set it"
      onClose={onClose}
    >
      <CheckboxField name="enabled" label="Kept for people with these certificates" />
      <TextField name="codes" label="Certificates" hint="Codes, by commas; all of them" />
      <FormRow>
        <DateField name="fromDay" label="From" required />
        <TextField name="reason" label="Why" required maxLength={500} />
      </FormRow>
    </RecordDialog>
  );
}

function OverrideDialog({ onClose }: { onClose: () => void }) {
  return (
    <RecordDialog
      form={overrideForm}
      title="Let somebody do it without the certificate"
      description="For the hours of the agency's rule. They, their supervisor and the training officers are told."
      submitLabel="Let them"
      onClose={onClose}
    >
      <SelectField name="seat" label="Work" required options={options(seatLabels)} />
      <Combobox<{ id: string; name: string }>
        name="personId"
        label="Person"
        required
        path="/api/v1/members"
        query="active=true"
        itemLabel={({ name }) => name}
      />
      <TextArea name="reason" label="Why it cannot wait" rows={3} required maxLength={1000} />
    </RecordDialog>
  );
}

const saidOf = ({ now, later }: GateRow): string =>
  [
    now?.enabled
      ? `Kept for ${now.codes.join(", ") || "what the work itself demands"} since ${formatDate(now.fromDay)}`
      : "Open to everybody who may do it",
    ...later.map(
      (one) => `from ${formatDate(one.fromDay)} ${one.enabled ? one.codes.join(", ") : "open"}`,
    ),
  ].join("; ");

/** Which work is kept for whom, and who was let do it all the same. */
export function Gates() {
  const { can } = useAuth();
  const [opened, setOpened] = useState<GateRow | null>(null);
  const [letting, setLetting] = useState(false);
  const gates = useGet<{ items: GateRow[] }>("training-gates", "/api/v1/training-gates");
  if (gates.isPending) return <RecordSkeleton />;
  if (!gates.data)
    return <ErrorPanel error={gates.error} what="The gates" onRetry={() => void gates.refetch()} />;
  return (
    <div className="stack">
      <section className="grid gap-3">
        <h2>Work that is kept for the qualified</h2>
        <ul className="panel">
          {gates.data.items.map((gate) => (
            <li
              key={gate.seat}
              className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-3 last:border-0"
            >
              <span className="mr-auto grid gap-1">
                <b>{seatLabels[gate.seat]}</b>
                <span className="text-13 text-t2">{saidOf(gate)}</span>
              </span>
              {can("training.edit") && (
                <button type="button" className="btn btn-small" onClick={() => setOpened(gate)}>
                  Set<span className="sr-only"> {seatLabels[gate.seat]}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="mr-auto">Overrides</h2>
          {can("training.verify") && (
            <button type="button" className="btn" onClick={() => setLetting(true)}>
              Let somebody do it
            </button>
          )}
        </div>
        <DataTable<OverrideRow>
          name="seat-overrides"
          title="Overrides"
          path="/api/v1/seat-overrides"
          columns={columns}
          filters={filters}
          defaultSort="-givenAt"
          pageSize={10}
          rowHref={({ id }) => pathTo("seatOverride", { id })}
          exportable
          embedded
          empty={{
            title: "None",
            text: "Who was let do work without its certificate stands here.",
          }}
        />
      </section>
      {opened && <GateDialog gate={opened} onClose={() => setOpened(null)} />}
      {letting && <OverrideDialog onClose={() => setLetting(false)} />}
    </div>
  );
}
