import { defineNoun } from "#server/lifecycle.ts";
import { servedRequest } from "../served.tables.ts";
import { requestCycle, type RequestAction, type RequestStatus } from "./request.labels.ts";

export type RequestStored = typeof servedRequest.$inferSelect;

export const requestNoun = defineNoun<RequestStatus, RequestAction, typeof servedRequest>({
  name: "clientRequest",
  path: "client-requests",
  page: "/clients/requests",
  table: servedRequest,
  cycle: requestCycle,
  number: ({ number }) => number,
  read: "served.read",
  askers: ["enteredBy", "acceptedBy"],
});
