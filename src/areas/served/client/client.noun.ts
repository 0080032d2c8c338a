import { defineNoun } from "#server/lifecycle.ts";
import { servedClient } from "../served.tables.ts";
import { clientCycle, type ClientAction, type ClientStatus } from "./client.labels.ts";

export type ClientStored = typeof servedClient.$inferSelect;

export const clientNoun = defineNoun<ClientStatus, ClientAction, typeof servedClient>({
  name: "servedClient",
  path: "clients",
  page: "/clients",
  table: servedClient,
  cycle: clientCycle,
  number: ({ number }) => number,
  read: "served.read",
});
