// A count by three people: the storekeeper counts on a phone without seeing the ledger, the receiver counts again,
// the controller approves, and the stock is what was counted. By axe in both themes.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";

const { come } = crew();

type Page = Awaited<ReturnType<typeof come>>;
type Listed = { items: { id: string; onHand: string; name: string }[] };

const countOne = async (page: Page, item: RegExp, quantity: string) => {
  await page.getByRole("button", { name: item }).click();
  await page.getByLabel("Quantity").fill(quantity);
  await press(page, "Next");
  await page.getByText("All is counted").waitFor();
};

test("what is missing is counted blind, counted again, approved and adjusted", async () => {
  const stores = await come("stores", "/inventory/counts", { width: 390 });
  await stores.getByRole("heading", { name: "Due" }).waitFor();
  expect(await looks(stores, "what is to be counted")).toEqual([]);
  const [salt] = (await get<Listed>(stores, "/api/v1/stock-items?q=Road salt")).items;
  const { id } = await send<{ id: string }>(stores, "POST", "/api/v1/stock-counts", {
    scope: "items",
    itemIds: [salt!.id],
  });
  await stores.goto(`${url}/inventory/counts/${id}/counting`);
  await stores.getByRole("heading", { name: "Still to count" }).waitFor();
  expect(await looks(stores, "counting")).toEqual([]);
  await countOne(stores, /Road salt/, "390");
  await stores.goto(`${url}/inventory/counts/${id}`);
  await press(stores, "Finish counting");
  await status(stores, "To be counted again");

  const receiver = await come("receiver", `/inventory/counts/${id}`);
  await receiver.getByText("to count again").waitFor();
  expect(await receiver.locator("main").innerText()).not.toContain("390");
  await receiver.goto(`${url}/inventory/counts/${id}/counting`);
  await countOne(receiver, /Road salt/, "391");
  await receiver.goto(`${url}/inventory/counts/${id}`);
  await press(receiver, "Finish counting");
  await receiver.getByRole("heading", { name: "Counted and in the ledger" }).waitFor();
  expect(await looks(receiver, "a count")).toEqual([]);

  await stores.reload();
  await press(stores, "Send for approval");
  await stores
    .getByRole("dialog")
    .getByRole("textbox")
    .fill("The loader spilled salt in the rain.");
  await stores.getByRole("dialog").getByRole("button", { name: "Send for approval" }).click();
  await status(stores, "Waits for approval");

  const controller = await come("controller", `/inventory/counts/${id}`);
  await press(controller, "Approve");
  const sure = controller.getByRole("dialog").getByRole("button", { name: "Approve" });
  if (await sure.isVisible()) await sure.click();
  await status(controller, "Posted");
  const items = await get<Listed>(controller, "/api/v1/stock-items?q=Road salt");
  expect(items.items[0]).toMatchObject({ onHand: "391" });
});
