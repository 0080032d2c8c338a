import type { ListDefinition } from "#server/http/list.ts";

const lots =
  "contract l where l.org_id = m.org_id and l.master_id = m.id and l.status <> 'cancelled'";

export const masterList: ListDefinition = {
  name: "contract-masters",
  title: "master contracts",
  from: "contract_master m",
  alias: "m",
  columns: {
    id: { sql: "m.id", hidden: true },
    number: { sql: "m.number", label: "Number", sort: true },
    title: { sql: "m.title", label: "For", sort: true },
    lots: { sql: `(select count(*) from ${lots})`, label: "Lots" },
    vendors: { sql: `(select count(distinct l.vendor_id) from ${lots})`, label: "Vendors" },
    ceiling: { sql: "m.ceiling", label: "Ceiling over all lots", money: true, sort: true },
    drawn: { sql: "m.drawn", label: "Drawn", money: true, sort: true },
    left: { sql: "(m.ceiling - m.drawn)", label: "Left", money: true, sort: true },
    version: { sql: "m.version", hidden: true },
  },
  filters: {
    ceiling: { kind: "range", sql: "m.ceiling", type: "cents" },
  },
  search: ["m.number", "m.title", "m.earlier_number"],
  defaultSort: "-number",
};
