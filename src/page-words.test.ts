import { expect, test } from "vitest";
import { namedPages } from "#areas/platform/search/register.ts";
import { pageWords } from "#page-words.data.ts";

test("every address that has other words is a page that one reaches by its name", () => {
  const named = new Set<string>(namedPages.map(({ path }) => path));
  expect(Object.keys(pageWords).filter((path) => !named.has(path))).toEqual([]);
});
