import { expect, test } from "vitest";
import { judge } from "#areas/forms/forms.public.ts";
import { validate } from "#areas/forms/forms.server.ts";
import { crossFindings } from "./cross-rules.model.ts";
import type { Facts, FormSet } from "./finding-parts.model.ts";
import { formXml } from "./form-xml.ts";
import { sf424 } from "./sf424.data.ts";
import { sf424a } from "./sf424a.data.ts";
import { sf424b } from "./sf424b.data.ts";
import { checkXml } from "./xml-check.service.ts";

const signed = {
  first: "Ada",
  last: "Bly",
  title: "Chair of the board",
  phone: "952-555-0100",
  email: "chair@carver.example.gov",
  on: "2027-01-15",
  received: "2027-01-16",
};
const head = {
  submissionType: "Application",
  applicationType: "New",
  orgName: "Carver County",
  ein: "41-6005777",
  uei: "ABCDEFGH1234",
  street: "600 East Fourth Street",
  city: "Chaska",
  county: "Carver",
  state: "MN: Minnesota",
  zip: "55318",
  contactFirst: "Ann",
  contactLast: "Oak",
  phone: "952-555-0100",
  email: "grants@carver.example.gov",
  type1: "B: County Government",
  agencyName: "Administration for Community Living",
  aln: "93.045",
  opportunityNumber: "HHS-1",
  opportunityTitle: "Nutrition",
  projectTitle: "Meals & <more>",
  districtApplicant: "MN-006",
  districtProject: "MN-006",
  startsOn: "2027-07-01",
  endsOn: "2028-06-30",
  federal: 8_000_000,
  applicant: 2_000_000,
  stateFunds: 0,
  local: 0,
  other: 0,
  income: 0,
  stateReview: "c. Program is not covered by E.O. 12372.",
  delinquent: false,
  agree: true,
};
const money = {
  applicationType: "New",
  a1Title: "Meals",
  a1Aln: "93.045",
  a1E: 8_000_000,
  a1F: 2_000_000,
  b1Personnel: 7_000_000,
  b1Fringe: 2_000_000,
  b1Supplies: 100_050,
  b1Indirect: 899_950,
  c1Applicant: 2_000_000,
  d1Federal: 2_000_000,
  d2Federal: 2_000_000,
  d3Federal: 2_000_000,
  d4Federal: 2_000_000,
  d1Other: 2_000_000,
};
const facts: Facts = {
  applicationType: "New",
  opportunityNumber: "HHS-1",
  aln: "93.045",
  startsOn: "2027-07-01",
  endsOn: "2028-06-30",
  uei: "ABCDEFGH1234",
};
const counted = (form: typeof sf424, answers: object) =>
  judge(form, answers as Record<string, unknown>, validate);
const all = (over: { head?: object; money?: object; assured?: object } = {}): FormSet => ({
  "SF-424": counted(sf424, { ...head, ...over.head }).answers,
  "SF-424A": counted(sf424a, { ...money, ...over.money }).answers,
  "SF-424B": counted(sf424b, { orgName: "Carver County", assured: true, ...over.assured }).answers,
});

test("whole forms are complete, agree, and fit their official schemas", async () => {
  for (const [form, answers] of [
    [sf424, head],
    [sf424a, money],
    [sf424b, { orgName: "Carver County", assured: true }],
  ] as const) {
    const verdict = counted(form, answers);
    expect(verdict.errors).toEqual([]);
    const xml = formXml(form.code, verdict.answers, signed);
    expect(await checkXml(xml, form.schema)).toEqual({ checked: true, valid: true, errors: [] });
  }
  expect(crossFindings(all(), facts)).toEqual([]);
});

test("totals are worked out, whatever was sent", () => {
  const a = all({ money: { a1G: 1, b1Total: 2, a5G: 3 } })["SF-424A"]!;
  expect([a["a1G"], a["a5G"], a["b1Direct"], a["b1Total"], a["b5Total"]]).toEqual([
    10_000_000, 10_000_000, 9_100_050, 10_000_000, 10_000_000,
  ]);
  expect([a["c5Total"], a["d0Federal"], a["d0Total"]]).toEqual([2_000_000, 8_000_000, 10_000_000]);
  expect(all()["SF-424"]!["total"]).toBe(10_000_000);
});

test("column g is the sum of a continuation and the new total of a revision", () => {
  const lines = { a1C: 50_000, a1D: 7, a1Before: 5_000_000, a1E: -200_000, a1F: 100_000 };
  const of = (applicationType: string) =>
    counted(sf424a, { ...money, ...lines, applicationType }).answers;
  expect(of("Continuation")).toMatchObject({ a1C: 50_000, a1D: 7, a1G: -100_000 });
  expect(of("Continuation")).not.toHaveProperty("a1Before");
  expect(of("Revision")).toMatchObject({ a1G: 4_900_000, a5G: 4_900_000 });
  expect(of("Revision")).not.toHaveProperty("a1C");
  // A total of what nobody answers stays blank, as the form wants it.
  expect(of("Revision")).not.toHaveProperty("a5C");
  for (const blank of ["a5C", "a5D", "a2G", "b2Total", "b5Travel", "c5State", "e5Y4", "b5Income"])
    expect(of("New")).not.toHaveProperty(blank);
  expect(formXml("SF-424A", of("New"), signed)).not.toContain("Unobligated");
  expect(of("New")).not.toHaveProperty("a1D");
});

test.each([
  [{ money: { b1Travel: 1 } }, "SF-424A", "b1Total"],
  [{ money: { c1Other: 1 } }, "SF-424A", "c1Total"],
  [{ money: { d4Federal: 1 } }, "SF-424A", "d0Federal"],
  [{ money: { d4Other: 5 } }, "SF-424A", "d0Other"],
  [{ head: { federal: 8_000_001 } }, "SF-424", "federal"],
  [{ head: { local: 1 } }, "SF-424", "applicant"],
  [{ head: { income: 1 } }, "SF-424", "income"],
  [{ head: { uei: "ABCDEFGH9999" } }, "SF-424", "uei"],
  [{ head: { endsOn: "2029-06-30" } }, "SF-424", "endsOn"],
  [{ head: { agree: false } }, "SF-424", "agree"],
  [{ assured: { orgName: "Another county" } }, "SF-424B", "orgName"],
  [{ assured: { assured: false } }, "SF-424B", "assured"],
] as const)("a planted error %j is found at its path", (over, form, path) => {
  const found = crossFindings(all(over), facts);
  expect(found.map((one) => [one.form, one.path])).toEqual([[form, path]]);
  expect(found[0]!.source).not.toBe("");
});

test("answers that are missing or wrong are told at their path", () => {
  const paths = (over: object) =>
    counted(sf424, { ...head, ...over }).errors.map(({ path }) => path);
  expect(paths({ uei: "SHORT" })).toEqual(["uei"]);
  expect(paths({ projectTitle: "" })).toEqual(["projectTitle"]);
  expect(paths({ applicationType: "Revision" })).toEqual(["revisionType", "federalAwardId"]);
  expect(paths({ federal: -1 })).toEqual(["federal"]);
});

test("XML that does not fit is refused with the reason, and none without a schema", async () => {
  const xml = formXml("SF-424", { ...counted(sf424, head).answers, state: "MN" }, signed);
  const check = await checkXml(xml, sf424.schema);
  expect(check.valid).toBe(false);
  expect(check.errors.join()).toContain("State");
  expect(await checkXml(xml, null)).toEqual({ checked: false, valid: true, errors: [] });
});
