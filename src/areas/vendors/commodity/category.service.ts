import { defineDimension } from "#server/facts/facts.ts";

/** What is bought, by the first two characters of its commodity code. */
export const categoryDimension = defineDimension("commodityCategory", "Category of goods");

/**
 * SQL of the category of a commodity code (SQL too): the sector of a NAICS code of six digits, of any
 * other one (PSC, the agency's own) its first two characters with an ellipsis; null without a code.
 */
export const categoryOf = (code: string): string =>
  `(case when ${code} ~ '^[0-9]{6}$' then left(${code}, 2) else nullif(upper(left(${code}, 2)) || '…', '…') end)`;
