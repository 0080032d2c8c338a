import type { ListDefinition } from "#server/http/list.ts";
import { creditStatuses, registries } from "./credit.labels.ts";

const tons = "(c.serial_to - c.serial_from + 1)";

/** Credits that are listed, held, reserved or retired. */
export const creditList: ListDefinition = {
  name: "carbon-credits",
  title: "carbon credits",
  from: "carbon_credit c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    status: { sql: "c.status", label: "Status", sort: true, codes: creditStatuses },
    registry: { sql: "c.registry", label: "Registry", sort: true, codes: registries },
    project: { sql: "c.project", label: "Project", sort: true },
    vintage: { sql: "c.vintage", label: "Vintage", sort: true },
    serials: {
      sql: "c.block || '-' || c.serial_from || ' to ' || c.serial_to",
      label: "Serial numbers",
    },
    tons: { sql: tons, label: "Tons", sort: true },
    orderNumber: { sql: "nullif(c.order_number, '')", label: "Order" },
    forYear: { sql: "coalesce(c.retired_for, c.reserved_for)", label: "For the year" },
    document: { sql: "c.document", label: "Document" },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "c.id", type: "uuid" },
    status: { kind: "set", sql: "c.status", type: "text" },
    registry: { kind: "set", sql: "c.registry", type: "text" },
    forYear: { kind: "range", sql: "coalesce(c.retired_for, c.reserved_for)", type: "number" },
  },
  search: ["c.number", "c.project", "c.block", "c.document"],
  defaultSort: "-number",
};
