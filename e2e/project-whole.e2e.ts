// A culvert from the day on the site to the closed project: the inspector's log on a phone, the contractor's
// question, the change that the answer opens, the order's change, two applications (one cut), the invoices paid,
// the punch list, the completion signed, the retainage released in time, the project closed.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import {
  approve,
  begun,
  keepFile,
  step,
  type Founders,
  type Listed,
  type Row,
  type Site,
} from "./building.ts";
import { crew } from "./crew.ts";
import { password, url } from "./people.ts";
import { choose, get, press, send, status, token } from "./steps.ts";

// Signing asks for the password first, by a refusal.
const { come } = crew(/actions\/sign/);

const dialog = (page: Page) => page.getByRole("dialog");
const idOf = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1)!;
const within = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole("button", { name }).last().click();
const photo = {
  name: "site.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};
const paper = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });

/** The inspector's day, on a phone. */
const logTheDay = async (inspector: Page, { projectId }: Site, day: string, feet: string) => {
  await inspector.goto(`${url}/projects/${projectId}/log/new`);
  await inspector.getByLabel("Day", { exact: true }).fill(day);
  await inspector.getByLabel("Weather").fill("Overcast, dry");
  await inspector.locator('input[type="file"]').first().setInputFiles(photo);
  await inspector.getByText("site.png").waitFor();
  await inspector.getByRole("button", { name: "Add a line" }).first().click();
  const line = inspector.getByLabel("Line of the order, line 1");
  const culvert = line.locator("option").filter({ hasText: "Box culvert" });
  await line.selectOption((await culvert.getAttribute("value"))!);
  await inspector.getByLabel("Quantity, line 1").fill(feet);
  await press(inspector, "Save and submit");
  await inspector.waitForURL(/\/projects\/logs\/[0-9a-f-]{36}$/);
  await status(inspector, "Submitted");
};

type Side = { orgId: string; id: string; number: string };
const sideOf = async (vendor: Page, { orderId }: Site): Promise<Side> =>
  (await get<Listed<Side>>(vendor, "/api/v1/vendor-orders")).items.find((o) => o.id === orderId)!;

/** The contractor asks; another engineer's answer opens a change of the contract. */
const askAndAnswer = async (vendor: Page, engineer: Page, site: Site): Promise<string> => {
  const { orgId } = await sideOf(vendor, site);
  await vendor.goto(`${url}/vendor-portal/projects/${orgId}/${site.projectId}`);
  await press(vendor, "Ask a question");
  await dialog(vendor).getByLabel("Subject").fill("Rock below the bed");
  await dialog(vendor)
    .getByLabel("Question", { exact: false })
    .first()
    .fill("The borings show gravel, and we stand on rock. Is the bed to be blasted?");
  await within(vendor, "Send the question");
  await vendor.getByText("Rock below the bed").first().waitFor();
  const { items } = await get<Listed>(engineer, `/api/v1/rfis?projectId=${site.projectId}`);
  await engineer.goto(`${url}/projects/rfis/${items[0]!.id}`);
  await press(engineer, "Answer");
  await dialog(engineer).getByLabel("Answer").fill("Blast it: two feet below the bed.");
  await within(engineer, "Send the answer");
  await status(engineer, "Answered");
  await vendor.reload();
  await vendor.getByText("Blast it: two feet below the bed.").first().waitFor();
  await press(engineer, "Open a change");
  await dialog(engineer).getByLabel("Amount").fill("2,500.00");
  await dialog(engineer).getByLabel("Days").fill("4");
  await within(engineer, "Propose the change");
  await engineer.waitForURL(/claims-change-orders\/changes/);
  return idOf(engineer);
};

/** Judged, paid for, approved and signed; in force it raises the contract. */
const applyChange = async ({ buyer, budget, manager }: Founders, changeId: string) => {
  const at = `change-orders/${changeId}`;
  await step(buyer, at, "review", { inScope: true, scopeReason: "The same culvert" });
  await step(buyer, at, "price", { analysis: "The unit price of rock in the bid" });
  await step(budget, at, "checkFunds", {
    funding: "Roads capital",
    yearPlan: [{ year: Number(agencyDay().slice(0, 4)), amount: 2_500_00 }],
  });
  await step(buyer, at, "submit");
  await approve(manager, at);
  await step(manager, at, "sign", {
    ourSigner: "Chair of the board",
    vendorSigner: "Nils Castor",
    signedOn: agencyDay(),
    fileId: await keepFile(manager, "change.txt"),
  });
};

