import { requireSeat } from "#areas/organization/organization.server.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { workOrder } from "../assets.tables.ts";
import { lackingOf } from "../inspection/qualification.service.ts";
import { certificateCodes } from "./need.labels.ts";

type Work = Pick<
  typeof workOrder.$inferSelect,
  "assetId" | "leadId" | "certificates" | "certificatesBy"
>;

/** Codes that a job demands: its own, and those of its asset's class. */
export const demandedBy = async (
  db: Db,
  work: Pick<Work, "assetId" | "certificates">,
): Promise<string[]> => {
  const kept = work.assetId
    ? await db.maybe<{ certificates: string }>(sql`
      select c.certificates
      from asset a
      join asset_class c on c.org_id = a.org_id and c.id = a.class_id
      where a.org_id = ${db.scope.orgId} and a.id = ${work.assetId}
    `)
    : null;
  return certificateCodes(work.certificates, kept?.certificates ?? "");
};

/**
 * Refuses to begin while who does the work is not shown to hold what the job demands. A supervisor
 * acknowledges by name; where the agency keeps work orders for the qualified, only a certificate or an
 * override lets it begin (`not_qualified`). 409.
 */
export const requireCertificates = async (
  tx: Tx,
  work: Work,
  worker: string | null,
): Promise<void> => {
  const codes = await demandedBy(tx, work);
  if (await requireSeat(tx, "workOrder", worker, codes)) return;
  const lacking = await lackingOf(tx, worker, codes, work.certificatesBy !== null);
  if (lacking.length)
    throw conflict(
      "certificates",
      `Not checked: ${lacking.join(", ")}. A supervisor acknowledges by name that who does the work holds it.`,
    );
};

/**
 * Acknowledges by name that who does the work holds what it demands. 409 where nothing is demanded,
 * and for whoever leads the work: nobody vouches for themselves.
 */
export const acknowledgeCertificates = async (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
): Promise<{ id: string }> => {
  const before = await lockRow(tx, workOrder, id, "work order");
  requireVersion(before.version, version);
  if (["in_progress", "completed", "closed", "cancelled"].includes(before.status))
    throw conflict("not_in_this_status", "The work has begun or is done.");
  const codes = await demandedBy(tx, before);
  if (codes.length === 0) throw conflict("nothing_demanded", "The job demands no certificate.");
  if (before.leadId === null)
    throw conflict("no_lead", "Set first who leads the work: you vouch for a person.");
  if (before.leadId === actor.personId)
    throw conflict("own_certificates", "Somebody other than who does the work acknowledges it.");
  const after = await updateRow(tx, workOrder, id, {
    certificatesBy: actor.personId,
    certificatesAt: businessNow(tx.scope).toISOString(),
  });
  note(tx, actor, "workOrder", before, {
    action: "acknowledge",
    before: { certificatesBy: before.certificatesBy },
    after: { certificatesBy: after.certificatesBy, codes, leadId: after.leadId },
  });
  return { id };
};
