import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import {
  CheckboxField,
  DateField,
  FormRow,
  MoneyField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { ClassRow } from "../asset/asset.model.ts";
import { MaintenanceNav } from "../MaintenanceNav.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { laborClassForm } from "./labor-class.form.ts";
import type { LaborClassRow, RateRow } from "./hours.model.ts";

function RateDialog({ classes, onClose }: { classes: LaborClassRow[]; onClose: () => void }) {
  const units = useGet<{ items: ClassRow[] }>("asset-classes", "/api/v1/asset-classes");
  return (
    <PostDialog
      title="Add a rate"
      description="What an hour costs with its burden, from a day on. The rate before it holds until then."
      path="/api/v1/hour-rates"
      submit="Add"
      nouns={["hour-rates", "work-hours"]}
      values={{
        of: "",
        fromDay: "",
        regularCents: null as number | null,
        otherCents: null as number | null,
        source: "",
      }}
      bodyOf={({ of, ...rest }) => ({
        ...rest,
        laborClassId: of.startsWith("labor:") ? of.slice(6) : null,
        assetClassId: of.startsWith("asset:") ? of.slice(6) : null,
      })}
      onClose={onClose}
    >
      <SelectField
        name="of"
        label="Of"
        required
        options={[
          ...classes.map((c) => ({ value: `labor:${c.id}`, label: `People: ${c.name}` })),
          ...(units.data?.items ?? []).map((c) => ({
            value: `asset:${c.id}`,
            label: `Equipment: ${c.name}`,
          })),
        ]}
      />
      <DateField name="fromDay" label="From" required />
      <FormRow>
        <MoneyField name="regularCents" label="Regular hour, or running" required />
        <MoneyField name="otherCents" label="Overtime hour, or standby" required />
      </FormRow>
      <TextField name="source" label="Where it is from" maxLength={300} />
    </PostDialog>
  );
}

function ClassDialog({ onClose }: { onClose: () => void }) {
  return (
    <RecordDialog
      form={laborClassForm}
      title="Add a class of work"
      submitLabel="Add"
      large
      onClose={onClose}
      onDone={() => notify.done("Saved", "Add a class of work")}
    >
      <TextField name="code" label="Code" required maxLength={20} />
      <TextField name="name" label="Name" required maxLength={120} />
      <CheckboxField name="active" label="In use" />
    </RecordDialog>
  );
}

const parts: readonly LinePart<RateRow>[] = [
  { label: "Of", as: "title", cell: (rate) => rate.of },
  { label: "From", words: true, cell: (rate) => formatDate(rate.fromDay) },
  { label: "Overtime or standby", cell: (rate) => formatCents(rate.otherCents) },
  { label: "Where it is from", words: true, cell: (rate) => rate.source },
  { label: "Regular or running", as: "amount", cell: (rate) => formatCents(rate.regularCents) },
];

function Rates({ items }: { items: RateRow[] }) {
  if (items.length === 0)
    return <p className="text-t2">No rate yet: work is listed in hours, without its cost.</p>;
  return <LineTable label="Hourly rates" parts={parts} lines={items} keyOf={(rate) => rate.id} />;
}

/** /maintenance-management/rates: burdened rates of people and equipment, by day. */
export default function RatesPage() {
  const [adding, setAdding] = useState<"rate" | "class" | null>(null);
  const rates = useGet<{ items: RateRow[] }>("hour-rates", "/api/v1/hour-rates", { first: true });
  const classes = useGet<{ items: LaborClassRow[] }>("labor-classes", "/api/v1/labor-classes");
  return (
    <div className="stack">
      <MaintenanceNav open="rates" />
      <div className="list-head !mb-0">
        <h1>Rates</h1>
        <button type="button" className="btn" onClick={() => setAdding("class")}>
          Add a class of work
        </button>
        <button type="button" className="btn btn-primary" onClick={() => setAdding("rate")}>
          Add a rate
        </button>
      </div>
      {rates.isPending && <RecordSkeleton />}
      {rates.isError && <ErrorPanel error={rates.error} what="The rates" />}
      {rates.data && (
        <Panel title="What an hour costs">
          <Rates items={rates.data.items} />
        </Panel>
      )}
      <Panel title="Labor classes">
        {classes.data?.items.length === 0 && (
          <p className="text-t2">
            None yet. A class of work has a rate: equipment operator, laborer.
          </p>
        )}
        <ul className="grid gap-1">
          {(classes.data?.items ?? []).map((one) => (
            <li key={one.id}>
              <span className="mono">{one.code}</span> {one.name}
              {!one.active && <span className="text-t2"> · retired</span>}
            </li>
          ))}
        </ul>
      </Panel>
      {adding === "rate" && (
        <RateDialog classes={classes.data?.items ?? []} onClose={() => setAdding(null)} />
      )}
      {adding === "class" && <ClassDialog onClose={() => setAdding(null)} />}
    </div>
  );
}