/** The buyer finishes the drafted change of the order; another approves what grows. */
const changeTheOrder = async ({ buyer, manager }: Founders, { orderId, code }: Site) => {
  await buyer.goto(`${url}/purchase-orders/${orderId}`);
  await buyer.getByRole("link", { name: "Finish the change" }).click();
  await choose(buyer, "Account to charge", code);
  await press(buyer, "Send the change");
  await buyer.waitForURL(new RegExp(`/purchase-orders/${orderId}$`));
  await approve(manager, `purchase-orders/${orderId}`);
  await buyer.reload();
  await buyer.getByText("$52,500.00").first().waitFor();
};

/** Signs every waiver that the law asks now. */
const waive = async (vendor: Page): Promise<void> => {
  const ask = vendor.getByRole("button", { name: "Read and sign" });
  for (let left = await ask.count(); left > 0; left -= 1) {
    await ask.first().click();
    await dialog(vendor).getByLabel("Type your name as your signature").fill("Nils Castor");
    await dialog(vendor)
      .getByLabel(/^I read it/)
      .check();
    await within(vendor, "Sign");
    await dialog(vendor).waitFor({ state: "detached" });
    await expect.poll(() => ask.count()).toBe(left - 1);
  }
};

/** The contractor applies for what it did of each line, and signs the waivers. */
const apply = async (vendor: Page, site: Site, number: string, done: readonly string[]) => {
  const side = await sideOf(vendor, site);
  await vendor.goto(`${url}/vendor-portal/orders/${side.orgId}/${side.id}`);
  await press(vendor, "Apply for payment");
  await dialog(vendor).getByLabel("Work from").fill(agencyDay(-10));
  await dialog(vendor).getByLabel("Work to").fill(agencyDay());
  await dialog(vendor).getByLabel("Your number of it").fill(number);
  for (const [at, value] of done.entries())
    await dialog(vendor).getByLabel("Put in place").nth(at).fill(value);
  await within(vendor, "Sign and send");
  await vendor.getByText(number).first().waitFor();
  await vendor.getByRole("button", { name: "Read and sign" }).first().waitFor();
  await waive(vendor);
};

type Application = Row & { invoice: { id: string; number: string; status: string } | null };

/** Confirmed by the inspector on a phone, certified by the engineer, less where a reason says so. */
const certify = async (
  inspector: Page,
  engineer: Page,
  { projectId }: Site,
  cut: { line: RegExp; to: string; why: string } | null,
): Promise<Application> => {
  const open = `/api/v1/pay-applications?projectId=${projectId}&status=submitted`;
  const { id } = (await get<Listed>(engineer, open)).items[0]!;
  await inspector.goto(`${url}/projects/pay/${id}`);
  await press(inspector, "Confirm quantities");
  await inspector.getByText(/Confirmed by/).waitFor();
  await engineer.goto(`${url}/projects/pay/${id}`);
  await press(engineer, "Certify");
  if (cut) {
    await dialog(engineer).getByLabel(cut.line).fill(cut.to);
    await dialog(engineer).getByLabel("Why less").first().fill(cut.why);
  }
  await within(engineer, "Certify");
  await status(engineer, "Certified");
  return get<Application>(engineer, `/api/v1/pay-applications/${id}`);
};

/** Accounts payable proposes the run, another approves it, the treasurer releases it. */
type Payers = Record<"ap" | "manager" | "treasurer", Page>;
const pay = async ({ ap, manager, treasurer }: Payers, invoiceIds: readonly string[]) => {
  const run = await send<Row>(ap, "POST", "/api/v1/payment-runs", { invoiceIds });
  const at = `payment-runs/${run.id}`;
  if ((await get<Row>(ap, `/api/v1/${at}`)).status === "proposed") await step(ap, at, "submit");
  await approve(manager, at);
  await treasurer.goto(`${url}/payments/runs/${run.id}?tab=files`);
  await press(treasurer, "Release");
  await within(treasurer, "Release");
  await treasurer
    .locator(".record-head")
    .getByText(/Released|Sent/)
    .first()
    .waitFor();
  for (const id of invoiceIds)
    expect((await get<Row>(ap, `/api/v1/invoices/${id}`)).status).toBe("paid");
};

