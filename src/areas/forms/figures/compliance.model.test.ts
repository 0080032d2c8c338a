import { expect, test } from "vitest";
import { blankField } from "../form/form.labels.ts";
import { formChecks } from "../form/check.model.ts";
import { asksForSecret, findingsOf } from "./compliance.model.ts";

const form = (label: string, law = "") => ({
  pages: [
    {
      title: "You",
      sections: [{ title: "", help: "", fields: [{ ...blankField("q", "text", label), law }] }],
    },
  ],
});
const refusals = (label: string, law?: string) =>
  formChecks(form(label, law)).filter((check) => !check.ok);

test("who asks for a Social Security or bank number names the law before it is published", () => {
  for (const label of ["Social Security number", "Your SSN", "Bank account", "Routing number"])
    expect(refusals(label)).toMatchObject([{ path: "pages.0.sections.0.fields.0.law" }]);
  expect(refusals("SSN", "26 U.S.C. 6109, for the yearly 1099")).toEqual([]);
  for (const label of ["Assn. of neighbors", "On account of what", "Bank of the river"])
    expect(asksForSecret({ key: "q", label, help: "" })).toBe(false);
});

test("a form in force is looked at point by point", () => {
  const facts = { about: "", audience: "public" as const, keepYears: 7, months: 30 };
  const open = findingsOf({ ...form("Name"), ...facts }, 1).filter((each) => !each.ok);
  expect(open.map(({ sentence }) => sentence)).toEqual([
    "Says nothing of privacy or public records: add it to what the form is for",
    "1 question without a help text",
    "1 person may decide; nobody decides what they filled in",
    "In force for 30 months",
  ]);
});
