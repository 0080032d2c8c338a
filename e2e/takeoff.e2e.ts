// A plan set from its upload over a line that breaks to what was bought of it: the engineer sets the scale, draws
// areas and posts, types a volume and sends them to a requisition; the manager approves, the buyer orders, half of it
// is received, and the order opens back to the shape on the sheet, which a later issue of the plans makes stale.
import { PDFDocument } from "@cantoo/pdf-lib";
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { approach, drawApproach, scaleBar } from "#areas/projects/demo/approach-sheet.seed.ts";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

// The broken line is told by the console as well.
const { come } = crew(/ERR_FAILED|ERR_CONNECTION|Failed to load resource|422/);
const dialog = (page: Page) => page.getByRole("dialog");
const within = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole("button", { name }).last().click();
const closed = (page: Page) => dialog(page).waitFor({ state: "hidden" });

type Listed<T = { id: string; number: string }> = { items: T[] };
type Drawn = Listed<{ id: string; name: string; quantity: string | null; unit: string }>;
const plans = `Bid set ${Date.now() % 100_000}`;
const page = { width: 1224, height: 792 };

/** The plans with a survey beside them, so large that they are sent in pieces. */
const largePlans = async (): Promise<string> => {
  const made = await PDFDocument.load(await drawApproach());
  await made.attach(randomBytes(18_000_000), "survey.bin", { mimeType: "application/pdf" });
  const path = join(mkdtempSync(join(tmpdir(), "levee-plans-")), "plans.pdf");
  writeFileSync(path, await made.save());
  return path;
};

/** Fails the second piece once, as a line that breaks does. */
const breakOnce = async (engineer: Page): Promise<() => number> => {
  let pieces = 0;
  await engineer.route("**/api/v1/uploads/**", (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    pieces += 1;
    return pieces === 2 ? route.abort("connectionfailed") : route.continue();
  });
  return () => pieces;
};

const upload = async (engineer: Page) => {
  const pieces = await breakOnce(engineer);
  await press(engineer, "Add plans");
  await within(engineer, "Add plans");
  await dialog(engineer).locator("[aria-invalid=true]").first().waitFor();
  await choose(engineer, "Project", "County road 14 bridge");
  await dialog(engineer).getByLabel("Plan set").fill(plans);
  await dialog(engineer)
    .locator("input[type=file]")
    .setInputFiles(await largePlans());
  await dialog(engineer).getByText("plans.pdf").first().waitFor();
  await dialog(engineer).locator(".mono").first().waitFor({ timeout: 60_000 });
  // Three pieces, and the one that the line took.
  expect(pieces()).toBe(4);
  await within(engineer, "Add plans");
  await closed(engineer);
  const set = engineer
    .locator("section")
    .filter({ has: engineer.getByRole("heading", { name: plans }) });
  await set.getByRole("link", { name: /C-301/ }).waitFor({ timeout: 60_000 });
  await set.getByRole("link", { name: /C-301/ }).click();
  await engineer.getByRole("heading", { level: 1, name: /C-301/ }).waitFor();
};

/** Clicks points of the page on its drawing. */
const click = async (engineer: Page, points: readonly (readonly [number, number])[]) => {
  const drawing = engineer.locator(".takeoff-page svg");
  const { width, height } = (await drawing.boundingBox())!;
  for (const [x, y] of points)
    await drawing.click({
      position: { x: (x / page.width) * width, y: ((page.height - y) / page.height) * height },
    });
};

const setScale = async (engineer: Page) => {
  await press(engineer, "Smaller");
  await press(engineer, "Set scale");
  await click(engineer, [scaleBar.from, scaleBar.to]);
  await engineer.getByText("(2 of 2)").waitFor();
  await press(engineer, "Go on");
  await within(engineer, "Set the scale");
  await dialog(engineer).locator("[aria-invalid=true]").first().waitFor();
  await dialog(engineer).getByLabel("Length between the points").fill(scaleBar.feet);
  await within(engineer, "Set the scale");
  await closed(engineer);
};

const finish = async (engineer: Page, name: string, fill?: () => Promise<void>) => {
  await dialog(engineer).getByLabel("What is measured").fill(name);
  await fill?.();
  await within(engineer, "Save the measurement");
  await closed(engineer);
  await engineer.getByRole("button", { name: new RegExp(name) }).waitFor();
};

const measureAll = async (engineer: Page) => {
  await press(engineer, "Area");
  // Outlines that cross themselves are refused before anything is saved.
  const [a, b, c, d] = approach.northStone;
  await click(engineer, [a, c, b, d]);
  await engineer.getByText(/cross/).first().waitFor();
  await press(engineer, "Area");
  await click(engineer, approach.northStone);
  await press(engineer, "Finish");
  await finish(engineer, "Stone north", () =>
    dialog(engineer).getByLabel("Unit", { exact: true }).fill("sq yd"),
  );
  await press(engineer, "Count");
  await click(engineer, [
    [540, 486],
    [600, 486],
    [660, 486],
  ]);
  await press(engineer, "Finish");
  await finish(engineer, "Posts");
  await press(engineer, "Volume");
  await press(engineer, "Type the points");
  await finish(engineer, "Dug out at the footing", async () => {
    const points = approach.footing.map((at) => at.join(", ")).join("; ");
    await dialog(engineer).getByLabel("Points").fill(points);
    await dialog(engineer).getByLabel("Depth", { exact: true }).fill("3");
  });
};

