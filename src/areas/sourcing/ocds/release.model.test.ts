import { expect, test } from "vitest";
import { ocdsProblems } from "./ocds-schema.service.ts";
import { readRelease } from "./reading.model.ts";
import {
  recordPackage,
  releaseOf,
  releasePackage,
  type Outcome,
  type ReleaseSource,
} from "./release.model.ts";

const at = "2026-11-20T15:00:00.000Z";
const source: ReleaseSource = {
  id: "0193aaaa-0000-7000-8000-000000000001",
  ocid: "ocds-levee-1",
  number: "RFP-2027-00001",
  kind: "rfp",
  status: "awarded",
  title: "Winter salt",
  summary: "Salt for two yards",
  description: "Treated and untreated.",
  agencyId: "0193aaaa-0000-7000-8000-0000000000aa",
  agency: "Carver County",
  department: "Roads",
  currency: "USD",
  awardBy: "lot",
  priceFormula: "proportional",
  invitedOnly: false,
  construction: false,
  publishedAt: "2026-10-01T15:00:00.000Z",
  dueAt: "2026-11-01T15:00:00.000Z",
  questionsUntil: "2026-10-20T15:00:00.000Z",
  updatedAt: at,
  endedReason: null,
  contactName: "Ray Castillo",
  contactEmail: "buyer@levee.test",
  addenda: 1,
  items: [
    {
      id: "i1",
      description: "Treated salt <“fine”>",
      quantity: "1200",
      unit: "t",
      commodityCode: "325998",
      lotId: "l1",
    },
    {
      id: "i2",
      description: "Road salt, own grade",
      quantity: "400.5",
      unit: "t",
      commodityCode: "745-67",
      lotId: "l2",
    },
  ],
  lots: [
    { id: "l1", lotNo: 1, title: "North", description: "" },
    { id: "l2", lotNo: 2, title: "Süd – 南", description: "Second yard" },
  ],
  documents: [
    { id: "d1", title: "Specification", name: "spec.pdf", addendumNo: null },
    { id: "d2", title: "Drawing", name: "a.pdf", addendumNo: 1 },
  ],
  addendaList: [
    {
      id: "a1",
      addendumNo: 1,
      title: "Yards",
      text: "Two yards.",
      publishedAt: "2026-10-10T15:00:00.000Z",
    },
  ],
  origin: "https://levee.test",
  schemes: new Map([["325998", "NAICS"]]),
  questions: [
    {
      id: "q1",
      questionNo: 1,
      question: "Which yards?",
      answer: "Mill Street.",
      answeredAt: "2026-10-09T15:00:00.000Z",
      createdAt: "2026-10-08T15:00:00.000Z",
      declined: false,
    },
    {
      id: "q2",
      questionNo: 2,
      question: "May I see the bids?",
      answer: "No.",
      answeredAt: at,
      createdAt: at,
      declined: true,
    },
  ],
};
const firms = [
  { id: "v1", name: "Ada Salt" },
  { id: "v2", name: "Соль і дорога" },
  { id: "v3", name: "Third & Sons" },
];
const outcome: Outcome = {
  tenderers: firms,
  suppliers: firms.slice(0, 2),
  awards: [
    {
      id: "w1",
      title: "Lot 1",
      status: "active",
      date: at,
      cents: 48_000_01,
      supplierIds: ["v1"],
      itemIds: ["i1"],
      departure: "",
    },
    {
      id: "w2",
      title: "Lot 2",
      status: "active",
      date: at,
      cents: 12_015_00,
      supplierIds: ["v2"],
      itemIds: ["i2"],
      departure: "",
    },
  ],
  contracts: [
    {
      id: "c1",
      awardId: "w1",
      title: "PO-2027-00001",
      cents: 48_000_01,
      signedAt: at,
      status: "active",
    },
    {
      id: "c2",
      awardId: "w2",
      title: "PO-2027-00002",
      cents: 12_015_00,
      signedAt: null,
      status: "pending",
    },
  ],
};
const release = releaseOf(source, outcome, "awarded", 7, at);
const head = { uri: "https://levee.test/r", publisher: "Carver County", at };

test("an awarded process with two lots passes the standard and its extensions, as release, release package and record package", () => {
  expect(ocdsProblems("ownRelease", release)).toEqual([]);
  expect(ocdsProblems("releasePackage", releasePackage(head, [release]))).toEqual([]);
  expect(
    ocdsProblems(
      "recordPackage",
      recordPackage(head, [{ ocid: source.ocid, releases: [release] }]),
    ),
  ).toEqual([]);
});

test("what is read back is what went out: lots, items, addenda, answers, bidders, awards to the cent, contracts", () => {
  const back = readRelease(JSON.parse(JSON.stringify(release)) as Record<string, unknown>);
  expect(back).toMatchObject({
    ocid: source.ocid,
    number: source.number,
    title: source.title,
    agency: source.agency,
    agencyId: source.agencyId,
    publishedAt: source.publishedAt,
    dueAt: source.dueAt,
    questionsUntil: source.questionsUntil,
  });
  expect(back.items).toEqual(source.items);
  expect(back.lots).toEqual(
    source.lots.map(({ id, title, description }) => ({ id, title, description })),
  );
  expect(back.documents).toEqual(source.documents.map(({ id, title }) => ({ id, title })));
  expect(back.amendments).toEqual([
    {
      id: "a1",
      description: "Addendum 1: Yards",
      text: "Two yards.",
      at: source.addendaList[0]!.publishedAt,
    },
  ]);
  expect(back.questions).toEqual([{ id: "q1", question: "Which yards?", answer: "Mill Street." }]);
  // An award's lots are those of its items.
  expect(back.awards).toEqual(
    outcome.awards.map(({ date: _d, departure: _why, ...award }, at) => ({
      ...award,
      lotIds: [`l${at + 1}`],
    })),
  );
  expect(back.contracts).toEqual(
    outcome.contracts.map(({ id, awardId, cents }) => ({ id, awardId, cents })),
  );
  expect(
    back.parties.filter((p) => p.roles.includes("tenderer")).map(({ id, name }) => ({ id, name })),
  ).toEqual(firms);
  expect(JSON.stringify(release)).not.toContain("May I see the bids?");
});

test.each([
  ["salt by NAICS, asked for by proposals", ["325998"], "NAICS", "rfp", "goods"],
  ["consulting by NAICS, asked for by bids", ["541611"], "NAICS", "itb", "services"],
  ["a building by NAICS", ["236220"], "NAICS", "rfp", "works"],
  ["mostly services by NIGP", ["962-46", "918-32", "745-67"], "NIGP", "itb", "services"],
  ["a road by NIGP", ["913-27"], "NIGP", "itb", "works"],
  ["repair of buildings by PSC", ["Z1AA"], "PSC", "itb", "works"],
  ["without a code that others know", [], "", "rfp", "services"],
])("the main category is what most items are: %s", (_what, codes, scheme, kind, category) => {
  const items = codes.map((commodityCode) => ({ ...source.items[0]!, commodityCode }));
  const schemes = new Map(codes.map((code) => [code, scheme]));
  const { tender } = releaseOf(
    { ...source, kind: kind as "rfp", items, schemes },
    outcome,
    "published",
    1,
    at,
  ) as { tender: { mainProcurementCategory: string } };
  expect(tender.mainProcurementCategory).toBe(category);
});

test("a code of a list that others know names the list; an agency's own names none", () => {
  expect(
    (release as { tender: { items: { classification: object }[] } }).tender.items.map(
      (i) => i.classification,
    ),
  ).toEqual([{ scheme: "NAICS", id: "325998" }, { id: "745-67" }]);
});
