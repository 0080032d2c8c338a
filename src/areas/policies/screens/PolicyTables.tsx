import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { certificateKinds, certificateStatuses } from "../certificate/certificate.labels.ts";
import type { CertificateRow } from "../certificate/certificate.model.ts";
import { policyKinds, policyStatuses } from "../policy/policy.labels.ts";
import type { PolicyRow } from "../policy/policy.model.ts";
import type { AcknowledgementRow } from "../acknowledgement/acknowledgement.model.ts";

const policyColumns: readonly Column<PolicyRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (p) => p.number },
  { id: "title", label: "Policy", kind: "text", value: (p) => p.title },
  { id: "versionNo", label: "Version", kind: "number", value: (p) => p.versionNo },
  { id: "kind", label: "About", kind: "text", value: (p) => policyKinds[p.kind] },
  { id: "owner", label: "Owner", kind: "text", value: (p) => p.owner },
  { id: "reviewOn", label: "Next review", kind: "day", value: (p) => p.reviewOn },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (p) => p.status,
    statuses: policyStatuses,
  },
];
const policyFilters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(policyStatuses) },
  { id: "kind", label: "About", kind: "set", pinned: true, options: options(policyKinds) },
  { id: "due", label: "Review due", kind: "flag" },
  { id: "mine", label: "Mine", kind: "flag" },
];

/** Policies that hold or are under way; `fixed` says which. */
export function PolicyTable({ fixed, title }: { fixed?: string; title: string }) {
  return (
    <DataTable<PolicyRow>
      name="agency-policies"
      title={title}
      path="/api/v1/agency-policies"
      columns={policyColumns}
      filters={policyFilters}
      defaultSort="title"
      embedded
      exportable
      {...(fixed && { fixed })}
      rowHref={(p) => pathTo("agencyPolicy", { id: p.id })}
      empty={{ title: "No policies", text: "Each has an owner and a day of review." }}
    />
  );
}

const certificateColumns: readonly Column<CertificateRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (c) => c.number },
  { id: "title", label: "Certificate", kind: "text", value: (c) => c.title },
  { id: "kind", label: "Kind", kind: "text", value: (c) => certificateKinds[c.kind] },
  { id: "issuer", label: "Issued by", kind: "text", value: (c) => c.issuer },
  { id: "validUntil", label: "Valid until", kind: "day", value: (c) => c.validUntil },
  { id: "owner", label: "Owner", kind: "text", value: (c) => c.owner },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (c) => c.status,
    statuses: certificateStatuses,
  },
];
const certificateFilters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(certificateStatuses),
  },
  { id: "kind", label: "Kind", kind: "set", options: options(certificateKinds) },
  { id: "ending", label: "End within sixty days", kind: "flag" },
];

/** Certificates of the agency. */
export function CertificateTable() {
  return (
    <DataTable<CertificateRow>
      name="agency-certificates"
      title="Certificates"
      path="/api/v1/agency-certificates"
      columns={certificateColumns}
      filters={certificateFilters}
      defaultSort="validUntil"
      embedded
      exportable
      rowHref={(c) => pathTo("agencyCertificate", { id: c.id })}
      empty={{ title: "No certificates", text: "Ratings, accreditations, insurance, awards." }}
    />
  );
}

const askedColumns: readonly Column<AcknowledgementRow>[] = [
  { id: "person", label: "Person", kind: "text", value: (a) => a.person },
  { id: "dueOn", label: "Confirm by", kind: "day", value: (a) => a.dueOn },
  { id: "confirmedAt", label: "Confirmed", kind: "instant", value: (a) => a.confirmedAt },
];
const askedFilters: readonly Filter[] = [
  { id: "waiting", label: "Not confirmed", kind: "flag", pinned: true },
  { id: "late", label: "Past their day", kind: "flag" },
];

/** Who was asked to confirm a version, and who did. */
export function AskedTable({ policyId }: { policyId: string }) {
  return (
    <DataTable<AcknowledgementRow>
      name="policy-acknowledgements"
      title="Confirmations"
      path="/api/v1/policy-acknowledgements"
      fixed={`policyId=${policyId}`}
      columns={askedColumns}
      filters={askedFilters}
      defaultSort="person"
      embedded
      exportable
      empty={{ title: "Nobody is asked", text: "The policy says who confirms it." }}
    />
  );
}
