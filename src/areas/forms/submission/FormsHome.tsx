import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { Tabs } from "#web/kit/Tabs.tsx";
import { audiences } from "../form/form.labels.ts";
import type { FormOffer } from "../form/form.model.ts";
import { FilledPapers } from "../paper/FilledPapers.tsx";
import { submissionStatuses } from "./submission.labels.ts";
import type { Submission } from "./submission.model.ts";

function ToFill() {
  const offers = useGet<{ items: FormOffer[] }>("form-definitions", "/api/v1/forms", {
    first: true,
  });
  if (offers.isPending) return <TableSkeleton columns={2} label="Loading the forms" />;
  if (!offers.data) return <ErrorPanel error={offers.error} what="The forms" />;
  if (offers.data.items.length === 0)
    return (
      <EmptyState kind="first-use" title="No forms yet">
        Forms for staff appear here once somebody has designed and published one.
      </EmptyState>
    );
  return (
    <ul className="grid gap-4">
      {offers.data.items.map((form) => (
        <li key={form.id} className="grid gap-0.5">
          <Link to={pathTo("formFill", { id: form.definitionId })}>{form.name}</Link>
          {form.about && <p className="text-t2">{form.about}</p>}
        </li>
      ))}
    </ul>
  );
}

function Yours() {
  const own = useGet<{ items: Submission[] }>(
    "own-form-submissions",
    "/api/v1/own-form-submissions",
  );
  if (own.isPending) return <TableSkeleton columns={3} label="Loading what you filled in" />;
  if (!own.data) return <ErrorPanel error={own.error} what="What you filled in" />;
  if (own.data.items.length === 0)
    return (
      <EmptyState kind="first-use" title="You have filled in nothing yet">
        What you fill in stays here, with its number and what became of it.
      </EmptyState>
    );
  return (
    <ul className="grid gap-3">
      {own.data.items.map((s) => (
        <li key={s.id} className="flex flex-wrap items-center gap-3">
          <Link className="mono" to={pathTo("formSubmission", { id: s.id })}>
            {s.number}
          </Link>
          <span className="min-w-0">{s.form}</span>
          <StatusBadge statuses={submissionStatuses} status={s.status} />
        </li>
      ))}
    </ul>
  );
}

const columns: readonly Column<Submission>[] = [
  { id: "number", label: "Number", kind: "plate", value: (s) => s.number },
  { id: "form", label: "Form", kind: "text", value: (s) => s.form },
  { id: "fillerName", label: "Filled in by", kind: "text", value: (s) => s.fillerName },
  {
    id: "audience",
    label: "Audience",
    kind: "text",
    value: (s) => audiences[s.audience],
    sortable: false,
  },
  { id: "submittedAt", label: "Submitted", kind: "instant", value: (s) => s.submittedAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (s) => s.status,
    statuses: submissionStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: Object.entries(submissionStatuses)
      .filter(([value]) => value !== "draft")
      .map(([value, { label }]) => ({ value, label })),
  },
  {
    id: "audience",
    label: "Audience",
    kind: "set",
    options: options(audiences),
  },
  { id: "submittedAt", label: "Submitted", kind: "day" },
];

function Review() {
  return (
    <DataTable<Submission>
      name="form-submissions"
      title="Submissions"
      path="/api/v1/form-submissions"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      embedded
      rowHref={(s) => pathTo("formSubmission", { id: s.id })}
      empty={{ title: "Nothing was sent yet", text: "Submissions appear here to be decided." }}
    />
  );
}

/** /forms: forms to fill in, what one filled in oneself, and for reviewers what was sent. */
export default function FormsHome() {
  const { can } = useAuth();
  const tabs = [
    ...(can("form.review")
      ? [{ id: "review", label: "Submissions", content: () => <Review /> }]
      : []),
    { id: "fill", label: "To fill in", content: () => <ToFill /> },
    { id: "yours", label: "Yours", content: () => <Yours /> },
    { id: "papers", label: "Filled PDFs", content: () => <FilledPapers /> },
  ];
  return (
    <div className="stack">
      <h1>Forms</h1>
      <Tabs tabs={tabs} label="Forms" />
    </div>
  );
}
