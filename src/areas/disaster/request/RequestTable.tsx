import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { FormRow, InstantField, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { PostDialog } from "../incident/parts.tsx";
import { categories, priorities, requestCycle, requestSources } from "./request.labels.ts";
import type { ResourceRequest } from "./request.model.ts";

const columns: readonly Column<ResourceRequest>[] = [
  { id: "number", label: "Number", kind: "plate", value: (r) => r.number },
  { id: "title", label: "What", kind: "text", value: (r) => r.title },
  { id: "incident", label: "Incident", kind: "text", sortable: false, value: (r) => r.incident },
  {
    id: "priority",
    label: "Priority",
    kind: "text",
    sortable: false,
    value: (r) => priorities[r.priority],
  },
  {
    id: "sources",
    label: "Source",
    kind: "text",
    sortable: false,
    value: (r) => r.sources,
  },
  {
    id: "requisition",
    label: "Requisition",
    kind: "text",
    sortable: false,
    value: (r) => r.requisition,
  },
  { id: "neededAt", label: "Needed", kind: "instant", value: (r) => r.neededAt },
  {
    id: "costCents",
    label: "Estimate",
    kind: "money",
    sortable: false,
    value: (r) => r.costCents,
    main: () => true,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (r) => r.status,
    statuses: requestCycle.statuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(requestCycle.statuses),
  },
  {
    id: "source",
    label: "Source",
    kind: "set",
    options: options(requestSources),
  },
  { id: "open", label: "Open", kind: "flag" },
  { id: "late", label: "Past the time", kind: "flag" },
  { id: "mine", label: "Mine", kind: "flag" },
];

type Values = {
  title: string;
  priority: string;
  category: string;
  need: string;
  deliverTo: string;
  neededAt: string;
  lines: { description: string; quantity: string; unit: string; unitPrice: string }[];
};
const blankLine = () => ({ description: "", quantity: "1", unit: "each", unitPrice: "0" });

function AskDialog({ incidentId, onClose }: { incidentId: string; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <PostDialog<Values>
      title="Ask for a resource"
      description="The section approves, resources are checked, logistics orders, finance reviews."
      path="/api/v1/incident-requests"
      submit="Ask"
      nouns={["incident-requests", "incidents"]}
      values={{
        title: "",
        priority: "urgent",
        category: "",
        need: "",
        deliverTo: "",
        neededAt: "",
        lines: [blankLine()],
      }}
      bodyOf={({ category, ...values }) => ({ ...values, category: category || null, incidentId })}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("incidentRequest", { id }))}
    >
      <TextField name="title" label="What is asked for" required maxLength={160} />
      <FormRow>
        <SelectField name="priority" label="Priority" required options={options(priorities)} />
        <InstantField name="neededAt" label="When it is needed" required />
        <SelectField
          name="category"
          label="Category of work"
          hint="For a claim to FEMA"
          options={options(categories)}
        />
      </FormRow>
      <TextArea name="need" label="What it is for" rows={2} required maxLength={4000} />
      <TextField name="deliverTo" label="Deliver to" maxLength={300} />
      <LineItems
        name="lines"
        label="Resources"
        blank={blankLine}
        columns={[
          { name: "description", label: "Kind and type", kind: "text", required: true },
          { name: "quantity", label: "Quantity", kind: "decimal" },
          { name: "unit", label: "Unit", kind: "text" },
          { name: "unitPrice", label: "Estimated price each", kind: "decimal", least: 2 },
        ]}
      />
    </PostDialog>
  );
}

/** Resource requests: of one incident, or all that are open. */
export function RequestTable({
  incidentId,
  mayAsk = false,
}: {
  incidentId?: string;
  mayAsk?: boolean;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <div className="grid gap-3">
      {incidentId && mayAsk && (
        <button
          type="button"
          className="btn btn-primary justify-self-start"
          onClick={() => setAsking(true)}
        >
          Ask for a resource
        </button>
      )}
      <DataTable<ResourceRequest>
        name={incidentId ? "requests-of-incident" : "incident-requests"}
        title="Resource requests"
        path="/api/v1/incident-requests"
        columns={incidentId ? columns.filter(({ id }) => id !== "incident") : columns}
        filters={filters}
        defaultSort="-number"
        embedded
        {...(incidentId ? { fixed: `incidentId=${incidentId}` } : { fixed: "open=true" })}
        rowHref={(r) => pathTo("incidentRequest", { id: r.id })}
        empty={{
          title: "No requests",
          text: "Whoever holds a position asks on the incident's page.",
        }}
      />
      {asking && incidentId && (
        <AskDialog incidentId={incidentId} onClose={() => setAsking(false)} />
      )}
    </div>
  );
}
