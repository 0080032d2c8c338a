// A resident stands at a hydrant and reports by its label; the crew mends it on a phone with hours, a
// part and a photo; it did not hold, the resident opens it again by the link of the letter with a
// photo, and the same crew has it above the rest. The hours stand in the force account of the flood.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

const { come, enter, join } = crew(/\b4(04|09|22)\b/);
const resident = "ines.walker@example.org";
// A picture of one red point: what a phone would send, small.
const photo = {
  name: "hydrant.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
    "base64",
  ),
};
// Another try has another hydrant and other hours.
const turn = Math.floor(Date.now() / 60_000);
const tag = `HYDR-${String(50 + (turn % 240)).padStart(3, "0")}`;

const visit = async (path: string): Promise<Page> => {
  const { stranger } = await import("./people.ts");
  const { page } = join(await stranger({ width: 390 }));
  await page.goto(`${url}${path}`);
  return page;
};

const reports = async (): Promise<string> => {
  const page = await visit(`/label/${tag}`);
  await page.waitForURL(/citizen-portal/);
  await page.getByText(`Hydrant H-1${tag.slice(-3)}`).waitFor();
  await page.getByLabel("What is it about?").selectOption({ label: "Leak or no water" });
  await page.getByLabel("Describe it").fill("Water runs from the cap over the walk.");
  await page.locator("#report-photo").setInputFiles(photo);
  await page.locator("#report-email").fill(resident);
  await press(page, "Send the report");
  const answer = page.getByText(/Your report has the number/);
  return /SR-\d{4}-\d{5}/.exec(await answer.innerText())![0];
};

const requestPath = async (page: Page, number: string): Promise<string> => {
  const { items } = await get<{ items: { id: string }[] }>(
    page,
    `/api/v1/service-requests?q=${number}`,
  );
  return `/service-requests/${items[0]!.id}`;
};

const makesOrder = async (number: string): Promise<string> => {
  const page = await come("works");
  await page.goto(`${url}${await requestPath(page, number)}`);
  await page.getByRole("link", { name: tag }).waitFor();
  await page.getByRole("link", { name: "Make a work order" }).click();
  await page.getByRole("heading", { name: /Ask for work on Hydrant/ }).waitFor();
  await press(page, "Submit request");
  await status(page, "Requested");
  return new URL(page.url()).pathname;
};

const plans = async (path: string) => {
  const manager = await come("manager", path);
  await press(manager, "Approve");
  await status(manager, "Approved");
  const page = await come("works", path);
  await press(page, "Schedule");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("On", { exact: true }).fill(new Date().toISOString().slice(0, 10));
  await choose(page, "Led by", "Tess Nygaard");
  await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await status(page, "Scheduled");
};

const entersHours = async (page: Page) => {
  await press(page, "Enter hours");
  const hours = page.getByRole("dialog");
  const day = new Date(Date.now() - 86_400_000 * (1 + (turn % 2))).toISOString().slice(0, 10);
  const from = turn % 20;
  await hours.getByLabel("From").fill(`${day}T${String(from).padStart(2, "0")}:00`);
  await hours.getByLabel("To", { exact: true }).fill(`${day}T${String(from).padStart(2, "0")}:45`);
  await hours.getByLabel("Class of work").selectOption({ label: "Utility technician" });
  await hours.getByLabel("What was done").fill("New cap and gasket");
  await choose(page, "Incident", "flood");
  await hours.getByRole("button", { name: "Enter", exact: true }).click();
  await page.getByText("45 min of people").waitFor();
};

const works = async (path: string) => {
  const { page } = await enter("technician", { width: 390 });
  await page.goto(`${url}${path}`);
  await press(page, "Start");
  await status(page, "In progress");
  await entersHours(page);
  await press(page, "Add a part");
  await page.getByLabel("What is needed").fill("Cap gasket, 5 in");
  await press(page, "Add it");
  await page.getByText("1 each Cap gasket, 5 in").waitFor();
  await page.getByRole("tab", { name: "Documents and photos" }).click();
  await page.locator('[data-files] input[type="file"]').setInputFiles(photo);
  await page.getByText("hydrant.png").first().waitFor();
  await page.getByRole("tab", { name: "Work", exact: true }).click();
  await press(page, "Complete");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What was done").fill("New cap with gasket, no leak under pressure");
  await dialog.getByRole("button", { name: "Complete" }).click();
  await status(page, "Completed");
};

const closes = async (path: string, number: string) => {
  const manager = await come("manager", path);
  await press(manager, /^Approve ?: hours of/);
  await manager.getByText("approved by Marcus Hale").waitFor();
  await press(manager, "Close");
  await status(manager, "Closed");
  await manager.goto(`${url}${await requestPath(manager, number)}`);
  await press(manager, "Close");
  const dialog = manager.getByRole("dialog");
  await dialog.getByRole("textbox").fill("The hydrant has a new cap.");
  await dialog
    .getByRole("button", { name: /^Close/ })
    .last()
    .click();
  await status(manager, "Closed");
};

type Letter = { toAddress: string; subject: string; bodyText: string; link: string | null };
const opensAgain = async (number: string): Promise<string> => {
  const admin = await come("admin");
  const { items } = await get<{ items: Letter[] }>(admin, "/api/v1/demo-mail");
  const letter = items.find(
    (one) => one.toAddress === resident && one.link?.includes(number) && /until/.test(one.bodyText),
  );
  const page = await visit(new URL(letter!.link!).href.replace(new URL(letter!.link!).origin, ""));
  await page.locator("#track").scrollIntoViewIfNeeded();
  await page.getByLabel("What do you want to do?").selectOption("true");
  await page.getByLabel("In your words").fill("It runs again since this morning.");
  await page.locator("#addition-photo").setInputFiles(photo);
  await press(page, "Send it");
  const said = page.getByText(/is with the same crew, above the rest/);
  return /WO-\d{4}-\d{5}/.exec(await said.innerText())![0];
};

const sameCrew = async (followUp: string) => {
  const { page } = await enter("technician", { width: 390 });
  await page.goto(`${url}/maintenance-management?q=${followUp}`);
  await page.getByRole("link", { name: followUp }).first().click();
  await page.getByText("It runs again since this morning.").first().waitFor();
  await status(page, "Approved");
  await page.getByText("Tess Nygaard").first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the photo" }).first().click(),
  ]);
  expect(download.suggestedFilename()).toContain("hydrant");
};

type Project = { id: string; declaration: string };
const forceAccount = async () => {
  const page = await come("recovery", "/fema-grants-hub");
  const { items } = await get<{ items: Project[] }>(page, "/api/v1/pa-projects?limit=50");
  const open = items.find((one) => one.declaration === "DR-4897-MN")!;
  const [from, to] = [3, 0].map((ago) =>
    new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
  );
  await send(page, "POST", `/api/v1/pa-projects/${open.id}/hours`, { from, to });
  // Row by row, each judged by the rules of its own day.
  const listed = await get<{ items: object[] }>(page, "/api/v1/pa-items?q=gasket");
  expect(listed.items).toContainEqual(
    expect.objectContaining({
      label: "Utility technician: New cap and gasket",
      person: "Tess Nygaard",
      minutes: 45,
    }),
  );
};

test("a report at a scanned hydrant goes to a crew and back, and its hours into the force account", async () => {
  const number = await reports();
  const path = await makesOrder(number);
  await plans(path);
  await works(path);
  await closes(path, number);
  await sameCrew(await opensAgain(number));
  await forceAccount();
});
