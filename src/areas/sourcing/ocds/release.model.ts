import {
  awardBy,
  kinds,
  priceFormulas,
  type Kind,
  type PublicEvent,
} from "../solicitation/solicitation.labels.ts";

import { categoryOf } from "./category.model.ts";

/** Money as OCDS writes it. */
export type Value = { amount: number; currency: string };
export type ReleaseItem = {
  id: string;
  description: string;
  quantity: string;
  unit: string;
  commodityCode: string | null;
  lotId: string | null;
};
/**
 * The list that a commodity code is from, by the code: NAICS, PSC, NIGP; a code that is an agency's
 * own has none.
 */
export type Schemes = ReadonlyMap<string, string>;
export type ReleaseSource = {
  id: string;
  ocid: string;
  number: string;
  kind: Kind;
  status: string;
  title: string;
  summary: string;
  description: string;
  agencyId: string;
  agency: string;
  department: string;
  currency: string;
  awardBy: keyof typeof awardBy;
  priceFormula: keyof typeof priceFormulas;
  invitedOnly: boolean;
  construction: boolean;
  publishedAt: string;
  dueAt: string;
  questionsUntil: string | null;
  updatedAt: string;
  endedReason: string | null;
  contactName: string;
  contactEmail: string | null;
  addenda: number;
  items: readonly ReleaseItem[];
  lots: readonly { id: string; lotNo: number; title: string; description: string }[];
  documents: readonly { id: string; title: string; name: string; addendumNo: number | null }[];
  addendaList: readonly {
    id: string;
    addendumNo: number;
    title: string;
    text: string;
    publishedAt: string;
  }[];
  questions: readonly {
    id: string;
    questionNo: number;
    question: string;
    answer: string | null;
    answeredAt: string | null;
    createdAt: string;
    declined: boolean;
  }[];
  origin: string;
  schemes: Schemes;
};

/** Bidders, awards and contracts, as whoever owns them tells; ids of suppliers name parties. */
export type Outcome = {
  tenderers: readonly { id: string; name: string }[];
  suppliers: readonly { id: string; name: string }[];
  awards: readonly {
    id: string;
    title: string;
    status: "pending" | "active" | "cancelled" | "unsuccessful";
    date: string;
    cents: number;
    supplierIds: readonly string[];
    itemIds: readonly string[];
    /** Why it is not the best by the published criteria; empty where it is. */
    departure: string;
  }[];
  contracts: readonly {
    id: string;
    awardId: string;
    title: string;
    /** What else of it is public. */
    description?: string;
    /** The lot of the solicitation that it is about, where it is about one. */
    lotId?: string | null;
    cents: number;
    signedAt: string | null;
    status: "pending" | "active" | "cancelled" | "terminated";
    period?: { startDate: string; endDate: string };
    amendments?: readonly { id: string; date: string; description: string }[];
  }[];
};
export const noOutcome: Outcome = { tenderers: [], suppliers: [], awards: [], contracts: [] };

const tagsOf: Readonly<Record<PublicEvent, readonly string[]>> = {
  published: ["tender"],
  addendum: ["tenderAmendment"],
  answered: ["tenderUpdate"],
  closed: ["tenderUpdate"],
  opened: ["tenderUpdate"],
  intent: ["award"],
  awarded: ["award", "contract"],
  ordered: ["awardUpdate", "contract"],
  contracted: ["contract"],
  contractAmended: ["contractAmendment"],
  contractEnded: ["contractTermination"],
  awardRefused: ["awardCancellation"],
  cancelled: ["tenderCancellation"],
  noAward: ["tenderUpdate"],
  unsuccessful: ["tenderUpdate"],
};

// Status names of the standard's closed code list.
const tenderStatus = (status: string): string =>
  status === "cancelled"
    ? "cancelled"
    : status === "no_award" || status === "unsuccessful"
      ? "unsuccessful"
      : status === "awarded" ||
          status === "contracted" ||
          status === "reviewed" ||
          status === "archived"
        ? "complete"
        : "active";
const method = (s: ReleaseSource): string => (s.invitedOnly ? "limited" : "open");
const drop = <T extends object>(value: T): T =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([, v]) => v !== null && v !== undefined && v !== "" && !(Array.isArray(v) && v.length === 0),
    ),
  ) as T;
const money = (cents: number, currency: string): Value => ({ amount: cents / 100, currency });

const itemOf = (item: ReleaseItem, s: ReleaseSource) =>
  drop({
    id: item.id,
    description: item.description,
    quantity: Number(item.quantity),
    unit: { name: item.unit },
    classification: item.commodityCode
      ? drop({ scheme: s.schemes.get(item.commodityCode) ?? null, id: item.commodityCode })
      : null,
    relatedLot: s.lots.some((lot) => lot.id === item.lotId) ? item.lotId : null,
  });

const enquiriesOf = (asked: ReleaseSource["questions"]) =>
  asked.map((q) =>
    drop({
      id: q.id,
      date: q.createdAt,
      title: `Question ${q.questionNo}`,
      description: q.question,
      answer: q.answer,
      dateAnswered: q.answeredAt,
    }),
  );

