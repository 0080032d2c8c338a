// What two people see who change the same record, as steps of journeys.
import type { Page, Response } from "playwright";

/**
 * Settles when the page has read the record anew: that must move neither what is typed nor the
 * version that is sent.
 */
export const hears = (page: Page, path: string): Promise<Response> =>
  page.waitForResponse((r) => r.request().method() === "GET" && r.url().endsWith(path));
/** Settles when a change to this path was taken. */
export const answered = (page: Page, path: string): Promise<Response> =>
  page.waitForResponse((r) => r.request().method() !== "GET" && r.url().includes(path) && r.ok());

/** The notice of the other's change: its rows, and the way on with one's own values. */
export const goOn = async (page: Page): Promise<string[]> => {
  const notice = page.getByRole("alert").filter({ hasText: "This record has changed" });
  await notice.waitFor();
  const rows = await notice.locator("tbody tr").allTextContents();
  await notice.getByRole("button", { name: "Keep mine and go on" }).click();
  await notice.waitFor({ state: "detached" });
  return rows;
};
