// The network goes while somebody reads, and comes back.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { constants, texts } from "./spec/shell.ts";

const { come, people } = crew(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503/);

test("without a connection: the message, what was read stays, the app opens from its own files; with it again: the message; nothing of the API is kept", async () => {
  const page = await come("user", "/dashboard");
  const { context } = people.at(-1)!;
  await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith("/api/v1/visits")),
    page.mouse.click(700, 500),
  ]);
  const kept = () =>
    page.evaluate(async () =>
      (
        await Promise.all(
          (await caches.keys()).map(async (name) =>
            (await (await caches.open(name)).keys()).map(
              (request) => new URL(request.url).pathname,
            ),
          ),
        )
      ).flat(),
    );
  await expect.poll(async () => (await kept()).includes("/__warm"), { timeout: 30_000 }).toBe(true);
  expect(
    (await kept()).filter(
      (path) => !/^\/(assets\/|icon\.svg|manifest\.webmanifest|dashboard$|__warm$)/.test(path),
    ),
  ).toEqual([]);
  await context.setOffline(true);
  for (const text of texts.lost) await page.getByText(text, { exact: true }).waitFor();
  await page.getByRole("heading", { name: /^Good/ }).waitFor();
  await page.goto(`${url}/purchase-orders`);
  await page.getByText("Offline.", { exact: false }).first().waitFor();
  await context.setOffline(false);
  for (const text of texts.restored) await page.getByText(text, { exact: true }).waitFor();
  expect(await page.locator(".single-toast").count()).toBe(1);
  await page
    .locator(".single-toast")
    .waitFor({ state: "detached", timeout: constants.singleToastMs + 3000 });
  await page.locator("main h1").getByText("Purchase orders").waitFor();
  people.at(-1)!.faults.length = 0;
});
