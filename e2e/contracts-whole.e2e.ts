// A contract's whole life: from the award over two rounds with the vendor and two signatures to an
// order at its rates, an invoice that keeps money back, an option, and the closeout.
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { password, url } from "./people.ts";
import { dueIn, until } from "./sealed.ts";
import { approvedRequisition, takeLines, wall } from "./sourcing.ts";
import { choose, get, press, send, status, token } from "./steps.ts";

// What the journey provokes: a wrong price is refused, and a signature asks for a proof first.
const { enter: bring } = crew(/status of (403|409|422)/);
const enter = async (name: string, width = 1440): Promise<Page> =>
  (await bring(name, { width })).page;

type Items<T> = { items: T[] };
type Version = { version: number; status: string };
const contract = "/api/v1/contracts";
const idOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1)!;
const versionOf = async (page: Page, path: string) => (await get<Version>(page, path)).version;
/** A step by the API, with the version that the record has. */
const act = async <T>(page: Page, path: string, action: string, body: object = {}): Promise<T> =>
  send<T>(page, "POST", `${path}/actions/${action}`, body, await versionOf(page, path));

/** An award of three quotes to the third vendor. */
const award = async (buyer: Page, vendors: readonly Page[]): Promise<string> => {
  await approvedRequisition(await enter("user"), await enter("manager"), null, {
    title: "Culvert stone of the season",
    account: "402-UTL-5340",
    lines: [{ description: "Culvert stone", quantity: "60", unit: "t", unitPrice: "25" }],
  });
  await buyer.goto(`${url}/rfq-builder/new`);
  await press(buyer, /^Goods, three quotes/);
  await takeLines(buyer, "Culvert stone of the season");
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
  const id = idOf(buyer);
  await dueIn(id, 25);
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
  await until(buyer, id, "opened");
  await buyer.goto(`${url}/rfq-builder/${id}`);
  await buyer.getByRole("link", { name: "Award the quotes" }).click();
  await buyer.getByLabel("I have no conflict of interest", { exact: false }).check();
  await press(buyer, "Award");
  await status(buyer, "Awarded");
  return id;
};

/** The contract of the award, drafted on the form that it fills, with a rate sheet. */
const draft = async (buyer: Page): Promise<string> => {
  await buyer.getByRole("link", { name: "Begin the contract" }).first().click();
  await buyer.getByText("Quarry Hill Trucking").first().waitFor();
  await buyer.getByLabel("Begins").fill(agencyDay());
  await buyer.getByLabel("Ends").fill(agencyDay(60));
  await buyer.getByLabel(/^Ceiling/).fill("9,000.00");
  await buyer.getByLabel(/^Options/).fill("1");
  await buyer.getByLabel(/^Months of each/).fill("2");
  await buyer.getByLabel(/^Retainage/).fill("5");
  await buyer.getByLabel(/^Federal award/).fill("DR-4897, public assistance");
  await buyer
    .getByLabel("Scope or statement of work")
    .fill("Culvert stone, washed, delivered to the county yard.");
  await buyer.getByRole("button", { name: "Add a line" }).click();
  await buyer.getByLabel("Fiscal year, line 1").fill(agencyDay().slice(0, 4));
  await buyer.getByLabel(/^Amount.*line 1/).fill("9,000.00");
  await press(buyer, "Save draft");
  await buyer.waitForURL(/\/contracts\/[0-9a-f-]{36}$/);
  const id = idOf(buyer);
  await buyer.goto(`${url}/contracts/${id}/rates`);
  await buyer
    .getByLabel("Paste rows here")
    .fill("C1\tCulvert stone\tt\t0\t$19.95\nC1\tCulvert stone\tt\t100\t18.50");
  await press(buyer, "Take the rows");
  await press(buyer, "Save prices");
  await buyer.getByText("To be signed with the contract").waitFor();
  return id;
};

