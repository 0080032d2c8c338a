import type { ListDefinition } from "#server/http/list.ts";
import { certificateStatuses, coverageKinds, endsSoonDays } from "./coverage.labels.ts";

/** Every certificate of insurance and bond of the agency's contracts. */
export const certificateList: ListDefinition = {
  name: "certificates",
  title: "certificates of insurance and bonds",
  from: "coverage_certificate x join contract c on c.org_id = x.org_id and c.id = x.contract_id join vendor v on v.org_id = c.org_id and v.id = c.vendor_id",
  alias: "x",
  columns: {
    id: { sql: "x.id", hidden: true },
    policyNumber: { sql: "x.policy_number", label: "Number", sort: true },
    kind: { sql: "x.kind", label: "Kind", sort: true, codes: coverageKinds },
    issuer: { sql: "x.issuer", label: "Insurer or surety", sort: true },
    contract: { sql: "c.number", label: "Contract", sort: true },
    contractId: { sql: "c.id", hidden: true },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    amount: { sql: "x.amount", label: "Covers", money: true, sort: true },
    fromOn: { sql: "x.from_on", label: "From", sort: true },
    toOn: { sql: "x.to_on", label: "Until", sort: true },
    status: { sql: "x.status", label: "Status", sort: true, codes: certificateStatuses },
    statusReason: { sql: "x.status_reason", hidden: true },
    version: { sql: "x.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "x.status", type: "text" },
    kind: { kind: "set", sql: "x.kind", type: "text" },
    contractId: { kind: "set", sql: "x.contract_id", type: "uuid" },
    toOn: { kind: "range", sql: "x.to_on", type: "date" },
    ending: {
      kind: "flag",
      sql: `x.status = 'accepted' and x.to_on between $today and $today + ${endsSoonDays}`,
    },
    lapsed: { kind: "flag", sql: "x.status = 'accepted' and x.to_on < $today" },
  },
  search: ["x.policy_number", "x.issuer", "c.number", "c.title", "v.name"],
  defaultSort: "toOn",
};
