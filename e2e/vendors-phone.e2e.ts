// A company's whole way with an agency on a phone: from the public site to the payment.
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { password, stranger, url } from "./people.ts";
import { dueIn } from "./sealed.ts";
import { choose, get, press } from "./steps.ts";
import { wide, fits } from "./phone-fit.ts";

const { join: joinCrew } = crew();

/**
 * Somebody of the agency, through the interface alone: what they do here has its screen in other
 * journeys.
 */
type Member = {
  get: <T>(path: string) => Promise<T>;
  post: <T>(path: string, body: object, version?: number) => Promise<T>;
};
const member = async (name: string): Promise<Member> => {
  const call = async <T>(
    method: string,
    path: string,
    body: object | null,
    headers: object,
  ): Promise<T> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const said = (await answer.json()) as T;
    if (!answer.ok) throw new Error(`${name}: ${method} ${path}: ${JSON.stringify(said)}`);
    return said;
  };
  const { access_token } = await call<{ access_token: string }>(
    "POST",
    "/auth/v1/token",
    { grant_type: "password", email: `${name}@demo.levee.test`, password },
    {},
  );
  const authorization = `Bearer ${access_token}`;
  return {
    get: (path) => call("GET", path, null, { authorization }),
    post: (path, body, version) =>
      call("POST", path, body, {
        authorization,
        "idempotency-key": crypto.randomUUID(),
        ...(version === undefined ? {} : { "if-match": `"${version}"` }),
      }),
  };
};
type Versioned = { id: string; version: number; status: string };
const act = async (who: Member, path: string, action: string, body: object = {}) =>
  who.post<Versioned>(`${path}/actions/${action}`, body, (await who.get<Versioned>(path)).version);
const settle = async (who: Member, path: string, wanted: string): Promise<void> => {
  for (
    const end = Date.now() + 120_000;
    (await who.get<Versioned>(path)).status !== wanted;
    await new Promise((done) => setTimeout(done, 150))
  )
    if (Date.now() > end) throw new Error(`${path} never became ${wanted}`);
};

const folder = mkdtempSync(join(tmpdir(), "levee-vendor-"));
const pdf = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 144]>>endobj\n% ${name} ${Date.now()}\ntrailer<</Root 1 0 R>>\n%%EOF`,
  ),
});
const day = agencyDay;
// Another company at each try: the address of the first has an account.
let tag = "";
let company = "";
const begin = (): void => {
  tag = String(Date.now()).slice(-6);
  company = `Wacouta Brine ${tag} LLC`;
  wide.length = 0;
};

/** From the public site to an account: sign up, confirm by the letter, found the company. */
const join390 = async (): Promise<Page> => {
  const { page } = joinCrew({ ...(await stranger({ width: 390 })), name: "new vendor" });
  await page.goto(`${url}/vendors`);
  await fits(page, "/vendors");
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).first().click();
  await page.getByLabel("Your name").fill("Ilse Marten");
  await page.getByLabel("Work email").fill(`ilse.${tag}@wacouta.test`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await fits(page, "sign-up");
  await press(page, "Create account");
  await page.getByText("Check your mail").waitFor();
  await page.goto(`${url}/mail`);
  await fits(page, "/mail");
  await page.locator("article a.btn-primary").click();
  await page.waitForURL((u) => u.pathname === "/welcome");
  await fits(page, "/welcome");
  await page.getByRole("link", { name: "Register your business" }).click();
  await page.getByLabel("Legal name").fill(company);
  await press(page, "Begin");
  await page.getByRole("tab", { name: "Company data" }).click();
  return page;
};

const addDocument = async (page: Page, kind: "w9" | "insurance", expires: string | null) => {
  await press(page, "Add");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Kind").selectOption(kind);
  if (expires) await dialog.getByLabel("Runs out on").fill(expires);
  await fits(page, `document ${kind}`);
  await dialog.locator('input[type="file"]').setInputFiles(pdf(`${kind}.pdf`));
  await press(page, "Keep the document");
  await dialog.waitFor({ state: "detached" });
};

/**
 * What the company says of itself, its documents, and the registration with bank details in
 * quarantine.
 */
const register = async (page: Page): Promise<void> => {
  const data = {
    tin: `41-7${tag}`,
    uei: `WACO${tag}RN`,
    email: `orders.${tag}@wacouta.test`,
    phone: "(952) 555-0166",
    address1: `${tag.slice(-4)} Levee Road`,
    city: "Wacouta",
    postalCode: "55066",
    employees: "9",
    serviceArea: "Goodhue and Carver counties",
  };
  for (const [name, text] of Object.entries(data)) await page.locator(`#field-${name}`).fill(text);
  await page.locator("#field-state").selectOption("MN");
  await choose(page, "Commodities", "Sand");
  await fits(page, "company data");
  await press(page, "Save company");
  await page.getByText("Company saved").waitFor();
  await page.getByRole("tab", { name: "Documents" }).click();
  await addDocument(page, "w9", null);
  await addDocument(page, "insurance", day(20));
  await page.getByText("insurance.pdf").waitFor();
  await fits(page, "documents");
  await page.getByRole("tab", { name: "Agencies" }).click();
  await press(page, "Submit to an agency");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Agency", { exact: true }).selectOption({ label: "Carver County" });
  await dialog.getByLabel("Send bank details", { exact: false }).check();
  await dialog.getByLabel("Bank", { exact: true }).fill("Two Rivers Credit Union");
  await dialog.getByLabel("Routing number").fill("091000019");
  await dialog.getByLabel("Account number").fill(`88${tag}`);
  await fits(page, "submission");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText(`bank account ending in ${tag.slice(-4)}`, { exact: false }).waitFor();
  await fits(page, "agencies");
};