/** Listed and verified by the inspector on a phone, done by the contractor with a photo. */
const punch = async (inspector: Page, vendor: Page, site: Site): Promise<void> => {
  await inspector.goto(`${url}/projects/${site.projectId}/punch/new`);
  await inspector.getByLabel("What is to be done").fill("Grout the joint at the inlet");
  await inspector.getByLabel("Cost to complete").fill("400.00");
  await inspector.getByLabel(/^Contract/).selectOption({ index: 1 });
  await press(inspector, "Add");
  await inspector.waitForURL(/tab=punch/);
  const listed = `/api/v1/punch-items?projectId=${site.projectId}`;
  const at = `${url}/projects/punch/${(await get<Listed>(inspector, listed)).items[0]!.id}`;
  const side = await sideOf(vendor, site);
  await vendor.goto(`${url}/vendor-portal/orders/${side.orgId}/${side.id}`);
  await press(vendor, /^Say that .* is done$/);
  await dialog(vendor).locator('input[type="file"]').first().setInputFiles(photo);
  await dialog(vendor).getByText("site.png").waitFor();
  await within(vendor, "It is done");
  await vendor.getByText("Said done", { exact: true }).first().waitFor();
  await inspector.goto(at);
  await press(inspector, "Verify");
  const sure = dialog(inspector).getByRole("button", { name: "Verify" });
  if (await sure.isVisible()) await sure.click();
  await status(inspector, "Verified");
};

/** What the contractor hands over at the end; the engineer looks at it and accepts it. */
const handOver = async (vendor: Page, engineer: Page, site: Site): Promise<void> => {
  await engineer.goto(`${url}/projects/${site.projectId}?tab=closeout`);
  await press(engineer, "Ask for the usual papers");
  await engineer
    .getByText(/papers are to be handed in/)
    .first()
    .waitFor();
  const side = await sideOf(vendor, site);
  await vendor.goto(`${url}/vendor-portal/orders/${side.orgId}/${side.id}`);
  const hand = vendor.getByRole("button", { name: /^Hand in / });
  await hand.first().waitFor();
  for (let left = await hand.count(); left > 0; left -= 1) {
    await hand.first().click();
    await dialog(vendor).locator('input[type="file"]').first().setInputFiles(paper("paper.txt"));
    await dialog(vendor).getByText("paper.txt").waitFor();
    const until = dialog(vendor).getByLabel("Warranty until");
    if (await until.isVisible()) await until.fill(agencyDay(365));
    const confirmed = dialog(vendor).getByLabel("Confirmation number");
    if (await confirmed.isVisible()) await confirmed.fill("0-123-456-789");
    await within(vendor, "Hand in");
    await dialog(vendor).waitFor({ state: "detached" });
    await expect.poll(() => hand.count()).toBe(left - 1);
  }
  const papers = `/api/v1/closeout-papers?projectId=${site.projectId}&status=sent`;
  for (const { id } of (await get<Listed>(engineer, papers)).items)
    await step(engineer, `closeout-papers/${id}`, "accept");
};

/** The certificate of substantial completion, which another person signs. */
const complete = async (engineer: Page, manager: Page, { projectId }: Site): Promise<void> => {
  await engineer.goto(`${url}/projects/${projectId}?tab=closeout`);
  await press(engineer, "Certify completion");
  await dialog(engineer).getByLabel("Substantially complete on").fill(agencyDay(-1));
  await within(engineer, "Save the certificate");
  await press(engineer, "Have it signed");
  await within(engineer, "Ask for signatures");
  await dialog(engineer).waitFor({ state: "detached" });
  const asked = `/api/v1/signature-requests?sourceType=project&sourceId=${projectId}`;
  const { id } = (await get<Listed>(manager, asked)).items[0]!;
  await manager.goto(`${url}/signatures/${id}`);
  const form = manager.getByRole("region", { name: "Sign" });
  await form.waitFor();
  const named = form.getByLabel("Your name");
  if (await named.isEditable()) await named.fill("Marcus Hale");
  for (const box of await form.getByRole("checkbox").all()) await box.check();
  await form.getByRole("button", { name: /^Sign/ }).first().click();
  await dialog(manager).getByLabel("Your password", { exact: true }).fill(password);
  await within(manager, "Confirm");
  await manager.getByText("Signed", { exact: true }).first().waitFor();
  await engineer.reload();
  await status(engineer, "Substantially complete");
};

/** What law lets nobody hold any more, over the contract's invoices. */
const releaseOf = async (manager: Page, { contractId, orderId }: Site): Promise<string[]> => {
  await manager.goto(`${url}/contracts/${contractId}?tab=ceiling`);
  await press(manager, "Release retainage");
  await dialog(manager).getByLabel("Reason").fill("Substantially complete, and nothing is left");
  await within(manager, "Release");
  await dialog(manager).waitFor({ state: "detached" });
  const { items } = await get<Listed>(manager, `/api/v1/invoices?purchaseOrderId=${orderId}`);
  return items.map(({ id }) => id);
};

