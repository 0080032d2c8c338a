// Labels, read by the camera on a phone and typed by a hand scanner: each finds the record that it names, and where
// nothing is read the label is typed.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { giveCamera, hold, loseReader, refuseCamera, running } from "./camera.ts";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { get, press, send } from "./steps.ts";

// What is refused on purpose the browser's console tells: labels of nobody, and a reader that does not come.
const { come, enter } = crew(/\b404\b/);

type Item = { id: string; number: string; name: string };
type Lot = { id: string; code: string; itemId: string; item: string };
type Shelves = { items: { lotId: string | null; locationId: string; location: string }[] };
type Listed<T> = { items: T[] };

const dialog = (page: Page) => page.getByRole("dialog").last();
const camera = (page: Page, what: string) =>
  page.getByRole("button", { name: `Scan ${what} with the camera`, exact: true }).last();
const itemNamed = async (page: Page, name: string): Promise<Item> =>
  (await get<Listed<Item>>(page, `/api/v1/stock-items?q=${encodeURIComponent(name)}`)).items[0]!;

/** Somebody of the stores with a phone and a camera, at an address. */
const phone = async (path: string, theme: "dark" | "light" = "light") => {
  const { page } = await enter("stores", { width: 390, theme });
  await giveCamera(page);
  await page.goto(`${url}${path}`);
  await page.locator("main h1").first().waitFor();
  return page;
};

/** Presses the camera's button and holds a label into the picture. */
const scan = async (page: Page, what: string, tag: string) => {
  await hold(page, tag);
  await camera(page, what).click();
};

test("the camera opens what a label names, with a reader of our own origin, and is let go of", async () => {
  const page = await phone("/inventory");
  const drums = await itemNamed(page, "Traffic drum");
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  const file = page.waitForResponse((answer) => /scan\.worker/.test(answer.url()));
  await camera(page, "a label").click();
  const policy = (await file).headers()["content-security-policy"]!;
  expect(policy).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  );
  await dialog(page).getByText("Hold the code of the label into the picture.").waitFor();
  expect(await looks(page, "the camera, light, 390")).toEqual([]);
  await hold(page, drums.number);
  await page.waitForURL(`${url}/inventory/items/${drums.id}`);
  expect(asked.some((address) => /zxing_reader.*\.wasm$/.test(address))).toBe(true);
  expect(
    asked.filter((address) => !/^(data:|blob:)/.test(address) && !address.startsWith(url)),
  ).toEqual([]);
  expect(await running(page)).toBe(0);

  await page.goto(`${url}/inventory`);
  await camera(page, "a label").click();
  await expect.poll(() => running(page)).toBe(1);
  await page.keyboard.press("Escape");
  await expect.poll(() => running(page)).toBe(0);
});

test("a transfer begins with a scan: item, then shelf; the label of something else is told apart", async () => {
  const page = await phone("/inventory", "dark");
  const drums = await itemNamed(page, "Traffic drum");
  await press(page, "Transfer");
  await scan(page, "an item", "LOC:OIL");
  await dialog(page).getByText("OIL is not the label of an item. Scan another one.").waitFor();
  expect(await looks(page, "the camera, dark, 390")).toEqual([]);
  await hold(page, "ITM-1999-99999");
  await dialog(page).getByText("Nothing here bears the label ITM-1999-99999.").waitFor();
  await hold(page, drums.number);
  await dialog(page).getByRole("button", { name: "Item" }).getByText(drums.name).waitFor();
  const from = dialog(page).getByLabel("Taken from");
  const elsewhere = from.locator("option:not([value=''])").filter({ hasNotText: "Bay 1" }).first();
  await from.selectOption((await elsewhere.getAttribute("value"))!);
  await dialog(page).getByLabel("Quantity").fill("1");
  await scan(page, "a location", "LOC:BAY-1");
  await dialog(page).getByRole("button", { name: "Put into" }).getByText("BAY-1").waitFor();
  expect(await dialog(page).getByLabel("Quantity").inputValue()).toBe("1");
  await dialog(page).getByRole("button", { name: "Transfer", exact: true }).click();
  await page.waitForURL(/\/inventory\/movements\/[0-9a-f-]{36}$/);
  const { items } = await get<Shelves>(page, `/api/v1/stock-items/${drums.id}/shelves`);
  expect(items.map(({ location }) => location).join()).toMatch(/BAY-1|Bay 1/);
});

test("the label of a lot says item, place and lot of what is issued", async () => {
  const page = await phone("/inventory");
  const { items } = await get<Listed<Lot>>(
    page,
    "/api/v1/stock-lots?onHand=true&condition=ok&limit=50",
  );
  const one = async (lot: Lot) =>
    (await get<Shelves>(page, `/api/v1/stock-items/${lot.itemId}/shelves`)).items.filter(
      ({ lotId }) => lotId === lot.id,
    );
  let [lot, shelf] = [items[0]!, (await one(items[0]!))[0]];
  for (const each of items) {
    const there = await one(each);
    if (there.length === 1) [lot, shelf] = [each, there[0]];
  }
  await press(page, "Issue");
  await scan(page, "an item", `LOT:${lot.id}`);
  await dialog(page).getByRole("button", { name: "Item" }).getByText(lot.item).waitFor();
  await expect
    .poll(() => dialog(page).getByLabel("Taken from").inputValue())
    .toBe(shelf!.locationId);
  await expect.poll(() => dialog(page).getByLabel(/^Lot/).inputValue()).toBe(lot.id);
});

