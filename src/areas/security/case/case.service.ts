import type { Actor } from "#kernel/access.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { listAll } from "#server/http/list-page.ts";
import { actionsAsked, transition, type TakenStep } from "#server/lifecycle.ts";
import { alertList } from "../alert/alert.list.ts";
import type { AlertRow } from "../alert/alert.model.ts";
import { caseNoun, type CaseRecord } from "../security.nouns.ts";
import { securityCase } from "../security.tables.ts";
import type { CaseDetail } from "./case.model.ts";

/** Closes a case with what was found. */
export const closeCase = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<CaseRecord> =>
  transition(tx, actor, caseNoun, {
    id,
    action: "close",
    version,
    reason,
    effect: async () => ({
      patch: { finding: reason, closedAt: businessNow(tx.scope).toISOString() },
    }),
  });

/** Opens a closed case again, with why. */
export const reopenCase = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<CaseRecord> =>
  transition(tx, actor, caseNoun, {
    id,
    action: "reopen",
    version,
    reason,
    effect: async () => ({ patch: { closedAt: null } }),
  });

/** A case with its alerts and what the actor may do; 404. */
export const readCase = async (db: Db, actor: Actor, id: string): Promise<CaseDetail> => {
  const row = await getRow(db, securityCase, id, "security case");
  const alerts = await listAll(db, actor, alertList, { caseId: [id] } as never, 200);
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    severity: row.severity,
    openedBy: row.openedByName,
    openedAt: row.createdAt,
    status: row.status as CaseDetail["status"],
    version: row.version,
    finding: row.finding,
    closedAt: row.closedAt,
    alerts: alerts as AlertRow[],
    actions: await actionsAsked(db, actor, caseNoun, row),
  };
};
