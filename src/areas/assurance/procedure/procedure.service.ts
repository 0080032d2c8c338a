import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsAsked, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { assuranceAudit, assuranceProcedure } from "../assurance.tables.ts";
import { onTeam, requireTeam } from "../audit/team.service.ts";
import { populationsOf } from "../sample/sample.read.service.ts";
import type { ProcedureDetail, ProcedureInput } from "./procedure.model.ts";
import { procedureFacts, procedureNoun, type ProcedureStored } from "./procedure.noun.ts";

/** A number within an audit's: AUD-2027-00001-P02. */
export const numberWithin = async (
  tx: Tx,
  audit: { id: string; number: string },
  kind: "P" | "R",
): Promise<string> => {
  const { count } = await tx.one<{ count: number }>(
    kind === "P"
      ? sql`
        select count(*)::int as count
        from assurance_procedure
        where org_id = ${tx.scope.orgId} and audit_id = ${audit.id}
      `
      : sql`
        select count(*)::int as count
        from assurance_request
        where org_id = ${tx.scope.orgId} and audit_id = ${audit.id}
      `,
  );
  return `${audit.number}-${kind}${String(count + 1).padStart(2, "0")}`;
};

/** Enters a procedure before the report is drafted. 403 `not_on_team`; 404; 409 afterwards. */
export const enterProcedure = async (
  tx: Tx,
  actor: Actor,
  auditId: string,
  input: ProcedureInput,
): Promise<ProcedureStored> => {
  const audit = await lockRow(tx, assuranceAudit, auditId, "audit");
  await requireTeam(tx, actor, audit.id);
  if (!["planned", "fieldwork"].includes(audit.status))
    throw conflict("rule", "Procedures are entered before the report is drafted.");
  return create(tx, actor, procedureNoun, {
    number: { within: await numberWithin(tx, audit, "P") },
    row: { ...input, auditId, id: newId(), orgId: audit.orgId },
  });
};

/** Says what was done and seen. 403, 404, 409, 412. */
export const prepareProcedure = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { result }: { result: string },
): Promise<ProcedureStored> =>
  transition(tx, actor, procedureNoun, {
    ...{ id, version, action: "prepare" },
    effect: async () => ({
      patch: {
        ...{ result, preparerId: actor.personId },
        preparedAt: businessNow(tx.scope).toISOString() as never,
      },
    }),
  });

/** Reviews what another auditor prepared. 403, 404, 409, 412. */
export const reviewProcedure = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<ProcedureStored> =>
  transition(tx, actor, procedureNoun, {
    ...{ id, version, action: "review" },
    effect: async () => ({
      patch: {
        reviewerId: actor.personId,
        reviewedAt: businessNow(tx.scope).toISOString() as never,
      },
    }),
  });

/** Gives it back to whoever prepared it, with why. 403, 404, 409, 412. */
export const returnProcedure = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<ProcedureStored> =>
  transition(tx, actor, procedureNoun, { id, version, reason, action: "return" });

/** A procedure with its populations and samples. 404 for whom its audit's papers are not for. */
export const readProcedure = async (db: Db, actor: Actor, id: string): Promise<ProcedureDetail> => {
  const row = await getRow(db, assuranceProcedure, id, "procedure");
  const [audit, names, populations, mine, facts] = await Promise.all([
    getRow(db, assuranceAudit, row.auditId, "audit"),
    namesOf(db, [row.preparerId, row.reviewerId]),
    populationsOf(db, id),
    onTeam(db, actor.personId, row.auditId, true),
    procedureFacts(db, row.auditId),
  ]);
  const { number, auditId, title, clause, version, steps, result, preparedAt, reviewedAt } = row;
  return {
    ...{ id, number, auditId, title, clause, version, steps, result, preparedAt, reviewedAt },
    status: row.status as ProcedureDetail["status"],
    ...{ audit: audit.number, auditStatus: audit.status, populations, mine },
    preparer: (row.preparerId && names.get(row.preparerId)) || null,
    reviewer: (row.reviewerId && names.get(row.reviewerId)) || null,
    actions: await actionsAsked(db, actor, procedureNoun, { ...row, ...facts }),
  };
};
