import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pageAt, unbuiltPaths } from "#areas.ts";
import { unbuiltTexts } from "./unbuilt.labels.ts";
import { unbuiltPages } from "./unbuilt.pages.ts";

const kept = readFileSync(new URL("../../../../docs/unbuilt-routes.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("/"));

describe("addresses whose screen is still to come", () => {
  test("are those of docs/unbuilt-routes.txt and no more: a built one leaves the list, none joins it", () => {
    expect(
      unbuiltPaths.filter((path) => !kept.includes(path)),
      "new addresses without a screen",
    ).toEqual([]);
    expect(
      kept.filter((path) => !unbuiltPaths.includes(path)),
      "built: take them out of docs/unbuilt-routes.txt",
    ).toEqual([]);
    expect(kept.length).toBeLessThanOrEqual(123);
  });
  test.each(unbuiltPaths)("%s says what it will do and leads to a screen that works", (path) => {
    const texts = unbuiltTexts[path]!;
    expect(texts.does.length).toBeGreaterThan(0);
    const target = pageAt(texts.nearest[1].split("?")[0]!);
    expect(target, texts.nearest[1]).not.toBeNull();
    expect(unbuiltPaths).not.toContain(target!.path);
  });
  test("are the ones that have a place and a text: what works is nowhere said to be still to come", () => {
    expect(Object.keys(unbuiltTexts).toSorted()).toEqual(unbuiltPaths);
    expect(
      Object.values(unbuiltPages)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(unbuiltPaths);
  });
});
