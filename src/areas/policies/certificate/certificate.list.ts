import type { ListDefinition } from "#server/http/list.ts";
import { sql } from "#server/db/sql.ts";
import { certificateKinds, certificateStatuses } from "./certificate.labels.ts";

/** Certificates of the agency: all of them for whoever looks after them, else those that hold or held. */
export const certificateList: ListDefinition = {
  name: "agency-certificates",
  from: "agency_certificate c",
  alias: "c",
  visible: (actor) =>
    actor.permissions.has("agencyPolicy.edit") ? null : sql`c.status in ('published', 'expired')`,
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    title: { sql: "c.title", label: "Certificate", sort: true },
    kind: { sql: "c.kind", label: "Kind", sort: true, codes: certificateKinds },
    issuer: { sql: "c.issuer", label: "Issued by", sort: true },
    reference: { sql: "c.reference", label: "Issuer's number" },
    validFrom: { sql: "c.valid_from", label: "Valid from", sort: true },
    validUntil: { sql: "c.valid_until", label: "Valid until", sort: true },
    owner: { sql: "c.owner", label: "Owner", sort: true },
    status: { sql: "c.status", label: "Status", sort: true, codes: certificateStatuses },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "c.status", type: "text" },
    kind: { kind: "set", sql: "c.kind", type: "text" },
    validUntil: { kind: "range", sql: "c.valid_until", type: "date" },
    ending: {
      kind: "flag",
      sql: "c.status = 'published' and c.valid_until between $today and $today + 60",
    },
    mine: { kind: "flag", sql: "c.owner_id = $actor" },
  },
  search: ["c.number", "c.title", "c.issuer", "c.reference"],
  defaultSort: "validUntil",
};
