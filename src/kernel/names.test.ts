import { expect, test } from "vitest";
import { isNameField, nameFault } from "./names.ts";

test.each([
  "Börek & Söhne GmbH",
  "株式会社ミルク",
  "شركة المياه",
  "O’Neill — Pumps, Inc. №5",
  "👷 Crew 7",
  "नमस्ते ट्रेडर्स",
  "zero\u200dwidth joiner inside",
  "  spaces around \n",
  "",
  " ",
])("%j is a name, or none was given", (text) => {
  expect(nameFault(text)).toBeNull();
});

test.each([
  ["Acme\nPAID", "line break"],
  ["Acme\r\nBcc: all@county.gov", "line break"],
  ["Acme\u2028Two", "line break"],
  ["Acme\u0007", "control"],
  ["Acme\u202egpj.exe", "direction"],
  ["Acme\u2066x\u2069", "direction"],
  ["\u200b\u200b", "can be seen"],
  ["\u3164", "can be seen"],
  ["\u2800 \u2800", "can be seen"],
  ["\u00ad", "can be seen"],
  ["\u0301\u0302", "can be seen"],
  ["\ufeff", "can be seen"],
])("%j is none", (text, why) => {
  expect(nameFault(text)).toContain(why);
});

test("names are known by their field", () => {
  for (const field of ["name", "title", "displayName", "display_name", "contactName", "first_name"])
    expect(isNameField(field), field).toBe(true);
  for (const field of ["notes", "names", "description", "username", "nameless"])
    expect(isNameField(field), field).toBe(false);
});
