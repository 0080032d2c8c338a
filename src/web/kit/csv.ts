/** One CSV cell; a text that a spreadsheet would run as a formula gets an apostrophe. */
export const csvCell = (value: unknown): string => {
  const text = value === null || value === undefined ? "" : String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/**
 * Offers a text made in the browser as a file; CSV with the mark by which spreadsheets know UTF-8.
 */
export const saveText = (name: string, text: string, type = "text/csv"): void => {
  const url = URL.createObjectURL(
    new Blob([type === "text/csv" ? `\uFEFF${text}` : text], { type: `${type};charset=utf-8` }),
  );
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
