// Policies and legal holds, by their own people: an officer writes, a manager approves, an employee confirms on
// a phone, a visitor reads; a hold keeps a file until another person than who placed it lifts it. Every screen
// by axe in both themes, wide and on a phone.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Page } from "playwright";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { stranger, url } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

// What is refused to whoever is not asked, the browser's console tells as well.
const { come, join } = crew(/401|403|404|409|422/);

const pdf = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 144]>>endobj\n% ${name} ${Date.now()}\ntrailer<</Root 1 0 R>>\n%%EOF`,
  ),
});

const idOf = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1)!;

/** A window of somebody without an account. */
const visit = async (path: string, width = 1440): Promise<Page> => {
  const { page } = join(await stranger({ width }));
  await page.goto(`${url}${path}`);
  await page.locator("main h1").first().waitFor();
  return page;
};

const approve = async (name: string, id: string) => {
  const approver = await come(name, `/certifications-policies/policies/${id}`);
  await press(approver, "Approve");
  await approver.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await status(approver, "Approved");
};

const publish = async (page: Page) => {
  await press(page, "Publish");
  const sure = page.getByRole("dialog");
  if (await sure.isVisible().catch(() => false))
    await sure.getByRole("button", { name: "Publish" }).click();
  await status(page, "Published");
};

test("a policy from its draft to its second version, as officer, manager, employee and visitor see it", async () => {
  const title = `Vehicle policy ${Date.now()}`;
  const officer = await come("compliance", "/certifications-policies/policies/new");
  await officer.getByLabel("About").selectOption({ label: "Safety" });
  await officer.getByLabel("Next review").fill(agencyDay(-1));
  await choose(officer, "Owner", "Clara Whitfield");
  await press(officer, "Save draft");
  // Without a title nothing is sent; with a day that is over the server says so at its field.
  await officer.getByText("Enter policy").first().waitFor();
  await officer.getByLabel("Policy", { exact: false }).first().fill(title);
  await press(officer, "Save draft");
  await officer.getByText("Choose a day to come.").first().waitFor();
  await officer.getByLabel("Next review").fill(agencyDay(300));
  await press(officer, "Save draft");
  await status(officer, "Draft");
  const first = idOf(officer);
  const address = `/certifications-policies/policies/${first}`;
  // Neither text nor file: it is not sent.
  await press(officer, "Send for approval");
  await officer.getByText("Write the text of the policy, or attach it as a PDF.").first().waitFor();
  await officer.getByRole("link", { name: "Change" }).click();
  await officer.locator('[data-files] input[type="file"]').setInputFiles(pdf("vehicles.pdf"));
  await officer.getByText("vehicles.pdf").first().waitFor();
  await officer.getByLabel("Confirmed by").selectOption({ label: "Everybody in the agency" });
  await officer.getByLabel("Confirmed until").fill(agencyDay(20));
  await press(officer, "Save draft");
  await status(officer, "Draft");
  // A draft's address is nobody's who does not look after policies.
  const visitor = await visit(address);
  await visitor.getByRole("heading", { name: "There is no such record" }).waitFor();
  expect(await visitor.locator("main").innerText()).not.toContain(title);
  expect((await fetch(`${url}/api/v1/public/policies/${first}/file`)).status).toBe(404);
  for (const name of ["vendor1", "user"]) {
    const other = await come(name, address);
    await other.getByRole("heading", { name: "There is no such record" }).waitFor();
    expect(await other.locator("main").innerText()).not.toContain(title);
    expect(await get(other, `/api/v1/agency-policies/${first}`)).toMatchObject({
      status: name === "user" ? 404 : 403,
    });
  }
  await press(officer, "Send for approval");
  await status(officer, "In review");
  expect(await officer.getByRole("button", { name: "Approve", exact: true }).count()).toBe(0);
  await approve("manager", first);
  await officer.reload();
  await publish(officer);

  const phone = await come("user", "/certifications-policies", { width: 390 });
  await phone.getByRole("link", { name: title }).first().click();
  await press(phone, "I have read it");
  await phone.getByText("You confirmed this version on").waitFor();
  expect(await phone.getByRole("button", { name: "I have read it" }).count()).toBe(0);

  await visitor.goto(`${url}/certifications-policies`);
  await visitor.getByLabel("Find").fill(title);
  await visitor.getByRole("link", { name: title }).click();
  await visitor.getByText("version 1", { exact: false }).first().waitFor();
  const taken = visitor.waitForEvent("download");
  await visitor.getByRole("link", { name: "PDF" }).click();
  expect(readFileSync((await (await taken).path())!, "latin1")).toContain("% vehicles.pdf");

  await press(officer, "Next version");
  await officer.waitForURL(/\/edit$/);
  const second = new URL(officer.url()).pathname.split("/").at(-2)!;
  await officer
    .getByRole("textbox", { name: /^Text/ })
    .fill("# Seat belts\n- Everybody wears one.");
  await press(officer, "Save draft");
  await status(officer, "Draft");
  await press(officer, "Send for approval");
  await officer.getByText("Say what this version changes.").first().waitFor();
  await officer.getByRole("link", { name: "Change" }).click();
  await officer.getByLabel("What version 2 changes").fill("Seat belts are asked for.");
  await press(officer, "Save draft");
  await status(officer, "Draft");
  // Until it holds, the visitor reads the first version and nothing of the second.
  await visitor.reload();
  await visitor.getByText("version 1", { exact: false }).first().waitFor();
  expect(await visitor.getByText("holds now").count()).toBe(0);
  await press(officer, "Send for approval");
  await status(officer, "In review");
  await approve("manager", second);
  await officer.reload();
  await publish(officer);
  await visitor.reload();
  await visitor.getByRole("link", { name: "Version 2 holds now." }).click();
  await visitor.getByText("Everybody wears one.").waitFor();
  expect(idOf(visitor)).toBe(second);
  // The first keeps its address, its file, and says which one holds.
  expect((await fetch(`${url}/api/v1/public/policies/${first}/file`)).status).toBe(200);
  await phone.goto(`${url}${address}`);
  await phone.getByText("Version 2 holds now.").waitFor();
  await phone.getByText("You confirmed this version on").waitFor();
}, 240_000);

/** A vendor on which no legal hold stands: an earlier try may have left one. */
const freeVendor = async (page: Page): Promise<string> => {
  const { items } = await get<{ items: { id: string }[] }>(
    page,
    "/api/v1/vendors?status=active&limit=20",
  );
  for (const { id } of items) {
    const { holds } = await get<{ holds: unknown[] }>(page, `/api/v1/records/vendors/${id}/chain`);
    if (holds.length === 0) return id;
  }
  throw new Error("a legal hold stands on every vendor");
};

test("a legal hold keeps a file; who placed it does not lift it, another person does", async () => {
  const buyer = await come("buyer", "/vendor-directory");
  const paper = `letter-${Date.now()}.pdf`;
  const matter = `Smith v. County, 26-${String(Date.now()).slice(-4)}`;
  const address = `/vendor-directory/${await freeVendor(buyer)}`;
  await buyer.goto(`${url}${address}?tab=documents`);
  await buyer.locator('[data-files] input[type="file"]').setInputFiles(pdf(paper));
  const remove = buyer.getByRole("button", { name: `Take ${paper} off` });
  await remove.waitFor();

  const officer = await come("compliance", address);
  await press(officer, "More actions");
  await officer.getByRole("menuitem", { name: "Legal hold" }).click();
  const dialog = officer.getByRole("dialog");
  await dialog.getByLabel("Matter").fill(matter);
  await dialog.getByRole("button", { name: "Place the hold" }).click();
  await dialog.getByText("Say why it is kept").first().waitFor();
  await dialog.getByLabel("Why it is kept").fill("The court asks for it.");
  await dialog.getByRole("button", { name: "Place the hold" }).click();
  await dialog.waitFor({ state: "hidden" });
  await officer.getByText(matter).first().waitFor();

  await remove.click();
  await buyer.getByText("keeps this record as it is until it is lifted").first().waitFor();
  await buyer.reload();
  await remove.waitFor();
  await buyer.getByText(matter).first().waitFor();

  await officer.getByRole("link", { name: /^LH-/ }).last().click();
  await officer.getByText("You placed this hold, so another person lifts it.").first().waitFor();
  const hold = idOf(officer);
  await expect(
    send(officer, "POST", `/api/v1/legal-holds/${hold}/actions/lift`, { reason: "Settled" }),
  ).rejects.toThrow("another person lifts it");
  const manager = await come("manager", `/admin/compliance/holds/${hold}`);
  await press(manager, "Lift the hold");
  const lifting = manager.getByRole("dialog");
  await lifting.getByRole("button", { name: "Lift the hold" }).click();
  await lifting
    .getByText(/reason/i)
    .first()
    .waitFor();
  expect(await lifting.isVisible()).toBe(true);
  await lifting.getByRole("textbox").fill("The case is settled.");
  await lifting.getByRole("button", { name: "Lift the hold" }).click();
  await status(manager, "Lifted");
  await buyer.reload();
  await remove.click();
  await remove.waitFor({ state: "hidden" });
});

type File = { lines: { element: string; state: string; parts: { said: string }[] }[] };
const lackingFile = async (page: Page): Promise<string> => {
  const { items } = await get<{ items: { id: string }[] }>(
    page,
    "/api/v1/purchase-orders?limit=50",
  );
  for (const { id } of items) {
    const { lines } = await get<File>(page, `/api/v1/purchase-files/${id}`);
    if (lines.some(({ element, state }) => element === "selection" && state === "missing"))
      return id;
  }
  throw new Error("no order of the demo lacks how its vendor was chosen");
};

test("a buyer opens the file of a purchase from its order and writes down what it lacks", async () => {
  const buyer = await come("buyer", "/purchase-orders");
  const id = await lackingFile(buyer);
  await buyer.goto(`${url}/purchase-orders/${id}`);
  await buyer.getByRole("link", { name: "Open the file of the purchase" }).click();
  await buyer.getByRole("heading", { name: /^File of PO-/ }).waitFor();
  await press(buyer, /^Write it down.*selected/);
  const dialog = buyer.getByRole("dialog");
  await dialog.getByRole("button", { name: "Write it down" }).click();
  await dialog.getByText("Say what is written down").first().waitFor();
  await dialog
    .getByLabel("What is written down")
    .fill("Compared with the state's price list of this year.");
  await dialog.getByRole("button", { name: "Write it down" }).click();
  await dialog.waitFor({ state: "hidden" });
  await buyer.getByText("Compared with the state's price list of this year.").waitFor();
  const receiver = await come("receiver", `/compliance/files/${id}`);
  expect(await receiver.getByRole("button", { name: /^(Write it down|Add)/ }).count()).toBe(0);
});

const firstOf = async (page: Page, path: string): Promise<string[]> =>
  (await get<{ items: { id: string }[] }>(page, `${path}?limit=1`)).items.map(({ id }) => id);

for (const [theme, width] of [
  ["light", 1440],
  ["dark", 1440],
  ["light", 390],
  ["dark", 390],
] as const)
  test(`every screen of policies, holds and files, ${theme}, ${width} wide`, async () => {
    const found: string[] = [];
    const walk = async (page: Page, paths: readonly string[]) => {
      for (const path of paths) {
        await page.goto(`${url}${path}`);
        await page.locator("main h1, main .record-head").first().waitFor();
        await page.waitForFunction(() => !document.querySelector("main .skeleton"));
        found.push(...(await looks(page, path)));
      }
    };
    const officer = await come("compliance", "/compliance", { theme, width });
    const drafts = await firstOf(officer, "/api/v1/agency-policies");
    const held = await get<{ items: { id: string }[] }>(
      officer,
      "/api/v1/agency-policies?status=published&limit=1",
    );
    const policies = [...new Set([...drafts, ...held.items.map(({ id }) => id)])].map(
      (id) => `/certifications-policies/policies/${id}`,
    );
    const orders = await firstOf(officer, "/api/v1/purchase-orders");
    await walk(officer, [
      "/certifications-policies",
      "/certifications-policies/policies/new",
      "/certifications-policies/certificates/new",
      ...policies,
      ...policies.map((path) => `${path}?tab=confirmations`),
      ...(await firstOf(officer, "/api/v1/agency-certificates")).map(
        (id) => `/certifications-policies/certificates/${id}`,
      ),
      ...(await firstOf(officer, "/api/v1/legal-holds")).map(
        (id) => `/admin/compliance/holds/${id}`,
      ),
      ...orders.map((id) => `/compliance/files/${id}`),
    ]);
    const { page: visitor } = join(await stranger({ theme, width }));
    await walk(visitor, [
      "/certifications-policies",
      ...held.items.map(({ id }) => `/certifications-policies/policies/${id}`),
    ]);
    expect(found).toEqual([]);
  }, 180_000);
