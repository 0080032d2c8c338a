import { expect, test } from "vitest";
import { crash } from "../bench/parts/crash-run.ts";

test("killed three times while people write, once with its database: nothing acknowledged is lost, nothing stands twice, the audit record verifies", async () => {
  const report = await crash(3);
  expect(report).toMatchObject({ kills: 3, database_kills: 1 });
  expect(report.purchases).toBeGreaterThan(0);
  // A purchase takes six requests.
  expect(report.acknowledged).toBeGreaterThan(report.purchases * 5);
  expect(report.imported_rows).toBeGreaterThan(0);
});
