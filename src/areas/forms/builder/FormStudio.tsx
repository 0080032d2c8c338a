import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { FlowRowsShown } from "#areas/flows/flows.ui.tsx";
import type { FlowVersion } from "#areas/flows/flows.ui.tsx";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { audiences } from "../form/form.labels.ts";
import type { FormVersion } from "../form/form.model.ts";
import { submissionStatuses, type SubmissionStatus } from "../submission/submission.labels.ts";
import { PaperList } from "../paper/PaperList.tsx";
import { Deliveries } from "../delivery/Deliveries.tsx";
import { AuditOfForms } from "../figures/AuditOfForms.tsx";
import { Compliance } from "../figures/Compliance.tsx";
import { Figures } from "../figures/Figures.tsx";
import { Disposals } from "../retention/Disposals.tsx";
import { Webhooks } from "../webhook/Webhooks.tsx";
import { FormList } from "./FormList.tsx";

const path = "/api/v1/form-definitions";
const ImportDialog = dialogOnDemand(
  async () => (await import("#web/kit/definition/ImportDialog.tsx")).ImportDialog,
);

function InForce({ all }: { all: readonly FormVersion[] }) {
  const forms = all.filter((form) => form.status === "published");
  if (forms.length === 0)
    return (
      <EmptyState kind="first-use" title="No form is in force">
        Publish one first.
      </EmptyState>
    );
  return (
    <div className="grid gap-4">
      <p className="text-t2">
        Submissions are numbered FRM, fiscal year, and a count without gaps over all forms. Who
        fills a form in, and how long its submissions are kept, is part of its version. What ended
        is deleted after these years, thirty days after it was listed here.
      </p>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Forms in force">
        <table className="ledger" aria-label="Forms in force">
          <thead>
            <tr>
              <th scope="col">Form</th>
              <th scope="col">Filled in by</th>
              <th scope="col">Kept</th>
            </tr>
          </thead>
          <tbody>
            {forms.map((form) => (
              <tr key={form.id}>
                <td>{form.name}</td>
                <td>{audiences[form.audience]}</td>
                <td>{counted(form.keepYears, "year")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type Count = { definitionId: string; name: string; status: SubmissionStatus; submissions: number };

function Counts() {
  const counts = useGet<{ items: Count[] }>("form-submissions", "/api/v1/form-counts");
  if (counts.isPending) return <TableSkeleton columns={3} label="Counting" />;
  if (!counts.data) return <ErrorPanel error={counts.error} what="The counts" />;
  if (counts.data.items.length === 0)
    return (
      <EmptyState kind="first-use" title="Nothing to count yet">
        Submissions are counted here by form and status.
      </EmptyState>
    );
  return (
    <div
      className="overflow-x-auto"
      tabIndex={0}
      role="region"
      aria-label="Submissions by form and status"
    >
      <table className="ledger" aria-label="Submissions by form and status">
        <thead>
          <tr>
            <th scope="col">Form</th>
            <th scope="col">Status</th>
            <th scope="col" className="num">
              Submissions
            </th>
          </tr>
        </thead>
        <tbody>
          {counts.data.items.map((each) => (
            <tr key={each.definitionId + each.status}>
              <td>{each.name}</td>
              <td>{submissionStatuses[each.status].label}</td>
              <td className="num">{each.submissions}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Flows({ kind }: { kind: "flow" | "rule" }) {
  const list = useGet<{ items: FlowVersion[] }>("flow-definitions", "/api/v1/flow-definitions");
  if (list.isPending) return <TableSkeleton columns={3} label="Loading the workflows" />;
  if (!list.data) return <ErrorPanel error={list.error} what="The workflows" />;
  return (
    <div className="grid gap-5">
      <p>
        <Link to={pathTo(kind === "rule" ? "flowRuleNew" : "flowNew")}>
          {kind === "rule" ? "New auto rule" : "New workflow"}
        </Link>
      </p>
      <FlowRowsShown all={list.data.items} kind={kind} />
    </div>
  );
}

function Administration({ all }: { all: readonly FormVersion[] }) {
  return (
    <div className="stack">
      <InForce all={all} />
      <Disposals />
    </div>
  );
}

function Analytics() {
  return (
    <div className="stack">
      <Figures />
      <Counts />
    </div>
  );
}

/** /utility-form-filler: the agency's forms, who fills them in, and how often they were. */
export default function FormStudio() {
  const { can } = useAuth();
  const [importing, setImporting] = useState(false);
  const list = useGet<{ items: FormVersion[] }>("form-definitions", path, { first: true });
  const all = list.data?.items ?? [];
  const tabs = [
    { id: "formBuilder", label: "Form builder", content: () => <FormList all={all} /> },
    { id: "pdfStudio", label: "PDF studio", content: () => <PaperList /> },
    { id: "workflow", label: "Workflow", content: () => <Flows kind="flow" /> },
    { id: "autoRules", label: "Auto rules", content: () => <Flows kind="rule" /> },
    { id: "analytics", label: "Analytics", content: () => <Analytics /> },
    { id: "admin", label: "Administration", content: () => <Administration all={all} /> },
    { id: "compliance", label: "Compliance", content: () => <Compliance /> },
    { id: "delivery", label: "Delivery", content: () => <Deliveries /> },
    { id: "webhooks", label: "Webhooks", content: () => <Webhooks /> },
    ...(can("audit.read")
      ? [{ id: "audit", label: "Audit", content: () => <AuditOfForms /> }]
      : []),
  ];
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Form filler</h1>
        <Link className="btn" to={pathTo("forms")}>
          Submissions
        </Link>
        <button type="button" className="btn" onClick={() => setImporting(true)}>
          <Upload aria-hidden="true" />
          Import
        </button>
        <Link className="btn btn-primary" to={pathTo("formNew")}>
          <Plus aria-hidden="true" />
          New form
        </Link>
      </div>
      {list.isPending && <TableSkeleton columns={3} label="Loading the forms" />}
      {list.isError && (
        <ErrorPanel error={list.error} what="The forms" onRetry={() => void list.refetch()} />
      )}
      {list.data && <Tabs tabs={tabs} label="Form filler" />}
      {importing && <ImportDialog path={path} what="form" onClose={() => setImporting(false)} />}
    </div>
  );
}
