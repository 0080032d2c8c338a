import { Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { Held } from "#web/kit/Held.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { connectorCycle, everies, importerKinds } from "./connector.labels.ts";
import type { ConnectorRow } from "./connector.model.ts";

const columns: readonly Column<ConnectorRow>[] = [
  {
    id: "name",
    label: "Connector",
    kind: "text",
    title: true,
    sortable: true,
    value: (row) => row.name,
  },
  {
    id: "importer",
    label: "Brings in",
    kind: "text",
    value: (row) => importerKinds[row.importer] ?? row.importer,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: connectorCycle.statuses,
  },
  {
    id: "every",
    label: "Runs",
    kind: "text",
    value: (row) => (row.kind === "push" ? "When a file is sent" : everies[row.every]),
  },
  {
    id: "lastOkAt",
    label: "Data of",
    kind: "instant",
    sortable: true,
    value: (row) => row.lastOkAt,
  },
  { id: "lastRows", label: "Rows", kind: "number", value: (row) => row.lastRows },
  { id: "nextRunAt", label: "Next run", kind: "instant", value: (row) => row.nextRunAt },
  { id: "ownerName", label: "Owner", kind: "text", value: (row) => row.ownerName },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(connectorCycle.statuses),
  },
];

/** The tab Connectors: sources that are fetched by the clock, and lists that are sent by it. */
export function Connectors() {
  return (
    <div className="stack">
      <Held permission="connector.edit" what="New connector">
        <Link className="btn btn-primary justify-self-start" to={pathTo("connectorNew")}>
          <Plus aria-hidden="true" />
          New connector
        </Link>
      </Held>
      <DataTable<ConnectorRow>
        name="connectors"
        title="Connectors"
        path="/api/v1/connectors"
        columns={columns}
        filters={filters}
        defaultSort="name"
        embedded
        rowHref={(row) => pathTo("connector", { id: row.id })}
        empty={{
          title: "Nothing is fetched yet",
          text: "A connector fetches a file or a list of another system by the clock, tries it first, and says row by row what came in; or it sends a list of yours out.",
        }}
      />
    </div>
  );
}
