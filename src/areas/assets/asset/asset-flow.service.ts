import { wordsOf } from "#kernel/labels.ts";
import type { FlowRecord } from "#areas/flows/flows.server.ts";
import { asset } from "../assets.tables.ts";
import { assetStatuses } from "./asset.labels.ts";

/** Assets, as workflows know them. */
export const assetFlow: FlowRecord = {
  noun: "asset",
  table: asset,
  label: "asset",
  events: {
    create: "is entered",
    receive: "is received",
    putInService: "is put in service",
    takeOut: "is taken out of service",
    retire: "is retired",
    dispose: "is disposed of",
  },
  fields: {
    name: { label: "Name", kind: "text" },
    status: { label: "Status", kind: "choice", choices: wordsOf(assetStatuses) },
    location: { label: "Location", kind: "text" },
    costCents: { label: "Cost", kind: "money" },
    consequence: { label: "Consequence of failure", kind: "number" },
    warrantyUntil: { label: "Warranty until", kind: "date" },
    inServiceOn: { label: "In service since", kind: "date" },
    federalAward: { label: "Federal award", kind: "text" },
  },
  starter: (row) => ({ personId: row.custodianId as string | null, name: "", email: null }),
  read: "asset.read",
  approved: false,
  href: (id) => `/asset-management/${id}`,
  actions: {},
};
