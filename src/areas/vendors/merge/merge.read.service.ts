import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { paymentMethods } from "../vendor/vendor.labels.ts";
import type { VendorRecord } from "../vendor/vendor.noun.ts";
import { vendor } from "../vendors.tables.ts";
import { mergeStatuses, type MergeField } from "./merge.labels.ts";
import type { MergeDetail, MergeOutlook, MergeRow, MergeSide } from "./merge.model.ts";
import { mergeNoun, type MergeRecord } from "./merge.service.ts";
import { blocksOf, countReferences } from "./reference.service.ts";

export const mergeList: ListDefinition = {
  name: "vendor-merges",
  title: "vendors that were merged",
  from: "vendor_merge m join vendor k on k.org_id = m.org_id and k.id = m.kept_id join vendor g on g.org_id = m.org_id and g.id = m.merged_id left join person w on w.id = m.proposed_by left join person d on d.id = m.decided_by",
  base: "vendor_merge m",
  alias: "m",
  columns: {
    id: { sql: "m.id", hidden: true },
    number: { sql: "m.number", label: "Number", sort: true },
    status: { sql: "m.status", label: "Status", sort: true, codes: mergeStatuses },
    keptId: { sql: "m.kept_id", hidden: true },
    keptNumber: { sql: "k.number", label: "Kept number" },
    keptName: { sql: "k.name", label: "Kept record" },
    mergedId: { sql: "m.merged_id", hidden: true },
    mergedNumber: { sql: "g.number", label: "Merged number" },
    mergedName: { sql: "g.name", label: "Merged record" },
    reason: { sql: "m.reason", label: "Why" },
    answer: { sql: "m.answer", label: "Answer" },
    proposer: { sql: "w.display_name", label: "Proposed by" },
    decider: { sql: "d.display_name", label: "Decided by" },
    createdAt: { sql: "m.created_at", label: "Proposed", sort: true },
    decidedAt: { sql: "m.decided_at", label: "Decided", sort: true },
    version: { sql: "m.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "m.status", type: "text" },
    mine: { kind: "flag", sql: "m.proposed_by = $actor" },
  },
  search: ["(m.number || ' ' || k.number || ' ' || k.name || ' ' || g.number || ' ' || g.name)"],
  defaultSort: "-createdAt",
};

const yesNo = (value: boolean) => (value ? "Yes" : "No");

const valuesOf = (v: VendorRecord): Record<MergeField, string> => ({
  name: v.name,
  doingBusinessAs: v.doingBusinessAs ?? "",
  uei: v.uei ?? "",
  tin: v.tinLast4 ? `${v.tinKind === "ssn" ? "SSN" : "EIN"} ending in ${v.tinLast4}` : "",
  email: v.email ?? "",
  phone: v.phone ?? "",
  website: v.website ?? "",
  address: [v.address1, v.address2, v.city, v.state, v.postalCode].filter(Boolean).join(", "),
  termsDays: String(v.termsDays),
  paymentTerms: v.paymentTerms,
  paymentMethod: paymentMethods[v.paymentMethod],
  isPublic: yesNo(v.isPublic),
  insuranceExpiresOn: v.insuranceExpiresOn ? formatDate(v.insuranceExpiresOn) : "",
});

const sideOf = async (db: Db, id: string): Promise<MergeSide> => {
  const [row, account] = await Promise.all([
    getRow(db, vendor, id, "vendor"),
    db.maybe<{ last4: string; bank: string }>(sql`
      select account_last4 as last4, bank_name as bank
      from vendor_bank_account
      where org_id = ${db.scope.orgId} and vendor_id = ${id} and ended_at is null
    `),
  ]);
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    status: row.status,
    version: row.version,
    account: account ? `${account.bank || "Account"} ending in ${account.last4}` : null,
    values: valuesOf(row),
  };
};

/** What a merge of these two would do, and what stands in its way. @throws 404. */
export const outlookOf = async (
  db: Db,
  keptId: string,
  mergedId: string,
): Promise<MergeOutlook> => {
  const [kept, merged, found, blocks] = await Promise.all([
    sideOf(db, keptId),
    sideOf(db, mergedId),
    countReferences(db, mergedId),
    blocksOf(db, [keptId, mergedId]),
  ]);
  const shown = found.map(({ reference, count }) => ({
    label: reference.label,
    count,
    href: reference.href?.(mergedId) ?? null,
    rule: reference.rule,
    why: reference.why ?? "",
    ofMerging: reference.ofMerging === true,
  }));
  return {
    kept,
    merged,
    moves: shown.filter((one) => one.rule === "move" || one.rule === "combine"),
    stays: shown.filter((one) => one.rule === "stays" && !one.ofMerging),
    blocks,
  };
};

type Head = MergeRow & Pick<MergeRecord, "taken" | "account" | "moved" | "proposedBy">;

/** A proposal with what it would do while it waits, and what it did once it is done. @throws 404. */
export const readMerge = async (db: Db, actor: Actor, id: string): Promise<MergeDetail> => {
  const row = await db.maybe<Head>(
    bind(
      `
        select ${recordColumns(mergeList, {})}, m.taken, m.account, m.moved, m.proposed_by
        from ${mergeList.from}
        where m.org_id = $1 and m.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("vendor merge");
  const outlook = row.status === "proposed" ? await outlookOf(db, row.keptId, row.mergedId) : null;
  const { proposedBy: _p, ...shown } = row;
  return {
    ...shown,
    outlook,
    actions: actionsFor(actor, mergeNoun, {
      ...row,
      blocked: outlook?.blocks[0]?.sentence ?? null,
    } as never).filter((one) => one.name !== "withdraw" || row.proposedBy === actor.personId),
  };
};

/** How a document names its vendor where it went out before the vendor's record was merged. */
export type VendorAsIssued = { number: string; name: string; address: string };

/** The vendor as a document says it, or null where its record still says the same. */
export const vendorAsIssued = (
  db: Db,
  objectType: string,
  objectId: string,
): Promise<VendorAsIssued | null> =>
  db.maybe<VendorAsIssued>(sql`
    select number, name, address
    from vendor_as_issued
    where org_id = ${db.scope.orgId} and object_type = ${objectType} and object_id = ${objectId}
  `);
