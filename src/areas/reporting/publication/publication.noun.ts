import { defineNoun } from "#server/lifecycle.ts";
import { publication } from "../reporting.tables.ts";
import { runsOf } from "./content.service.ts";
import { publicationCycle, wasRead } from "./publication.labels.ts";

export const publicationNoun = defineNoun({
  name: "publication",
  path: "publications",
  page: "/reports/published",
  table: publication,
  cycle: publicationCycle,
  number: (row) => row.number,
  read: "report.publish",
  askers: ["askedBy"],
  // What nobody read yet is for those who may read the figures of its runs.
  visible: async (db, actor, row) =>
    wasRead(row.status) ||
    (await runsOf(db, row.id)).every((run) =>
      run.permissions.every((each) => actor.permissions.has(each)),
    ),
});
