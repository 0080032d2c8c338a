import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { certificateStatuses, coverageKinds } from "./coverage.labels.ts";
import type { Certificate } from "./coverage.model.ts";

const columns: readonly Column<Certificate>[] = [
  { id: "policyNumber", label: "Number", kind: "plate", value: (x) => x.policyNumber },
  { id: "kind", label: "Kind", kind: "text", value: (x) => coverageKinds[x.kind] },
  { id: "issuer", label: "Insurer or surety", kind: "text", value: (x) => x.issuer },
  { id: "contract", label: "Contract", kind: "text", value: (x) => x.contract },
  { id: "vendor", label: "Vendor", kind: "text", value: (x) => x.vendor },
  { id: "amount", label: "Covers", kind: "money", value: (x) => x.amount, main: () => true },
  { id: "fromOn", label: "From", kind: "day", hidden: true, value: (x) => x.fromOn },
  { id: "toOn", label: "Until", kind: "day", value: (x) => x.toOn },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (x) => x.status,
    statuses: certificateStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(certificateStatuses),
  },
  { id: "kind", label: "Kind", kind: "set", options: options(coverageKinds) },
  { id: "toOn", label: "Until", kind: "day" },
  { id: "ending", label: "Ends in 30 days", kind: "flag" },
  { id: "lapsed", label: "Ran out", kind: "flag" },
];
const views = [
  { id: "check", name: "To check", query: "status=submitted" },
  { id: "ending", name: "End in 30 days", query: "ending=true" },
  { id: "lapsed", name: "Ran out", query: "lapsed=true" },
];

/** /contract-management/certificates: insurance and bonds of every contract. */
export default function CertificateList() {
  return (
    <DataTable<Certificate>
      name="certificates"
      title="Certificates and bonds"
      path="/api/v1/certificates"
      columns={columns}
      filters={filters}
      views={views}
      defaultSort="toOn"
      rowHref={(x) => `${pathTo("contract", { id: x.contractId })}?tab=coverage`}
      empty={{
        title: "No certificates yet",
        text: "Vendors hand them in in their portal; what comes on paper is entered on the contract's page.",
      }}
    />
  );
}
