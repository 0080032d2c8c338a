import { defineNoun } from "#server/lifecycle.ts";
import { carbonYear } from "../carbon.tables.ts";
import { yearCycle, type YearAction, type YearStatus } from "./year.labels.ts";

export type YearStored = typeof carbonYear.$inferSelect;

export const yearNoun = defineNoun<YearStatus, YearAction, typeof carbonYear>({
  name: "carbonYear",
  path: "carbon-years",
  page: "/carbon/years",
  table: carbonYear,
  cycle: yearCycle,
  number: ({ number }) => number,
  read: "carbon.read",
  askers: ["preparedBy"],
  keepsFiles: ["published"],
});
