import type { ListDefinition } from "#server/http/list.ts";
import { claimStatuses } from "./claim.labels.ts";

const sum = (column: string) =>
  `(select sum(i.${column}) from contract_claim_issue i where i.org_id = x.org_id and i.claim_id = x.id)`;

export const claimList: ListDefinition = {
  name: "claims",
  title: "claims under contracts",
  from: "contract_claim x join contract c on c.org_id = x.org_id and c.id = x.contract_id join vendor v on v.org_id = c.org_id and v.id = c.vendor_id",
  base: "contract_claim x",
  alias: "x",
  columns: {
    id: { sql: "x.id", hidden: true },
    number: { sql: "x.number", label: "Number", sort: true },
    status: { sql: "x.status", label: "Status", sort: true, codes: claimStatuses },
    title: { sql: "x.title", label: "Claim", sort: true },
    contract: { sql: "c.number", label: "Contract", sort: true },
    contractId: { sql: "c.id", hidden: true },
    contractTitle: { sql: "c.title", label: "For" },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    eventOn: { sql: "x.event_on", label: "Happened on", sort: true },
    knownOn: { sql: "x.known_on", label: "Known on", sort: true },
    noticedOn: { sql: "x.noticed_on", label: "Notice", sort: true },
    late: { sql: "x.late", label: "Late notice" },
    claimed: { sql: `coalesce(${sum("claimed")}, 0)::bigint`, label: "Claimed", money: true },
    claimedDays: { sql: `coalesce(${sum("claimed_days")}, 0)::int`, label: "Days" },
    settled: { sql: `${sum("settled")}::bigint`, label: "Settled", money: true },
    version: { sql: "x.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "x.status", type: "text" },
    contractId: { kind: "set", sql: "x.contract_id", type: "uuid" },
    noticedOn: { kind: "range", sql: "x.noticed_on", type: "date" },
    late: { kind: "flag", sql: "x.late" },
  },
  search: ["x.number", "x.title", "c.number", "c.title", "v.name"],
  defaultSort: "-number",
};
