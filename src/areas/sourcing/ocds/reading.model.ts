import type { ReleaseSource } from "./release.model.ts";

type Json = Record<string, any>;
export type ReadBack = Pick<
  ReleaseSource,
  "ocid" | "number" | "title" | "agency" | "agencyId" | "publishedAt" | "dueAt" | "questionsUntil"
> & {
  description: string;
  items: {
    id: string;
    description: string;
    quantity: string;
    unit: string;
    commodityCode: string | null;
    lotId: string | null;
  }[];
  lots: { id: string; title: string; description: string }[];
  documents: { id: string; title: string }[];
  amendments: { id: string; description: string; text: string; at: string }[];
  questions: { id: string; question: string; answer: string }[];
  awards: {
    id: string;
    title: string;
    status: string;
    cents: number;
    supplierIds: string[];
    itemIds: string[];
    lotIds: string[];
  }[];
  contracts: { id: string; awardId: string; cents: number }[];
  parties: { id: string; name: string; roles: string[] }[];
};

const cents = (value: Json | undefined) => Math.round(Number(value?.amount ?? 0) * 100);

/**
 * What a release of ours says, as our own fields: the way back, so that a test can tell whether
 * anything was lost on the way out.
 */
export const readRelease = (release: Json): ReadBack => {
  const t = release.tender as Json;
  return {
    ocid: release.ocid,
    number: t.id,
    title: t.title,
    description: t.description ?? "",
    agency: release.buyer.name,
    agencyId: release.buyer.id,
    publishedAt: t.tenderPeriod.startDate,
    dueAt: t.tenderPeriod.endDate,
    questionsUntil: t.enquiryPeriod?.endDate ?? null,
    items: (t.items ?? []).map((i: Json) => ({
      id: i.id,
      description: i.description,
      quantity: String(i.quantity),
      unit: i.unit.name,
      commodityCode: i.classification?.id ?? null,
      lotId: i.relatedLot ?? null,
    })),
    lots: (t.lots ?? []).map((l: Json) => ({
      id: l.id,
      title: l.title,
      description: l.description ?? "",
    })),
    documents: (t.documents ?? []).map((d: Json) => ({ id: d.id, title: d.title })),
    amendments: (t.amendments ?? []).map((a: Json) => ({
      id: a.id,
      description: a.description,
      text: a.rationale,
      at: a.date,
    })),
    questions: (t.enquiries ?? []).map((q: Json) => ({
      id: q.id,
      question: q.description,
      answer: q.answer,
    })),
    awards: (release.awards ?? []).map((a: Json) => ({
      id: a.id,
      title: a.title,
      status: a.status,
      cents: cents(a.value),
      supplierIds: a.suppliers.map((x: Json) => x.id),
      itemIds: (a.items ?? []).map((x: Json) => x.id),
      lotIds: a.relatedLots ?? [],
    })),
    contracts: (release.contracts ?? []).map((c: Json) => ({
      id: c.id,
      awardId: c.awardID,
      cents: cents(c.value),
    })),
    parties: release.parties.map((p: Json) => ({ id: p.id, name: p.name, roles: p.roles })),
  };
};
