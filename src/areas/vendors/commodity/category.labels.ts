/**
 * Sectors of the North American Industry Classification System, 2022 (US Census Bureau, public domain),
 * by the first two digits of a code of six.
 */
const sectors: Readonly<Record<string, string>> = {
  "11": "Agriculture, forestry, fishing",
  "21": "Mining and quarrying",
  "22": "Utilities",
  "23": "Construction",
  "31": "Manufacturing: food, textiles, apparel",
  "32": "Manufacturing: wood, paper, chemicals, minerals",
  "33": "Manufacturing: metal, machinery, equipment",
  "42": "Wholesale trade",
  "44": "Retail trade: vehicles, materials, food, furniture",
  "45": "Retail trade: general merchandise and other",
  "48": "Transportation",
  "49": "Postal, delivery, warehousing",
  "51": "Information",
  "52": "Finance and insurance",
  "53": "Real estate, rental, leasing",
  "54": "Professional and technical services",
  "55": "Management of companies",
  "56": "Administrative, support, waste services",
  "61": "Educational services",
  "62": "Health care and social assistance",
  "71": "Arts, entertainment, recreation",
  "72": "Accommodation and food services",
  "81": "Other services",
  "92": "Public administration",
};

/** What a category is called: the sector of a NAICS code, else the first letters of other codes. */
export const categoryName = (key: string): string =>
  sectors[key] ? `${sectors[key]} (${key})` : key;

/** The categories that have names, for a filter. */
export const categories: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(sectors).map((key) => [key, categoryName(key)]),
);
