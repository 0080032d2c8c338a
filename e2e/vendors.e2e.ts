import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { password, stranger, url } from "./people.ts";
import { get, press, status, token } from "./steps.ts";

const { enter, join } = crew();

type Orders = {
  items: {
    id: string;
    orgId: string;
    number: string;
    status: string;
    acknowledgedAt: string | null;
  }[];
};
type Overview = { waiting: { kind: string; title: string; href: string }[] };

test("on a phone a vendor acknowledges an order, announces a shipment and writes; the buyer sees the goods coming and answers", async () => {
  const { page: phone } = await enter("vendor1", { width: 390 });
  await phone.goto(`${url}/vendor-portal`);
  await phone.getByRole("heading", { name: "What waits for you" }).waitFor();
  const { waiting } = await get<Overview>(phone, "/api/v1/vendor-overview");
  for (const item of waiting)
    await phone.locator("main").getByText(item.title, { exact: true }).first().waitFor();

  const { items } = await get<Orders>(phone, "/api/v1/vendor-orders");
  const order =
    items.find((o) => o.status === "issued" && !o.acknowledgedAt) ??
    items.find((o) => o.status === "acknowledged")!;
  await phone.goto(`${url}/vendor-portal/orders/${order.orgId}/${order.id}`);
  await phone.getByText(order.number, { exact: true }).first().waitFor();
  if (!order.acknowledgedAt) {
    await press(phone, "Acknowledge");
    await phone.getByText(`${order.number} acknowledged`).waitFor();
  }
  const tracking = `1Z${Date.now()}`;
  await press(phone, "Announce a shipment");
  const dialog = phone.getByRole("dialog");
  await dialog.getByLabel("Carrier").fill("Our truck 7");
  await dialog.getByLabel("Tracking number").fill(tracking);
  await dialog
    .getByLabel(/^Quantity, line/)
    .first()
    .fill("1");
  await dialog.getByRole("button", { name: "Announce" }).click();
  await phone.getByText(tracking).waitFor();

  await press(phone, "Message");
  await phone
    .getByRole("dialog")
    .getByLabel("Message")
    .fill(`The truck comes at seven, ${tracking}.`);
  await phone.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await phone.waitForURL(/\/vendor-portal\/messages\/.+\/.+/);
  await phone.getByText(`The truck comes at seven, ${tracking}.`).waitFor();

  const { page: buyer } = await enter("buyer");
  await buyer.goto(`${url}/purchase-orders/${order.id}`);
  await buyer.getByText(tracking).first().waitFor();
  const {
    items: [known],
  } = await get<{ items: { vendorId: string }[] }>(
    buyer,
    `/api/v1/purchase-orders?q=${order.number}`,
  );
  await buyer.goto(`${url}/vendor-directory/${known!.vendorId}?tab=messages`);
  await buyer.getByText(`The truck comes at seven, ${tracking}.`).first().click();
  await buyer.getByLabel("Answer").fill("The gate is open from six.");
  await press(buyer, "Send");
  await phone.reload();
  await phone.getByText("The gate is open from six.").first().waitFor();
});

