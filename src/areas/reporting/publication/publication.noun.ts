import { defineNoun } from "#server/lifecycle.ts";
import { publication } from "../reporting.tables.ts";
import { publicationCycle } from "./publication.labels.ts";

export const publicationNoun = defineNoun({
  name: "publication",
  path: "publications",
  page: "/reports/published",
  table: publication,
  cycle: publicationCycle,
  number: (row) => row.number,
  read: "report.publish",
  askers: ["askedBy"],
});
