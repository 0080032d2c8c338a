import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { unknownCodes } from "#areas/vendors/vendors.server.ts";
import { readSolicitation } from "./solicitation.list.ts";
import { solicitationInput } from "./solicitation.fields.model.ts";
import type { Kind, SolicitationDetail } from "./solicitation.model.ts";
import type { SolicitationRecord } from "./solicitation.noun.ts";
import { createSolicitation } from "./solicitation.service.ts";

/**
 * What a copy takes of an earlier solicitation: texts, lots, items, criteria, answers, terms; no dates, vendors or
 * estimate, and none of the codes that are unknown now.
 */
export const contentOf = (kind: Kind | null, old: SolicitationDetail, unknown: string[]) =>
  solicitationInput.parse({
    kind: kind ?? old.kind,
    title: old.title,
    summary: old.summary,
    description: old.description,
    departmentId: old.departmentId,
    protection: old.protection,
    envelopes: old.envelopes,
    awardBy: old.awardBy,
    priceFormula: kind && kind !== old.kind ? null : old.priceFormula,
    minimumBids: old.minimumBids,
    prebidPlace: old.prebidPlace,
    bidBondPercent: old.bidBondPercent,
    performanceBondPercent: old.performanceBondPercent,
    paymentBondPercent: old.paymentBondPercent,
    setAside: old.setAside,
    localPreferencePercent: old.localPreferencePercent,
    federal: old.federal,
    construction: old.construction,
    insuranceRequired: old.insuranceRequired,
    deliverTo: old.deliverTo,
    lots: old.lots.map(({ lotNo, title, description }) => ({ lotNo, title, description })),
    items: old.items.map(
      ({ lotNo, description, commodityCode, quantity, unit, optional, alternates }) => ({
        lotNo,
        description,
        commodityCode: unknown.includes(commodityCode ?? "") ? null : commodityCode,
        quantity,
        unit,
        optional,
        alternates,
      }),
    ),
    criteria: old.criteria.map(({ name, guidance, kind: of, weight, maxScore }) => ({
      name,
      guidance,
      kind: of,
      weight,
      maxScore,
    })),
    requirements: old.requirements.map(({ kind: of, label, guidance, mandatory, envelope }) => ({
      kind: of,
      label,
      guidance,
      mandatory,
      envelope,
    })),
    documents: old.documents
      .filter((d) => d.addendumNo === null)
      .map(({ fileId, title }) => ({ fileId, title })),
  });

/**
 * A new draft with the text, lots, items, criteria, answers and documents of an earlier
 * solicitation; without its dates, vendors, estimate and
 * requisition lines, and without commodity codes that nobody knows any more. With another `kind` it
 * becomes one of that kind (a request for information becomes a request for proposals). 404.
 */
export const copyOf = async (
  tx: Tx,
  actor: Actor,
  id: string,
  kind: Kind | null,
): Promise<SolicitationRecord> => {
  const old = await readSolicitation(tx, actor, id);
  const unknown = await unknownCodes(
    tx,
    old.items.flatMap((item) => item.commodityCode ?? []),
  );
  return createSolicitation(tx, actor, contentOf(kind, old, unknown));
};
