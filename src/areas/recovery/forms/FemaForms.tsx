import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { useGet, useList } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { Project } from "../project/project.model.ts";
import type { FilledForm } from "./forms.model.ts";

function Rows({ form }: { form: FilledForm }) {
  if (form.rows.length === 0) return null;
  return (
    <div
      className="overflow-x-auto"
      role="region"
      aria-label={`Rows of ${form.title}`}
      tabIndex={0}
    >
      <table className="ledger w-full" aria-label={form.title}>
        <thead>
          <tr>
            {form.columns.map((c) => (
              <th key={c} scope="col">
                {c}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {form.rows.slice(0, 50).map((row, n) => (
            <tr key={n}>
              {row.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {form.rows.length > 50 && (
        <p className="text-13 text-t2">50 of {form.rows.length} rows; the PDF holds all of them.</p>
      )}
    </div>
  );
}

function One({ form, projectId }: { form: FilledForm; projectId: string }) {
  return (
    <Panel
      title={`${form.title}, ${form.number}`}
      aside={
        <span className="flex gap-2 no-print">
          {(["pdf", "xlsx"] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              className="btn btn-small"
              onClick={() =>
                void download(`/api/v1/pa-projects/${projectId}/forms/${form.key}/${kind}`).catch(
                  (error: unknown) => notify.failed("The form was not made", error),
                )
              }
            >
              {kind.toUpperCase()}
              <span className="visually-hidden"> of {form.title}</span>
            </button>
          ))}
        </span>
      }
    >
      {!form.verified && (
        <p className="text-13 text-t2">
          The number of this form is not verified in FEMA&rsquo;s new series.
        </p>
      )}
      <Facts rows={form.fields.map((f) => [f.label, f.value] as const)} />
      <Rows form={form} />
      {form.total !== null && (
        <p className="mt-2">
          <b>Total: {formatCents(form.total)}</b>
        </p>
      )}
      {form.missing.length > 0 && (
        <ul className="checks mt-3" aria-label="Missing">
          {form.missing.map((m) => (
            <li key={m} className="warn">
              {m}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Filled({ projectId }: { projectId: string }) {
  const found = useGet<{ items: FilledForm[] }>(
    "pa-projects",
    `/api/v1/pa-projects/${projectId}/forms`,
  );
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The forms" />;
  return found.data.items.map((form) => <One key={form.key} form={form} projectId={projectId} />);
}

function Chosen() {
  const [search, setSearch] = useSearchParams();
  const found = useList<Project>("/api/v1/pa-projects", "sort=-number&limit=100");
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The projects" />;
  const projects = found.data.items;
  const chosen = search.get("project") ?? projects[0]?.id;
  return (
    <div className="stack">
      <h1>FEMA forms</h1>
      {projects.length === 0 || !chosen ? (
        <EmptyState kind="first-use" title="No project yet">
          Forms are filled from a project. Begin one under{" "}
          <Link to={`${pathTo("femaHub")}?tab=projects`}>FEMA grants</Link>.
        </EmptyState>
      ) : (
        <>
          <label className="field max-w-[480px]">
            <span className="field-label">Project</span>
            <select
              className="field-control"
              value={chosen}
              onChange={(e) => setSearch({ project: e.target.value }, { replace: true })}
            >
              {projects.map((p) => (
                <option key={p.id} value={p.id}>
                  {p.number} {p.title}
                </option>
              ))}
            </select>
          </label>
          <Filled projectId={chosen} />
        </>
      )}
    </div>
  );
}

/** FEMA's forms, filled from what the records hold already. */
export default function FemaForms() {
  const { can } = useAuth();
  return can("recovery.read") ? (
    <Chosen />
  ) : (
    <EmptyState page kind="no-access" title="You cannot see FEMA forms">
      Recovery coordinators, grant managers, department heads, auditors, managers and administrators
      can.
    </EmptyState>
  );
}
