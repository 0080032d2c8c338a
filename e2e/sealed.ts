// What opening officers and bidders do, as steps of journeys.
import pg from "pg";
import type { Page } from "playwright";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { password, url } from "./people.ts";
import { get, press } from "./steps.ts";

/** The demo officers keep their keys under the demo password. */
export const passphrase = password;

/**
 * Runs statements as the database's owner: what no person of the product could do (time that
 * passes).
 */
export const asOwner = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const embedded = await startEmbedded(process.env.E2E_DATA!);
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await embedded.stop();
  }
};

/**
 * Brings the deadline of a solicitation without bids so near that a journey can wait for it; the
 * key store holds to what was promised with the first bid.
 */
export const dueIn = (id: string, seconds: number): Promise<Date> =>
  asOwner(
    async (client) =>
      (
        await client.query(
          `
            update solicitation
            set due_at = clock_timestamp() + make_interval(secs => $2), questions_until = null
            where id = $1
            returning due_at
          `,
          [id, seconds],
        )
      ).rows[0].due_at as Date,
  );

/** Waits until the solicitation has a status. */
export const until = async (page: Page, id: string, wanted: string): Promise<void> => {
  for (
    const end = Date.now() + 300_000;
    (await get<{ status: string }>(page, `/api/v1/solicitations/${id}`)).status !== wanted;
    await page.waitForTimeout(500)
  )
    if (Date.now() > end) throw new Error(`never ${wanted}`);
};

/** Makes the officer's key where there is none yet. */
export const makeKey = async (page: Page): Promise<void> => {
  await page.goto(`${url}/opening-keys`);
  await page.getByRole("heading", { name: "Keys that open bids" }).waitFor();
  if (!(await page.getByRole("button", { name: "Make the key" }).isVisible())) return;
  await page.getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await page.getByLabel("Passphrase again").fill(passphrase);
  await press(page, "Make the key");
  await page.getByRole("heading", { name: "Your key" }).waitFor();
};

/** Names the first two officers, and lets each of them rehearse. */
export const rehearseBoth = async (id: string, buyer: Page, other: Page): Promise<void> => {
  await buyer.goto(`${url}/rfq-builder/${id}`);
  for (const at of [0, 1])
    await buyer
      .getByRole("checkbox", { name: /Officer/ })
      .nth(at)
      .check();
  await press(buyer, "Name these officers");
  await buyer.getByText("To be rehearsed").waitFor();
  for (const page of [buyer, other]) {
    await page.goto(`${url}/rfq-builder/${id}`);
    await page.getByLabel("Passphrase of your key").fill(passphrase);
    await press(page, "Rehearse the opening");
    await page.getByText("Your key opens").waitFor();
  }
};

// A story that was told a while before this server began has an outage behind it, which holds an
// opening until the buyer says why it goes on.
export const goOnAfterOutage = async (buyer: Page): Promise<void> => {
  const takesPart = buyer.getByRole("button", { name: "Take part in the opening" });
  const held = buyer.getByRole("button", { name: "Open without extending" });
  await takesPart.or(held).first().waitFor();
  if (!(await held.isVisible())) return;
  await held.click();
  await buyer.getByLabel("Reason").fill("Nobody was to hand in anything meanwhile");
  await press(buyer, "Open with this reason");
  await takesPart.waitFor();
};

/** Both officers give their shares and one opens; the table of the opening shows `seen` to both. */
export const openTogether = async (
  id: string,
  officers: readonly Page[],
  seen: string,
): Promise<void> => {
  for (const officer of officers) {
    await officer.goto(`${url}/solicitations/${id}/opening`);
    await goOnAfterOutage(officer);
    await press(officer, "Take part in the opening");
    await officer.getByLabel("Passphrase of your key").fill(passphrase);
    await press(officer, "Give my shares");
    await officer.getByText(/Your \d+ shares? (is|are) in\./).waitFor();
  }
  await officers[0]!.getByText("Everything is here.", { exact: false }).waitFor();
  await officers[0]!.getByRole("button", { name: /^Open the (bids|technical|price)/ }).click();
  for (const page of officers)
    await page.getByRole("cell", { name: seen }).first().waitFor({ timeout: 60_000 });
};
