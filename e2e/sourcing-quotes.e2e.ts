// From a need to an order by quotations of three vendors, which one buyer asks for and awards.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { dueIn, until } from "./sealed.ts";
import { approvedRequisition, takeLines, wall } from "./sourcing.ts";
import { get, press, status } from "./steps.ts";

const { enter: bring } = crew(/status of 409/);
const enter = async (name: string, width = 1440): Promise<Page> =>
  (await bring(name, { width })).page;

test("three quotes: one buyer asks three vendors, they answer from their phones, and the lowest becomes an order; the buyer's part takes less than three minutes", async () => {
  const buyer = await enter("buyer");
  const vendors = await Promise.all(
    ["vendor1", "vendor2", "vendor3"].map((name) => enter(name, 390)),
  );
  await approvedRequisition(await enter("user"), await enter("manager"), null, {
    title: "Sandbag filling material",
    account: "402-UTL-5340",
    lines: [{ description: "Washed sand", quantity: "60", unit: "t", unitPrice: "25" }],
  });
  let spent = 0;
  let from = Date.now();
  await buyer.goto(`${url}/rfq-builder/new`);
  await press(buyer, /^Goods, three quotes/);
  await takeLines(buyer, "Sandbag filling material");
  await buyer.getByLabel("Bids due").fill(wall(3));
  await buyer.getByLabel("Invited vendors only", { exact: false }).check();
  await press(buyer, "Save the draft");
  await press(buyer, "Add vendors");
  const dialog = buyer.getByRole("dialog");
  for (const name of [
    "Northline Aggregates LLC",
    "Castor Electric Co-op",
    "Quarry Hill Trucking",
  ]) {
    await dialog.getByLabel("Search vendors").fill(name.split(" ")[0]!);
    await dialog.getByLabel(name, { exact: false }).check();
  }
  await press(buyer, "Put on the list 3");
  await dialog.waitFor({ state: "detached" });
  await buyer.getByText("3 to do", { exact: false }).waitFor({ state: "detached" });
  await press(buyer, "Publish");
  await status(buyer, "Open");
  spent += Date.now() - from;
  const id = new URL(buyer.url()).pathname.split("/").at(-1)!;
  // Long enough for bids at the same time on this machine, as slow as it just was.
  await dueIn(id, Math.max(15, (spent / 1000) * 3));

  const quote = async (page: Page, unitPrice: string) => {
    await page.goto(`${url}/opportunities/${id}`);
    await page.getByRole("link", { name: "Prepare the bid" }).click();
    await page.getByLabel("Unit price, $").fill(unitPrice);
    await page.getByLabel("Days from order to delivery").fill("2");
    await page
      .getByRole("button", { name: /submit/i })
      .last()
      .click();
    await page
      .getByText(/^Submitted/)
      .first()
      .waitFor();
  };
  await Promise.all(vendors.map((page, at) => quote(page, ["21.40", "24.00", "19.95"][at]!)));
  // Nobody in the agency sees a quote, or how many there are, before the deadline.
  const before = JSON.stringify([
    await get(buyer, `/api/v1/solicitations/${id}`),
    await get(buyer, `/api/v1/solicitations/${id}/opening`),
    await get(buyer, `/api/v1/solicitations/${id}/history`),
  ]);
  for (const secret of ["21.4", "19.95", "Quarry Hill's", "submitted"])
    expect(before).not.toContain(secret);
  await until(buyer, id, "opened");

  from = Date.now();
  await buyer.goto(`${url}/rfq-builder/${id}`);
  await buyer.getByRole("link", { name: "Award the quotes" }).click();
  await buyer.getByText("Lowest", { exact: true }).waitFor();
  expect(
    (await buyer.locator("fieldset.panel li", { hasText: "Lowest" }).innerText()).replace(
      /\s+/g,
      " ",
    ),
  ).toBe("Quarry Hill Trucking Lowest $1,197.00");
  await buyer.getByLabel("I have no conflict of interest", { exact: false }).check();
  await press(buyer, "Award");
  await status(buyer, "Awarded");
  spent += Date.now() - from;
  expect(spent).toBeLessThan(180_000);
  const { items } = await get<{ items: { vendor: string; amount: number }[] }>(
    buyer,
    "/api/v1/purchase-orders?sort=-number&limit=1",
  );
  expect(items[0]).toMatchObject({ vendor: "Quarry Hill Trucking", amount: 1197_00 });
  await vendors[2]!.goto(`${url}/vendor-portal`);
  console.log(
    JSON.stringify({ journey: "three quotes", buyerSeconds: Math.round(spent / 100) / 10 }),
  );
});
