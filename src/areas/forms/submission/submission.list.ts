import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { audiences } from "../form/form.labels.ts";
import { submissionStatuses } from "./submission.labels.ts";

export const submissionList: ListDefinition = {
  name: "form-submissions",
  from: "form_submission x join form_definition f on f.org_id = x.org_id and f.id = x.form_id",
  base: "form_submission x",
  alias: "x",
  columns: {
    id: { sql: "x.id", hidden: true },
    number: { sql: "x.number", label: "Number", sort: true },
    status: { sql: "x.status", label: "Status", sort: true, codes: submissionStatuses },
    form: { sql: "f.name", label: "Form", sort: true },
    audience: { sql: "x.audience", label: "Audience", codes: audiences },
    fillerName: { sql: "x.filler_name", label: "Filled in by", sort: true },
    submittedAt: { sql: "x.submitted_at", label: "Submitted", sort: true },
    version: { sql: "x.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "x.status", type: "text" },
    audience: { kind: "set", sql: "x.audience", type: "text" },
    form: { kind: "set", sql: "f.definition_id", type: "uuid" },
    submittedAt: { kind: "range", sql: "(x.submitted_at at time zone $zone)::date", type: "date" },
  },
  search: ["x.number", "x.filler_name", "f.name"],
  defaultSort: "-number",
  // A draft is its filler's alone.
  visible: () => sql`x.status <> 'draft'`,
};

/** The same for the one search, where a submission is called by its form. */
export const searchedSubmissions: ListDefinition = {
  ...submissionList,
  columns: {
    ...submissionList.columns,
    title: { sql: "(f.name || ', ' || x.filler_name)", hidden: true },
  },
};
