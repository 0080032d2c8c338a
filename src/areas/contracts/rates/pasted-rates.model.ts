const decimal = /^\d{1,12}(\.\d{1,4})?$/;
const plain = (text: string): string => text.replaceAll(/[$,\s]/g, "");

type Rate = {
  code: string;
  description: string;
  commodityCode: string;
  unit: string;
  fromQuantity: string;
  unitPrice: string;
};

const rateOf = (cells: readonly string[]): Rate | null => {
  const [code = "", description = "", unit = "", from = "", price = ""] = cells;
  const fromQuantity = plain(from) || "0";
  const unitPrice = plain(price);
  return code && description && unit && decimal.test(fromQuantity) && decimal.test(unitPrice)
    ? { code, description, commodityCode: "", unit, fromQuantity, unitPrice }
    : null;
};

/**
 * Rows copied from a spreadsheet (cells parted by tabs, or by semicolons): item number, description,
 * unit, from quantity, unit price. `unread`: the lines that are none.
 */
export const pastedRates = (text: string): { rates: Rate[]; unread: string[] } => {
  const rates: Rate[] = [];
  const unread: string[] = [];
  for (const line of text.split(/\r?\n/).filter((each) => each.trim())) {
    const cells = line.split(line.includes("\t") ? "\t" : ";").map((cell) => cell.trim());
    const rate = rateOf(cells);
    if (rate) rates.push(rate);
    else unread.push(line);
  }
  return { rates, unread };
};
