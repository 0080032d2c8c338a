import type { ListDefinition } from "#server/http/list.ts";
import { paySorts } from "../law/categories.labels.ts";
import { itemKinds } from "./item.labels.ts";

/** What projects cost, line by line, with the rule by which it is eligible or not. */
export const itemList: ListDefinition = {
  name: "recovery-costs",
  from: "pa_item x join pa_project p on p.org_id = x.org_id and p.id = x.project_id left join pa_request r on r.org_id = x.org_id and r.id = x.request_id",
  base: "pa_item x",
  alias: "x",
  columns: {
    id: { sql: "x.id", hidden: true },
    costLineId: { sql: "x.cost_line_id", hidden: true },
    kind: { sql: "x.kind", label: "Kind", codes: itemKinds },
    label: { sql: "x.label", label: "What" },
    person: { sql: "x.person", label: "Person" },
    dayFrom: { sql: "x.day_from", label: "From", sort: true },
    dayTo: { sql: "x.day_to", label: "To" },
    minutes: { sql: "x.minutes", label: "Minutes" },
    pay: { sql: "x.pay", label: "Pay", codes: paySorts },
    cents: { sql: "x.cents", label: "Amount", money: true, sort: true },
    eligible: { sql: "x.eligible", label: "Eligible" },
    rule: { sql: "x.rule", label: "Rule" },
    citation: { sql: "x.citation", label: "Citation" },
    project: { sql: "p.number", label: "Project" },
    request: { sql: "r.number", label: "Request" },
    waitsBecause: { sql: "x.waits_because", label: "Waits for" },
    asked: { sql: "x.asked", label: "Asked" },
    answerReason: { sql: "x.answer_reason", label: "Answer" },
    version: { sql: "x.version", hidden: true },
  },
  filters: {
    kind: { kind: "set", sql: "x.kind", type: "text" },
    projectId: { kind: "set", sql: "x.project_id", type: "uuid" },
    requestId: { kind: "set", sql: "x.request_id", type: "uuid" },
    declarationId: { kind: "set", sql: "p.declaration_id", type: "uuid" },
    excluded: { kind: "flag", sql: "not x.eligible and x.asked is null" },
    asked: { kind: "flag", sql: "x.asked is not null" },
    waiting: { kind: "flag", sql: "x.eligible and x.request_id is null" },
    day: { kind: "range", sql: "x.day_from", type: "date" },
  },
  totals: { cents: "x.cents" },
  search: ["x.label", "x.person", "x.rule"],
  defaultSort: "dayFrom",
};
