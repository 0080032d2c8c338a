import type { ListDefinition } from "#server/http/list.ts";
import { requestStatuses } from "./request.labels.ts";

/** What clients asked for. */
export const requestList: ListDefinition = {
  name: "client-requests",
  title: "requests of clients",
  from: `served_request r
    join served_client c on c.org_id = r.org_id and c.id = r.client_id
    left join served_agreement a on a.org_id = r.org_id and a.id = r.agreement_id`,
  base: "served_request r",
  alias: "r",
  columns: {
    id: { sql: "r.id", hidden: true },
    number: { sql: "r.number", label: "Number", sort: true },
    status: { sql: "r.status", label: "Status", sort: true, codes: requestStatuses },
    title: { sql: "r.title", label: "Asked for" },
    clientId: { sql: "r.client_id", hidden: true },
    client: { sql: "c.name", label: "Client", sort: true },
    agreementId: { sql: "r.agreement_id", hidden: true },
    agreement: { sql: "a.number", label: "Agreement" },
    service: { sql: "r.service", label: "Service" },
    wantedOn: { sql: "r.wanted_on", label: "Wanted by", sort: true },
    askedBy: { sql: "r.asked_by", label: "Asked by" },
    byLink: { sql: "r.by_link", label: "By link" },
    createdAt: { sql: "r.created_at", label: "Came in", sort: true },
    version: { sql: "r.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "r.id", type: "uuid" },
    status: { kind: "set", sql: "r.status", type: "text" },
    clientId: { kind: "set", sql: "r.client_id", type: "uuid" },
    agreementId: { kind: "set", sql: "r.agreement_id", type: "uuid" },
    wantedOn: { kind: "range", sql: "r.wanted_on", type: "date" },
  },
  search: ["r.number", "r.title", "c.name"],
  defaultSort: "-number",
};
