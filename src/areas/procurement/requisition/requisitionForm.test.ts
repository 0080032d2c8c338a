import { expect, test } from "vitest";
import { blankRequisition } from "./RequisitionFields.tsx";
import { priceLines } from "./requisition-lines.service.ts";
import { requisitionInput } from "./requisition.model.ts";
import {
  accountsOf,
  asLumpSum,
  blankLine,
  openShare,
  sharesOf,
  toInput,
  totalOf,
  type LineValues,
} from "./requisitionForm.ts";

const [a, b, c] = ["1", "2", "3"].map((n) => `01930000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];
const line = (over: Partial<LineValues>): LineValues => ({
  ...blankLine(),
  description: "Stone",
  quantity: "3",
  unitPrice: "33.35",
  ...over,
});
const byPercent = (...parts: [string, string][]) =>
  parts.map(([accountStringId, percent]) => ({ accountStringId, code: "", percent, amount: null }));

test("the form's shares are the ones that the server books, to the cent", () => {
  for (const splits of [
    byPercent([a, "33.3333"], [b, "66.6667"]),
    byPercent([a, "50"], [b, "50"]),
    byPercent([a, "33.34"], [b, "33.33"], [c, "33.33"]),
    byPercent([a, "100"]),
  ]) {
    const values = {
      ...blankRequisition(a),
      title: "x",
      neededOn: "2026-12-01",
      lines: [line({ splits })],
    };
    const { lines, total } = priceLines(requisitionInput.parse(toInput(values)).lines);
    expect(sharesOf(values.lines[0]!)).toEqual(lines[0]!.splits.map((s) => s.amount));
    expect(totalOf(values.lines)).toBe(total);
  }
});

test("tells what is not shared out yet", () => {
  expect(openShare(line({ splits: byPercent([a, "40"], [b, "50"]) }))).toBe(10);
  expect(
    openShare(
      line({
        splitBy: "amount",
        splits: [
          { accountStringId: a, code: "", percent: "", amount: 100_00 },
          { accountStringId: b, code: "", percent: "", amount: 5 },
        ],
      }),
    ),
  ).toBe(0);
});

test("sums accounts over lines, and leaves out what has no price or account yet", () => {
  const sums = accountsOf([
    line({ splits: byPercent([a, "50"], [b, "50"]) }),
    line({ quantity: "1", unitPrice: "10", splits: byPercent([a, "100"]) }),
    line({ unitPrice: "", splits: byPercent([c, "100"]) }),
    line({ splits: byPercent(["", "100"]) }),
  ]);
  expect([...sums]).toEqual([
    [a, 50_03 + 10_00],
    [b, 50_02],
  ]);
});

test("a new line charges the accounts of the line before", () =>
  expect(blankLine(line({ unit: "t", splits: byPercent([b, "100"]) }))).toMatchObject({
    description: "",
    unit: "t",
    splits: [{ accountStringId: b, percent: "100" }],
  }));

test("a line turns into a lump sum of its total and back; the next line does not begin as one", () => {
  const stone = line({});
  const lump = { ...stone, ...asLumpSum(stone, true) };
  expect(lump).toMatchObject({ quantity: "100.05", unit: "lump sum", unitPrice: "1.00" });
  expect(totalOf([lump])).toBe(totalOf([stone]));
  expect(asLumpSum(lump, false)).toEqual({ quantity: "1", unit: "each", unitPrice: "100.05" });
  expect(blankLine(lump)).toMatchObject({ quantity: "1", unit: "each", unitPrice: "" });
  expect(asLumpSum(line({ unitPrice: "" }), true).quantity).toBe("");
});