type Registration = {
  id: string;
  vendorId: string;
  duplicates: { id: string }[];
  hasBank: boolean;
  bankChange: unknown;
  status: string;
};
const accept = async (buyer: Member): Promise<string> => {
  const {
    items: [found],
  } = await buyer.get<{ items: { id: string }[] }>(
    `/api/v1/vendor-registrations?q=${encodeURIComponent(company)}`,
  );
  const path = `/api/v1/vendor-registrations/${found!.id}`;
  const { duplicates } = await buyer.get<Registration>(path);
  await act(buyer, path, "screen", { confirmedDuplicates: duplicates.map((d) => d.id) });
  await act(buyer, path, "check-w9", { result: "agrees", note: "" });
  await act(buyer, path, "approve");
  const done = await buyer.get<Registration>(path);
  // The bank details stay where they are: nobody has called yet.
  expect(done).toMatchObject({ status: "active", hasBank: true, bankChange: null });
  const { items } = await buyer.get<{
    items: { trigger: string; outcome: string; objectType: string | null }[];
  }>(`/api/v1/vendors/${done.vendorId}/screenings`);
  expect(items.map((s) => [s.trigger, s.outcome])).toEqual(
    expect.arrayContaining([
      ["registration", "clear"],
      ["activation", "clear"],
    ]),
  );
  return done.vendorId;
};

/** A request for quotations to this vendor and two others. */
const askForQuotes = async (
  buyer: Member,
  vendorId: string,
): Promise<{ id: string; number: string }> => {
  const {
    items: [department],
  } = await buyer.get<{ items: { id: string }[] }>("/api/v1/departments");
  const { items: known } = await buyer.get<{ items: { id: string; name: string }[] }>(
    "/api/v1/vendors?status=active&limit=50",
  );
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const made = await buyer.post<{ id: string; number: string }>("/api/v1/solicitations", {
    kind: "rfq",
    title: `Brine for the bridges ${tag}`,
    summary: "Salt brine delivered to the bridge yard in two loads.",
    departmentId: department!.id,
    dueAt: at(20),
    questionsUntil: at(10),
    estimateCents: 9_000_00,
    estimateOn: day(0),
    estimateBasis: "Last winter's orders",
    invitedOnly: true,
    deliverTo: "Bridge yard, gate 2",
    items: [{ description: "Salt brine, 23 percent", quantity: "400", unit: "gal" }],
  });
  await buyer.post(`/api/v1/solicitations/${made.id}/invitations`, {
    vendorIds: [
      vendorId,
      ...known
        .filter((v) => v.id !== vendorId)
        .slice(0, 2)
        .map((v) => v.id),
    ],
  });
  await act(buyer, `/api/v1/solicitations/${made.id}`, "publish");
  return made;
};

/**
 * Through the portal: invitation, a question and its answer, a draft that waits, the bid with its
 * receipt.
 */
