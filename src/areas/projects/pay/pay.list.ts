import type { ListDefinition } from "#server/http/list.ts";
import { payStatuses } from "./pay.labels.ts";

const sumOf = (cents: string): string => `(
  select sum(${cents})::bigint
  from pay_application_line l
  where l.org_id = a.org_id and l.application_id = a.id
)`;

/** Of `a`: its status, or paid once its invoice is. */
const shownStatus = "case when a.paid_on is not null then 'paid' else a.status end";

/** The agency's pay applications. */
export const payList: ListDefinition = {
  name: "pay-applications",
  title: "pay applications",
  from: "pay_application a join project p on p.org_id = a.org_id and p.id = a.project_id",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    number: { sql: "a.number", label: "Number", sort: true },
    status: { sql: shownStatus, label: "Status", sort: true, codes: payStatuses },
    projectId: { sql: "a.project_id", hidden: true },
    project: { sql: "p.name", label: "Project" },
    purchaseOrderId: { sql: "a.purchase_order_id", hidden: true },
    applicationNo: { sql: "a.application_no", label: "Application" },
    contractorNumber: { sql: "a.contractor_number", label: "Contractor's number" },
    periodFrom: { sql: "a.period_from", label: "Period from" },
    periodTo: { sql: "a.period_to", label: "Period to", sort: true },
    claimed: {
      sql: `coalesce(${sumOf("round(l.claimed_quantity * l.unit_price * 100)")}, 0)`,
      label: "Applied for",
      money: true,
    },
    certified: { sql: sumOf("l.certified_cents"), label: "Certified", money: true },
    retainage: { sql: sumOf("l.retainage_cents"), label: "Retainage", money: true },
    confirmed: { sql: "a.confirmed_by is not null", label: "Quantities confirmed" },
    signed: {
      sql: "(a.contractor_at is not null or a.file_id is not null)",
      label: "Signed by the contractor",
    },
    version: { sql: "a.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "a.id", type: "uuid" },
    status: { kind: "set", sql: shownStatus, type: "text" },
    projectId: { kind: "set", sql: "a.project_id", type: "uuid" },
    purchaseOrderId: { kind: "set", sql: "a.purchase_order_id", type: "uuid" },
    periodTo: { kind: "range", sql: "a.period_to", type: "date" },
  },
  search: ["a.number", "a.contractor_number", "p.name"],
  defaultSort: "-number",
};
