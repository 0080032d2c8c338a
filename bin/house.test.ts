import { expect, test } from "vitest";

const { staleDescription } = (await import(new URL("./house.mjs", import.meta.url).href)) as {
  staleDescription: () => readonly { file: string }[];
};

test("the map of floors and the page of extension points say what the house is", () => {
  expect(staleDescription()).toEqual([]);
});
