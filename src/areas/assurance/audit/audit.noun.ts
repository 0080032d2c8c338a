import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { businessDate } from "#server/clock.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { assuranceAudit } from "../assurance.tables.ts";
import { auditCycle, type AuditAction, type AuditFacts, type AuditStatus } from "./audit.labels.ts";

export type AuditStored = typeof assuranceAudit.$inferSelect;
export type AuditRecord = AuditStored & AuditFacts;

/** What the rules of an audit ask, as far as whoever asks may see it. */
export const auditFacts = async (
  tx: Pick<Tx, "one" | "scope">,
  row: AuditStored,
): Promise<AuditFacts> => {
  const counted = await tx.one<Omit<AuditFacts, "status" | "responseOver">>(sql`
    select
      array(
        select m.person_id::text
        from assurance_member m
        where m.org_id = ${tx.scope.orgId} and m.audit_id = ${row.id} and m.role <> 'outside'
      ) as team,
      (
        select count(*)
        from assurance_member m
        where m.org_id = ${tx.scope.orgId}
          and m.audit_id = ${row.id}
          and m.role <> 'outside'
          and m.declared_on is null
      )::int as undeclared,
      (
        select count(*)
        from assurance_procedure p
        where p.org_id = ${tx.scope.orgId} and p.audit_id = ${row.id}
      )::int as procedures,
      (
        select count(*)
        from assurance_procedure p
        where p.org_id = ${tx.scope.orgId} and p.audit_id = ${row.id} and p.status <> 'reviewed'
      )::int as unreviewed,
      (
        select count(*)
        from assurance_item i
        where i.org_id = ${tx.scope.orgId} and i.audit_id = ${row.id} and i.result is null
      )::int as untested,
      (
        select count(*)
        from assurance_finding f
        where f.org_id = ${tx.scope.orgId} and f.audit_id = ${row.id} and f.status = 'open'
      )::int as unanswered,
      (
        select count(*)
        from assurance_finding f
        where f.org_id = ${tx.scope.orgId}
          and f.audit_id = ${row.id}
          and f.status not in ('closed', 'withdrawn')
      )::int as unsettled
  `);
  const over = row.responseDueOn !== null && row.responseDueOn < businessDate(tx.scope);
  return { ...counted, status: row.status, responseOver: over };
};

export const auditNoun = defineNoun<AuditStatus, AuditAction, typeof assuranceAudit, AuditRecord>({
  name: "auditEngagement",
  path: "audits",
  page: "/admin/audits",
  table: assuranceAudit,
  cycle: auditCycle,
  number: ({ number }) => number,
  read: "assurance.read",
  askers: ["leadId"],
  load: async (tx, row) => ({ ...row, ...(await auditFacts(tx, row)) }),
});
