import type { ListDefinition } from "#server/http/list.ts";
import { agreementStatuses } from "./agreement.labels.ts";

const billed = `coalesce(
  (
    select sum(b.total)
    from served_bill b
    where b.org_id = a.org_id and b.agreement_id = a.id and b.status <> 'cancelled'
  ),
  0
)::bigint`;

/** Agreements with the agencies that are served. */
export const agreementList: ListDefinition = {
  name: "client-agreements",
  title: "agreements with clients",
  from: "served_agreement a join served_client c on c.org_id = a.org_id and c.id = a.client_id",
  base: "served_agreement a",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    number: { sql: "a.number", label: "Number", sort: true },
    status: { sql: "a.status", label: "Status", sort: true, codes: agreementStatuses },
    title: { sql: "a.title", label: "Agreement" },
    clientId: { sql: "a.client_id", hidden: true },
    client: { sql: "c.name", label: "Client", sort: true },
    startsOn: { sql: "a.starts_on", label: "From", sort: true },
    endsOn: { sql: "a.ends_on", label: "Until", sort: true },
    ceiling: { sql: "a.ceiling", label: "Ceiling", money: true },
    billed: { sql: billed, label: "Billed", money: true },
    version: { sql: "a.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "a.id", type: "uuid" },
    status: { kind: "set", sql: "a.status", type: "text" },
    clientId: { kind: "set", sql: "a.client_id", type: "uuid" },
    endsOn: { kind: "range", sql: "a.ends_on", type: "date" },
    ending: {
      kind: "flag",
      sql: "a.status = 'active' and a.ends_on between $today and $today + 90",
    },
  },
  search: ["a.number", "a.title", "c.name"],
  defaultSort: "-number",
};
