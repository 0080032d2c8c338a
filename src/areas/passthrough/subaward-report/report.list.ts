import type { ListDefinition } from "#server/http/list.ts";
import { reportStates } from "./report.labels.ts";

const state =
  "(case when s.reported_on is not null then 'reported' when s.report_due_on < $today then 'late' else 'due' end)";
// Counts and totals go over the same rows as the list.
const reported = "(select * from subaward where report_due_on is not null) s";
const fact = (key: string) => `coalesce(s.facts -> '${key}' ->> 'value', '')`;

/** Subawards that are reported to SAM.gov (2 CFR part 170), with what the report asks of each. */
export const reportList: ListDefinition = {
  name: "subaward-reports",
  from: `${reported}
    join grant_award w on w.org_id = s.org_id and w.id = s.award_id
    join vendor v on v.org_id = s.org_id and v.id = s.vendor_id`,
  base: reported,
  alias: "s",
  columns: {
    id: { sql: "s.id", hidden: true },
    number: { sql: "s.number", label: "Subaward number", sort: true },
    state: { sql: state, label: "State", codes: reportStates },
    dueOn: { sql: "s.report_due_on", label: "Report by", sort: true },
    obligatedOn: { sql: "s.executed_on", label: "Obligated", sort: true },
    subrecipient: { sql: "v.name", label: "Subrecipient", sort: true },
    uei: { sql: fact("uei"), label: "Unique entity identifier" },
    fain: { sql: fact("fain"), label: "Federal award identification number" },
    listing: { sql: fact("listing"), label: "Assistance listing" },
    title: { sql: "s.title", label: "Description" },
    award: { sql: "w.number", label: "Award", sort: true },
    amount: { sql: "s.amount", label: "Obligated amount", money: true, sort: true },
    reportedOn: { sql: "s.reported_on", label: "Reported", sort: true },
    reference: { sql: "s.report_reference", label: "Report in SAM.gov" },
    version: { sql: "s.version", hidden: true },
  },
  filters: {
    state: { kind: "set", sql: state, type: "text" },
    dueOn: { kind: "range", sql: "s.report_due_on", type: "date" },
    obligatedOn: { kind: "range", sql: "s.executed_on", type: "date" },
    awardId: { kind: "set", sql: "s.award_id", type: "uuid" },
    amount: { kind: "range", sql: "s.amount", type: "cents" },
  },
  search: ["s.number", "s.title", "v.name", "w.number"],
  totals: { amount: "s.amount" },
  defaultSort: "dueOn",
};