/** What is missing stops it; then two rounds, of which the vendor changes one amount unmarked. */
const negotiate = async (buyer: Page, vendor: Page, counsel: Page, id: string): Promise<void> => {
  await buyer.goto(`${url}/contracts/${id}`);
  const lacking = buyer.locator(".panel", { hasText: "Before counsel reads it" });
  await lacking.waitFor();
  expect(await lacking.innerText()).toMatch(/clause.*2 CFR 200|2 CFR 200.*clause/is);
  expect(await buyer.getByRole("button", { name: "Send to counsel" }).isDisabled()).toBe(true);
  await buyer.goto(`${url}/contracts/${id}?tab=negotiation`);
  await press(buyer, /^Add the/);
  await buyer.getByText("Required clauses added").waitFor();
  await act(buyer, `${contract}/${id}`, "negotiate");
  const round = async () => {
    await buyer.goto(`${url}/contracts/${id}?tab=negotiation`);
    await press(buyer, /^Send round \d/);
    await buyer.getByLabel("Answer by").fill(agencyDay(9));
    await buyer.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
    await buyer.getByText("With the vendor", { exact: true }).first().waitFor();
    await vendor.goto(`${url}/vendor-portal/contracts`);
    await vendor.getByRole("link", { name: "Read and answer" }).first().click();
    await vendor.getByRole("radio", { name: "I accept it" }).first().waitFor();
    for (const each of await vendor.getByRole("radio", { name: "I accept it" }).all())
      await each.check();
  };
  const answer = async (then: string) => {
    await press(vendor, "Send the answer");
    await vendor.getByText(then, { exact: false }).first().waitFor();
  };
  await round();
  await vendor.getByRole("radio", { name: "I propose another text" }).first().check();
  const text = vendor.getByLabel(/^The text that you propose/).first();
  const ours = await text.inputValue();
  await text.fill(`${ours} This does not hold on weekends.`);
  await answer("You answered.");
  await buyer.goto(`${url}/contracts/${id}?tab=negotiation`);
  const changes = buyer.getByRole("list", { name: /^Changes in / }).first();
  await changes.waitFor();
  expect(await changes.innerText()).toMatch(/not hold on weekends/);
  await counsel.goto(`${url}/contracts/${id}?tab=negotiation`);
  await press(counsel, "Decide");
  await counsel.getByRole("dialog").getByRole("radio", { name: "Our text stays" }).check();
  await counsel.getByRole("dialog").getByLabel(/^Why/).fill("The law asks for it on every day.");
  await counsel.getByRole("dialog").getByRole("button", { name: "Decide" }).click();
  await counsel.getByRole("dialog").waitFor({ state: "detached" });
  await round();
  await answer("Everything in this round is decided.");
};

const signOn = async (page: Page, name: string): Promise<void> => {
  const form = page.getByRole("region", { name: "Sign" });
  await form.waitFor();
  const named = form.getByLabel("Your name");
  if (await named.isEditable()) await named.fill(name);
  for (const box of await form.getByRole("checkbox").all()) await box.check();
  await form.getByRole("button", { name: /^Sign/ }).first().click();
};

const approve = async (manager: Page, number: string): Promise<void> => {
  await manager.goto(`${url}/approvals-inbox`);
  await manager.getByRole("button", { name: `Approve ${number}` }).click();
  await manager
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await manager.getByRole("button", { name: `Approve ${number}` }).waitFor({ state: "detached" });
};

