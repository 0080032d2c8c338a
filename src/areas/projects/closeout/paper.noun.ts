import { defineNoun } from "#server/lifecycle.ts";
import { paperCycle, type PaperAction, type PaperStatus } from "./paper.labels.ts";
import { closeoutPaper } from "./paper.tables.ts";

export type PaperStored = typeof closeoutPaper.$inferSelect;

export const paperNoun = defineNoun<PaperStatus, PaperAction, typeof closeoutPaper>({
  name: "closeoutPaper",
  path: "closeout-papers",
  page: "/projects/papers",
  table: closeoutPaper,
  cycle: paperCycle,
  number: (row) => row.number,
  askers: ["sentBy"],
  read: "project.read",
  keepsFiles: ["sent", "accepted"],
});
