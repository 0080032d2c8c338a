import { expect, test } from "vitest";
import prozorro from "#areas/market/market/fixtures/prozorro-record-package.json" with { type: "json" };
import recordPackageSchema from "./schema/record-package-schema.json" with { type: "json" };
import releasePackageSchema from "./schema/release-package-schema.json" with { type: "json" };
import releaseSchema from "./schema/release-schema.json" with { type: "json" };
import { ocdsProblems } from "./ocds-schema.service.ts";

const release = {
  ocid: "ocds-213czf-1",
  id: "1",
  date: "2026-11-20T15:00:00Z",
  tag: ["tender"],
  initiationType: "tender",
  tender: {
    id: "RFP-1",
    status: "active",
    title_uk: "Сіль",
    value: { amount: 12.5, currency: "USD" },
  },
};
const head = {
  uri: "https://levee.example/r/1",
  version: "1.1",
  publisher: { name: "Carver County" },
  publishedDate: "2026-11-20T15:00:00Z",
};

test("a release, its package and a record package pass", () => {
  expect(ocdsProblems("release", release)).toEqual([]);
  expect(ocdsProblems("releasePackage", { ...head, releases: [release] })).toEqual([]);
  expect(
    ocdsProblems("recordPackage", {
      ...head,
      records: [
        {
          ocid: release.ocid,
          releases: [release],
          compiledRelease: { ...release, tag: ["compiled"] },
        },
      ],
    }),
  ).toEqual([]);
});

test("our releases are held to the extensions of lots and enquiries as well", () => {
  const tender = {
    ...release.tender,
    lots: [{ id: "a", title: "North", status: "active" }],
    items: [{ id: "1", relatedLot: "a", classification: { scheme: "NAICS", id: "325998" } }],
    enquiries: [
      {
        id: "q",
        date: "2026-11-20T15:00:00Z",
        description: "Which yards?",
        answer: "Two",
        dateAnswered: "2026-11-21T15:00:00Z",
      },
    ],
  };
  expect(
    ocdsProblems("ownRelease", { ...release, tender, awards: [{ id: "w", relatedLots: ["a"] }] }),
  ).toEqual([]);
  const wrong = {
    ...tender,
    lots: [{ title: "North" }, { id: "b", status: "closed" }],
    items: [{ id: "1", relatedLot: 4 }],
    enquiries: [{ date: "yesterday" }],
  };
  expect(
    ocdsProblems("ownRelease", { ...release, tender: wrong })
      .map((p) => p.split(":")[0])
      .sort(),
  ).toEqual([
    "/tender/enquiries/0",
    "/tender/enquiries/0/date",
    "/tender/items/0/relatedLot",
    "/tender/lots/0",
    "/tender/lots/1/status",
  ]);
  expect(ocdsProblems("release", { ...release, tender: wrong })).toEqual([]);
});

test("the version is 1.1.5 throughout", () => {
  for (const schema of [releaseSchema, releasePackageSchema, recordPackageSchema])
    expect(schema.id).toContain("https://standard.open-contracting.org/schema/1__1__5/");
  for (const schema of [releasePackageSchema, recordPackageSchema])
    expect(
      JSON.stringify(schema)
        .match(/1__1__\d/g)!
        .every((v) => v === "1__1__5"),
    ).toBe(true);
});

test("each wrong field is named", () => {
  expect(
    ocdsProblems("release", {
      ...release,
      date: "20 November",
      tag: ["sale"],
      tender: {
        ...release.tender,
        status: "open",
        value: { amount: "12.5", currency: "DOLLAR" },
        title_uk: 7,
      },
    })
      .map((p) => p.split(":")[0])
      .sort(),
  ).toEqual([
    "/date",
    "/tag/0",
    "/tender/status",
    "/tender/title_uk",
    "/tender/value/amount",
    "/tender/value/currency",
  ]);
  expect(
    ocdsProblems("release", { ...release, contracts: [{ id: 1 }], awards: [{ id: 1, items: [] }] }),
  ).toHaveLength(2);
  expect(ocdsProblems("recordPackage", { ...head, records: [] })).toHaveLength(1);
});

test("a package of another country's portal passes but for one broken address", () => {
  expect(ocdsProblems("recordPackage", prozorro)).toEqual([
    '/extensions/8: must match format "uri"',
  ]);
});
