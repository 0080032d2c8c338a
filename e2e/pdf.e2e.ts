// A manager uploads an official PDF, says what stands where by mouse and by keyboard, tries it with a
// vendor, publishes it, and fills it in for two vendors; a PDF that is locked is refused before.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { officialPaper } from "#server/testing/official-papers.ts";
import { crew } from "./crew.ts";
import { stranger, url } from "./people.ts";
import { press } from "./steps.ts";

// What is refused on purpose: a locked PDF.
const { enter, join } = crew(/status of 422/);

const upload = async (page: Page, name: string, bytes: Uint8Array) =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "application/pdf", buffer: Buffer.from(bytes) });

const begin = async (page: Page) => {
  await page.goto(`${url}/utility-form-filler/papers/new`);
  await upload(page, "locked.pdf", await officialPaper({ encrypted: true }));
  await page.getByText("This PDF is locked").waitFor();
  await upload(page, "official.pdf", await officialPaper({ hybrid: true, usageRights: true }));
  await page.getByText("official.pdf").waitFor();
  await page.getByLabel("A form or a list").selectOption("list /api/v1/vendors");
  await press(page, "Say what stands where");
  await page.getByText("A filled copy is without its XFA part").waitFor();
};

const line = (page: Page, label: RegExp) =>
  page.getByLabel("Places", { exact: true }).getByRole("button", { name: label });

const map = async (page: Page) => {
  await press(page, "Map by names");
  await line(page, /^Name of vendor/).click();
  await page.getByLabel("Filled with").selectOption("column name");
  await line(page, /^Kind of business/).click();
  await page.getByLabel("Filled with").selectOption("column paymentMethod");
  await page.getByLabel("Box “company”").selectOption("ach");
  await page.getByLabel("Box “person”").selectOption("check");
};

const drawBox = async (page: Page) => {
  await press(page, "Draw a box");
  const sheet = (await page.locator(".paper-sheet").boundingBox())!;
  await page.mouse.move(sheet.x + sheet.width * 0.1, sheet.y + sheet.height * 0.5);
  await page.mouse.down();
  await page.mouse.move(sheet.x + sheet.width * 0.5, sheet.y + sheet.height * 0.53, { steps: 4 });
  await page.mouse.up();
  await page
    .getByLabel("Places", { exact: true })
    .getByRole("textbox", { name: "Name" })
    .fill("Checked by");
  await page.getByLabel("Filled with").selectOption("text");
  await page.getByLabel("Text", { exact: true }).fill("County clerk");
  const left = page.getByLabel("From the left");
  const before = Number(await left.inputValue());
  await page.locator(".paper-mark[data-placed=true]").focus();
  await page.keyboard.press("Shift+ArrowRight");
  expect(Number(await left.inputValue())).toBeCloseTo(before + 10, 1);
};

test("an official PDF is mapped, tried, published, and filled in for two vendors of the list", async () => {
  const { page } = await enter("manager");
  await begin(page);
  await map(page);
  await drawBox(page);
  await press(page, "Try it");
  await press(page, "Fill it in");
  await page.getByText("read again and equal to the values").waitFor();
  await page.keyboard.press("Escape");
  await page.goto(`${url}/utility-form-filler?tab=pdfStudio`);
  await page.getByRole("button", { name: "Actions for official version 1" }).click();
  await page.getByRole("menuitem", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Publish" }).click();
  await dialog.waitFor({ state: "detached" });

  await page.goto(`${url}/vendor-directory`);
  for (const at of [1, 2]) await page.getByRole("checkbox").nth(at).check();
  await press(page, "Fill a form…");
  await page.getByLabel("Template").selectOption({ label: "official" });
  await dialog.getByRole("button", { name: "Fill in" }).click();
  const made = page.waitForEvent("download");
  await page.getByRole("button", { name: "Get result" }).first().click();
  const file = await made;
  expect(file.suggestedFilename()).toBe("official.zip");
  const bytes = await readFile((await file.path())!);
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  await page.goto(`${url}/forms?tab=papers`);
  await page.getByText("2 of 2 records filled in").waitFor();
});

test("a submission comes as the county's PDF; without script the empty one is offered", async () => {
  const { page } = await enter("manager");
  await page.goto(`${url}/forms`);
  await page.getByText("Road closure permit").first().waitFor();
  await page.getByRole("link", { name: /^FRM-/ }).first().waitFor();
  await page
    .getByRole("row", { name: /Road closure permit/ })
    .getByRole("link")
    .first()
    .click();
  const made = page.waitForEvent("download");
  await page.getByRole("button", { name: "Road closure permit (CC-231)" }).click();
  expect((await made).suggestedFilename()).toMatch(/^FRM-.*CC-231\)\.pdf$/);
  const citizen = join(await stranger({ width: 390 })).page;
  const answer = await citizen.request.get(`${url}/citizen-portal/forms/road-closure`);
  const address = /<noscript>[\s\S]*?href="([^"]+)"/.exec(await answer.text())?.[1];
  const empty = await citizen.request.get(url + address);
  expect((await empty.body()).subarray(0, 5).toString()).toBe("%PDF-");
});