test("what came is scanned, then its shelf, and lies there", async () => {
  const page = await phone("/inventory/put-away");
  const item = await itemNamed(page, "Barricade, type III");
  await scan(page, "an item", item.number);
  await dialog(page)
    .getByRole("heading", { name: /^Put away Barricade/ })
    .waitFor();
  await scan(page, "a shelf", "LOC:WH-A");
  await expect
    .poll(() => dialog(page).getByLabel("Shelf", { exact: true }).inputValue())
    .toBe("WH-A");
  await dialog(page).getByRole("button", { name: "Put away", exact: true }).click();
  await page.getByText("All that came is on its shelf.").waitFor();
});

test("a line is counted by its label, and what is not on the list is told apart", async () => {
  const page = await phone("/inventory");
  const aprons = await itemNamed(page, "Culvert apron");
  const salt = await itemNamed(page, "Road salt");
  const { id } = await send<{ id: string }>(page, "POST", "/api/v1/stock-counts", {
    scope: "items",
    itemIds: [aprons.id],
  });
  await page.goto(`${url}/inventory/counts/${id}/counting`);
  await scan(page, "an item", salt.number);
  await dialog(page).getByText(`${salt.number} is not on the list.`).waitFor();
  await hold(page, aprons.number);
  await page.getByLabel("Quantity").fill("10");
  await press(page, "Next");
  await page.getByText("All is counted").waitFor();
  await send(page, "POST", `/api/v1/stock-counts/${id}/actions/abort`, { reason: "Only tried." });
});

test("assets are counted with the camera on, label after label", async () => {
  const { page } = await enter("admin", { width: 390 });
  await giveCamera(page);
  await page.goto(`${url}/asset-management/counts`);
  const { id } = await send<{ id: string }>(page, "POST", "/api/v1/asset-counts", {
    federal: false,
  });
  const { lines } = await get<{ lines: { number: string; tag: string }[] }>(
    page,
    `/api/v1/asset-counts/${id}`,
  );
  await page.goto(`${url}/asset-management/counts/${id}`);
  await scan(page, "labels", lines[0]!.tag || lines[0]!.number);
  await dialog(page).getByText(`${lines[0]!.number} is found.`).waitFor();
  await hold(page, lines[1]!.number);
  await dialog(page).getByText(`${lines[1]!.number} is found.`).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText(/^2 of \d+ found$/).waitFor();
});

test("a hand scanner types what a label says, wherever one is scanned", async () => {
  const page = await come("stores", "/inventory");
  const drums = await itemNamed(page, "Traffic drum");
  const typed = (tag: string) => `${url}/label/${encodeURIComponent(tag)}`;
  await page.getByLabel("Scan or type a code").focus();
  await page.keyboard.type(typed(drums.number));
  await page.keyboard.press("Enter");
  await page.waitForURL(`${url}/inventory/items/${drums.id}`);

  await page.goto(`${url}/inventory`);
  await press(page, "Transfer");
  await dialog(page).getByRole("button", { name: "Item" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type(typed(drums.number));
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "Item" }).getByText(drums.name).waitFor();
  await dialog(page).getByRole("button", { name: "Put into" }).focus();
  await page.keyboard.type(typed("LOC:NOWHERE"));
  await page.keyboard.press("Enter");
  await page.getByText("Nothing here bears the label NOWHERE.").waitFor();
  await page.getByPlaceholder("Type to search").fill("");
  await page.keyboard.type("LOC:BAY-1");
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "Put into" }).getByText("BAY-1").waitFor();
});

const noCamera = [
  ["NotAllowedError", "Allow the camera for this page in your browser"],
  ["NotFoundError", "This device has no camera."],
  ["NotReadableError", "The camera gives no picture"],
] as const;

test.each(noCamera)("%s says what to do, and the label is typed", async (error, sentence) => {
  const { page } = await enter("stores", { width: 390 });
  await refuseCamera(page, error);
  await page.goto(`${url}/inventory`);
  const drums = await itemNamed(page, "Traffic drum");
  await camera(page, "a label").click();
  await dialog(page).getByText(sentence).waitFor();
  await dialog(page)
    .getByLabel("Or type what the label says")
    .and(page.locator(":focus"))
    .waitFor();
  await page.keyboard.type(drums.number);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${url}/inventory/items/${drums.id}`);
});

test("a page that did not come by https says so; a reader that does not come is asked for again", async () => {
  const { page: plain } = await enter("stores", { width: 390 });
  await plain.addInitScript(() => {
    Object.defineProperty(window, "isSecureContext", { value: false });
    Object.defineProperty(navigator, "mediaDevices", { value: undefined });
  });
  await plain.goto(`${url}/inventory`);
  await plain.locator("main h1").first().waitFor();
  await camera(plain, "a label").click();
  await dialog(plain)
    .getByText("Browsers give the camera only to pages that come by https.")
    .waitFor();

  const page = await phone("/inventory");
  const drums = await itemNamed(page, "Traffic drum");
  await loseReader(page, true);
  await press(page, "Transfer");
  await dialog(page).getByLabel("Quantity").fill("3");
  await scan(page, "an item", drums.number);
  await dialog(page).getByText("What reads codes could not be loaded.").waitFor();
  expect(await running(page)).toBe(0);
  expect(await looks(page, "no reader")).toEqual([]);
  await loseReader(page, false);
  await press(page, "Try the camera again");
  await dialog(page).getByRole("button", { name: "Item" }).getByText(drums.name).waitFor();
  expect(await dialog(page).getByLabel("Quantity").inputValue()).toBe("3");
});
