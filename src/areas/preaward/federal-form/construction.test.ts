// The forms of a construction application and the short one: complete, fitting their official
// schemas, tied to each other, and refused where somebody planted a difference.
import { expect, test } from "vitest";
import { judge } from "#areas/forms/forms.public.ts";
import { validate } from "#areas/forms/forms.server.ts";
import { crossFindings } from "./cross-rules.model.ts";
import { formsOf, type FederalForm } from "./federal-form.ts";
import type { Facts, FormSet } from "./finding-parts.model.ts";
import { formXml } from "./form-xml.ts";
import { newestForm } from "./forms.data.ts";
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
const place = {
  street: "600 East Fourth Street",
  city: "Chaska",
  county: "Carver",
  state: "MN: Minnesota",
  zip: "55318",
};
const applicant = { orgName: "Carver County", uei: "ABCDEFGH1234", ...place };
// Total 484,000 at 80 percent: the sample of the form's own instructions.
const answers: Readonly<Record<string, Record<string, unknown>>> = {
  "SF-424": {
    ...applicant,
    submissionType: "Application",
    applicationType: "New",
    ein: "41-6005777",
    contactFirst: "Ann",
    contactLast: "Oak",
    phone: "952-555-0100",
    email: "grants@carver.example.gov",
    type1: "B: County Government",
    agencyName: "Federal Emergency Management Agency",
    aln: "97.029",
    opportunityNumber: "FEMA-1",
    opportunityTitle: "Bridges",
    projectTitle: "A bridge that stays open",
    districtApplicant: "MN-006",
    districtProject: "MN-006",
    startsOn: "2027-07-01",
    endsOn: "2029-06-30",
    federal: 387_200_00,
    applicant: 112_800_00,
    stateFunds: 0,
    local: 0,
    other: 0,
    income: 0,
    stateReview: "c. Program is not covered by E.O. 12372.",
    delinquent: false,
    agree: true,
  },
  "SF-424C": { l1a: 20_000_00, l9a: 450_000_00, l9b: 16_000_00, l13a: 30_000_00, percent: 80 },
  "SF-424D": { orgName: "Carver County", assured: true },
  "SF-LLL": {
    ...applicant,
    disclose: false,
    actionType: "Grant",
    actionStatus: "BidOffer",
    reportType: "InitialFiling",
    district: "MN-006",
    agencyName: "Federal Emergency Management Agency",
    aln: "97.029",
  },
  Sites: {
    ...applicant,
    district: "MN-006",
    others: [
      {
        name: "Bridge 4",
        street: "County Road 10",
        city: "Waconia",
        state: "MN: Minnesota",
        zip: "55387",
      },
    ],
  },
  "SF-424-Short": {
    ...applicant,
    agencyName: "National Endowment for the Arts",
    aln: "97.029",
    opportunityNumber: "FEMA-1",
    opportunityTitle: "Bridges",
    type1: "B: County Government",
    ein: "41-6005777",
    district: "MN-006",
    projectTitle: "A bridge that stays open",
    description: "Murals on the bridge <of 1920>.",
    startsOn: "2027-07-01",
    endsOn: "2029-06-30",
    ...person("director"),
    same: true,
    agree: true,
  },
};
function person(key: string) {
  return {
    [`${key}First`]: "Ann",
    [`${key}Last`]: "Oak",
    [`${key}Street`]: place.street,
    [`${key}City`]: place.city,
    [`${key}State`]: place.state,
    [`${key}Zip`]: place.zip,
    [`${key}Phone`]: "952-555-0100",
    [`${key}Email`]: "ann@carver.example.gov",
  };
}
const facts: Facts = {
  applicationType: "New",
  opportunityNumber: "FEMA-1",
  aln: "97.029",
  startsOn: "2027-07-01",
  endsOn: "2029-06-30",
  uei: "ABCDEFGH1234",
};
const counted = (form: FederalForm, given: Record<string, unknown>) => judge(form, given, validate);
const xmlOf = (form: FederalForm, given: Record<string, unknown>) =>
  formXml(form.code, counted(form, given).answers, signed);
const all = (over: Record<string, object> = {}): FormSet =>
  Object.fromEntries(
    formsOf("construction", []).map((code) => [
      code,
      counted(newestForm(code), { ...answers[code]!, ...over[code] }).answers,
    ]),
  );

test.each([...formsOf("construction", []), ...formsOf("short", [])])(
  "the %s is complete and fits its official schema",
  async (code) => {
    const form = newestForm(code);
    expect(counted(form, answers[code]!).errors).toEqual([]);
    expect(await checkXml(xmlOf(form, answers[code]!), form.schema)).toEqual({
      checked: true,
      valid: true,
      errors: [],
    });
  },
);

