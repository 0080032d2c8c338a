import { wordsOf } from "#kernel/labels.ts";
import type { FlowRecord } from "#areas/flows/flows.server.ts";
import { safetyKinds, safetyStatuses, severities } from "./safety.labels.ts";
import { safetyCase } from "./safety.tables.ts";

/**
 * Safety cases, as workflows know them: what the list shows, and nothing of who was hurt or how. Who
 * reported one is no starter either, for a near miss may be told without a name.
 */
export const safetyFlow: FlowRecord = {
  noun: "safetyCase",
  table: safetyCase,
  label: "safety case",
  events: {
    create: "is reported",
    triage: "is triaged",
    classify: "is classified",
    close: "is closed",
  },
  fields: {
    kind: { label: "Kind", kind: "choice", choices: safetyKinds },
    status: {
      label: "Status",
      kind: "choice",
      choices: wordsOf(safetyStatuses),
    },
    happenedOn: { label: "Happened on", kind: "date" },
    severe: {
      label: "Told to OSHA at once",
      kind: "choice",
      choices: wordsOf(severities),
    },
    recordable: { label: "Recordable", kind: "yesNo" },
  },
  starter: () => ({ personId: null, name: "", email: null }),
  read: "safety.read",
  approved: false,
  href: (id) => `/safety-management/${id}`,
  actions: {},
};
