import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { bind, sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { commodityNames } from "../commodity/commodity.service.ts";
import type { Duplicate } from "../vendor/vendor.model.ts";
import { kindsOfVendor } from "../certification/certification.service.ts";
import type { VendorRecord } from "../vendor/vendor.noun.ts";
import { registrationKinds, registrationStatuses } from "./registration.labels.ts";
import {
  compareFields,
  type RegistrationDetail,
  type RegistrationRow,
} from "./registration.model.ts";
import {
  contentOfVendor,
  registrationNoun,
  type RegistrationRecord,
} from "./submission.service.ts";

export const registrationList: ListDefinition = {
  name: "vendor-registrations",
  from: "vendor_registration r",
  alias: "r",
  columns: {
    id: { sql: "r.id", hidden: true },
    number: { sql: "r.number", label: "Number", sort: true },
    kind: { sql: "r.kind", label: "Kind", codes: registrationKinds },
    status: { sql: "r.status", label: "Status", sort: true, codes: registrationStatuses },
    name: { sql: "r.name", label: "Company", sort: true },
    city: { sql: "r.content->>'city'", label: "City" },
    state: { sql: "r.content->>'state'", label: "State" },
    submittedBy: { sql: "r.submitted_by_name", label: "Submitted by" },
    submittedAt: { sql: "r.submitted_at", label: "Submitted", sort: true },
    vendorId: { sql: "r.vendor_id", hidden: true },
    invited: { sql: "r.invitation_id is not null", label: "Invited" },
    hasBank: { sql: "r.account_sealed is not null", label: "Bank details" },
    waitingDays: {
      sql: "greatest(0, extract(day from now() - r.submitted_at))::int",
      label: "Days",
    },
    version: { sql: "r.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "r.status", type: "text" },
    kind: { kind: "set", sql: "r.kind", type: "text" },
    submittedAt: { kind: "range", sql: "r.submitted_at", type: "instant" },
    vendorId: { kind: "set", sql: "r.vendor_id", type: "uuid" },
    open: { kind: "flag", sql: "r.status in ('submitted', 'screening', 'returned')" },
    bankWaits: {
      kind: "flag",
      sql: "(r.status = 'active' and r.account_sealed is not null and r.bank_change_id is null)",
    },
  },
  search: ["(r.number || ' ' || r.name)"],
  defaultSort: "-submittedAt",
};

type Head = RegistrationRecord &
  RegistrationRow & {
    vendorNumber: string | null;
    screeningResult: RegistrationDetail["screeningResult"];
    screener: string | null;
    decider: string | null;
    bankNumber: string | null;
    bankStatus: string | null;
    w9Checker: string | null;
    firstAccount: boolean;
  };
const columns = Object.entries(registrationList.columns)
  .map(([key, c]) => `${c.sql} as "${key}"`)
  .join(", ");

const headOf = async (db: Db, id: string): Promise<Head> => {
  const row = await db.maybe<Head>(
    bind(
      `
        select
          r.*, ${columns}, v.number as vendor_number, v.screening_result,
          p.display_name as screener, q.display_name as decider, b.number as bank_number,
          b.status as bank_status, w.display_name as w9_checker,
          not exists (
            select 1
            from vendor_bank_account a
            where a.org_id = r.org_id and a.vendor_id = r.vendor_id
          ) as first_account
        from vendor_registration r
        left join vendor v on v.org_id = r.org_id and v.id = r.vendor_id
        left join person p on p.id = r.screened_by
        left join person q on q.id = r.decided_by
        left join person w on w.id = r.w9_checked_by
        left join vendor_bank_change b on b.org_id = r.org_id and b.id = r.bank_change_id
        where r.org_id = $1 and r.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("vendor registration");
  return row;
};

const bankOf = (h: Head): RegistrationDetail["bank"] =>
  h.accountLast4
    ? {
        bankName: h.bankName ?? "",
        routingNumber: h.routingNumber ?? "",
        accountLast4: h.accountLast4,
        accountType: h.accountType ?? "checking",
      }
    : null;

const vendorToCompare = async (db: Db, head: Head, open: boolean) =>
  head.kind !== "registration" && open && head.vendorId
    ? await db.maybe<VendorRecord>(
        sql`select * from vendor where org_id = ${db.scope.orgId} and id = ${head.vendorId}`,
      )
    : null;

const w9Of = (head: Head) =>
  head.w9Result && head.w9CheckedAt
    ? {
        result: head.w9Result,
        note: head.w9Note,
        checker: head.w9Checker,
        at: head.w9CheckedAt,
      }
    : null;

/**
 * A registration with old and new side by side, documents, duplicates and the actor's actions; of
 * its numbers the last four digits only.
 */
export const readRegistration = async (
  db: Db,
  actor: Actor,
  id: string,
  duplicatesNow: (r: RegistrationRecord) => Promise<Duplicate[]>,
): Promise<RegistrationDetail> => {
  const head = await headOf(db, id);
  const open = head.status === "submitted" || head.status === "screening";
  const against = await vendorToCompare(db, head, open);
  const before = against
    ? contentOfVendor(against, await kindsOfVendor(db, against.id))
    : head.before;
  const codes = (head.content.commodityCodes as string[] | undefined) ?? [];
  const [names, duplicates] = await Promise.all([
    commodityNames(db, codes),
    head.status === "submitted" ? duplicatesNow(head) : head.duplicates,
  ]);
  return {
    id: head.id,
    number: head.number,
    kind: head.kind,
    status: head.status as RegistrationDetail["status"],
    name: head.name,
    city: head.city,
    state: head.state,
    submittedBy: head.submittedByName,
    submittedAt: head.submittedAt,
    vendorId: head.vendorId,
    invited: head.invited,
    hasBank: head.hasBank,
    waitingDays: head.waitingDays,
    version: head.version,
    submittedByEmail: head.submittedByEmail,
    fields: compareFields(before, head.content),
    comparedWith: before ? (head.vendorNumber ?? null) : null,
    tinLast4: head.tinLast4,
    tinKind: head.tinKind,
    tinChanged: against ? against.tinDigest !== head.tinDigest : false,
    bank: bankOf(head),
    bankChange: head.bankNumber ? { number: head.bankNumber, status: head.bankStatus! } : null,
    firstAccount: head.firstAccount,
    documents: head.documents,
    commodities: codes.map((code) => ({ code, name: names.get(code) ?? code })),
    duplicates,
    vendorNumber: head.vendorNumber,
    screeningResult: head.screeningResult,
    screener: head.screener,
    decider: head.decider,
    decidedAt: head.decidedAt,
    decisionReason: head.decisionReason,
    w9: w9Of(head),
    actions: actionsFor(actor, registrationNoun, head as never),
    canProposeBank:
      head.status === "active" &&
      head.accountLast4 !== null &&
      head.bankNumber === null &&
      actor.permissions.has("vendor.editBank"),
  };
};
