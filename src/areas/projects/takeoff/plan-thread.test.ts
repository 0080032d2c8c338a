import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { readWhole } from "#server/reading/reader.ts";
import { reasonOf } from "#server/testing/rules.ts";
import { measurementCycle } from "./measurement.labels.ts";
import type { ReadSheet } from "./read-sheet.ts";
import { drawPlans } from "./takeoff.setup.ts";

const thread = new URL("./plan.thread.ts", import.meta.url);

const read = async (bytes: Uint8Array | string): Promise<ReadSheet> => {
  const folder = await mkdtemp(join(tmpdir(), "plans-"));
  const path = join(folder, "plans.pdf");
  await writeFile(path, bytes);
  return readWhole<string, ReadSheet>(thread, path, { path: "fileId", seconds: 300 }).finally(() =>
    rm(folder, { recursive: true }),
  );
};

test("a sheet is cut out of its set as a PDF of its own, with what its page says", async () => {
  const plans = await drawPlans([
    { number: "C-103", title: "DETAILS", feetPerPoint: 20 / 72 },
    { number: "C-104", title: "MORE" },
  ]);
  const sheet = await read(plans);
  expect(sheet).toMatchObject({ page: 1, pages: 2, box: [0, 0, 1224, 792], userUnit: 1 });
  expect(sheet.viewports).toEqual([
    {
      name: "Detail A",
      box: [100, 100, 500, 500],
      measure: { label: "1 in = 20 ft", x: { unit: "ft", perPoint: 20 / 72 }, y: null },
    },
  ]);
  expect((await PDFDocument.load(sheet.bytes)).getPageCount()).toBe(1);
});

test("plans that are locked, damaged or too many say what to do", async () => {
  const locked = await PDFDocument.load(await drawPlans([{ number: "C-1", title: "PLAN" }]));
  locked.encrypt({ userPassword: "secret", ownerPassword: "secret" });
  await expect(read(await locked.save({ useObjectStreams: false }))).rejects.toMatchObject({
    code: "locked_plans",
    message: expect.stringMatching(/Open it, save it without one/) as string,
  });
  for (const broken of ["%PDF-1.7\nnothing", "no PDF at all"])
    await expect(read(broken)).rejects.toMatchObject({ code: "unreadable_plans" });
  const large = await PDFDocument.create();
  for (let n = 0; n <= 500; n++) large.addPage([100, 100]);
  await expect(read(await large.save())).rejects.toMatchObject({ code: "too_many_sheets" });
});

test("whoever measured does not check it", () => {
  const facts = { status: "measured", measuredBy: "x", ended: false };
  expect(reasonOf(measurementCycle, "check", facts, { personId: "x" })).toBe(
    "You measured it, so another person checks it.",
  );
  expect(reasonOf(measurementCycle, "check", facts, { personId: "y" })).toBeNull();
});
