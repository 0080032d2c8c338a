import { defineNoun } from "#server/lifecycle.ts";
import { changeCycle, type ChangeAction, type ChangeStatus } from "./change.labels.ts";
import { contractChange } from "./change.tables.ts";

export type ChangeRecord = typeof contractChange.$inferSelect;

export const changeNoun = defineNoun<
  ChangeStatus,
  ChangeAction,
  typeof contractChange,
  ChangeRecord
>({
  name: "changeOrder",
  path: "change-orders",
  page: "/claims-change-orders/changes",
  table: contractChange,
  cycle: changeCycle,
  number: (row) => row.number,
  askers: ["draftedBy"],
  read: "contract.read",
});
