import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { logSecurityEvent, type Client } from "#areas/identity/identity.server.ts";
import { signInEvent } from "../sign-on.tables.ts";
import { eventKinds, type EventKind } from "./event.labels.ts";

export type Noted = {
  kind: EventKind;
  good: boolean;
  providerId?: string | null;
  personId?: string | null;
  who?: string;
  /** What happened, in a sentence. */
  told?: string;
  /** What only those who look for a fault want to know. */
  detail?: string;
  client?: Client;
};

/** Writes what happened at the agency's own sign-in into its log and among its security events. */
export const noteEvent = async (tx: Tx, noted: Noted): Promise<void> => {
  const { kind, good, providerId = null, personId = null } = noted;
  const told = [noted.told, noted.detail].filter(Boolean).join(" ").slice(0, 1000);
  await insertRow(tx, signInEvent, {
    orgId: tx.scope.orgId!,
    id: newId(),
    providerId,
    kind,
    good,
    personId,
    who: (noted.who ?? "").slice(0, 300),
    told,
    place: noted.client?.address ?? "",
  });
  await logSecurityEvent(tx, {
    type: `sign_on_${kind}${good ? "" : "_refused"}`,
    severity: good ? "low" : "medium",
    orgId: tx.scope.orgId,
    // Whose transaction it is; who was named stands in the data.
    personId: tx.scope.personId,
    address: noted.client?.address ?? "",
    data: { providerId, person: personId, who: noted.who, told },
  });
};

/** What happened at the agency's own sign-in, newest first. */
export const eventList: ListDefinition = {
  name: "sign-in events",
  alias: "e",
  from: `sign_in_event e
    left join sign_in_provider v on v.org_id = e.org_id and v.id = e.provider_id`,
  columns: {
    id: { sql: "e.id", hidden: true },
    at: { sql: "e.at", label: "When", sort: true },
    kind: { sql: "e.kind", label: "What", codes: eventKinds },
    good: { sql: "e.good", label: "Went well" },
    providerName: { sql: "v.name", label: "Provider" },
    who: { sql: "e.who", label: "Named as" },
    told: { sql: "e.told", label: "What happened" },
    place: { sql: "e.place", label: "Network address" },
  },
  filters: {
    kind: { kind: "set", sql: "e.kind", type: "text", values: Object.keys(eventKinds) },
    good: { kind: "flag", sql: "e.good" },
    refused: { kind: "flag", sql: "not e.good" },
    at: { kind: "range", sql: "e.at", type: "instant" },
  },
  search: ["e.who", "e.told"],
  defaultSort: "-at",
};
