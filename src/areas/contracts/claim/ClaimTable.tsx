import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { claimStatuses } from "./claim.labels.ts";
import type { Claim } from "./claim.model.ts";

const columns: readonly Column<Claim>[] = [
  { id: "number", label: "Number", kind: "plate", value: (x) => x.number },
  {
    id: "title",
    label: "Claim",
    kind: "text",
    value: (x) => x.title,
    cell: (x) => (
      <>
        {x.title}
        {x.late && <span className="ml-2 text-12 text-warning">late notice</span>}
      </>
    ),
  },
  { id: "contract", label: "Contract", kind: "text", value: (x) => x.contract },
  { id: "vendor", label: "Vendor", kind: "text", value: (x) => x.vendor },
  { id: "noticedOn", label: "Notice", kind: "day", value: (x) => x.noticedOn },
  {
    id: "claimed",
    label: "Claimed",
    kind: "money",
    sortable: false,
    value: (x) => x.claimed,
    main: () => true,
  },
  {
    id: "claimedDays",
    label: "Days",
    kind: "number",
    hidden: true,
    sortable: false,
    value: (x) => x.claimedDays,
  },
  { id: "settled", label: "Settled", kind: "money", sortable: false, value: (x) => x.settled },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (x) => x.status,
    statuses: claimStatuses,
  },
];
// On a contract's own page its number and its vendor stand above.
const ofContract = columns.filter(({ id }) => id !== "contract" && id !== "vendor");
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(claimStatuses),
  },
  { id: "noticedOn", label: "Notice", kind: "day" },
  { id: "late", label: "Late notice", kind: "flag" },
];

/** Claims under contracts. */
export function ClaimTable({ contractId }: { contractId?: string }) {
  return (
    <DataTable<Claim>
      name={contractId ? "contract-claims" : "claims"}
      title="Claims"
      path="/api/v1/claims"
      columns={contractId ? ofContract : columns}
      filters={filters}
      defaultSort="-number"
      embedded
      {...(contractId ? { fixed: `contractId=${contractId}` } : {})}
      rowHref={(x) => pathTo("claim", { id: x.id })}
      empty={{
        title: "No claims yet",
        text: "Vendors give notice in their portal; a notice on paper is entered on the contract's page.",
      }}
    />
  );
}
