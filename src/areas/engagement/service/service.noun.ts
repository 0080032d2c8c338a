import { defineNoun } from "#server/lifecycle.ts";
import { serviceRequest } from "../engagement.tables.ts";
import { serviceCycle } from "./service.model.ts";

export const serviceNoun = defineNoun({
  name: "serviceRequest",
  path: "service-requests",
  page: "/service-requests",
  table: serviceRequest,
  cycle: serviceCycle,
  number: (row) => row.number,
});
