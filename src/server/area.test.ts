import { describe, expect, test } from "vitest";
import { areas } from "#areas.ts";
import { areaServers } from "#areas.server.ts";
import {
  defineArea,
  extensionPoint,
  inOrderOfStory,
  missingParts,
  type AreaServer,
} from "./area.ts";

const tell = async () => {};
const chapter = (name: string, ...after: string[]): AreaServer => ({
  name,
  endpoints: [],
  seed: { after, tell },
});
const names = (areaList: readonly AreaServer[]) => areaList.map((area) => area.name);

describe("the areas", () => {
  test("each of the list has a door, and nothing that the manifests promise is missing", () => {
    expect(names(areaServers)).toEqual(areas.map((area) => area.name));
    expect(missingParts()).toEqual([]);
  });

  test("each says what of its records can be added up, or why nothing can", () => {
    expect(
      areaServers
        .filter(({ facts, noFacts }) => Boolean(facts?.length) === Boolean(noFacts))
        .map((area) => area.name),
    ).toEqual([]);
  });

  test("the queue takes the name of every schedule: with another one no instance starts", () => {
    const scheduled = areaServers.flatMap((area) => (area.schedules ?? []).map(({ name }) => name));
    expect(scheduled.length).toBeGreaterThan(5);
    expect(scheduled.filter((name) => !/^[\w./-]+$/.test(name))).toEqual([]);
  });

  test("no permission, duty, page or kind of document stands in two manifests", () => {
    for (const part of ["permissions", "duties", "pages", "approvables"] as const) {
      const keys = areas.flatMap((area) =>
        part in area ? Object.keys(area[part as "pages"]) : [],
      );
      expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    }
  });

  test("the story is told in the order in which chapters build on each other", () => {
    const order = names(inOrderOfStory(areaServers));
    for (const area of areaServers)
      for (const before of area.seed?.after ?? [])
        expect(order.indexOf(before)).toBeLessThan(order.indexOf(area.name));
  });
});

test("a chapter comes after those that it names; a circle and an unknown name are errors", () => {
  expect(names(inOrderOfStory([chapter("c", "a", "b"), chapter("b", "a"), chapter("a")]))).toEqual([
    "a",
    "b",
    "c",
  ]);
  expect(() => inOrderOfStory([chapter("a", "b"), chapter("b", "a")])).toThrow("waits for itself");
  expect(() => inOrderOfStory([chapter("a", "z")])).toThrow("a comes after z");
});

test("a forgotten listener is named, and no longer once an area brings one", () => {
  const heard: string[] = [];
  const point = extensionPoint<string>("a test's events", (item) => void heard.push(item), {
    required: true,
  });
  expect(missingParts()).toContain("No area brings anything to: a test's events.");
  defineArea({ name: "a test's area", endpoints: [], brings: [point.of("one", "two")] });
  expect(heard).toEqual(["one", "two"]);
  expect(missingParts()).toEqual([]);
  expect(() => defineArea({ name: "a test's area", endpoints: [] })).toThrow("two areas");
});
