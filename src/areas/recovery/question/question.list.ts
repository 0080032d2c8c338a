import type { ListDefinition } from "#server/http/list.ts";
import { appealCycle, appealLevels } from "./appeal.labels.ts";
import { questionStatuses } from "./question.model.ts";

/** Questions of state and FEMA, each with the earlier answer where it was asked before. */
export const questionList: ListDefinition = {
  name: "fema-questions",
  title: "questions of FEMA and the state",
  from: "pa_question q join pa_declaration d on d.org_id = q.org_id and d.id = q.declaration_id left join pa_project p on p.org_id = q.org_id and p.id = q.project_id left join pa_question e on e.org_id = q.org_id and e.id = q.earlier_id",
  base: "pa_question q",
  alias: "q",
  columns: {
    id: { sql: "q.id", hidden: true },
    number: { sql: "q.number", label: "Number", sort: true },
    status: { sql: "q.status", label: "Status", codes: questionStatuses },
    declaration: { sql: "d.number", label: "Declaration" },
    project: { sql: "p.number", label: "Project" },
    askedBy: { sql: "q.asked_by", label: "Asked by" },
    askedOn: { sql: "q.asked_on", label: "Asked", sort: true },
    dueOn: { sql: "q.due_on", label: "Due", sort: true },
    question: { sql: "q.question", label: "Question" },
    answer: { sql: "q.answer", label: "Answer" },
    answeredOn: { sql: "q.answered_on", label: "Answered" },
    delivery: { sql: "q.delivery", label: "Proof of delivery" },
    earlierNumber: { sql: "e.number", label: "Earlier question" },
    earlierAnswer: { sql: "e.answer", label: "Earlier answer" },
    earlierDelivery: { sql: "e.delivery", label: "Earlier proof of delivery" },
    version: { sql: "q.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "q.status", type: "text" },
    declarationId: { kind: "set", sql: "q.declaration_id", type: "uuid" },
    projectId: { kind: "set", sql: "q.project_id", type: "uuid" },
    late: { kind: "flag", sql: "q.status = 'open' and q.due_on < $today" },
    dueOn: { kind: "range", sql: "q.due_on", type: "date" },
  },
  search: ["q.number", "q.question", "q.answer"],
  defaultSort: "dueOn",
};

/** Appeals with both clocks. */
export const appealList: ListDefinition = {
  name: "fema-appeals",
  title: "appeals to FEMA",
  from: "pa_appeal a join pa_project p on p.org_id = a.org_id and p.id = a.project_id",
  base: "pa_appeal a",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    number: { sql: "a.number", label: "Number", sort: true },
    status: { sql: "a.status", label: "Status", sort: true, codes: appealCycle.statuses },
    level: { sql: "a.level", label: "Level", codes: appealLevels },
    subject: { sql: "a.subject", label: "Denied" },
    project: { sql: "p.number", label: "Project" },
    disputedCents: { sql: "a.disputed_cents", label: "In dispute", money: true, sort: true },
    determinedOn: { sql: "a.determined_on", label: "Determined" },
    fileBy: { sql: "a.file_by", label: "File by", sort: true },
    filedOn: { sql: "a.filed_on", label: "Filed" },
    forwardBy: { sql: "a.forward_by", label: "Forwarded by" },
    forwardedOn: { sql: "a.forwarded_on", label: "Forwarded" },
    version: { sql: "a.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "a.status", type: "text" },
    level: { kind: "set", sql: "a.level", type: "text" },
    projectId: { kind: "set", sql: "a.project_id", type: "uuid" },
    fileBy: { kind: "range", sql: "a.file_by", type: "date" },
  },
  search: ["a.number", "a.subject", "p.number"],
  defaultSort: "fileBy",
};
