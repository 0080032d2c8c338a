import { expect, test } from "vitest";
import { firmName, seeded } from "../screening/generated-exclusions.seed.ts";
import { LikeNames } from "./like-names.model.ts";

const alike = (a: string, b: string) => {
  const names = new LikeNames();
  expect(names.add(a, 7)).toBeNull();
  return names.add(b, 8) === 7;
};

test("much like: other order, abbreviations, legal forms, one word misspelt, one more word, vowels and doubled letters", () => {
  for (const [a, b] of [
    ["Northline Aggregates LLC", "Northlin Agregates"],
    ["Aggregates Northline", "Northline Aggregates, Inc."],
    ["Carver Constr Co", "Carver Construction"],
    ["Halverson Paving", "Halvorsen Paving"],
    ["Prairie Stone Supply", "Prairie Stone Supply Minnesota"],
    ["Prairie Stone Supply Minnesota", "Prairie Stone Supply"],
    ["Fastenal", "Fastenall Company"],
    ["Brothers Paving", "Brohters Paving"],
  ] as const)
    expect([a, b, alike(a, b)]).toEqual([a, b, true]);
});

test("other firms: another word, other figures, a name of one word that another one holds, short words", () => {
  for (const [a, b] of [
    ["Northline Aggregates", "Northline Electric"],
    ["Station 12 Fuel", "Station 13 Fuel"],
    ["Larson", "Larson Paving"],
    ["Larson Paving", "Larson Roofing"],
    ["ABC Paving", "ABD Paving"],
    ["Oak", "Oko"],
  ] as const)
    expect([a, b, alike(a, b)]).toEqual([a, b, false]);
});

test("letters swapped are found among 20,000 names; a name is not its own double", () => {
  const names = new LikeNames();
  const random = seeded(3);
  const kept: string[] = [];
  for (let i = 0; i < 20_000; i++) {
    kept.push(`${firmName(random)} ${i.toString(36)}x9`);
    names.add(kept[i]!, i, false);
  }
  const misspelt = kept
    .slice(0, 1000)
    .map((name) => name.replace(/([A-Z][a-z]{2})([a-z])([a-z])/, "$1$3$2"));
  expect(names.add(kept[5]!, 5)).toBeNull();
  expect(
    misspelt.filter((name, i) => name !== kept[i] && names.add(name, i + 50_000) === i).length,
  ).toBeGreaterThan(950);
});
