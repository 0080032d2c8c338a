import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { categories } from "../law/categories.labels.ts";
import { projectCycle, sizes } from "./project.labels.ts";
import type { Project } from "./project.model.ts";

const takeObligations = () =>
  void download("/api/v1/pa-obligations/export?format=xlsx").catch((error: unknown) =>
    notify.failed("The obligations were not written", error),
  );
const ProjectDialog = dialogOnDemand(
  async () => (await import("./ProjectDialog.tsx")).ProjectDialog,
);
const columns: readonly Column<Project>[] = [
  { id: "number", label: "Number", kind: "plate", value: (p) => p.number },
  { id: "title", label: "Project", kind: "text", value: (p) => p.title },
  { id: "category", label: "Category", kind: "text", value: (p) => categories[p.category] },
  {
    id: "size",
    label: "Size",
    kind: "text",
    sortable: false,
    value: (p) => (p.size ? sizes[p.size] : "Not frozen"),
  },
  { id: "estimateCents", label: "Estimate", kind: "money", value: (p) => p.estimateCents },
  {
    id: "obligated",
    label: "Obligated",
    kind: "money",
    sortable: false,
    value: (p) => p.obligated,
    total: true,
    main: (p) => p.obligated !== 0,
  },
  {
    id: "unproved",
    label: "Not requested",
    kind: "money",
    sortable: false,
    value: (p) => p.unproved,
    total: true,
  },
  { id: "workUntil", label: "Work until", kind: "day", value: (p) => p.workUntil },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (p) => p.status,
    statuses: projectCycle.statuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(projectCycle.statuses),
  },
  {
    id: "category",
    label: "Category",
    kind: "set",
    options: options(categories),
  },
  {
    id: "id",
    label: "Project",
    kind: "set",
    options: [],
    seek: {
      path: "/api/v1/pa-projects",
      values: "id",
      option: (p: { id: string; number: string; title: string }) => ({
        value: p.id,
        label: `${p.number} ${p.title}`,
      }),
    },
  },
  { id: "open", label: "Open", kind: "flag" },
];

/** Projects, of one declaration or of all. */
export function ProjectTable({ fixed }: { fixed?: string }) {
  return (
    <DataTable<Project>
      name="pa-projects"
      title="Projects"
      path="/api/v1/pa-projects"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      embedded
      {...(fixed ? { fixed } : { exportable: true })}
      rowHref={(p) => pathTo("paProject", { id: p.id })}
      empty={{ title: "No projects", text: "A project puts damage of one category together." }}
    />
  );
}

/** Projects of public assistance. */
export default function ProjectTab() {
  const { can } = useAuth();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1>Projects</h1>
        {can("recovery.edit") && (
          <>
            <Link className="btn ml-auto" to={pathTo("femaObligationImport")}>
              Import obligations
            </Link>
            <button type="button" className="btn" onClick={takeObligations}>
              Download obligations
            </button>
            <button type="button" className="btn btn-primary" onClick={() => setAdding(true)}>
              Begin a project
            </button>
          </>
        )}
      </div>
      <ProjectTable />
      {adding && (
        <ProjectDialog
          onClose={() => setAdding(false)}
          onDone={({ id }) => void navigate(pathTo("paProject", { id }))}
        />
      )}
    </div>
  );
}
