import type { ListDefinition } from "#server/http/list.ts";
import { payrollStatuses } from "./payroll.labels.ts";

/** The agency's certified payrolls, without anybody's pay. */
export const payrollList: ListDefinition = {
  name: "certified-payrolls",
  title: "certified payrolls",
  from: "certified_payroll c join project p on p.org_id = c.org_id and p.id = c.project_id",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    status: { sql: "c.status", label: "Status", codes: payrollStatuses },
    projectId: { sql: "c.project_id", hidden: true },
    project: { sql: "p.name", label: "Project" },
    purchaseOrderId: { sql: "c.purchase_order_id", hidden: true },
    employer: { sql: "c.employer", label: "Employer" },
    payrollNo: { sql: "c.payroll_no", label: "Payroll no." },
    weekEnding: { sql: "c.week_ending", label: "Week ending", sort: true },
    paidOn: { sql: "c.paid_on", label: "Payday" },
    noWork: { sql: "c.no_work", label: "No work" },
    final: { sql: "c.final", label: "Last" },
    workers: { sql: "jsonb_array_length(c.workers)", label: "Rows" },
    submittedAt: { sql: "c.submitted_at", label: "Submitted" },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "c.id", type: "uuid" },
    status: { kind: "set", sql: "c.status", type: "text" },
    projectId: { kind: "set", sql: "c.project_id", type: "uuid" },
    purchaseOrderId: { kind: "set", sql: "c.purchase_order_id", type: "uuid" },
    weekEnding: { kind: "range", sql: "c.week_ending", type: "date" },
  },
  search: ["c.number", "c.employer", "p.name"],
  defaultSort: "-weekEnding",
};