/** What waits for the contractor at the end: it takes the answer, and waives without condition once it is paid. */
const settle = async (vendor: Page, site: Site): Promise<void> => {
  const side = await sideOf(vendor, site);
  await vendor.goto(`${url}/vendor-portal/projects/${side.orgId}/${site.projectId}`);
  await press(vendor, "Take the answer");
  await within(vendor, "Send");
  await dialog(vendor).waitFor({ state: "detached" });
  await vendor.goto(`${url}/vendor-portal/orders/${side.orgId}/${side.id}`);
  await vendor.getByRole("button", { name: "Read and sign" }).first().waitFor();
  await waive(vendor);
};

const close = async ({ engineer, buyer }: Founders, site: Site): Promise<void> => {
  const { status: stands } = await get<Row>(buyer, `/api/v1/purchase-orders/${site.orderId}`);
  if (stands !== "closed") await step(buyer, `purchase-orders/${site.orderId}`, "close");
  await engineer.goto(`${url}/projects/${site.projectId}?tab=closeout`);
  await engineer.getByText("Nothing is open: it can be closed.").waitFor();
  await press(engineer, "Close");
  await status(engineer, "Closed");
};

type Checked = { ok: boolean; manifest: { files: { path: string }[] } };
const { verifyPackage } = (await import(
  new URL("../bin/audit-verify.mjs", import.meta.url).href
)) as { verifyPackage: (zip: string, key: string) => Promise<Checked> };

/** What an auditor takes of an application, checked without the server: what the package holds. */
const evidenceOf = async (manager: Page, { id, number }: Application): Promise<string> => {
  const { id: packageId } = await send<Row>(manager, "POST", "/api/v1/evidence-packages", {
    title: number,
    objectIds: [id],
  });
  const headers = { authorization: `Bearer ${await token(manager)}` };
  const taken = () => fetch(`${url}/api/v1/evidence-packages/${packageId}/file`, { headers });
  await expect.poll(async () => (await taken()).status, { timeout: 120_000 }).toBe(200);
  const zip = join(mkdtempSync(join(tmpdir(), "levee-application-")), "evidence.zip");
  writeFileSync(zip, Buffer.from(await (await taken()).arrayBuffer()));
  const { verifierKey } = await get<{ verifierKey: string }>(manager, "/api/v1/audit-key");
  const checked = await verifyPackage(zip, verifierKey);
  expect(checked.ok).toBe(true);
  return checked.manifest.files.map(({ path }) => path).join("\n");
};

test("a culvert from its first log to the closed project", async () => {
  const founders = {
    engineer: await come("engineer"),
    buyer: await come("buyer"),
    manager: await come("manager"),
    budget: await come("budget"),
    counsel: await come("counsel"),
  };
  const { engineer, manager } = founders;
  const payers = { manager, ap: await come("ap"), treasurer: await come("treasurer") };
  const site = await begun(founders);
  const inspector = await come("inspector", "/projects", { width: 390 });
  await logTheDay(inspector, site, agencyDay(-1), "18");
  const vendor = await come("vendor2", "/vendor-portal", { width: 390 });
  await applyChange(founders, await askAndAnswer(vendor, engineer, site));
  await changeTheOrder(founders, site);

  // Twenty feet are asked for; the logs saw eighteen.
  await apply(vendor, site, `${site.code}-1`, ["20", "5000", "0"]);
  const cut = { line: /1 Box culvert/, to: "18", why: "The log saw eighteen feet" };
  const first = await certify(inspector, engineer, site, cut);
  await approve(manager, `invoices/${first.invoice!.id}`);
  await pay(payers, [first.invoice!.id]);
  await engineer.reload();
  await status(engineer, "Paid");
  const held = await evidenceOf(manager, first);
  for (const name of ["application.pdf", "log.pdf", "site.png", "PO-", "WVR-"])
    expect(held).toContain(name);

  await logTheDay(inspector, site, agencyDay(), "22");
  await handOver(vendor, engineer, site);
  await apply(vendor, site, `${site.code}-2`, ["22", "5000", "2500"]);
  const last = await certify(inspector, engineer, site, null);
  await approve(manager, `invoices/${last.invoice!.id}`);
  await pay(payers, [last.invoice!.id]);
  await punch(inspector, vendor, site);
  await complete(engineer, manager, site);
  await pay(payers, await releaseOf(manager, site));
  await settle(vendor, site);
  await close(founders, site);
}, 420_000);
