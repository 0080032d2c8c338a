// What becomes of the vendors area's own records when two vendors become one.
import { signersOfVendors } from "#areas/workflow/workflow.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  correctivePlan,
  performanceReply,
  vendorEvaluation,
  vendorScore,
} from "../performance/performance.tables.ts";
import { vendorCertification } from "../certification/certification.tables.ts";
import {
  vendorDebarment,
  vendorDocument,
  vendorInvitation,
  vendorRegistration,
} from "../registration/registration.tables.ts";
import {
  exclusionSearch,
  vendorScreening,
  vendorScreeningDecision,
} from "../screening/screening.tables.ts";
import { vendor, vendorBankAccount, vendorBankChange, vendorContact } from "../vendors.tables.ts";
import { vendorAsIssued, vendorMerge, vendorNotSame, vendorPair } from "./merge.tables.ts";
import type { MergeBlock, VendorReference } from "./reference.service.ts";

const page = (id: string, tab: string) => `/vendor-directory/${id}?tab=${tab}`;

const bankChanges = async (db: Db, ids: readonly string[]): Promise<MergeBlock[]> => {
  const open = await db.rows<{ number: string; vendor: string; vendorId: string }>(sql`
    select c.number, v.number as vendor, v.id as vendor_id
    from vendor_bank_change c
    join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
    where c.org_id = ${db.scope.orgId}
      and c.vendor_id = any(${ids}::uuid[])
      and c.status = 'proposed'
    order by c.number
  `);
  return open.map((one) => ({
    sentence: `The bank change ${one.number} of ${one.vendor} waits for its call-back. Verify or reject it first.`,
    href: page(one.vendorId, "bank"),
  }));
};

const registrations = async (db: Db, ids: readonly string[]): Promise<MergeBlock[]> => {
  const open = await db.rows<{ id: string; number: string; name: string }>(sql`
    select id, number, name
    from vendor_registration
    where org_id = ${db.scope.orgId}
      and vendor_id = any(${ids}::uuid[])
      and status in ('submitted', 'screening', 'returned')
    order by number
  `);
  return open.map((one) => ({
    sentence: `The registration ${one.number} of ${one.name} is not decided. Decide it first.`,
    href: `/vendor-registration/${one.id}`,
  }));
};

/** A record that must not be paid lends its standing to nobody: both have to stand alike. */
const standings = async (db: Db, ids: readonly string[]): Promise<MergeBlock[]> => {
  const rows = await db.rows<{
    id: string;
    number: string;
    status: string;
    screeningResult: string | null;
  }>(sql`
    select id, number, status, screening_result
    from vendor
    where org_id = ${db.scope.orgId} and id = any(${ids}::uuid[])
    order by number
  `);
  return rows.flatMap((one) => [
    ...(one.status === "suspended" || one.status === "on_hold"
      ? [
          {
            sentence: `${one.number} is ${one.status.replace("_", " ")}. Reinstate or release it, or leave both apart.`,
            href: `/vendor-directory/${one.id}`,
          },
        ]
      : []),
    ...(one.screeningResult === "excluded" || one.screeningResult === "possible"
      ? [
          {
            sentence: `${one.number} matches an excluded party. Decide on that first.`,
            href: page(one.id, "screening"),
          },
        ]
      : []),
  ]);
};

const moved = { rule: "move" } as const;
const evidence = "It is evidence of what was looked at, under the name of then.";
const told = "It tells of the merge itself.";

/** The references of this area. */
export const ownReferences: readonly VendorReference[] = [
  {
    table: vendor,
    column: "merged_into_id",
    rule: "stays",
    label: "Records merged earlier",
    why: "They lead to this record, and with it to the one that stays.",
    blocks: standings,
  },
  {
    table: vendorContact,
    rule: "combine",
    label: "Contacts",
    href: (id) => page(id, "contacts"),
    // One person once: by address, and only one is the first to call.
    combine: async (tx, { from, to }) => {
      await tx.rows(sql`
        update vendor_contact c
        set
          vendor_id = ${to},
          is_primary = c.is_primary and not exists (
            select 1
            from vendor_contact p
            where p.org_id = c.org_id and p.vendor_id = ${to} and p.is_primary
          ),
          active = c.active and not exists (
            select 1
            from vendor_contact k
            where k.org_id = c.org_id
              and k.vendor_id = ${to}
              and k.active
              and lower(k.email) = lower(c.email)
          ),
          version = c.version + 1, updated_at = clock_timestamp()
        where c.org_id = ${tx.scope.orgId} and c.vendor_id = ${from}
      `);
    },
  },
  { table: vendorDocument, ...moved, label: "Documents", href: (id) => page(id, "documents") },
  {
    table: vendorCertification,
    ...moved,
    label: "Certifications",
    href: (id) => page(id, "documents"),
  },
  { table: vendorDebarment, ...moved, label: "Debarments" },
  { table: vendorInvitation, ...moved, label: "Invitations to register" },
  {
    table: vendorRegistration,
    ...moved,
    label: "Registrations",
    blocks: registrations,
  },
  { table: vendorEvaluation, ...moved, label: "Evaluations", href: () => "/vendor-performance" },
  { table: performanceReply, ...moved, label: "Replies to evaluations" },
  {
    table: correctivePlan,
    ...moved,
    label: "Corrective plans",
    href: () => "/vendor-performance?tab=plans",
  },
  {
    table: vendorScore,
    rule: "combine",
    label: "Scorecards",
    // It is counted anew from the events at night.
    combine: async (tx, { from }) => {
      await tx.rows(sql`
        delete from vendor_score
        where org_id = ${tx.scope.orgId} and vendor_id = ${from}
      `);
    },
  },
  {
    table: vendorBankAccount,
    rule: "stays",
    label: "Bank accounts",
    why: "Accounts that were paid to stay where they were verified; the one that stays is verified again.",
  },
  {
    table: vendorBankChange,
    rule: "stays",
    label: "Bank changes",
    why: "The call-backs were made for the record of then.",
    blocks: bankChanges,
  },
  { table: exclusionSearch, rule: "stays", label: "Searches of SAM.gov", why: evidence },
  { table: vendorScreening, rule: "stays", label: "Screenings", why: evidence },
  { table: vendorScreeningDecision, rule: "stays", label: "Screening decisions", why: evidence },
  {
    table: vendorMerge,
    column: "kept_id",
    rule: "stays",
    label: "Merges",
    why: told,
    ofMerging: true,
  },
  {
    table: vendorMerge,
    column: "merged_id",
    rule: "stays",
    label: "Merges",
    why: told,
    ofMerging: true,
  },
  {
    table: vendorPair,
    column: "first_id",
    rule: "stays",
    label: "Likely pairs",
    why: told,
    ofMerging: true,
  },
  {
    table: vendorPair,
    column: "second_id",
    rule: "stays",
    label: "Likely pairs",
    why: told,
    ofMerging: true,
  },
  {
    table: vendorNotSame,
    column: "first_id",
    rule: "stays",
    label: "Not the same",
    why: told,
    ofMerging: true,
  },
  {
    table: vendorNotSame,
    column: "second_id",
    rule: "stays",
    label: "Not the same",
    why: told,
    ofMerging: true,
  },
  { ...signersOfVendors, rule: "stays" },
  { table: vendorAsIssued, rule: "stays", label: "Names as issued", why: told, ofMerging: true },
];
