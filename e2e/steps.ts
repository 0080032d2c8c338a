import type { Page } from "playwright";
import { url } from "./people.ts";

/** Picks the first offer of a combobox after typing. */
export const choose = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label, { exact: false }).filter({ visible: true }).first().click();
  await page.getByPlaceholder("Type to search").fill(text);
  await page.locator("[cmdk-item]").filter({ hasText: text }).first().click();
};
/** Presses the first button of this name. */
export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();
/** Waits until the record's head shows a status. */
export const status = (page: Page, text: string) =>
  page.locator(".record-head").getByText(text, { exact: true }).first().waitFor();
/** The access token of the page's session. */
export const token = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem("levee.session")!) as { access_token: string }).access_token,
  );
/** Reads our API as the person of the page. */
export const get = async <T>(page: Page, path: string): Promise<T> =>
  (
    await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${await token(page)}` } })
  ).json() as Promise<T>;
/**
 * Number of a requisition of the demo: its year is the fiscal year of the day on which the demo was
 * told.
 */
export const someRequisition = async (page: Page): Promise<string> =>
  (await get<{ items: { number: string }[] }>(page, "/api/v1/requisitions?limit=1&sort=-number"))
    .items[0]!.number;
/** Writes to our API as the person of the page; throws with the answer when it is refused. */
export const send = async <T>(
  page: Page,
  method: "POST" | "PUT" | "PATCH",
  path: string,
  body: object,
  version?: number,
): Promise<T> => {
  const answer = await fetch(`${url}${path}`, {
    method,
    body: JSON.stringify(body),
    headers: {
      authorization: `Bearer ${await token(page)}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
      ...(version === undefined ? {} : { "if-match": `"${version}"` }),
    },
  });
  const said = (await answer.json()) as T;
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(said)}`);
  return said;
};
