/** What OCDS calls the main category of a purchase. */
export type Category = "goods" | "services" | "works";

// Sectors of NAICS by their first two digits: 23 builds; farming, mining, power, making and trade
// sell goods; what is left does something for others.
const naics = (code: string): Category =>
  code.startsWith("23") ? "works" : /^(1|2[12]|3|4[245])/.test(code) ? "goods" : "services";
// NIGP: classes from 905 on are services, of which 909 and 912 to 914 build.
const nigp = (code: string): Category =>
  /^(909|91[234])/.test(code) ? "works" : /^9(0[5-9]|[1-9])/.test(code) ? "services" : "goods";
// PSC: digits are products, letters services, of which Y builds and Z repairs buildings.
const psc = (code: string): Category =>
  /^[YZ]/i.test(code) ? "works" : /^\d/.test(code) ? "goods" : "services";
const readers: Readonly<Record<string, (code: string) => Category>> = {
  NAICS: naics,
  NIGP: nigp,
  PSC: psc,
};

type Asked = {
  construction: boolean;
  kind: string;
  items: readonly { commodityCode: string | null }[];
  schemes: ReadonlyMap<string, string>;
};

/**
 * The main category of a solicitation: works where it is construction; else what most of its items
 * are by their commodity, the first of equals; else, without a code that others know, services for
 * proposals and goods for the rest.
 */
export const categoryOf = ({ construction, kind, items, schemes }: Asked): Category => {
  if (construction) return "works";
  const counts = new Map<Category, number>();
  for (const { commodityCode } of items) {
    const read = commodityCode && readers[schemes.get(commodityCode) ?? ""];
    if (read) counts.set(read(commodityCode), (counts.get(read(commodityCode)) ?? 0) + 1);
  }
  const most = [...counts].sort((a, b) => b[1] - a[1])[0];
  return most?.[0] ?? (kind === "rfp" ? "services" : "goods");
};
