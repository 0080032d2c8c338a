// A delivery by its own people: the receiver sees what arrives and makes a link, the driver hands over on a phone
// without an account and without coverage, and the shipment says who bears witness. By axe in both themes.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { stranger, url } from "./people.ts";
import { get, status } from "./steps.ts";

// The driver's line breaks on purpose: the browser's console tells that, and what it could not fetch then.
const { come, join } = crew(
  /INTERNET_DISCONNECTED|dynamically imported module|fetching the script/,
);

type Listed = { items: { id: string; number: string }[] };

test("a driver hands over a delivery by a link, without coverage and once, and the receiver reads it", async () => {
  const receiver = await come("receiver", "/shipment-tracking");
  await receiver.getByRole("heading", { name: "All shipments" }).waitFor();
  expect(await looks(receiver, "what arrives")).toEqual([]);
  const { items } = await get<Listed>(receiver, "/api/v1/ship-notices?open=true&sort=-number");
  const [shipment] = items;
  await receiver.goto(`${url}/shipment-tracking/${shipment!.id}`);
  await receiver.getByText("Who bears witness").first().waitFor();
  expect(await looks(receiver, "a shipment")).toEqual([]);
  const link = receiver.getByRole("button", { name: "Link for the driver" });
  if (!(await link.isVisible())) await receiver.getByRole("button", { name: "More" }).click();
  await receiver.getByText("Link for the driver", { exact: true }).first().click();
  const address = await receiver.getByRole("dialog").locator("p.mono").innerText();

  const { page: driver, context } = join(await stranger({ width: 390 }));
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 44.7894, longitude: -93.6022, accuracy: 12 });
  await driver.goto(address);
  await driver.getByLabel("Your name").fill("Dana Fox");
  expect(await looks(driver, "the driver's page")).toEqual([]);
  await context.setOffline(true);
  await driver.getByRole("button", { name: "Hand over" }).click();
  await driver.getByText("It waits on your phone").waitFor();
  await context.setOffline(false);
  await driver.getByText(`${shipment!.number} is handed over`).waitFor();
  await driver.goto(address);
  await driver.getByText("This delivery was handed in. Thank you.").waitFor();

  await receiver.goto(`${url}/shipment-tracking/${shipment!.id}`);
  await status(receiver, "Delivered");
  await receiver.getByText("Handed over by the driver").first().waitFor();
  expect(await receiver.locator("main").innerText()).toContain("Dana Fox");
});
