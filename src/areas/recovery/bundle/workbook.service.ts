/** A sheet: its name, its heads, and its rows; numbers are cents and shown as amounts. */
export type SheetOfRows = {
  name: string;
  heads: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
};

const cellOf = (value: string | number | null) =>
  value === null
    ? null
    : typeof value === "number"
      ? { value: value / 100, type: Number, format: "#,##0.00" }
      : { value, type: String };

/** A workbook with one sheet, as bytes of XLSX. */
export const workbookOf = async ({ name, heads, rows }: SheetOfRows): Promise<Buffer> => {
  const { default: writeXlsxFile } = await import("write-excel-file/node"); // eighty modules that few calls want
  const sheet = [
    heads.map((value) => ({ value, fontWeight: "bold" as const })),
    ...rows.map((row) => row.map(cellOf)),
  ];
  const file = (await (writeXlsxFile as any)(sheet, {
    stickyRowsCount: 1,
    sheet: name.slice(0, 31),
  })) as { toBuffer?: () => Promise<Buffer> } | Buffer;
  return Buffer.isBuffer(file) ? file : file.toBuffer!();
};
