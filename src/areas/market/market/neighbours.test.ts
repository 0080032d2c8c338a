import { expect, test } from "vitest";
import { readOcds } from "./ocds-read.model.ts";
import { neighboursPackage } from "./neighbours.data.ts";

test("the demo's neighbours are understood without a remark: every line priced in dollars under a NAICS code, by three buyers, the item that the page opens with among them", () => {
  const read = readOcds(
    neighboursPackage((days) => new Date(Date.UTC(2026, 10, 20 + days)).toISOString().slice(0, 10)),
  )!;
  const lines = read.processes.flatMap((process) =>
    process.lines.map((line) => ({ ...line, buyer: process.buyer })),
  );
  expect([
    read.kind,
    read.findings,
    new Set(lines.map((line) => `${line.scheme} ${line.currency} ${line.priceFrom}`)).size,
  ]).toEqual(["releasePackage", [], 1]);
  const gloves = lines.filter((line) => line.classId === "339113" && line.unit === "case");
  expect([
    gloves.length,
    new Set(gloves.map((line) => line.buyer)).size,
    gloves.every((line) => line.unitAmount! > 60 && line.unitAmount! < 85),
  ]).toEqual([9, 3, true]);
});
