import { Decimal } from "decimal.js";
import { formatCents } from "#kernel/money.ts";
import { shownPrice, shownDecimal } from "#kernel/quantity.ts";
import { invoiceNumberKey, type InvoiceInput } from "../invoice.model.ts";
import type { Said } from "./said.model.ts";

/** A value that whoever saved the invoice wrote otherwise than it was read; both in words. */
export type Correction = { what: string; read: string; saved: string };

type Saved = Pick<
  InvoiceInput,
  "kind" | "vendorNumber" | "invoiceDate" | "currency" | "allowances" | "charges" | "tax"
> & {
  statedTotal?: number | null | undefined;
  lines: readonly Pick<InvoiceInput["lines"][number], "description" | "quantity" | "unitPrice">[];
};
type SavedLine = Saved["lines"][number];

const kinds = { invoice: "Invoice", credit_note: "Credit note" } as const;
const nothing = "nothing";

const headOf = (said: Said, saved: Saved): Correction[] => {
  const money = (cents: number | null | undefined) =>
    cents === null || cents === undefined
      ? nothing
      : formatCents(cents, { currency: saved.currency });
  const sameNumber =
    invoiceNumberKey(said.vendorNumber ?? "") === invoiceNumberKey(saved.vendorNumber);
  const rows: [string, string, string][] = [
    ["Kind", kinds[said.kind], kinds[saved.kind]],
    [
      "Number",
      sameNumber ? saved.vendorNumber : (said.vendorNumber ?? nothing),
      saved.vendorNumber,
    ],
    ["Date", said.invoiceDate ?? nothing, saved.invoiceDate],
    ["Currency", said.currency ?? saved.currency, saved.currency],
    ["Allowances", money(said.allowances), money(saved.allowances)],
    ["Freight and charges", money(said.charges), money(saved.charges)],
    ["Tax", money(said.tax), money(saved.tax)],
    ...(saved.statedTotal === undefined
      ? []
      : [["Total", money(said.total), money(saved.statedTotal)] as [string, string, string]]),
  ];
  return rows.flatMap(([what, read, kept]) => (read === kept ? [] : [{ what, read, saved: kept }]));
};

// A share of a lump sum is kept as so many dollars of it.
const isShareOfLump = (read: SavedLine, saved: SavedLine): boolean =>
  Number(saved.unitPrice) === 1 &&
  new Decimal(read.quantity).times(read.unitPrice).equals(saved.quantity);

const called = (text: string) => text.trim().toLowerCase();

/** Each line that was read with the saved one that it became: the one called so, else in its place. */
const pairsOf = (said: Said, saved: Saved): [number, SavedLine | null][] => {
  const free = new Set(saved.lines.keys());
  const take = (at: number | undefined) => {
    if (at === undefined || !free.delete(at)) return null;
    return saved.lines[at] ?? null;
  };
  const byName = said.lines.map(({ description }) =>
    take([...free].find((at) => called(saved.lines[at]!.description) === called(description))),
  );
  return byName.map((line, at) => [at, line ?? take(at)]);
};

const linesOf = (said: Said, saved: Saved): Correction[] => {
  const pairs = pairsOf(said, saved);
  const used = pairs.filter(([, line]) => line !== null).length;
  const changed = pairs.flatMap(([at, line]): Correction[] => {
    const read = said.lines[at]!;
    const name = `line ${at + 1}`;
    if (!line) return [{ what: `Line ${at + 1}`, read: read.description, saved: "left out" }];
    const same = (a: string, b: string) => new Decimal(a).equals(b);
    if (isShareOfLump(read, line)) return [];
    return [
      ...(same(read.quantity, line.quantity)
        ? []
        : [
            {
              what: `Quantity of ${name}`,
              read: shownDecimal(read.quantity, 0),
              saved: shownDecimal(line.quantity, 0),
            },
          ]),
      ...(same(read.unitPrice, line.unitPrice)
        ? []
        : [
            {
              what: `Unit price of ${name}`,
              read: shownPrice(read.unitPrice),
              saved: shownPrice(line.unitPrice),
            },
          ]),
    ];
  });
  const added = saved.lines.length - used;
  return added > 0
    ? [...changed, { what: "Lines added", read: nothing, saved: String(added) }]
    : changed;
};

/** What was saved otherwise than it was read, head first, then line by line. */
export const correctionsOf = (said: Said, saved: Saved): Correction[] => [
  ...headOf(said, saved),
  ...linesOf(said, saved),
];
