import type { Actor, Permission } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { raw, sql } from "#server/db/sql.ts";
import type { RecordKind } from "./records.labels.ts";
import { countLimit, type RecordCounts } from "./unbuilt.model.ts";

const own = "person_id = (select levee_person())";
// Each kind: its table, the permission that reads it, and a condition beyond the agency's.
const sources: Record<RecordKind, { table: string; permission: Permission; where?: string }> = {
  requisitions: { table: "requisition", permission: "requisition.read" },
  purchaseOrders: { table: "purchase_order", permission: "purchaseOrder.read" },
  orderVersions: { table: "purchase_order_version", permission: "purchaseOrder.read" },
  receipts: { table: "receipt", permission: "receipt.read" },
  invoices: { table: "invoice", permission: "invoice.read" },
  exceptions: { table: "invoice_exception", permission: "invoice.read", where: "status = 'open'" },
  payments: { table: "payment", permission: "payment.read" },
  vendors: { table: "vendor", permission: "vendor.read" },
  screenings: { table: "vendor_screening", permission: "vendor.read" },
  budgetLines: { table: "budget_line", permission: "budget.read" },
  commitments: { table: "commitment_entry", permission: "ledger.read" },
  approvals: { table: "approval_request", permission: "approval.read" },
  policies: {
    table: "approval_policy",
    permission: "approval.read",
    where: "status = 'published'",
  },
  auditEntries: { table: "audit_entry", permission: "audit.read" },
  members: { table: "organization_member", permission: "member.read", where: "active" },
  departments: { table: "department", permission: "department.read" },
  files: { table: "stored_file", permission: "file.read" },
  rules: { table: "legal_rule", permission: "rule.read" },
  commodities: { table: "commodity", permission: "vendor.read" },
  notices: { table: "notification", permission: "notification.read", where: own },
  tasks: { table: "task", permission: "task.read", where: `${own} and done_at is null` },
};

const countOf = async (db: Db, orgId: string | null, kind: RecordKind) => {
  const { table, where } = sources[kind];
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n
    from (
      select 1
      from ${raw(table)}
      where org_id = ${orgId} and ${raw(where ?? "true")}
      limit ${countLimit + 1}
    ) found
  `);
  return { kind, count: Math.min(n, countLimit), capped: n > countLimit };
};

/**
 * How many records of each kind the actor's agency holds, up to 10,000; kinds that the actor may
 * not read are left out, people without an agency get none.
 */
export const countRecords = async (
  db: Db,
  actor: Actor,
  kinds: readonly RecordKind[],
): Promise<RecordCounts> => {
  if (!actor.orgId) return { items: [] };
  const allowed = [...new Set(kinds)].filter((kind) =>
    actor.permissions.has(sources[kind].permission),
  );
  return { items: await Promise.all(allowed.map((kind) => countOf(db, actor.orgId, kind))) };
};
