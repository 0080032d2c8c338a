import type { ListDefinition } from "#server/http/list.ts";
import { growthSteps, type GrowthStep } from "./growth.labels.ts";

const keys = Object.keys(growthSteps) as GrowthStep[];
const on = (step: string) => `p.${step}_on`;
const daysOf = (step: GrowthStep) => ({
  sql: `(${on(step)} - ${on(growthSteps[step].from)})`,
  label: `${growthSteps[step].label} after days`,
  sort: true as const,
});
const took = keys.map((step) => `case when ${on(step)} is not null then '${step}' end`).join(", ");
const waits = keys.map((step) => `when ${on(step)} is null then '${step}'`).join(" ");

/** Purchases with the days between their steps. */
export const pathList: ListDefinition = {
  name: "paths of purchases",
  from: "purchase_path p",
  base: "purchase_path p",
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    number: { sql: "p.number", label: "Number" },
    title: { sql: "p.title", label: "What" },
    department: { sql: "p.department", label: "Department" },
    requestedOn: { sql: "p.requested_on", label: "Requested", sort: true },
    submittedDays: daysOf("submitted"),
    approvedDays: daysOf("approved"),
    orderedDays: daysOf("ordered"),
    receivedDays: daysOf("received"),
    invoicedDays: daysOf("invoiced"),
    paidDays: daysOf("paid"),
  },
  filters: {
    requestedOn: { kind: "range", sql: "p.requested_on", type: "date" },
    departmentId: { kind: "set", sql: "p.department_id", type: "uuid" },
    step: { kind: "overlap", sql: `array[${took}]::text[]`, type: "text" },
    waitsFor: {
      kind: "set",
      sql: `case when p.status in ('rejected', 'withdrawn', 'cancelled') then null ${waits} end`,
      type: "text",
    },
  },
  search: ["p.number", "p.title"],
  defaultSort: "-requestedOn",
};