const quote = async (
  page: Page,
  buyer: Member,
  asked: { id: string; number: string },
): Promise<void> => {
  await page.goto(`${url}/vendor-portal`);
  await page.getByRole("heading", { name: "What waits for you", level: 1 }).waitFor();
  await page
    .getByRole("link", { name: /Insurance runs out|Certificate of insurance runs out/ })
    .waitFor();
  await fits(page, "/vendor-portal");
  await page.getByRole("link", { name: `Invitation: ${asked.number}` }).click();
  await page.getByRole("tab", { name: "Questions" }).click();
  await page.getByLabel("Your question").fill("Is the gate open on Saturdays?");
  await press(page, "Ask");
  await page.getByText("only you see it", { exact: false }).waitFor();
  await fits(page, "questions");
  const {
    questions: [open],
  } = await buyer.get<{ questions: { id: string }[] }>(`/api/v1/solicitations/${asked.id}`);
  await buyer.post(`/api/v1/solicitations/${asked.id}/questions/${open!.id}/actions/answer`, {
    answer: "Until noon.",
  });
  await page.reload();
  await page.getByText("Until noon.").waitFor();
  await page.getByRole("link", { name: "Prepare the bid" }).click();
  await page.getByLabel("Unit price, $").fill("1.85");
  await page.goto(`${url}/vendor-portal`);
  await page.getByRole("link", { name: `Draft of your bid: ${asked.number}` }).click();
  await expect.poll(() => page.getByLabel("Unit price, $").inputValue()).toBe("1.85");
  await page.getByLabel("Lead time, days").fill("3");
  await fits(page, "bid");
};

const submit = async (page: Page, asked: { id: string }): Promise<void> => {
  const begun = Date.now();
  await page
    .getByRole("button", { name: /submit/i })
    .last()
    .click();
  await page.getByRole("heading", { name: "Revision 1" }).waitFor({ timeout: 60_000 });
  await fits(page, "bid submitted");
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Receipt")]);
  const receipt = join(folder, "receipt");
  const key = join(folder, "key");
  await download.saveAs(receipt);
  writeFileSync(key, (await get<{ verifierKey: string }>(page, "/api/v1/audit-key")).verifierKey);
  expect(
    spawnSync(process.execPath, ["bin/receipt-verify.mjs", receipt, "--key", key], {
      encoding: "utf8",
    }),
  ).toMatchObject({ status: 0, stdout: expect.stringContaining(company) });
  expect(Date.now() - begun, `the bid on ${asked.id} took too long for its deadline`).toBeLessThan(
    90_000,
  );
};

const approve = async (manager: Member, document: string) =>
  manager.post(
    `/api/v1/approvals/${(await manager.get<{ approvalId: string }>(document)).approvalId}/actions/approve`,
    { comment: "" },
  );

/** The award by one buyer; its order is approved and goes out. */
const award = async (buyer: Member, manager: Member, asked: { id: string }): Promise<string> => {
  await settle(buyer, `/api/v1/solicitations/${asked.id}`, "opened");
  const {
    items: [account],
  } = await buyer.get<{ items: { id: string }[] }>("/api/v1/account-strings?q=402-UTL-5340");
  await act(buyer, `/api/v1/solicitations/${asked.id}`, "award-quotes", {
    noConflict: true,
    reason: "The other two vendors did not answer by the deadline.",
    competitionFinding:
      "Three vendors were asked and one answered; the price is that of last winter.",
    accountStringId: account!.id,
  });
  const {
    items: [order],
  } = await buyer.get<{ items: (Versioned & { title: string })[] }>(
    `/api/v1/purchase-orders?q=${encodeURIComponent(`Brine for the bridges ${tag}`)}`,
  );
  const path = `/api/v1/purchase-orders/${order!.id}`;
  if (order!.status === "in_approval") await approve(manager, path);
  if ((await buyer.get<Versioned>(path)).status === "approved") await act(buyer, path, "issue");
  return order!.id;
};

/** Award notice, order, ship notice, message, on the phone. */
const deliver = async (page: Page, asked: { id: string; number: string }): Promise<string> => {
  await page.goto(`${url}/vendor-portal/protests?solicitation=${asked.id}`);
  await page.getByText(asked.number, { exact: false }).first().waitFor();
  await page.getByText("$740.00", { exact: false }).first().waitFor();
  await fits(page, "awards");
  await page.goto(`${url}/vendor-portal`);
  await page.getByRole("link", { name: /^Acknowledge PO-/ }).click();
  await press(page, "Acknowledge");
  await page
    .getByText(/acknowledged$/)
    .first()
    .waitFor();
  await press(page, "Announce a shipment");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Carrier").fill("Own truck");
  await fits(page, "ship notice");
  await dialog.getByRole("button", { name: "Announce" }).click();
  await page.getByText("on the way", { exact: false }).first().waitFor();
  await press(page, "Message");
  await dialog.getByLabel("Message").fill("The driver calls an hour ahead.");
  await fits(page, "message");
  await dialog.getByRole("button", { name: "Send" }).click();
  await page.waitForURL(/\/vendor-portal\/messages\/.+\/.+/);
  await fits(page, "thread");
  return new URL(page.url()).pathname.split("/").at(-1)!;
};