const tenderOf = (s: ReleaseSource, outcome: Outcome) => {
  const items = s.items.map((item) => itemOf(item, s));
  const asked = s.questions.filter((q) => q.answer !== null && !q.declined);
  return drop({
    id: s.number,
    title: s.title,
    description: [s.summary, s.description].filter(Boolean).join("\n\n"),
    status: tenderStatus(s.status),
    procuringEntity: { id: s.agencyId, name: s.agency },
    items,
    lots: s.lots.map((lot) =>
      drop({
        id: lot.id,
        title: lot.title,
        description: lot.description,
        status: tenderStatus(s.status),
      }),
    ),
    procurementMethod: method(s),
    procurementMethodDetails: kinds[s.kind],
    mainProcurementCategory: categoryOf(s),
    awardCriteria:
      s.priceFormula === "lowest"
        ? "priceOnly"
        : s.priceFormula === "qualifications"
          ? "qualityOnly"
          : "ratedCriteria",
    awardCriteriaDetails: `${priceFormulas[s.priceFormula]}. ${awardBy[s.awardBy]}.`,
    submissionMethod: ["electronicSubmission"],
    submissionMethodDetails: `${s.origin}/opportunities/${s.id}`,
    tenderPeriod: { startDate: s.publishedAt, endDate: s.dueAt },
    enquiryPeriod: s.questionsUntil
      ? { startDate: s.publishedAt, endDate: s.questionsUntil }
      : null,
    hasEnquiries: asked.length > 0,
    enquiries: enquiriesOf(asked),
    documents: s.documents.map((d) => ({
      id: d.id,
      title: d.title,
      documentType: d.addendumNo === null ? "biddingDocuments" : "clarifications",
      url: `${s.origin}/api/v1/public/solicitations/${s.id}/documents/${d.id}`,
    })),
    amendments: [...s.addendaList]
      .sort((a, b) => a.addendumNo - b.addendumNo)
      .map((a) => ({
        id: a.id,
        date: a.publishedAt,
        description: `Addendum ${a.addendumNo}: ${a.title}`,
        rationale: a.text,
      })),
    numberOfTenderers: outcome.tenderers.length || null,
    tenderers: outcome.tenderers.map(({ id, name }) => ({ id, name })),
  });
};

const partiesOf = (s: ReleaseSource, outcome: Outcome) => {
  const firms = new Map<string, { id: string; name: string; roles: string[] }>();
  for (const [role, list] of [
    ["tenderer", outcome.tenderers],
    ["supplier", outcome.suppliers],
  ] as const)
    for (const { id, name } of list)
      firms.set(id, { id, name, roles: [...(firms.get(id)?.roles ?? []), role] });
  return [
    drop({
      id: s.agencyId,
      name: s.agency,
      details: { department: s.department },
      contactPoint:
        s.contactEmail || s.contactName
          ? drop({ name: s.contactName, email: s.contactEmail })
          : null,
      roles: ["buyer", "procuringEntity"],
    }),
    ...firms.values(),
  ];
};

const lotsOfItems = (s: ReleaseSource, itemIds: readonly string[]): string[] => [
  ...new Set(
    s.items.flatMap((item) =>
      itemIds.includes(item.id) && s.lots.some((lot) => lot.id === item.lotId) ? [item.lotId!] : [],
    ),
  ),
];

/**
 * An OCDS 1.1 release of a solicitation as it stands after an event, with the lots and enquiries
 * extensions. Each release tells everything that is
 * public by then, so that the last one is the state. The estimate and who asked a question are
 * never in it.
 */
export const releaseOf = (
  s: ReleaseSource,
  outcome: Outcome,
  event: PublicEvent,
  releaseNo: number,
  at: string,
): Record<string, unknown> =>
  drop({
    ocid: s.ocid,
    id: `${s.number}-${releaseNo}`,
    date: at,
    language: "en",
    tag: [...tagsOf[event]],
    initiationType: "tender",
    parties: partiesOf(s, outcome),
    buyer: { id: s.agencyId, name: s.agency },
    tender: tenderOf(s, outcome),
    awards: outcome.awards.map((a) =>
      drop({
        id: a.id,
        title: a.title,
        description: a.departure,
        status: a.status,
        date: a.date,
        value: money(a.cents, s.currency),
        suppliers: a.supplierIds.map((id) => ({
          id,
          name: outcome.suppliers.find((x) => x.id === id)?.name ?? id,
        })),
        items: s.items.filter((item) => a.itemIds.includes(item.id)).map((item) => itemOf(item, s)),
        relatedLots: lotsOfItems(s, a.itemIds),
      }),
    ),
    contracts: outcome.contracts.map((c) =>
      drop({
        id: c.id,
        awardID: c.awardId,
        title: c.title,
        description: c.description ?? "",
        status: c.status,
        value: money(c.cents, s.currency),
        period: c.period ?? null,
        dateSigned: c.signedAt,
        items: c.lotId
          ? s.items.filter((item) => item.lotId === c.lotId).map((item) => itemOf(item, s))
          : [],
        amendments: c.amendments ?? [],
      }),
    ),
  });

const extensions = [
  "https://raw.githubusercontent.com/open-contracting-extensions/ocds_lots_extension/v1.1.5/extension.json",
  "https://raw.githubusercontent.com/open-contracting-extensions/ocds_enquiry_extension/v1.1.5/extension.json",
] as const;

type Head = { uri: string; publisher: string; at: string };
const packageHead = ({ uri, publisher, at }: Head) => ({
  uri,
  version: "1.1",
  publishedDate: at,
  publisher: { name: publisher },
  license: "https://creativecommons.org/publicdomain/zero/1.0/",
  extensions: [...extensions],
});

export const releasePackage = (head: Head, releases: readonly Record<string, unknown>[]) => ({
  ...packageHead(head),
  releases,
});

/**
 * The record of one process: its releases in order, and the state compiled from them (each release
 * is whole, so the last one is the state; what an earlier one had and a later one lacks does not
 * occur after publication).
 */
export const recordPackage = (
  head: Head,
  records: readonly { ocid: string; releases: readonly Record<string, unknown>[] }[],
) => ({
  ...packageHead(head),
  records: records.map(({ ocid, releases }) => ({
    ocid,
    releases,
    compiledRelease: { ...releases.at(-1), id: `${ocid}-compiled`, tag: ["compiled"] },
  })),
});
