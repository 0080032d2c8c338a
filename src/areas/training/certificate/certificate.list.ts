import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { seesAllTraining } from "../training.model.ts";
import { certificateStates, expiringDays } from "./certificate.labels.ts";

const state = `
  case
    when c.status <> 'valid' then c.status
    when c.valid_until < $today then 'expired'
    when c.valid_until <= $today + ${expiringDays} then 'expiring'
    else 'valid'
  end
`;
// A later one of the same person and code that holds longer.
const renewed = `
  exists (
    select 1
    from person_certificate r
    where r.org_id = c.org_id
      and r.holder_id = c.holder_id
      and r.code = c.code
      and r.status = 'valid'
      and coalesce(r.valid_until, 'infinity') > coalesce(c.valid_until, 'infinity')
  )
`;

/** Certificates of people: of everybody for whoever keeps them, else one's own and those of one's people. */
export const certificateList: ListDefinition = {
  name: "person-certificates",
  title: "certificates of people",
  from: "person_certificate c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    holderId: { sql: "c.holder_id", hidden: true },
    holderName: { sql: "c.holder_name", label: "Holder", sort: true },
    code: { sql: "c.code", label: "Code", sort: true },
    title: { sql: "c.title", label: "Certificate", sort: true },
    issuer: { sql: "c.issuer", label: "Issued by", sort: true },
    reference: { sql: "c.reference", label: "Issuer's number" },
    validFrom: { sql: "c.valid_from", label: "Valid from", sort: true },
    validUntil: { sql: "c.valid_until", label: "Last day", sort: true },
    daysLeft: { sql: "(c.valid_until - $today)", label: "Days left" },
    status: { sql: state, label: "Status", sort: true, codes: certificateStates },
    renewed: { sql: renewed, label: "Renewed" },
    verifiedName: { sql: "c.verified_name", label: "Verified by" },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "c.id", type: "uuid" },
    status: { kind: "set", sql: state, type: "text" },
    code: { kind: "set", sql: "c.code", type: "text" },
    holderId: { kind: "set", sql: "c.holder_id", type: "uuid" },
    validFrom: { kind: "range", sql: "c.valid_from", type: "date" },
    validUntil: { kind: "range", sql: "c.valid_until", type: "date" },
    renewed: { kind: "flag", sql: renewed },
    mine: { kind: "flag", sql: "c.holder_id = $actor" },
  },
  search: ["c.number", "c.holder_name", "c.code", "c.title", "c.issuer", "c.reference"],
  defaultSort: "validUntil",
  visible: (actor) => (seesAllTraining(actor) ? null : sql`c.holder_id = ${actor.personId}`),
};
