import { defineNoun } from "#server/lifecycle.ts";
import { deadline } from "../workflow.tables.ts";
import { deadlineCycle } from "./deadline.labels.ts";

export const deadlineNoun = defineNoun({
  name: "deadline",
  path: "deadlines",
  page: "/deadlines",
  table: deadline,
  cycle: deadlineCycle,
  number: (row) => row.title,
});
