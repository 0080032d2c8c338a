import { ledgerOfProject } from "#areas/budget/budget.server.ts";
import { lastDayOfContracts } from "#areas/contracts/contracts.server.ts";
import { departmentNameOf } from "#areas/organization/organization.server.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { projectStatuses } from "./project.labels.ts";

const ledger = ledgerOfProject("p.org_id", "p.segment_id");
const today = "$today";
const contractIds = `array(
  select (named ->> 'contractId')::uuid from jsonb_array_elements(p.contracts) named
)`;
const inspects = `p.inspectors @> jsonb_build_array(jsonb_build_object('personId', $actor))`;
const finish = `coalesce(${lastDayOfContracts("p.org_id", contractIds)}, p.starts_on + p.contract_days - 1)`;
const ended = "p.status in ('closed', 'cancelled')";
const stopped = "p.status in ('substantially_complete', 'closed', 'cancelled')";
const begun = "p.status in ('active', 'on_hold', 'substantially_complete', 'closed')";
const granted = `(${finish} - p.starts_on + 1)`;
const used = `case when ${begun} and p.starts_on <= ${today} then coalesce(p.completed_on, ${today}) - p.starts_on + 1 end`;

/** SQL: it will cost more than its budget, or has already. */
export const beyondBudget = `(
  not ${ended}
  and greatest(coalesce(p.forecast_cents, 0), ${ledger.committed} + ${ledger.spent}) > ${ledger.budget}
)`;
/** SQL: its last day is over and its work is not. */
export const beyondTime = `(${begun} and not ${stopped} and ${finish} < ${today})`;

/** The agency's projects. */
export const projectList: ListDefinition = {
  name: "projects",
  title: "projects",
  from: "project p",
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    number: { sql: "p.number", label: "Number", sort: true },
    name: { sql: "p.name", label: "Project", sort: true },
    status: { sql: "p.status", label: "Status", sort: true, codes: projectStatuses },
    segmentCode: { sql: "p.segment_code", label: "Project of the ledger", sort: true },
    departmentId: { sql: "p.department_id", hidden: true },
    department: { sql: departmentNameOf("p.org_id", "p.department_id"), label: "Department" },
    engineerId: { sql: "p.engineer_id", hidden: true },
    place: { sql: "p.place", label: "Place" },
    latitude: { sql: "p.latitude::text", label: "Latitude" },
    longitude: { sql: "p.longitude::text", label: "Longitude" },
    budgetCents: { sql: ledger.budget, label: "Budget", money: true },
    committedCents: { sql: ledger.committed, label: "Committed", money: true },
    spentCents: { sql: ledger.spent, label: "Spent", money: true },
    forecastCents: { sql: "p.forecast_cents", label: "Forecast", money: true, sort: true },
    startsOn: { sql: "p.starts_on", label: "Work starts", sort: true },
    finishOn: { sql: finish, label: "Contract finish" },
    daysGranted: { sql: granted, label: "Days granted" },
    daysUsed: { sql: used, label: "Days used" },
    beyondBudget: { sql: beyondBudget, hidden: true },
    beyondTime: { sql: beyondTime, hidden: true },
    version: { sql: "p.version", hidden: true },
    description: { sql: "p.description", label: "Description", exportOnly: true },
    contractDays: { sql: "p.contract_days", label: "Contract days", exportOnly: true },
    completedOn: { sql: "p.completed_on", label: "Substantially complete on", exportOnly: true },
    closedOn: { sql: "p.closed_on", label: "Closed on", exportOnly: true },
  },
  filters: {
    id: { kind: "set", sql: "p.id", type: "uuid" },
    status: { kind: "set", sql: "p.status", type: "text" },
    departmentId: { kind: "set", sql: "p.department_id", type: "uuid" },
    engineerId: { kind: "set", sql: "p.engineer_id", type: "uuid" },
    open: { kind: "flag", sql: `not ${ended}` },
    beyondBudget: { kind: "flag", sql: beyondBudget },
    beyondTime: { kind: "flag", sql: beyondTime },
    mine: { kind: "flag", sql: `(p.engineer_id = $actor or ${inspects})` },
  },
  search: ["p.number", "p.name", "p.segment_code", "p.place"],
  defaultSort: "-number",
};
