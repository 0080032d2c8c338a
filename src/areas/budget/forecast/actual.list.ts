import { z } from "zod";
import type { Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import type { ListDefinition } from "#server/http/list.ts";

/** Actuals of past years by month, as they were imported: what goes out comes in again unchanged. */
const actualList: ListDefinition = {
  name: "budget-actuals",
  from: "budget_actual a join account_string s on s.org_id = a.org_id and s.id = a.account_string_id",
  base: "budget_actual a",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    year: { sql: "a.year", label: "Fiscal year", sort: true },
    month: { sql: "a.month", label: "Month" },
    account: { sql: "s.code", label: "Account string", sort: true },
    cents: { sql: "a.cents", label: "Amount", money: true },
    source: { sql: "a.source", label: "Source" },
  },
  filters: {
    year: { kind: "range", sql: "a.year", type: "number" },
  },
  search: ["s.code", "a.source"],
  defaultSort: "-year",
};

const actualRow = z
  .object({
    id: z.string(),
    year: z.number(),
    month: z.number(),
    account: z.string(),
    cents: z.number(),
    source: z.string(),
  })
  .meta({ id: "BudgetActual" });

export const actualEndpoints: readonly Endpoint[] = listEndpoints(
  "/api/v1/budget-actuals",
  "budget.read",
  actualList,
  actualRow,
);