/** The invoice from the phone, matched at once with what was received. */
const bill = async (page: Page, orderId: string): Promise<void> => {
  const { items } = await get<{ items: { id: string; orgId: string }[] }>(
    page,
    "/api/v1/vendor-orders",
  );
  const own = items.find((o) => o.id === orderId)!;
  await page.goto(`${url}/vendor-portal/orders/${own.orgId}/${own.id}`);
  await press(page, "Send an invoice");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your invoice number").fill(`WB-${tag}`);
  await fits(page, "invoice");
  await dialog.getByRole("button", { name: "Send the invoice" }).click();
  await page.getByText("received and matched", { exact: false }).first().waitFor();
  await page.goto(`${url}/vendor-portal/invoices`);
  await page
    .getByRole("listitem")
    .filter({ hasText: `WB-${tag}` })
    .getByText("Matched", { exact: true })
    .waitFor();
  await fits(page, "/vendor-portal/invoices");
};

/** Approved, proposed, approved and released by different people. */
const pay = async (manager: Member): Promise<void> => {
  const [ap, treasurer] = [await member("ap"), await member("treasurer")];
  const {
    items: [invoice],
  } = await ap.get<{ items: { id: string }[] }>(`/api/v1/invoices?q=WB-${tag}`);
  const path = `/api/v1/invoices/${invoice!.id}`;
  await act(ap, path, "submit");
  if ((await ap.get<Versioned>(path)).status === "in_approval") await approve(manager, path);
  await settle(ap, path, "approved");
  const run = await ap.post<{ id: string }>("/api/v1/payment-runs", { invoiceIds: [invoice!.id] });
  const runPath = `/api/v1/payment-runs/${run.id}`;
  await act(ap, runPath, "submit");
  await approve(manager, runPath);
  expect(await act(treasurer, runPath, "release")).toMatchObject({ status: "released" });
};

test(
  "a company registers, is invited, asks, bids, delivers, bills and is paid, all on a phone of 390 px",
  { timeout: 300_000 },
  async () => {
    begin();
    const begun = Date.now();
    const [buyer, manager, receiver, page] = [
      await member("buyer"),
      await member("manager"),
      await member("receiver"),
      await join390(),
    ];
    await register(page);
    const vendorId = await accept(buyer);
    const asked = await askForQuotes(buyer, vendorId);
    await quote(page, buyer, asked);
    // As long as a few steps on this machine took just now, so that a slow one is not late.
    await dueIn(asked.id, Math.min(60, Math.max(6, (Date.now() - begun) / 4000)));
    await page.reload();
    await submit(page, asked);
    const orderId = await award(buyer, manager, asked);
    const threadId = await deliver(page, asked);

    const order = await receiver.get<Versioned & { lines: { id: string; quantity: string }[] }>(
      `/api/v1/purchase-orders/${orderId}`,
    );
    await receiver.post(
      `/api/v1/purchase-orders/${orderId}/actions/receive`,
      { lines: order.lines.map((l) => ({ purchaseOrderLineId: l.id, quantity: l.quantity })) },
      order.version,
    );
    await bill(page, orderId);
    await pay(manager);
    await page.goto(`${url}/vendor-portal/payments`);
    await page.getByText(`WB-${tag}`, { exact: false }).waitFor();
    await fits(page, "/vendor-portal/payments");
    await page.goto(`${url}/vendor-portal/invoices`);
    await page
      .getByRole("listitem")
      .filter({ hasText: `WB-${tag}` })
      .getByText("Paid", { exact: true })
      .waitFor();

    await buyer.post(`/api/v1/vendor-messages/${threadId}/actions/answer`, {
      body: "Gate 2, please.",
    });
    await page.goto(`${url}/vendor-portal`);
    await page.getByRole("link", { name: /^New message/ }).click();
    await page.getByText("Gate 2, please.").waitFor();
    // The menu of the phone leads to the vendor's places and to none of the agency's.
    await press(page, "Open the menu");
    const menu = page.getByRole("dialog").getByRole("navigation", { name: "Main" });
    await expect
      .poll(() => menu.getByRole("link").allInnerTexts())
      .toEqual([
        "Waiting",
        "Opportunities",
        "Bids",
        "Awards",
        "Contracts",
        "Projects",
        "Orders",
        "Grants",
        "Invoices",
        "Payments",
        "Performance",
        "Messages",
        "Company",
        "Notifications",
        "Settings",
        "Documentation",
        "Contact",
      ]);
    await menu.getByRole("link", { name: "Performance" }).click();
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await fits(page, "performance");
    expect(wide).toEqual([]);
    console.log(
      JSON.stringify({
        journey: "a vendor's phone",
        seconds: Math.round((Date.now() - begun) / 100) / 10,
      }),
    );
  },
);
