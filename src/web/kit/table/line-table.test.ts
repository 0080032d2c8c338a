import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LineTable, type LinePart } from "./LineTable.tsx";

type Line = { id: string; name: string; quantity: string; amount: string };
const parts: readonly LinePart<Line>[] = [
  { label: "Item", as: "title", cell: (l) => l.name },
  { label: "Quantity", cell: (l) => l.quantity },
  { label: "Unit", words: true, cell: () => "each" },
  { label: "Amount, $", as: "amount", cell: (l) => l.amount },
  { label: "Result", as: "badge", cell: () => "Matches" },
];
const lines: readonly Line[] = [
  { id: "1", name: "Pump", quantity: "2", amount: "15,608.34" },
  { id: "2", name: "Pipe", quantity: "497", amount: "9,905.21" },
];
const markup = renderToStaticMarkup(
  createElement(LineTable<Line>, {
    label: "Lines of the order",
    parts,
    lines,
    keyOf: (l) => l.id,
    total: { label: "Total", amount: "25,513.55" },
  }),
);
const cells = (row: string) =>
  [...row.matchAll(/<td([^>]*)>/g)].map(([, attributes]) => attributes!);

test("every cell carries its column's label, which a phone shows in place of the heading", () => {
  const rows = [...markup.matchAll(/<tbody>(.*)<\/tbody>/g)].flatMap(([, body]) =>
    body!.split("</tr>").filter(Boolean),
  );
  expect(rows).toHaveLength(2);
  for (const row of rows)
    expect(cells(row).map((each) => /data-label="([^"]*)"/.exec(each)?.[1])).toEqual(
      parts.map((part) => part.label),
    );
  expect(cells(rows[0]!).map((each) => /class="([^"]*)"/.exec(each)?.[1])).toEqual([
    "line-title",
    "line-fact num",
    "line-fact",
    "line-amount num",
    "line-badge",
  ]);
});

test("the sum stands under the amounts, whatever comes before and behind them", () => {
  expect(/<tfoot>.*<\/tfoot>/.exec(markup)![0]).toBe(
    '<tfoot><tr><td colSpan="3">Total</td><td class="num">25,513.55</td><td colSpan="1"></td></tr></tfoot>',
  );
});

test("facts that add up have their sums in their own columns, under their labels on a phone", () => {
  const summed = renderToStaticMarkup(
    createElement(LineTable<Line>, {
      label: "Lines",
      parts: parts.map((part) => (part.label === "Quantity" ? { ...part, sum: "499" } : part)),
      lines,
      keyOf: (l) => l.id,
      total: { label: "All", amount: "25,513.55" },
    }),
  );
  const foot = /<tfoot>(.*)<\/tfoot>/.exec(summed)![1]!;
  expect(
    [...foot.matchAll(/data-label="([^"]*)">([^<]*)</g)].map(([, label, text]) => [label, text]),
  ).toEqual([
    ["Item", "All"],
    ["Quantity", "499"],
    ["Unit", ""],
    ["Amount, $", "25,513.55"],
    ["Result", ""],
  ]);
});
