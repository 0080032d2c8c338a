import { expect, test } from "vitest";

const { linesOf } = (await import(new URL("./slowest.mjs", import.meta.url).href)) as {
  linesOf: (lasted: Record<string, number>, kept?: Record<string, number>) => string[];
};
const order = "src/areas/procurement/order/order.service.test.ts";
const receipt = "src/areas/procurement/receipt/receipt.service.test.ts";
const link = "src/server/db/wire/link.service.test.ts";

test("a run says the seconds of every area and its slowest files", () => {
  expect(linesOf({ [order]: 12_000, [receipt]: 3_000, [link]: 14_000 })).toEqual([
    "\nSeconds by area:",
    "- procurement, tests: 15.0 s",
    "- src/server, tests: 14.0 s",
    "The slowest files:",
    `- ${link}: 14.0 s`,
    `- ${order}: 12.0 s`,
    `- ${receipt}: 3.0 s`,
  ]);
});

test("what grew beyond the noise of a run is named with what it was, files that did not run not", () => {
  const said = linesOf(
    { [order]: 30_000, [link]: 15_000 },
    { [order]: 12_000, [receipt]: 90_000, [link]: 14_000 },
  );

  expect(said).toContain("- procurement, tests: 30.0 s (12.0 s when it was kept)");
  expect(said).toContain(`- ${order}: 30.0 s (12.0 s when it was kept)`);
  expect(said).toContain("- src/server, tests: 15.0 s");
});
