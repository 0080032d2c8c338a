/** The name of the product, as pages and feeds show it. */
export const productName = "Levee";

/**
 * Title of a document: the page's name with the product's name as suffix, unless it is in it
 * already (SPEC 2.1).
 */
export const documentTitle = (name: string): string =>
  name.includes(productName) ? name : `${name} | ${productName}`;
