import { expect, test } from "vitest";
import prozorro from "../../vendors/market/fixtures/prozorro-record-package.json" with { type: "json" };
import { ocdsProblems } from "./ocds-schema.service.ts";

const release = { ocid: "ocds-213czf-1", id: "1", date: "2026-11-20T15:00:00Z", tag: ["tender"], initiationType: "tender", tender: { id: "RFP-1", status: "active", title_uk: "Сіль", value: { amount: 12.5, currency: "USD" } } };
const head = { uri: "https://levee.example/r/1", version: "1.1", publisher: { name: "Carver County" }, publishedDate: "2026-11-20T15:00:00Z" };

test("a release, its package and a record package pass", () => {
  expect(ocdsProblems("release", release)).toEqual([]);
  expect(ocdsProblems("releasePackage", { ...head, releases: [release] })).toEqual([]);
  expect(ocdsProblems("recordPackage", { ...head, records: [{ ocid: release.ocid, releases: [release], compiledRelease: { ...release, tag: ["compiled"] } }] })).toEqual([]);
});

test("each wrong field is named", () => {
  expect(ocdsProblems("release", { ...release, date: "20 November", tag: ["sale"], tender: { ...release.tender, status: "open", value: { amount: "12.5", currency: "DOLLAR" }, title_uk: 7 } }).map((p) => p.split(":")[0]).sort())
    .toEqual(["/date", "/tag/0", "/tender/status", "/tender/title_uk", "/tender/value/amount", "/tender/value/currency"]);
  expect(ocdsProblems("release", { ...release, contracts: [{ id: 1 }], awards: [{ id: 1, items: [] }] })).toHaveLength(2);
  expect(ocdsProblems("recordPackage", { ...head, records: [] })).toHaveLength(1);
});

test("a package of another country's portal passes but for one broken address", () => {
  expect(ocdsProblems("recordPackage", prozorro)).toEqual(['/extensions/8: must match format "uri"']);
});
