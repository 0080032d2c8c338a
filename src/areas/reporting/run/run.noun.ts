import { defineNoun } from "#server/lifecycle.ts";
import { keptRun } from "../reporting.tables.ts";
import { keptRunCycle } from "../report/report.labels.ts";

export const keptRunNoun = defineNoun({
  name: "keptRun",
  path: "kept-runs",
  page: "/reports/runs",
  table: keptRun,
  cycle: keptRunCycle,
  number: (row) => row.number,
  read: "report.read",
  askers: ["keptBy"],
  // Its figures stay behind the permissions that they had when it was kept.
  visible: (_db, actor, row) =>
    (row.shared || row.keptBy === actor.personId) &&
    row.permissions.every((each) => actor.permissions.has(each)),
});