test("another vendor gets neither order nor thread, staff of the agency no portal", async () => {
  const { page: one } = await enter("vendor1");
  const { page: two } = await enter("vendor2");
  const { page: clerk } = await enter("user");
  const {
    items: [mine],
  } = await get<Orders>(one, "/api/v1/vendor-orders");
  const {
    items: [talk],
  } = await get<{ items: { id: string; orgId: string }[] }>(one, "/api/v1/vendor-threads");
  const answer = async (person: typeof one, method: string, path: string) =>
    (
      await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await token(person)}`,
          "content-type": "application/json",
          "idempotency-key": crypto.randomUUID(),
        },
        ...(method === "POST" ? { body: "{}" } : {}),
      })
    ).status;
  expect(await answer(one, "GET", `/api/v1/vendor-orders/${mine!.orgId}/${mine!.id}`)).toBe(200);
  for (const other of [two, clerk]) {
    expect([403, 404]).toContain(
      await answer(other, "GET", `/api/v1/vendor-orders/${mine!.orgId}/${mine!.id}`),
    );
    expect([403, 404]).toContain(
      await answer(
        other,
        "POST",
        `/api/v1/vendor-orders/${mine!.orgId}/${mine!.id}/actions/acknowledge`,
      ),
    );
    expect([403, 404]).toContain(
      await answer(other, "GET", `/api/v1/vendor-threads/${talk!.orgId}/${talk!.id}`),
    );
  }
});

test("a company in the queue is screened and accepted; the directory finds it", async () => {
  const { page } = await enter("buyer");
  await page.goto(`${url}/vendor-registration`);
  const { items } = await get<{ items: { id: string; name: string; status: string }[] }>(
    page,
    "/api/v1/vendor-registrations?q=Prairie",
  );
  const company = items[0]!;
  await page.goto(`${url}/vendor-registration/${company.id}`);
  await page.getByRole("heading", { name: company.name }).waitFor();
  if (company.status === "submitted") {
    await press(page, "Screen");
    await page.getByRole("dialog").getByRole("button", { name: "Screen" }).click();
    await status(page, "Screening");
  }
  if (company.status !== "active") {
    // Nobody has compared Form W-9 yet: accepting waits for it.
    const compare = page.getByRole("button", { name: "Record the comparison" });
    if (await compare.isVisible()) {
      await compare.click();
      await page.getByRole("radio", { name: "Agrees", exact: false }).first().check();
      await press(page, "Keep the comparison");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await press(page, "Accept");
    const sure = page.getByRole("dialog").or(page.getByRole("alertdialog"));
    if (await sure.isVisible().catch(() => false))
      await sure.getByRole("button", { name: "Accept" }).click();
  }
  await status(page, "Accepted");
  await page.goto(`${url}/vendor-directory?q=Prairie`);
  await page
    .getByRole("link", { name: company.name })
    .or(page.getByText(company.name))
    .first()
    .waitFor();
});

const pages = {
  vendor1: [
    "/vendor-portal",
    "/vendor-portal/orders",
    "/vendor-portal/invoices",
    "/vendor-portal/payments",
    "/vendor-portal/performance",
    "/vendor-portal/messages",
    "/vendor-portal/company",
    "/vendor-portal/company?tab=data",
    "/vendor-portal/company?tab=documents",
  ],
  buyer: [
    "/vendor-registration",
    "/vendor-performance",
    "/market-intelligence",
    "/market-intelligence?tab=concentration",
    "/market-intelligence?tab=imports",
    "/vendor-directory",
    "/vendor-directory/codes",
  ],
};

test.each([
  ["vendor1", 390, "light"],
  ["vendor1", 1440, "dark"],
  ["buyer", 390, "light"],
  ["buyer", 1440, "dark"],
] as const)(
  "the pages of %s at %d px, %s: no violation of WCAG 2.2 AA, nothing wider than the window",
  async (name, width, theme) => {
    const found: string[] = [];
    const { page } = await enter(name, { width, theme });
    const first = async (path: string, place: string) =>
      (await get<{ items: { id: string; orgId?: string }[] }>(page, path)).items
        .slice(0, 1)
        .map((r) => `${place}/${r.orgId ? `${r.orgId}/` : ""}${r.id}`);
    const records =
      name === "vendor1"
        ? await first("/api/v1/vendor-orders", "/vendor-portal/orders")
        : [
            ...(await first("/api/v1/vendor-registrations", "/vendor-registration")),
            ...(await first("/api/v1/vendor-performance", "/vendor-performance")),
          ];
    for (const path of [...pages[name], ...records]) {
      await page.goto(`${url}${path}`);
      await page.locator("main h1").first().waitFor();
      await page.waitForFunction(() => !document.querySelector(".skeleton"));
      await page.waitForTimeout(200);
      found.push(...(await looks(page, path)));
    }
    expect(found).toEqual([]);
  },
);

test("who signs up at a public notice registers on the way and is back at the notice, with no agency's sidebar", async () => {
  const { page } = join({ ...(await stranger()), name: "newcomer" });
  const tag = String(Date.now()).slice(-6);
  await page.goto(`${url}/public-opportunities`);
  await page.locator("main h3 a").first().click();
  await page.getByRole("link", { name: "Answer it in the vendor portal" }).click();
  await page.waitForURL(/\/auth/);
  await page.getByRole("link", { name: "Sign up" }).first().click();
  await page.getByLabel("Your name").fill("Runa Vik");
  await page.getByLabel("Work email").fill(`runa.${tag}@newcomer.test`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Create account");
  await page.getByText("Check your mail").waitFor();
  // The letter opens a tab of its own.
  const letters = await page.context().newPage();
  await letters.goto(`${url}/mail`);
  await letters.locator("article a.btn-primary").click();
  await letters.waitForURL(/\/opportunities\/[0-9a-f-]{36}$/);
  const notice = new URL(letters.url()).pathname;
  await letters.getByRole("heading", { name: "Register your company to answer" }).waitFor();
  expect(await letters.locator("aside .nav-section").count()).toBe(0);
  expect(await letters.locator('.app-head a[href="/approvals-inbox"]').count()).toBe(0);
  await letters.locator("main").getByRole("link", { name: "Register your company" }).click();
  await letters.getByLabel("Legal name").fill(`Newcomer ${tag} LLC`);
  await press(letters, "Begin");
  await letters.waitForURL(`${url}${notice}`);
  await letters.getByRole("link", { name: /^Register with / }).click();
  await letters.getByRole("link", { name: "Back to the notice" }).click();
  await letters.waitForURL(`${url}${notice}`);
  // What only members read tells the way in, not an administrator's name.
  await letters.goto(`${url}/invoices`);
  await letters.getByText("An administrator of your agency").waitFor({ state: "detached" });
});