/** The stone follows an assembly: tons of stone and rolls of fabric are bought of its area. */
const nameAssembly = async (engineer: Page, sheet: string, id: string) => {
  await engineer.goto(`${url}/quantity-takeoff/measurements/${id}`);
  await press(engineer, "Choose an assembly");
  await dialog(engineer).locator("select").first().selectOption({ index: 1 });
  await within(engineer, "Save");
  await closed(engineer);
  await engineer.getByRole("heading", { name: "What is bought of it" }).waitFor();
  await engineer.goto(sheet);
  await engineer.getByRole("heading", { name: "Items of assemblies" }).waitFor();
};

const toRequisition = async (engineer: Page) => {
  await press(engineer, "To requisition");
  await within(engineer, "Make the draft");
  await dialog(engineer).locator("[aria-invalid=true]").first().waitFor();
  await dialog(engineer).getByLabel("Needed on").fill(agencyDay(20));
  await choose(engineer, "Account that pays", "P131");
  for (const price of await dialog(engineer)
    .getByLabel(/^Price of a unit of/)
    .all())
    await price.fill("2");
  await within(engineer, "Make the draft");
  await engineer.waitForURL(/smart-requisition\/[0-9a-f-]{36}$/);
  await engineer.getByRole("heading", { name: "Measured on plans" }).waitFor();
  await press(engineer, "Submit");
  await status(engineer, "In approval");
  return engineer.url().split("/").at(-1)!;
};

const approve = async (requisitionId: string) => {
  for (const name of ["manager", "finance"]) {
    const approver = await come(name);
    const path = `/api/v1/requisitions/${requisitionId}`;
    const found = await get<{ approvalId: string; status: string }>(approver, path);
    if (found.status !== "in_approval") return;
    await send(approver, "POST", `/api/v1/approvals/${found.approvalId}/actions/approve`, {});
  }
};

const orderAndReceive = async (requisitionId: string): Promise<string> => {
  const buyer = await come("buyer", `/purchase-orders/new?requisitionId=${requisitionId}`);
  await buyer.getByLabel("Item, line 1").waitFor();
  await choose(buyer, "Vendor", "Castor Electric");
  await press(buyer, "Save and issue");
  await buyer.waitForURL(/purchase-orders\/[0-9a-f-]{36}$/);
  await status(buyer, "Issued");
  const id = buyer.url().split("/").at(-1)!;
  await buyer.getByRole("heading", { name: "Measured on plans" }).waitFor();
  const receiver = await come("receiver", `/purchase-orders/${id}/receive`);
  await receiver.getByLabel("Came now").first().fill("1");
  await press(receiver, "Post receipt");
  await receiver.waitForURL(/tab=receipts/);
  return id;
};

test("a sheet from its upload over a broken line to what was received of it", async () => {
  const engineer = await come("engineer", "/quantity-takeoff");
  await upload(engineer);
  const sheet = engineer.url();
  const sheetId = sheet.split("/").at(-1)!;
  await setScale(engineer);
  await measureAll(engineer);
  const { items } = await get<Drawn>(engineer, `/api/v1/plan-sheets/${sheetId}/measurements`);
  const of = (name: string) => items.find((each) => each.name === name)!;
  // 3.6 points are a foot: the outline's closed formula within a click of a pixel, what was typed exactly.
  expect(Number(of("Stone north").quantity)).toBeCloseTo((126 * 108) / 3.6 ** 2 / 9, -1);
  expect(Number(of("Posts").quantity)).toBe(3);
  expect(Number(of("Dug out at the footing").quantity)).toBeCloseTo(
    ((36 * 144) / 3.6 ** 2 / 27) * 3,
    0,
  );
  expect(await looks(engineer, "a sheet")).toEqual([]);
  await nameAssembly(engineer, sheet, of("Stone north").id);
  const requisitionId = await toRequisition(engineer);
  await approve(requisitionId);
  const orderId = await orderAndReceive(requisitionId);

  // Back from the order to the shape, which is the chosen one.
  await engineer.goto(`${url}/purchase-orders/${orderId}`);
  await engineer
    .getByRole("link", { name: /on C-301 revision 1/ })
    .first()
    .click();
  await engineer.locator(".takeoff-shape[data-chosen=true]").first().waitFor();
  await engineer.getByRole("heading", { name: "Measured, ordered, received" }).waitFor();

  await engineer.goto(`${url}/quantity-takeoff`);
  const set = engineer
    .locator("section")
    .filter({ has: engineer.getByRole("heading", { name: plans }) });
  await set.getByRole("button", { name: "Add an issue" }).click();
  await dialog(engineer).getByLabel("Issue", { exact: true }).fill("Addendum 1");
  const buffer = Buffer.from(await drawApproach());
  await dialog(engineer)
    .locator("input[type=file]")
    .setInputFiles({ name: "addendum.pdf", mimeType: "application/pdf", buffer });
  await dialog(engineer).locator(".mono").first().waitFor();
  await within(engineer, "Add the issue");
  await closed(engineer);
  await set.getByText(/3 on an older revision/).waitFor({ timeout: 60_000 });
  await engineer.goto(sheet);
  await engineer
    .getByText(/Revision 2 of this sheet is the current one/)
    .first()
    .waitFor();
});
