import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { readRequisition } from "#areas/procurement/procurement.server.ts";
import { awardShares } from "#areas/evaluation/evaluation.server.ts";
import type { ContractInput } from "./contract.model.ts";
import type { Source } from "./contract.labels.ts";

type Line = {
  description: string;
  commodityCode: string | null;
  quantity: string;
  unit: string;
  unitPrice: string;
  amount: number;
};
/** Where a contract comes from, and the lines that it takes over from there. */
export type Origin = { source: Source; solicitationId: string | null; lines: Line[] };
/** What the form of a contract begins with, beside its lines. */
export type Beginning = Pick<
  ContractInput,
  "title" | "vendorId" | "departmentId" | "basis" | "method" | "evidence" | "ceiling"
> & { lines: Line[]; solicitationId: string | null };

const shareOf = async (
  db: Db,
  awardId: string,
  vendorId: string,
  lotId: string | null,
): Promise<Beginning> => {
  const shares = await awardShares(db, awardId);
  const share = shares.find((each) => each.vendorId === vendorId);
  if (!share)
    throw invalidField(
      "vendorId",
      "This vendor has no share of the award, or it is not final yet.",
    );
  const ofLot = share.lines.filter((line) => lotId === null || line.lotId === lotId);
  if (ofLot.length === 0)
    throw invalidField("lotId", "The award gave this vendor nothing of this lot.", "not_awarded");
  const lot = share.lots.find((each) => each.id === lotId);
  const taken = await db.maybe<{ number: string }>(sql`
    select number
    from contract
    where org_id = ${db.scope.orgId}
      and award_id = ${awardId}
      and vendor_id = ${vendorId}
      and (lot_id is null or ${lotId}::uuid is null or lot_id = ${lotId}::uuid)
      and status <> 'cancelled'
    limit 1
  `);
  if (taken)
    throw conflict(
      "contract_exists",
      `${taken.number} is the contract of this share of the award.`,
    );
  return {
    title: lot ? `${share.title}: ${lot.title}` : share.title,
    vendorId,
    departmentId: share.departmentId,
    basis: share.quotes ? "quotes" : "award",
    method: share.method,
    evidence: `${share.solicitationNumber}, award ${share.awardNumber}`,
    ceiling: lot ? ofLot.reduce((sum, line) => sum + line.amount, 0) : share.totalCents,
    solicitationId: share.solicitationId,
    lines: ofLot.map(({ lotId: _lot, ...line }) => line),
  };
};

const requested = async (db: Db, actor: Actor, id: string): Promise<Beginning> => {
  const r = await readRequisition(db, actor, id);
  if (r.status !== "approved" && r.status !== "partly_ordered")
    throw conflict(
      "not_approved",
      `${r.number} is not approved: a contract begins from an approved requisition.`,
    );
  return {
    title: r.title,
    vendorId: r.vendorId ?? "",
    departmentId: r.departmentId,
    basis: r.method === "noncompetitive" ? "noncompetitive" : "requisition",
    method: r.method,
    evidence: [r.number, r.methodReason].filter(Boolean).join(". "),
    ceiling: r.amount,
    solicitationId: null,
    lines: r.lines.map((line) => ({
      description: line.description,
      commodityCode: line.commodityCode,
      quantity: line.quantity,
      unit: line.unit,
      unitPrice: line.unitPrice,
      amount: line.amount,
    })),
  };
};

type From = {
  awardId?: string | null;
  requisitionId?: string | null;
  vendorId?: string;
  lotId?: string | null;
};

/**
 * What a contract begins with: the share that an award gave to a vendor, or an approved
 * requisition. 409 for a share that has its contract and a requisition that is not approved.
 */
export const beginningOf = (db: Db, actor: Actor, from: From): Promise<Beginning> | null =>
  from.awardId
    ? shareOf(db, from.awardId, from.vendorId ?? "", from.lotId ?? null)
    : from.requisitionId
      ? requested(db, actor, from.requisitionId)
      : null;

/** What a new contract takes over. Errors of `beginningOf`. */
export const originOf = async (db: Db, actor: Actor, input: ContractInput): Promise<Origin> => {
  const from = await beginningOf(db, actor, input);
  return {
    source: input.awardId ? "award" : input.requisitionId ? "requisition" : "blank",
    solicitationId: from?.solicitationId ?? null,
    lines: from?.lines ?? [],
  };
};
