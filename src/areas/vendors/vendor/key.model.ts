// Comparable forms of names and addresses: what stays when case, punctuation, legal form and
// spelling of street types are taken off.

const legalForms = new Set([
  "llc",
  "inc",
  "incorporated",
  "corp",
  "corporation",
  "co",
  "company",
  "ltd",
  "limited",
  "lp",
  "llp",
  "lllp",
  "pllc",
  "pc",
  "pa",
  "plc",
  "gmbh",
  "sa",
  "the",
  "and",
  "of",
  "dba",
]);
const streetWords: Readonly<Record<string, string>> = {
  street: "st",
  avenue: "ave",
  boulevard: "blvd",
  road: "rd",
  drive: "dr",
  lane: "ln",
  court: "ct",
  highway: "hwy",
  parkway: "pkwy",
  place: "pl",
  north: "n",
  south: "s",
  east: "e",
  west: "w",
  suite: "ste",
  unit: "ste",
  apartment: "apt",
  building: "bldg",
  floor: "fl",
};

const ascii = /^[\0-\x7f]*$/;
const unusual = /[.'’`&+]/;

/**
 * Lower-case words of a text without accents and punctuation; `&` and `+` become `and`, letters set
 * apart by dots become one word (`L.L.C.`).
 */
export const wordsOf = (text: string): string[] => {
  // Accents and rare signs are looked for only where there can be some: imports compare names by
  // the hundred thousand.
  let plain = (
    ascii.test(text) ? text : text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "")
  ).toLowerCase();
  if (unusual.test(plain))
    plain = plain
      .replace(/\b([a-z])\.(?=[a-z]\b)/g, "$1")
      .replace(/['’`]/g, "")
      .replace(/[&+]/g, " and ");
  return plain.match(/[a-z0-9]+/g) ?? [];
};

/**
 * Words of a name that tell one firm from another: legal forms and filling words taken off; all
 * words when nothing would be left.
 */
const nameTokens = (name: string): string[] => {
  const words = wordsOf(name);
  const kept = words.filter((word) => !legalForms.has(word));
  return kept.length > 0 ? kept : words;
};

/**
 * The name as one text for equality: `Northline Aggregates, L.L.C.` and `NORTHLINE AGGREGATES` give
 * `northlineaggregates`. Never empty for a name with a letter or digit.
 */
export const nameKey = (name: string): string =>
  nameTokens(name).join("") || name.trim().toLowerCase();

/**
 * A street line as one text for equality: `12 North Quarry Road #4` and `12 N. Quarry Rd, Suite 4`
 * are the same; empty for none.
 */
export const streetKey = (street: string | null | undefined): string =>
  wordsOf((street ?? "").replaceAll("#", " suite "))
    .map((word) => streetWords[word] ?? word)
    .join("");

/**
 * An address as one text for equality, or null without street or place: street words abbreviated,
 * ZIP+4 cut to five digits.
 */
export const addressKey = (address: {
  address1?: string | null;
  city?: string | null;
  state?: string | null;
  postalCode?: string | null;
}): string | null => {
  const street = streetKey(address.address1);
  const place =
    (address.postalCode ?? "")
      .replace(/[^0-9A-Za-z]/g, "")
      .slice(0, 5)
      .toLowerCase() || wordsOf(`${address.city ?? ""} ${address.state ?? ""}`).join("");
  return street && place ? `${street}|${place}` : null;
};