/** Both sides sign what both read: the vendor in its portal, the manager by his authority. */
const signBoth = async (buyer: Page, manager: Page, vendor: Page, id: string): Promise<void> => {
  await buyer.goto(`${url}/contracts/${id}`);
  await press(buyer, "Ask for signatures");
  await buyer.getByRole("dialog").getByRole("button", { name: "Ask for signatures" }).click();
  await status(buyer, "Out for signature");
  await vendor.goto(`${url}/vendor-portal/contracts`);
  await vendor.getByRole("link", { name: /sign/i }).first().click();
  await signOn(vendor, "Quinn Hill");
  await vendor
    .getByText(/signed/i)
    .first()
    .waitFor();
  const { items } = await get<Items<{ id: string }>>(
    manager,
    `/api/v1/signature-requests?sourceType=contract&sourceId=${id}`,
  );
  await manager.goto(`${url}/signatures/${items[0]!.id}`);
  await signOn(manager, "Marcus Hale");
  const proof = manager.getByRole("dialog");
  await proof.getByLabel("Your password", { exact: true }).fill(password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await manager.getByText("Signed", { exact: true }).first().waitFor();
  await buyer.goto(`${url}/contracts/${id}`);
  await status(buyer, "Active");
};

/** The evidence package of the contract, checked by the program that needs no server. */
const verifyOffline = async (manager: Page, id: string, number: string): Promise<void> => {
  const { id: packageId } = await send<{ id: string }>(
    manager,
    "POST",
    "/api/v1/evidence-packages",
    { title: number, objectIds: [id] },
  );
  const path = `/api/v1/evidence-packages/${packageId}/file`;
  const headers = { authorization: `Bearer ${await token(manager)}` };
  let answer = await fetch(`${url}${path}`, { headers });
  for (const end = Date.now() + 60_000; answer.status === 409 && Date.now() < end;) {
    await manager.waitForTimeout(500);
    answer = await fetch(`${url}${path}`, { headers });
  }
  expect(answer.status).toBe(200);
  const folder = mkdtempSync(join(tmpdir(), "levee-evidence-"));
  const { verifierKey } = await get<{ verifierKey: string }>(manager, "/api/v1/audit-key");
  writeFileSync(join(folder, "package.zip"), Buffer.from(await answer.arrayBuffer()));
  writeFileSync(join(folder, "key.txt"), `${verifierKey}\n`);
  const said = execFileSync(process.execPath, [
    "bin/audit-verify.mjs",
    join(folder, "package.zip"),
    "--key",
    join(folder, "key.txt"),
  ]).toString();
  expect(said.trim().split("\n").at(-1)).toBe("HOLDS");
};

/** An order at the rates of the contract: typed prices are refused with what the contract says. */
const order = async (buyer: Page, manager: Page, contractId: string): Promise<string> => {
  const { vendorId, departmentId } = await get<{ vendorId: string; departmentId: string }>(
    buyer,
    `${contract}/${contractId}`,
  );
  const { items } = await get<Items<{ id: string }>>(
    buyer,
    "/api/v1/account-strings?q=402-UTL-5340",
  );
  const line = (unitPrice: string) => ({
    title: "Culvert stone, first call",
    vendorId,
    departmentId,
    contractId,
    lines: [
      {
        rateCode: "C1",
        description: "Culvert stone",
        unit: "t",
        quantity: "120",
        unitPrice,
        splits: [{ accountStringId: items[0]!.id }],
      },
    ],
  });
  await expect(send(buyer, "POST", "/api/v1/purchase-orders", line("19.95"))).rejects.toThrow(
    /says \$18\.50 for 120 t/,
  );
  const { id, number } = await send<{ id: string; number: string }>(
    buyer,
    "POST",
    "/api/v1/purchase-orders",
    line("18.50"),
  );
  const path = `/api/v1/purchase-orders/${id}`;
  await act(buyer, path, "submit");
  await approve(manager, number);
  await act(buyer, path, "issue");
  expect(await get(buyer, path)).toMatchObject({ status: "issued", amount: 2_220_00 });
  return id;
};

/** Received, and billed with the field for retainage left empty: 5 % of it are kept back. */
const bill = async (orderId: string): Promise<{ id: string; number: string }> => {
  const path = `/api/v1/purchase-orders/${orderId}`;
  const receiver = await enter("receiver");
  const { lines, vendorId } = await get<{ lines: { id: string }[]; vendorId: string }>(
    receiver,
    path,
  );
  await act(receiver, path, "receive", {
    lines: [{ purchaseOrderLineId: lines[0]!.id, quantity: "120" }],
  });
  const ap = await enter("ap");
  await ap.goto(`${url}/invoices/new?purchaseOrderId=${orderId}`);
  await ap.getByText("Left empty: 5% of the total", { exact: false }).waitFor();
  const invoice = await send<{ id: string; number: string }>(ap, "POST", "/api/v1/invoices", {
    vendorId,
    purchaseOrderId: orderId,
    vendorNumber: `QH-${Date.now()}`,
    invoiceDate: agencyDay(),
    lines: [
      {
        purchaseOrderLineId: lines[0]!.id,
        description: "Culvert stone",
        quantity: "120",
        unit: "t",
        unitPrice: "18.50",
      },
    ],
  });
  expect(await get(ap, `/api/v1/invoices/${invoice.id}`)).toMatchObject({
    total: 2_220_00,
    retainage: 111_00,
  });
  return invoice;
};

/** The option is exercised by an amendment: the contract ends two months later. */
const exercise = async (buyer: Page, manager: Page, contractId: string): Promise<void> => {
  const before = await get<{ endsOn: string }>(buyer, `${contract}/${contractId}`);
  await buyer.goto(`${url}/contracts/${contractId}/amend`);
  await buyer.getByLabel("Kind").selectOption("option");
  await buyer.getByText("Option 1 of 1 adds 2 months", { exact: false }).waitFor();
  await buyer.getByLabel("What changes").first().fill("First option");
  await buyer.getByLabel("Why").fill("The stone is good, and so is the price.");
  await press(buyer, /^Save/);
  await buyer.waitForURL(/\/contracts\/amendments\/[0-9a-f-]{36}$/);
  const path = `/api/v1/contract-amendments/${idOf(buyer)}`;
  await act(buyer, path, "submit");
  const { number } = await get<{ number: string }>(buyer, path);
  await approve(manager, number);
  const file = join(mkdtempSync(join(tmpdir(), "levee-amendment-")), "signed.txt");
  writeFileSync(file, "Both signatures");
  await manager.goto(buyer.url());
  await press(manager, "Record signatures");
  const dialog = manager.getByRole("dialog");
  await dialog.getByLabel("Signed for the agency by").fill("Chair of the board");
  await dialog.getByLabel("Signed for the vendor by").fill("Quinn Hill");
  await dialog.getByLabel("Signed on").fill(agencyDay());
  await dialog.locator('input[type="file"]').setInputFiles(file);
  await dialog.getByText("signed.txt").waitFor();
  await dialog.getByRole("button", { name: "Record signatures" }).click();
  await status(manager, "In force");
  const after = await get<{ endsOn: string; optionsUsed: number }>(
    buyer,
    `${contract}/${contractId}`,
  );
  expect(after.optionsUsed).toBe(1);
  expect(after.endsOn > before.endsOn).toBe(true);
};

type Item = { id: string; proof: string; ok: boolean; version: number; retainUntil: string | null };
/** The list of the closeout: records prove what they can, one person the rest, another closes. */
const closeOut = async (
  buyer: Page,
  manager: Page,
  contractId: string,
  { orderId, invoice }: { orderId: string; invoice: { id: string; number: string } },
): Promise<void> => {
  const path = `${contract}/${contractId}`;
  await act(manager, path, "closeout", { reason: "The season is over." });
  const list = () => get<Items<Item> & { retainAtLeast: string }>(manager, `${path}/closeout`);
  const open = async () => (await list()).items.filter((i) => !i.ok).map((i) => i.proof);
  expect(await open()).toEqual(["orders", "receipt", "retainage", "evaluation", "retention"]);
  await expect(act(manager, path, "close", { reason: "All is done" })).rejects.toThrow();
  // What the award had ordered before there was a contract is not wanted any more.
  const orders = await get<Items<{ id: string; status: string }>>(
    buyer,
    `/api/v1/purchase-orders?contractId=${contractId}`,
  );
  for (const { id, status: stands } of orders.items)
    if (id !== orderId && stands === "issued")
      await act(buyer, `/api/v1/purchase-orders/${id}`, "cancel", { reason: "Called by rates" });
  await act(await enter("ap"), `/api/v1/invoices/${invoice.id}`, "submit");
  await approve(manager, invoice.number);
  await act(buyer, `/api/v1/purchase-orders/${orderId}`, "close");
  await act(manager, `/api/v1/invoices/${invoice.id}`, "releaseRetainage", {
    reason: "The work is accepted",
  });
  expect(await open()).toEqual(["evaluation", "retention"]);
  const { items, retainAtLeast } = await list();
  for (const item of items.filter((each) => !each.ok))
    await send(
      buyer,
      "POST",
      `${path}/closeout/${item.id}/actions/prove`,
      {
        evidence: "On time, in the weight that was ordered, at the price that was agreed.",
        ...(item.proof === "retention" ? { retainUntil: retainAtLeast } : {}),
      },
      item.version,
    );
  await manager.goto(`${url}/contracts/${contractId}`);
  await press(manager, "Close");
  const dialog = manager.getByRole("dialog");
  await dialog
    .getByLabel(/reason|why/i)
    .first()
    .fill("Everything came and is paid.");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await status(manager, "Closed");
};

test("from the award to the closeout", async () => {
  const buyer = await enter("buyer");
  const vendors = await Promise.all(
    ["vendor1", "vendor2", "vendor3"].map((name) => enter(name, 390)),
  );
  const [manager, counsel] = [await enter("manager"), await enter("counsel")];
  await award(buyer, vendors);
  const id = await draft(buyer);
  await negotiate(buyer, vendors[2]!, counsel, id);
  await buyer.goto(`${url}/contracts/${id}`);
  await press(buyer, "Send to counsel");
  await status(buyer, "Legal review");
  await counsel.goto(`${url}/contracts/${id}`);
  await press(counsel, "Clear for approval");
  await status(counsel, "In approval");
  const { number } = await get<{ number: string }>(buyer, `${contract}/${id}`);
  await approve(manager, number);
  await signBoth(buyer, manager, vendors[2]!, id);
  await verifyOffline(manager, id, number);
  const orderId = await order(buyer, manager, id);
  const invoice = await bill(orderId);
  await exercise(buyer, manager, id);
  await closeOut(buyer, manager, id, { orderId, invoice });
}, 420_000);

type Lots = { id: string; left: number; members: { id: string; lotNo: number; title: string }[] };

test("a person places an order on a lot, which draws on the lot and on the ceiling over all of them", async () => {
  const [buyer, manager] = [await enter("buyer"), await enter("manager")];
  await buyer.goto(`${url}/contracts/lots`);
  await buyer.getByRole("link", { name: /^CON-/ }).filter({ visible: true }).first().click();
  await buyer.waitForURL(/\/contracts\/lots\/[0-9a-f-]{36}$/);
  const master = `/api/v1/contract-masters/${idOf(buyer)}`;
  const before = await get<Lots>(buyer, master);
  const lot = before.members.find(({ lotNo }) => lotNo === 1)!;
  const leftOf = async () =>
    [
      (await get<{ left: number }>(buyer, `${contract}/${lot.id}`)).left,
      (await get<Lots>(buyer, master)).left,
    ] as const;
  const [own, joint] = await leftOf();
  await buyer.goto(`${url}/contracts/${lot.id}?tab=orders`);
  await buyer.getByRole("link", { name: "Place an order" }).click();
  await buyer.getByText("Northline Aggregates LLC").first().waitFor();
  await buyer.getByLabel("What is ordered").fill("Stone for the north shop");
  await press(buyer, "Add a line");
  await choose(buyer, "Rate item, line 1", "N1");
  await choose(buyer, "Charged to, line 1", "210-RDB-5340");
  await buyer.getByLabel("Quantity, line 1").fill("10");
  await press(buyer, "Save and issue");
  await buyer.waitForURL(/\/purchase-orders\/[0-9a-f-]{36}$/);
  await status(buyer, "In approval");
  const path = `/api/v1/purchase-orders/${idOf(buyer)}`;
  const { number, amount } = await get<{ number: string; amount: number }>(buyer, path);
  expect(amount).toBe(129_00);
  await approve(manager, number);
  await buyer.reload();
  await press(buyer, "Issue to vendor");
  await status(buyer, "Issued");
  expect(await leftOf()).toEqual([own - amount, joint - amount]);
}, 180_000);
