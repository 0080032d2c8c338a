import { plainDecimal } from "#kernel/quantity.ts";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import type { RequisitionDetail } from "#areas/procurement/procurement.public.ts";
import type { Kind, PriceFormula } from "./solicitation.labels.ts";
import type { SolicitationDetail } from "./solicitation.model.ts";
import type { TableItem } from "./table.model.ts";

export type LotValues = { title: string; description: string };
export type ItemValues = {
  lot: string;
  description: string;
  commodityCode: string;
  quantity: string;
  unit: string;
  alternates: string;
  /** An option beside what is bought surely; kept as it stands. */
  optional: boolean;
  requisitionLineId: string | null;
};
export type CriterionValues = {
  name: string;
  guidance: string;
  kind: string;
  weight: string;
  maxScore: string;
};
export type RequirementValues = {
  kind: string;
  label: string;
  guidance: string;
  mandatory: string;
  envelope: string;
};
export type SolicitationValues = {
  kind: Kind;
  templateKey: string | null;
  title: string;
  summary: string;
  description: string;
  departmentId: string;
  protection: string;
  envelopes: string;
  awardBy: string;
  priceFormula: PriceFormula | "";
  minimumBids: string;
  invitedOnly: boolean;
  questionsUntil: string;
  dueAt: string;
  prebidAt: string;
  prebidPlace: string;
  prebidMandatory: boolean;
  bidBondPercent: string;
  performanceBondPercent: string;
  paymentBondPercent: string;
  setAside: string;
  localPreferencePercent: string;
  federal: boolean;
  construction: boolean;
  insuranceRequired: boolean;
  estimateCents: number | null;
  estimateOn: string;
  estimateBasis: string;
  deliverTo: string;
  contactName: string;
  contactEmail: string;
  lots: LotValues[];
  items: ItemValues[];
  criteria: CriterionValues[];
  requirements: RequirementValues[];
  documents: (StoredFile & { title?: string })[];
};

/** A beginning, as the server offers it. */
export type TemplateOffer = {
  key: string;
  kind: Kind;
  name: string;
  about: string;
  envelopes: 1 | 2;
  awardBy: string;
  priceFormula: PriceFormula;
  minimumBids: number;
  construction: boolean;
  insuranceRequired: boolean;
  criteria: { name: string; guidance: string; kind: string; weight: string; maxScore: number }[];
  requirements: {
    kind: string;
    label: string;
    guidance: string;
    mandatory: boolean;
    envelope: string;
  }[];
};

export const blankItem = (): ItemValues => ({
  lot: "",
  description: "",
  commodityCode: "",
  quantity: "1",
  unit: "each",
  alternates: "no",
  optional: false,
  requisitionLineId: null,
});
export const blankLot = (): LotValues => ({ title: "", description: "" });
export const blankCriterion = (): CriterionValues => ({
  name: "",
  guidance: "",
  kind: "technical",
  weight: "",
  maxScore: "10",
});
export const blankRequirement = (): RequirementValues => ({
  kind: "text",
  label: "",
  guidance: "",
  mandatory: "yes",
  envelope: "technical",
});
const criterionOf = (c: TemplateOffer["criteria"][number]): CriterionValues => ({
  ...c,
  maxScore: String(c.maxScore),
});
const requirementOf = (r: TemplateOffer["requirements"][number]): RequirementValues => ({
  ...r,
  mandatory: r.mandatory ? "yes" : "no",
});

/** The empty form of a template. */
export const blankSolicitation = (
  template: TemplateOffer,
  departmentId: string,
): SolicitationValues => ({
  kind: template.kind,
  templateKey: template.key,
  title: "",
  summary: "",
  description: "",
  departmentId,
  protection: "",
  envelopes: String(template.envelopes),
  awardBy: template.awardBy,
  priceFormula: template.priceFormula,
  minimumBids: String(template.minimumBids),
  invitedOnly: template.kind === "rfq",
  questionsUntil: "",
  dueAt: "",
  prebidAt: "",
  prebidPlace: "",
  prebidMandatory: false,
  bidBondPercent: "",
  performanceBondPercent: "",
  paymentBondPercent: "",
  setAside: "",
  localPreferencePercent: "",
  federal: false,
  construction: template.construction,
  insuranceRequired: template.insuranceRequired,
  estimateCents: null,
  estimateOn: "",
  estimateBasis: "",
  deliverTo: "",
  contactName: "",
  contactEmail: "",
  lots: template.awardBy === "lot" ? [blankLot(), blankLot()] : [],
  items: template.kind === "rfi" ? [] : [blankItem()],
  criteria: template.criteria.map(criterionOf),
  requirements: template.requirements.map(requirementOf),
  documents: [],
});

type Source = Pick<
  RequisitionDetail,
  "title" | "deliverTo" | "amount" | "orderedAmount" | "departmentId" | "federal"
> & {
  lines: readonly Pick<
    RequisitionDetail["lines"][number],
    "id" | "description" | "commodityCode" | "quantity" | "unit" | "openQuantity"
  >[];
};

/**
 * What of a requisition is still to be bought, as lines of the form that keep where they came from.
 */
export const itemsOf = (r: Pick<Source, "lines">): ItemValues[] =>
  r.lines
    .filter((line) => Number(line.openQuantity) > 0)
    .map((line) => ({
      ...blankItem(),
      description: line.description,
      commodityCode: line.commodityCode ?? "",
      quantity: String(Number(line.openQuantity)),
      unit: line.unit,
      requisitionLineId: line.id,
    }));

