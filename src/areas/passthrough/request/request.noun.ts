import { defineNoun } from "#server/lifecycle.ts";
import { subawardRequest } from "../passthrough.tables.ts";
import { requestCycle, type RequestAction, type RequestStatus } from "./request.labels.ts";

export type RequestRecord = typeof subawardRequest.$inferSelect;
export const requestNoun = defineNoun<
  RequestStatus,
  RequestAction,
  typeof subawardRequest,
  RequestRecord
>({
  name: "subawardRequest",
  path: "subaward-requests",
  page: "/grant-management/subaward-requests",
  table: subawardRequest,
  cycle: requestCycle,
  keepsFiles: ["submitted", "accepted"],
  number: (row) => row.number,
  askers: ["createdBy"],
  read: "subaward.read",
});
