import type { ItemInput } from "./solicitation.fields.model.ts";

export type TableItem = Pick<ItemInput, "description" | "quantity" | "unit"> & {
  lotNo: number | null;
  commodityCode: string | null;
  optional: boolean;
  alternates: boolean;
  requisitionLineId: null;
};
export type TableFault = { row: number; text: string };

const headings: Readonly<Record<string, string>> = {
  lot: "lot",
  "lot no": "lot",
  description: "description",
  item: "description",
  what: "description",
  quantity: "quantity",
  qty: "quantity",
  unit: "unit",
  uom: "unit",
  commodity: "commodity",
  naics: "commodity",
  nigp: "commodity",
  code: "commodity",
};

// One row of a spreadsheet: tabs as copied from a sheet, else commas with quotes.
const cellsOf = (row: string): string[] => {
  if (row.includes("\t"))
    return row.split("\t").map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/s, "$1")
        .replaceAll('""', '"'),
    );
  const cells: string[] = [];
  for (const [, quoted, plain] of row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g))
    cells.push((quoted?.replaceAll('""', '"') ?? plain ?? "").trim());
  return cells;
};

const columnsOf = (cells: readonly string[]): (string | null)[] =>
  cells.map((cell) => headings[cell.toLowerCase()] ?? null);

/**
 * Items from rows pasted out of a spreadsheet: description, quantity, unit and commodity in this
 * order, or in any order (with lots) below a row of
 * headings. Rows that cannot be read are named with what is wrong; the others are given.
 */
export const itemsFromTable = (text: string): { items: TableItem[]; faults: TableFault[] } => {
  const rows = text
    .split(/\r?\n/)
    .map((row, at) => ({ row: at + 1, cells: cellsOf(row) }))
    .filter(({ cells }) => cells.some(Boolean));
  const named = rows.length ? columnsOf(rows[0]!.cells) : [];
  const hasHead = named.includes("description");
  const columns = hasHead ? named : ["description", "quantity", "unit", "commodity"];
  const items: TableItem[] = [];
  const faults: TableFault[] = [];
  for (const { row, cells } of hasHead ? rows.slice(1) : rows) {
    const value = (name: string) => cells[columns.indexOf(name)] ?? "";
    const quantity = value("quantity").replaceAll(",", "") || "1";
    const lot = value("lot").replace(/^lot\s*/i, "");
    const fault = !value("description")
      ? "no description"
      : !/^\d{1,12}(\.\d{1,4})?$/.test(quantity) || Number(quantity) <= 0
        ? `"${value("quantity")}" is no quantity`
        : lot && !/^[1-9]\d{0,2}$/.test(lot)
          ? `"${value("lot")}" is no lot number`
          : null;
    if (fault) faults.push({ row, text: fault });
    else
      items.push({
        lotNo: lot ? Number(lot) : null,
        description: value("description").slice(0, 500),
        quantity,
        unit: (value("unit") || "each").slice(0, 20),
        commodityCode: value("commodity") || null,
        optional: false,
        alternates: false,
        requisitionLineId: null,
      });
  }
  return { items, faults };
};
