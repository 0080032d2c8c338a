import { expect, test } from "vitest";
import { day, type Instant } from "#kernel/time.ts";
import { packetDocument, type PacketRun } from "./packet.model.ts";

const cell = (value: number | null) => ({ value, rows: 1, opens: null });
const run = (over: Partial<PacketRun> = {}): PacketRun => ({
  number: "KPT-2027-00001",
  name: "Paid, by vendor",
  finding: "Bluestem <Office> was paid most",
  sha256: "a".repeat(64),
  keptBy: "Dana Whitfield",
  keptAt: "2026-11-26T18:00:00.000Z" as Instant,
  answer: {
    by: [{ id: "vendor", label: "Vendor" }],
    measures: [{ id: "paid", label: "Paid", unit: "cents" }],
    withheld: [],
    rows: [
      { keys: ["1"], names: ["Bluestem"], cells: [cell(1_234_56)] },
      { keys: ["2"], names: ["Harvest"], cells: [cell(null)] },
    ],
    totals: [cell(1_234_56)],
    finding: "Bluestem <Office> was paid most",
    period: "fiscal-year",
    from: day("2026-07-01"),
    until: day("2027-06-30"),
  },
  ...over,
});

test("a packet begins with what each run found, and each has its figures, its days and its hash", () => {
  const text = packetDocument(
    [run(), run({ number: "KPT-2027-00002", name: "Awards", sha256: "b".repeat(64) })],
    "Carver County",
    "America/Chicago",
  );
  expect(text).toContain("<h1>Packet of 2 reports</h1>");
  expect(text).toContain("Bluestem &lt;Office&gt; was paid most");
  expect(text).not.toContain("<Office>");
  expect(text).toContain("It is of Jul 1, 2026 to Jun 30, 2027.");
  expect(text).toMatch(/<td>Bluestem<\/td><td class="num">1,234\.56<\/td>/);
  // What has no figure is no zero.
  expect(text).toMatch(/<td>Harvest<\/td><td class="num">—<\/td>/);
  for (const hash of ["a".repeat(64), "b".repeat(64)]) expect(text.split(hash)).toHaveLength(3);
});

test("rows beyond the printed ones are said, never dropped without a word", () => {
  const rows = Array.from({ length: 203 }, (_, n) => ({
    keys: [String(n)],
    names: [`Vendor ${n}`],
    cells: [cell(n)],
  }));
  const one = run();
  const text = packetDocument(
    [{ ...one, answer: { ...one.answer, rows } }],
    "Carver County",
    "America/Chicago",
  );
  expect(text).toContain("3 further rows of it stand in the kept text.");
  expect(text).not.toContain("Vendor 200");
});
