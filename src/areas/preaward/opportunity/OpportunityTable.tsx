import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { eligibilityCodes, opportunityCycle, postedStatuses } from "./opportunity.labels.ts";
import type { OpportunityRow } from "./opportunity.model.ts";

const mayWords = (row: OpportunityRow): string =>
  row.eligible === null ? "Look it up" : row.eligible ? "Yes" : "No";

const columns: readonly Column<OpportunityRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "title", label: "Opportunity", kind: "text", title: true, value: (row) => row.title },
  { id: "agency", label: "Grantor", kind: "text", value: (row) => row.agency },
  { id: "eligible", label: "We may apply", kind: "text", sortable: false, value: mayWords },
  {
    id: "eligibility",
    label: "Who may apply",
    kind: "text",
    sortable: false,
    value: (row) => row.eligibility.map((code) => eligibilityCodes[code] ?? code).join("; "),
  },
  {
    id: "ceilingCents",
    label: "Award ceiling",
    kind: "money",
    value: (row) => row.ceilingCents,
    main: () => true,
  },
  {
    id: "closesOn",
    label: "Closes",
    kind: "day",
    value: (row) => row.closesOn,
    cell: (row) => (row.closesOn ? <DeadlineClock deadline={row.closesOn} short /> : null),
  },
  {
    id: "sources",
    label: "Sources",
    kind: "text",
    sortable: false,
    hidden: true,
    value: (row) => row.sources.join(", "),
  },
  { id: "readAt", label: "Read", kind: "instant", sortable: false, value: (row) => row.readAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: opportunityCycle.statuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(opportunityCycle.statuses),
  },
  { id: "eligible", label: "We may apply", kind: "flag" },
  { id: "open", label: "Still open", kind: "flag" },
  {
    id: "eligibility",
    label: "Who may apply",
    kind: "set",
    options: options(eligibilityCodes),
  },
  { id: "postedStatus", label: "Announcement", kind: "set", options: options(postedStatuses) },
  { id: "closesOn", label: "Closes", kind: "day" },
  { id: "ceilingCents", label: "Award ceiling", kind: "money" },
];

/** Opportunities that the agency knows. */
export function OpportunityTable() {
  return (
    <DataTable<OpportunityRow>
      name="grant-opportunities"
      title="Opportunities"
      path="/api/v1/grant-opportunities"
      columns={columns}
      filters={filters}
      defaultSort="closesOn"
      embedded
      exportable
      rowHref={(row) => pathTo("grantOpportunity", { id: row.id })}
      empty={{
        title: "No opportunities yet",
        text: "A connector reads Grants.gov or a CommonGrants source every day; a file or one by hand does, too.",
      }}
    />
  );
}
