import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { requestStatuses, requestViews } from "../request/request.labels.ts";
import type { RequestRow } from "../request/request.model.ts";

const columns: readonly Column<RequestRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "title", label: "Asked for", kind: "text", value: (row) => row.title, title: true },
  { id: "client", label: "Client", kind: "text", value: (row) => row.client },
  { id: "service", label: "Service", kind: "text", value: (row) => row.service },
  { id: "agreement", label: "Agreement", kind: "text", value: (row) => row.agreement },
  { id: "wantedOn", label: "Wanted by", kind: "day", value: (row) => row.wantedOn },
  { id: "createdAt", label: "Came in", kind: "instant", value: (row) => row.createdAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: requestStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(requestStatuses) },
  { id: "wantedOn", label: "Wanted by", kind: "day" },
];

const table = {
  name: "client-requests",
  title: "Requests of clients",
  path: "/api/v1/client-requests",
  filters,
  defaultSort: "-number",
  rowHref: (row: RequestRow) => pathTo("clientRequest", { id: row.id }),
  empty: {
    title: "No request yet",
    text: "A client asks by its link, or you enter what it asked on the client’s page.",
  },
} as const;
const ofOne = columns.filter(({ id }) => id !== "client");

/** Requests: of one client where it is named, else the screen of all of them. */
export function RequestTable({ clientId }: { clientId?: string }) {
  return clientId ? (
    <DataTable<RequestRow>
      {...table}
      columns={ofOne}
      fixed={`clientId=${clientId}`}
      exportable
      embedded
    />
  ) : (
    <DataTable<RequestRow> {...table} columns={columns} views={requestViews} exportable />
  );
}