test("construction needs its five forms, and they agree", () => {
  expect(formsOf("construction", ["SF-424A"])).toEqual([
    "SF-424",
    "SF-424C",
    "SF-424D",
    "SF-LLL",
    "Sites",
  ]);
  expect(formsOf("short", ["Sites"])).toEqual(["SF-424-Short", "Sites"]);
  expect(crossFindings(all(), facts)).toEqual([]);
});

test("lines, subtotals and the share are worked out; what nobody answers stays blank", async () => {
  const c = all()["SF-424C"]!;
  expect(c).toMatchObject({
    l9c: 434_000_00,
    l12a: 470_000_00,
    l12b: 16_000_00,
    l14c: 484_000_00,
    l16a: 500_000_00,
    l16c: 484_000_00,
    share: 387_200_00,
  });
  for (const blank of ["l2a", "l2c", "l13b", "l15a", "l15c"]) expect(c).not.toHaveProperty(blank);
  const form = newestForm("SF-424C");
  const nothing = xmlOf(form, { percent: 75 });
  expect(nothing).not.toContain("LandCost");
  expect((await checkXml(nothing, form.schema)).valid).toBe(true);
});

test("lobbying that is disclosed names registrant and individuals; a material change its day", async () => {
  const form = newestForm("SF-LLL");
  const disclosed = {
    ...answers["SF-LLL"],
    disclose: true,
    reportType: "MaterialChange",
    changeYear: "2026",
    changeQuarter: "3",
    lastReportOn: "2026-07-30",
    registrantFirst: "Lee",
    registrantLast: "Park",
    registrantStreet: "1 K Street",
    registrantCity: "Washington",
    individuals: [{ first: "Lee", last: "Park" }],
  };
  expect(counted(form, disclosed).errors).toEqual([]);
  const xml = xmlOf(form, disclosed);
  expect(xml).toContain("<g:LastName>Park</g:LastName>");
  expect(await checkXml(xml, form.schema)).toMatchObject({ checked: true, valid: true });
  expect(xmlOf(form, answers["SF-LLL"]!)).toContain("<g:LastName>N/A</g:LastName>");
  expect(counted(form, { ...answers["SF-LLL"], disclose: true }).errors.map((e) => e.path)).toEqual(
    ["registrantFirst", "registrantLast", "registrantStreet", "registrantCity", "individuals"],
  );
});

test.each([
  [{ "SF-424C": { l9b: 460_000_00 } }, "SF-424C", "l9b"],
  [{ "SF-424C": { percent: 60 } }, "SF-424C", "percent"],
  [{ "SF-424C": { l10a: 1 } }, "SF-424C", "l16a"],
  [{ "SF-424": { income: 5 } }, "SF-424C", "l15a"],
  [{ "SF-424D": { orgName: "Another county" } }, "SF-424D", "orgName"],
  [{ "SF-424D": { assured: false } }, "SF-424D", "assured"],
  [{ "SF-LLL": { orgName: "Another county" } }, "SF-LLL", "orgName"],
] as const)("a planted error %j is found at its path", (over, form, path) => {
  const found = crossFindings(all(over), facts);
  expect(found.map((one) => [one.form, one.path])).toContainEqual([form, path]);
});

test("a share within the rounding of its percentage is only said; decimals and eleven people are not taken", () => {
  const near = crossFindings(
    all({ "SF-424": { federal: 388_000_00, applicant: 112_000_00 } }),
    facts,
  );
  expect(near).toMatchObject([{ form: "SF-424C", path: "percent", minor: true }]);
  const decimals = crossFindings(all({ "SF-424C": { percent: 80.5 } }), facts);
  expect(decimals[0]!.message).toBe("Enter a whole number of percent: the form takes no decimals.");
  const eleven = Array.from({ length: 11 }, () => ({ first: "Lee", last: "Park" }));
  const people = crossFindings(all({ "SF-LLL": { disclose: true, individuals: eleven } }), facts);
  expect(people[0]!.message).toBe(
    "The form takes ten individuals, and 11 are named: file the rest on a continuation sheet.",
  );
});

test("a short form that is too long, or not certified, is found", () => {
  const form = newestForm("SF-424-Short");
  const given = { ...answers["SF-424-Short"], description: "x".repeat(1001), agree: false };
  const found = crossFindings({ "SF-424-Short": counted(form, given).answers }, facts);
  expect(found.map(({ path }) => path)).toEqual(["description", "agree"]);
});
