import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { seesAllTraining } from "../training.model.ts";
import { overrideStates, seatLabels } from "./gate.labels.ts";

const state = `
  case when o.status = 'given' and o.until <= clock_timestamp() then 'over' else o.status end
`;

/** Who was let do work without its certificate: all of them for whoever keeps certificates, else one's own. */
export const overrideList: ListDefinition = {
  name: "seat-overrides",
  title: "overrides of seats",
  from: "seat_override o",
  alias: "o",
  columns: {
    id: { sql: "o.id", hidden: true },
    number: { sql: "o.number", label: "Number", sort: true },
    seat: { sql: "o.seat", label: "Work", sort: true, codes: seatLabels },
    personId: { sql: "o.person_id", hidden: true },
    personName: { sql: "o.person_name", label: "Person", sort: true },
    lacks: { sql: "o.lacks", label: "Lacks" },
    reason: { sql: "o.reason", label: "Why" },
    givenName: { sql: "o.given_name", label: "By", sort: true },
    givenAt: { sql: "o.given_at", label: "Given", sort: true },
    until: { sql: "o.until", label: "Until", sort: true },
    status: { sql: state, label: "Status", codes: overrideStates },
    version: { sql: "o.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "o.id", type: "uuid" },
    status: { kind: "set", sql: state, type: "text" },
    seat: { kind: "set", sql: "o.seat", type: "text" },
  },
  search: ["o.number", "o.person_name", "o.reason", "o.given_name"],
  defaultSort: "-givenAt",
  visible: (actor) => (seesAllTraining(actor) ? null : sql`o.person_id = ${actor.personId}`),
};
