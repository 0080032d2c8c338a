import { defineNoun } from "#server/lifecycle.ts";
import { program } from "../programs.tables.ts";
import { programCycle } from "./program.labels.ts";

export const programNoun = defineNoun({
  name: "program",
  path: "programs",
  page: "/api-connectors/programs",
  table: program,
  cycle: programCycle,
  number: (row) => row.name,
});
