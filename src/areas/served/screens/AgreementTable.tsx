import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { agreementStatuses, agreementViews } from "../agreement/agreement.labels.ts";
import type { AgreementRow } from "../agreement/agreement.model.ts";

const columns: readonly Column<AgreementRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "title", label: "Agreement", kind: "text", value: (row) => row.title, title: true },
  { id: "client", label: "Client", kind: "text", value: (row) => row.client },
  { id: "startsOn", label: "From", kind: "day", value: (row) => row.startsOn },
  { id: "endsOn", label: "Until", kind: "day", value: (row) => row.endsOn },
  { id: "ceiling", label: "Ceiling", kind: "money", value: (row) => row.ceiling },
  {
    id: "billed",
    label: "Billed",
    kind: "money",
    value: (row) => row.billed,
    main: () => true,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: agreementStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(agreementStatuses) },
  { id: "endsOn", label: "Until", kind: "day" },
  { id: "ending", label: "End within 90 days", kind: "flag" },
];

const table = {
  name: "client-agreements",
  title: "Agreements with clients",
  path: "/api/v1/client-agreements",
  filters,
  defaultSort: "-number",
  rowHref: (row: AgreementRow) => pathTo("clientAgreement", { id: row.id }),
  empty: {
    title: "No agreement yet",
    text: "An agreement names services, rates, a term and the most that may be billed.",
  },
} as const;
const ofOne = columns.filter(({ id }) => id !== "client");

/** Agreements: of one client where it is named, else the screen of all of them. */
export function AgreementTable({ clientId }: { clientId?: string }) {
  return clientId ? (
    <DataTable<AgreementRow>
      {...table}
      columns={ofOne}
      fixed={`clientId=${clientId}`}
      exportable
      embedded
    />
  ) : (
    <DataTable<AgreementRow> {...table} columns={columns} views={agreementViews} exportable />
  );
}