/**
 * Fills a form with an approved requisition: its open lines come behind those that are there, its
 * title and place only where nothing was typed. Its justification is an internal text: the public
 * summary is written by a person.
 */
export const withRequisition = (v: SolicitationValues, r: Source): SolicitationValues => ({
  ...v,
  items: [...v.items.filter((item) => item.description.trim() !== ""), ...itemsOf(r)],
  title: v.title || r.title,
  deliverTo: v.deliverTo || r.deliverTo,
  estimateCents: v.estimateCents ?? r.amount - r.orderedAmount,
  departmentId: r.departmentId,
  federal: v.federal || r.federal,
});

const plain = (text: string | null): string => (text === null ? "" : plainDecimal(text));

/** A stored solicitation as the form's values. */
export const toForm = (s: SolicitationDetail): SolicitationValues => ({
  ...s,
  templateKey: s.templateKey,
  protection: s.protection,
  envelopes: String(s.envelopes),
  minimumBids: String(s.minimumBids),
  questionsUntil: s.questionsUntil ?? "",
  dueAt: s.dueAt ?? "",
  prebidAt: s.prebidAt ?? "",
  bidBondPercent: plain(s.bidBondPercent),
  performanceBondPercent: plain(s.performanceBondPercent),
  paymentBondPercent: plain(s.paymentBondPercent),
  localPreferencePercent: plain(s.localPreferencePercent),
  estimateOn: s.estimateOn ?? "",
  contactEmail: s.contactEmail ?? "",
  lots: s.lots.map(({ title, description }) => ({ title, description })),
  items: s.items.map((i) => ({
    lot: i.lotNo === null ? "" : String(i.lotNo),
    description: i.description,
    commodityCode: i.commodityCode ?? "",
    quantity: plain(i.quantity),
    unit: i.unit,
    alternates: i.alternates ? "yes" : "no",
    optional: i.optional,
    requisitionLineId: i.requisitionLineId,
  })),
  criteria: s.criteria.map((c) => ({
    name: c.name,
    guidance: c.guidance,
    kind: c.kind,
    weight: plain(c.weight),
    maxScore: String(c.maxScore),
  })),
  requirements: s.requirements.map((r) => requirementOf(r)),
  documents: s.documents
    .filter((d) => d.addendumNo === null)
    .map((d) => ({ id: d.fileId, name: d.name, size: d.size, sha256: d.sha256, title: d.title })),
});

const orNull = (text: string): string | null => text.trim() || null;

const itemInputOf = (i: ItemValues) => ({
  lotNo: i.lot ? Number(i.lot) : null,
  description: i.description,
  commodityCode: orNull(i.commodityCode ?? ""),
  quantity: i.quantity,
  unit: i.unit,
  alternates: i.alternates === "yes",
  optional: i.optional ?? false,
  requisitionLineId: i.requisitionLineId,
});

/** What the API takes of a change; a new one adds its kind and template. */
export const toInput = (v: SolicitationValues) => ({
  title: v.title,
  summary: v.summary,
  description: v.description,
  departmentId: v.departmentId,
  protection: orNull(v.protection),
  envelopes: Number(v.envelopes),
  awardBy: v.awardBy || "whole",
  priceFormula: orNull(v.priceFormula),
  minimumBids: Number(v.minimumBids) || 1,
  invitedOnly: v.invitedOnly,
  questionsUntil: orNull(v.questionsUntil),
  dueAt: orNull(v.dueAt),
  prebidAt: orNull(v.prebidAt),
  prebidPlace: v.prebidPlace,
  prebidMandatory: v.prebidMandatory,
  bidBondPercent: orNull(v.bidBondPercent),
  performanceBondPercent: orNull(v.performanceBondPercent),
  paymentBondPercent: orNull(v.paymentBondPercent),
  setAside: v.setAside,
  localPreferencePercent: orNull(v.localPreferencePercent),
  federal: v.federal,
  construction: v.construction,
  insuranceRequired: v.insuranceRequired,
  estimateCents: v.estimateCents,
  estimateOn: orNull(v.estimateOn),
  estimateBasis: v.estimateBasis,
  deliverTo: v.deliverTo,
  contactName: v.contactName,
  contactEmail: orNull(v.contactEmail),
  lots: v.lots.map((lot, at) => ({
    lotNo: at + 1,
    title: lot.title,
    description: lot.description ?? "",
  })),
  items: v.items.map(itemInputOf),
  criteria: v.criteria.map((c) => ({
    name: c.name,
    guidance: c.guidance ?? "",
    kind: c.kind || "technical",
    weight: c.weight,
    maxScore: Number(c.maxScore) || 10,
  })),
  requirements: v.requirements.map((r) => ({
    kind: r.kind || "text",
    label: r.label,
    guidance: r.guidance ?? "",
    mandatory: r.mandatory !== "no",
    envelope: r.envelope || "technical",
  })),
  documents: v.documents.map((d) => ({ fileId: d.id, title: d.title || d.name })),
});

/** Pasted rows as lines of the form. */
export const pasted = (items: readonly TableItem[]): ItemValues[] =>
  items.map((i) => ({
    lot: i.lotNo === null ? "" : String(i.lotNo),
    description: i.description,
    commodityCode: i.commodityCode ?? "",
    quantity: i.quantity,
    unit: i.unit,
    alternates: "no",
    optional: i.optional,
    requisitionLineId: null,
  }));

/** What the weights add up to, in percent. */
export const weightSum = (criteria: readonly CriterionValues[]): number =>
  Math.round(criteria.reduce((sum, c) => sum + (Number(c.weight) || 0), 0) * 100) / 100;
