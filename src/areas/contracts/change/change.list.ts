import type { ListDefinition } from "#server/http/list.ts";
import { changeStatuses, sides } from "./change.labels.ts";

export const changeList: ListDefinition = {
  name: "change-orders",
  from: "contract_change x join contract c on c.org_id = x.org_id and c.id = x.contract_id join vendor v on v.org_id = c.org_id and v.id = c.vendor_id",
  base: "contract_change x",
  alias: "x",
  columns: {
    id: { sql: "x.id", hidden: true },
    number: { sql: "x.number", label: "Number", sort: true },
    status: { sql: "x.status", label: "Status", sort: true, codes: changeStatuses },
    side: { sql: "x.side", label: "Proposed by", codes: sides },
    title: { sql: "x.title", label: "What changes", sort: true },
    contract: { sql: "c.number", label: "Contract", sort: true },
    contractId: { sql: "c.id", hidden: true },
    contractTitle: { sql: "c.title", label: "For" },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    increase: { sql: "x.increase", label: "More", money: true, sort: true },
    decrease: { sql: "x.decrease", label: "Less", money: true, sort: true },
    net: { sql: "(x.increase - x.decrease)", label: "Net", money: true, sort: true },
    days: { sql: "x.days", label: "Days", sort: true },
    version: { sql: "x.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "x.status", type: "text" },
    side: { kind: "set", sql: "x.side", type: "text" },
    contractId: { kind: "set", sql: "x.contract_id", type: "uuid" },
    increase: { kind: "range", sql: "x.increase", type: "cents" },
  },
  search: ["x.number", "x.title", "c.number", "c.title", "v.name"],
  defaultSort: "-number",
  totals: {
    increase: "x.increase",
    decrease: "x.decrease",
    net: "x.increase - x.decrease",
  },
};
