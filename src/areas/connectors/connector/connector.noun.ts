import { defineNoun } from "#server/lifecycle.ts";
import { connector } from "../connectors.tables.ts";
import { connectorCycle } from "./connector.labels.ts";

export const connectorNoun = defineNoun({
  name: "connector",
  path: "connectors",
  page: "/api-connectors/connectors",
  table: connector,
  cycle: connectorCycle,
  number: (row) => row.name,
});
