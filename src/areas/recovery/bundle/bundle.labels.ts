/** A paper that was made for a bundle: its place in the ZIP and the SHA-256 of its bytes. */
export type Paper = { path: string; sha256: string };

/**
 * Folders of a bundle in the order in which a reviewer of the Grants Portal asks for uploads. The order is
 * data of this product; FEMA publishes none that was verified.
 */
export const folders = {
  request: "02-request",
  project: "03-project-scope",
  procurement: "04-procurement",
  receipt: "05-receipts",
  invoice: "06-invoices",
  damage: "07-photographs",
} as const;
export type Folder = keyof typeof folders;

/** Text as it may leave the agency: what looks like a tax number is masked. */
export const masked = (text: string): string =>
  text.replace(/\b\d{3}-\d{2}-\d{4}\b|\b\d{2}-\d{7}\b/g, (found) => found.replace(/\d/g, "*"));
