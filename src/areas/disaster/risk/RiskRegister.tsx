import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Held } from "#web/kit/Held.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { CheckboxField, DateField, FormRow, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { riskForm } from "./risk.form.ts";
import { riskCycle } from "./risk.labels.ts";
import type { PublicRisk, Risk } from "./risk.model.ts";

const columns: readonly Column<Risk>[] = [
  { id: "number", label: "Number", kind: "plate", value: (r) => r.number },
  { id: "title", label: "Risk", kind: "text", value: (r) => r.title },
  { id: "owner", label: "Owner", kind: "text", sortable: false, value: (r) => r.owner },
  { id: "inherent", label: "Inherent", kind: "number", value: (r) => r.inherent },
  { id: "residual", label: "Residual", kind: "number", value: (r) => r.residual },
  { id: "target", label: "Target", kind: "number", value: (r) => r.target },
  {
    id: "reviewOn",
    label: "Review",
    kind: "day",
    value: (r) => r.reviewOn,
    cell: (r) => (
      <>
        {formatDate(r.reviewOn)}
        {r.overdue && <span className="ml-2 text-12 text-danger">overdue</span>}
      </>
    ),
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (r) => r.status,
    statuses: riskCycle.statuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(riskCycle.statuses),
  },
  { id: "overdue", label: "Review overdue", kind: "flag" },
  { id: "mine", label: "Mine", kind: "flag" },
  { id: "published", label: "Published", kind: "flag" },
];

function Published() {
  const found = useGet<{ items: PublicRisk[] }>("risks", "/api/v1/public/risks");
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The register" />;
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Risks that the agency published</h1>
      {found.data.items.map((risk) => (
        <Panel key={risk.id} title={risk.number}>
          <p className="whitespace-pre-wrap">{risk.publicText}</p>
          <p className="text-13 text-t2">
            {risk.residual !== null && `What remains: ${risk.residual} of 25. `}
            Looked at again on {formatDate(risk.reviewOn)}.
          </p>
          <StatusBadge statuses={riskCycle.statuses} status={risk.status} />
        </Panel>
      ))}
      {found.data.items.length === 0 && <p>No entry is published.</p>}
    </div>
  );
}

function Enter({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <RecordDialog
      form={riskForm}
      title="Enter a risk"
      description="With an owner, and the day on which it is looked at again."
      submitLabel="Enter"
      large
      onClose={onClose}
      onDone={(id) => void navigate(pathTo("risk", { id }))}
    >
      <TextField name="title" label="Risk" required maxLength={200} />
      <TextArea name="description" label="What may happen, and why" rows={3} required />
      <FormRow>
        <Combobox<{ id: string; name: string }>
          name="ownerId"
          label="Owner"
          required
          path="/api/v1/members"
          query="active=true"
          itemLabel={(member) => member.name}
        />
        <DateField name="reviewOn" label="Review on" required />
      </FormRow>
      <TextArea name="publicText" label="What everybody may read of it" rows={2} />
      <CheckboxField name="published" label="Publish it" />
    </RecordDialog>
  );
}

/** The register of risks; visitors read what is published. */
export default function RiskRegister() {
  const { can } = useAuth();
  const [entering, setEntering] = useState(false);
  if (!can("risk.read")) return <Published />;
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-22 font-semibold">Incidents and risks</h1>
        <Held permission="risk.edit" what="Enter a risk">
          <button
            type="button"
            className="btn btn-primary ml-auto"
            onClick={() => setEntering(true)}
          >
            Enter a risk
          </button>
        </Held>
      </div>
      <DataTable<Risk>
        name="risks"
        title="Risks"
        path="/api/v1/risks"
        columns={columns}
        filters={filters}
        defaultSort="reviewOn"
        embedded
        rowHref={(r) => pathTo("risk", { id: r.id })}
        empty={{ title: "No risks", text: "Each has an owner and a day of review." }}
      />
      {entering && <Enter onClose={() => setEntering(false)} />}
    </div>
  );
}
