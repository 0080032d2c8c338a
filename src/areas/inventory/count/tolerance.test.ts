// Which difference is posted at once, and what counts as class A.
import { expect, test } from "vitest";
import { sheetDocument } from "./sheet.service.ts";
import { counterOf, seesLedger } from "./count.labels.ts";
import { classesOf, isWithin, toleranceText, worthOf } from "./tolerance.model.ts";

const rule = { percentBp: 200, cents: 50_00 };

test("a difference is within the tolerance by share and by value, both", () => {
  const judged = (ledger: string, counted: string, cents: number) =>
    isWithin({ ledger, counted, cents }, rule);
  expect(judged("100", "98", 50_00)).toBe(true);
  expect(judged("100", "102", 50_00)).toBe(true);
  expect(judged("100", "97.9999", 1)).toBe(false);
  expect(judged("100", "99", 50_01)).toBe(false);
  expect(judged("0", "0.0001", 0)).toBe(false);
  expect(judged("0", "0", 0)).toBe(true);
  expect(isWithin({ ledger: "5", counted: "4", cents: 0 }, { percentBp: 0, cents: 0 })).toBe(false);
  expect(toleranceText(rule)).toBe("2 % and $50.00 a line");
  expect(toleranceText({ percentBp: 0, cents: 100 })).toBe("no difference at all");
});

test("a part of a stock is worth its share of the value, rounded half up", () => {
  expect(worthOf(1_0000n, { whole: 3_0000n, cents: 100 })).toBe(33);
  expect(worthOf(1_0000n, { whole: 8_0000n, cents: 100 })).toBe(13);
  expect(worthOf(1_0000n, { whole: 0n, cents: 100 })).toBe(0);
});

test("classes follow the value issued: 80 %, 15 %, and the rest", () => {
  const issued = [
    { itemId: "d", cents: 0 },
    { itemId: "a", cents: 70 },
    { itemId: "b", cents: 20 },
    { itemId: "c", cents: 10 },
  ];
  expect(Object.fromEntries(classesOf(issued))).toEqual({ a: "A", b: "A", c: "B", d: "C" });
  expect(Object.fromEntries(classesOf([{ itemId: "x", cents: 0 }]))).toEqual({ x: "C" });
});

test("what the ledger has is for nobody who still counts", () => {
  const count = { countedBy: "first", recountedBy: null };
  expect(seesLedger({ ...count, status: "open" }, "first")).toBe(false);
  expect(seesLedger({ ...count, status: "recount" }, "first")).toBe(true);
  expect(seesLedger({ ...count, status: "recount" }, "second")).toBe(false);
  expect(seesLedger({ countedBy: null, status: "recount" }, null)).toBe(false);
  expect(seesLedger({ ...count, status: "counted" }, "second")).toBe(true);
  expect(counterOf({ ...count, status: "open" })).toBe("first");
  expect(counterOf({ ...count, status: "recount" })).toBeNull();
});

test("the sheet bears codes and room to write, and no quantity", () => {
  const line = {
    number: "ITM-1",
    name: "<b>Salt</b>",
    unit: "ton",
    code: "SALT",
    location: "Shed",
  };
  const at = { origin: "https://levee.test", agency: "County" };
  const page = sheetDocument({ number: "CNT-1", title: "Salt" }, [line], at);
  expect(page).toContain("&lt;b&gt;Salt&lt;/b&gt;");
  expect(page).toContain('aria-label="Code of https://levee.test/label/ITM-1"');
  expect(page.match(/class="blank"><\/td>/g)).toHaveLength(3);
});
