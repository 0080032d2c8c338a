import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { seesPapers } from "../audit/team.service.ts";
import { assuranceProcedure } from "../assurance.tables.ts";
import {
  procedureCycle,
  type ProcedureAction,
  type ProcedureFacts,
  type ProcedureStatus,
} from "./procedure.labels.ts";

export type ProcedureStored = typeof assuranceProcedure.$inferSelect;
export type ProcedureRecord = ProcedureStored & ProcedureFacts;

/** What the rules of a procedure ask of its audit. */
export const procedureFacts = (
  tx: Pick<Tx, "one" | "scope">,
  auditId: string,
): Promise<Pick<ProcedureFacts, "team" | "auditStatus">> =>
  tx.one<Pick<ProcedureFacts, "team" | "auditStatus">>(sql`
    select
      a.status as audit_status,
      array(
        select m.person_id::text
        from assurance_member m
        where m.org_id = a.org_id
          and m.audit_id = a.id
          and m.role <> 'outside'
          and (m.until_at is null or m.until_at > clock_timestamp())
      ) as team
    from assurance_audit a
    where a.org_id = ${tx.scope.orgId} and a.id = ${auditId}
  `);

export const procedureNoun = defineNoun<
  ProcedureStatus,
  ProcedureAction,
  typeof assuranceProcedure,
  ProcedureRecord
>({
  name: "auditProcedure",
  path: "audit-procedures",
  page: "/admin/audits/procedures",
  table: assuranceProcedure,
  cycle: procedureCycle,
  number: ({ number }) => number,
  read: "assurance.read",
  confidential: true,
  wordsApart: true,
  askers: ["preparerId"],
  visible: (db, actor, row) => seesPapers(db, actor.personId, row.auditId),
  load: async (tx, row) => ({ ...row, ...(await procedureFacts(tx, row.auditId)) }),
});
