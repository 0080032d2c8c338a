import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { categories } from "../law/categories.labels.ts";
import { damageCycle } from "./damage.labels.ts";
import type { Damage } from "./damage.model.ts";

const columns: readonly Column<Damage>[] = [
  { id: "number", label: "Number", kind: "plate", value: (g) => g.number },
  { id: "title", label: "Damage", kind: "text", value: (g) => g.title },
  { id: "location", label: "Place", kind: "text", sortable: false, value: (g) => g.location },
  { id: "category", label: "Category", kind: "text", value: (g) => categories[g.category] },
  { id: "occurredOn", label: "Day", kind: "day", value: (g) => g.occurredOn },
  {
    id: "estimateCents",
    label: "Estimate",
    kind: "money",
    value: (g) => g.estimateCents,
    total: true,
    main: () => true,
  },
  { id: "project", label: "Project", kind: "text", sortable: false, value: (g) => g.project },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (g) => g.status,
    statuses: damageCycle.statuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(damageCycle.statuses),
  },
  {
    id: "category",
    label: "Category",
    kind: "set",
    options: options(categories),
  },
  { id: "unassigned", label: "In no project", kind: "flag" },
  { id: "mine", label: "Mine", kind: "flag" },
];

/** The damage list. */
export default function DamageTab() {
  const { can } = useAuth();
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1>Damage list</h1>
        {can("recovery.edit") && (
          <Link className="btn ml-auto" to={pathTo("femaDamageImport")}>
            Import
          </Link>
        )}
        <Link
          className={`btn btn-primary ${can("recovery.edit") ? "" : "ml-auto"}`}
          to={pathTo("paDamageNew")}
        >
          Enter damage
        </Link>
      </div>
      <DataTable<Damage>
        name="pa-damage"
        title="Damage"
        path="/api/v1/pa-damage"
        columns={columns}
        filters={filters}
        defaultSort="-number"
        embedded
        exportable
        rowHref={(g) => pathTo("paDamage", { id: g.id })}
        empty={{ title: "No damage", text: "Whoever stands before it enters it, on the phone." }}
      />
    </div>
  );
}
