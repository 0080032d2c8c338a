import type { ListDefinition } from "#server/http/list.ts";
import { clientKinds, clientStatuses } from "./client.labels.ts";

const open = (more = "true") => `coalesce(
  (
    select sum(b.total - b.received)
    from served_bill b
    where b.org_id = c.org_id
      and b.client_id = c.id
      and b.status in ('sent', 'part_paid', 'disputed')
      and ${more}
  ),
  0
)::bigint`;
const late = open("b.due_on < $today");
const endsOn = `(
  select max(a.ends_on)
  from served_agreement a
  where a.org_id = c.org_id and a.client_id = c.id and a.status = 'active'
)`;
const requests = `(
  select count(*)
  from served_request r
  where r.org_id = c.org_id
    and r.client_id = c.id
    and r.status in ('requested', 'accepted', 'at_work', 'to_bill')
)::int`;

/** Agencies that are served, what each owes, and when its agreement ends. */
export const clientList: ListDefinition = {
  name: "clients",
  title: "agencies served",
  from: "served_client c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    name: { sql: "c.name", label: "Client", sort: true },
    kind: { sql: "c.kind", label: "What it is", sort: true, codes: clientKinds },
    status: { sql: "c.status", label: "Status", sort: true, codes: clientStatuses },
    owed: { sql: open(), label: "Owes", money: true, sort: true },
    late: { sql: late, label: "Late", money: true, sort: true },
    endsOn: { sql: endsOn, label: "Agreement ends", sort: true },
    open: { sql: requests, label: "Open requests" },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "c.id", type: "uuid" },
    status: { kind: "set", sql: "c.status", type: "text" },
    kind: { kind: "set", sql: "c.kind", type: "text" },
    late: { kind: "flag", sql: `${late} > 0` },
    ending: { kind: "flag", sql: `${endsOn} between $today and $today + 90` },
  },
  search: ["c.number", "c.name", "c.email"],
  defaultSort: "name",
};
