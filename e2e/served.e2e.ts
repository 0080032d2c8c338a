// Work for a township by its people: the biller writes the agreement, the controller approves it, the client signs and
// asks on a phone, a bill takes own costs and refuses what a grant drew, and part of it is paid.
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { crew } from "./crew.ts";
import { openPost, startInstance } from "./instance.ts";
import { looks } from "./looks.ts";
import { password, stranger } from "./people.ts";
import { choose, press, status, token } from "./steps.ts";

const { join } = crew(/4(04|09|22)/);
let post: Awaited<ReturnType<typeof openPost>>;
let site: Awaited<ReturnType<typeof startInstance>>;
beforeAll(async () => {
  post = await openPost();
  site = await startInstance({ LEVEE_SMTP_URL: post.url });
}, 400_000);
afterAll(async () => {
  await site?.stop();
  await post?.close();
});

const enter = async (name: string): Promise<Page> => {
  const { page } = join(await stranger());
  await page.goto(`${site.url}/auth`);
  await page.getByLabel("Email").fill(`${name}@demo.levee.test`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((address) => !address.pathname.startsWith("/auth"));
  return page;
};
const get = async <T>(page: Page, path: string): Promise<T> =>
  (
    await fetch(`${site.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${await token(page)}` },
    })
  ).json() as Promise<T>;
const dialogOf = (page: Page) => page.getByRole("dialog");
/** Presses a step, and again where it asks whether one is sure. */
const sure = async (page: Page, name: string, then: string) => {
  await press(page, name);
  const again = dialogOf(page).getByRole("button", { name, exact: true });
  const done = page.locator(".record-head").getByText(then, { exact: true }).first();
  await again.or(done).first().waitFor();
  if (await again.isVisible()) await again.click();
  await status(page, then);
};

type Found<T> = { items: T[] };
type Named = { id: string; number: string };
const client = "Camden Township";
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

/** A client with an agreement, sent for approval. */
const writeAgreement = async (biller: Page): Promise<string> => {
  await biller.goto(`${site.url}/clients`);
  await press(biller, "New client");
  await dialogOf(biller).getByLabel("Name", { exact: true }).fill(client);
  await dialogOf(biller).getByLabel("What it is").selectOption("township");
  await dialogOf(biller).getByLabel("Mail address for bills").fill("clerk@camden.example");
  await dialogOf(biller).getByRole("button", { name: "Save" }).click();
  await status(biller, "Served");
  const page = biller.url();
  await biller.getByRole("link", { name: "Write an agreement", exact: true }).click();
  await biller.getByLabel("What it is about").fill("Roads of Camden Township");
  await biller.getByLabel("First day").fill(day(-400));
  await biller.getByLabel("Last day").fill(day(300));
  await biller.getByLabel("Billed at most").fill("20000");
  const services = biller.getByRole("table", { name: "Services" });
  await services.locator("input").nth(0).fill("MAT");
  await services.locator("input").nth(1).fill("Material at cost");
  await services.locator("select").nth(0).selectOption("cost");
  await press(biller, "Add a line");
  await services.locator("input").nth(3).fill("SIGN");
  await services.locator("input").nth(4).fill("Inspection of a sign");
  await services.locator("select").nth(1).selectOption("fee");
  await services.locator("input").nth(5).fill("48.50");
  await press(biller, "Save the draft");
  await status(biller, "Draft");
  await sure(biller, "Send for approval", "In approval");
  await biller.goto(page);
  await press(biller, "Give a link");
  await dialogOf(biller).getByLabel("Name", { exact: true }).fill("Pat Oberle");
  await dialogOf(biller).getByLabel("Mail address").fill("pat@camden.example");
  await dialogOf(biller).getByLabel("Last day").fill(day(200));
  await press(biller, "Send the link");
  const letter = await post.until("pat@camden.example", 1);
  return /http:\S+\/served\/\S+/.exec(letter.text)![0];
};

/** Approved by another person, who keeps the agency's signature too. */
const approveAgreement = async (controller: Page) => {
  const { items } = await get<Found<Named>>(controller, "/client-agreements?q=Camden");
  await controller.goto(`${site.url}/clients/agreements/${items[0]!.id}`);
  await sure(controller, "Approve", "To be signed");
  await press(controller, "Record a signature");
  const dialog = dialogOf(controller);
  await dialog.getByLabel("Who signed").selectOption("agency");
  await dialog.getByLabel("Name and office").fill("Tom Workman, chair of the board");
  await dialog.getByLabel("Signed on").fill(day(-398));
  await dialog.getByRole("button", { name: "Record it" }).click();
  await dialog.waitFor({ state: "detached" });
};

/** The client signs what it read, and asks for work. */
const ask = async (phone: Page, link: string) => {
  await phone.goto(link);
  await phone.getByText("1 agreement to sign").waitFor();
  await phone.getByText("Material at cost").first().waitFor();
  expect(await looks(phone, "the client's page")).toEqual([]);
  await press(phone, `Sign for ${client}`);
  await phone.getByText(/is signed\. A copy of it/).waitFor();
  await press(phone, "Send the request");
  await phone.getByText("Say what is to be done").first().waitFor();
  await phone.getByLabel("What is to be done").fill("Guardrail at Dahl Road");
  await press(phone, "Send the request");
  await phone.getByText(/Sent as CRQ-/).waitFor();
};

/** The request is accepted, done on a day that has come, and on a bill. */
const workOn = async (biller: Page): Promise<void> => {
  const { items } = await get<Found<Named>>(biller, "/client-requests?q=Dahl");
  await biller.goto(`${site.url}/clients/requests/${items[0]!.id}`);
  await press(biller, "Accept");
  await dialogOf(biller).getByLabel("Service").selectOption("MAT");
  await dialogOf(biller).getByRole("button", { name: "Accept it" }).click();
  await status(biller, "Accepted");
  await sure(biller, "Begin the work", "At work");
  await press(biller, "Work is done");
  const dialog = dialogOf(biller);
  await dialog.getByLabel("Done on").fill(day(40));
  await dialog.getByRole("button", { name: "Work is done" }).click();
  await dialog.getByText("Work is not done on a day to come.").first().waitFor();
  await dialog.getByLabel("Done on").fill(day(-1));
  await dialog.getByRole("button", { name: "Work is done" }).click();
  await status(biller, "To bill");
  await biller.goto(`${site.url}/customer-management`);
  await press(biller, "Bill what is due");
  await biller.waitForURL(/clients\/bills|customer-management\/bills/);
};

type Cost = { id: string; documentNumber: string; open: number; claimed: number; billId: string };
const addCost = async (biller: Page, label: string) => {
  await press(biller, "Add costs");
  await dialogOf(biller).getByLabel("Service").selectOption("MAT");
  await choose(biller, "Cost, line 1", label);
  await dialogOf(biller).getByRole("button", { name: "Add them" }).click();
};

/** A bill of own costs: what a grant drew is not taken, whoever asks for it. */
const billCosts = async (biller: Page): Promise<string> => {
  const { items } = await get<Found<Named>>(biller, "/client-bills?q=Camden");
  const { id } = items[0]!;
  const read = () => get<{ version: number; total: number }>(biller, `/client-bills/${id}`);
  const { items: all } = await get<Found<Cost>>(biller, "/costs?claimable=false&limit=200");
  const drawn = all.find(({ claimed, billId }) => claimed > 0 && !billId)!;
  const refused = await fetch(`${site.url}/api/v1/client-bills/${id}/actions/add-costs`, {
    method: "POST",
    body: JSON.stringify({ service: "MAT", requestId: null, costs: [{ costLineId: drawn.id }] }),
    headers: {
      authorization: `Bearer ${await token(biller)}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
      "if-match": `"${(await read()).version}"`,
    },
  });
  expect(refused.status).toBe(409);
  expect(((await refused.json()) as { detail: string }).detail).toMatch(/Taken by .+ in /);
  const { items: free } = await get<Found<Cost>>(
    biller,
    "/costs?claimable=true&sort=-incurredTo&limit=1",
  );
  await biller.goto(`${site.url}/clients/bills/${id}`);
  await addCost(biller, free[0]!.documentNumber);
  await expect.poll(async () => (await read()).total).toBeGreaterThan(0);
  expect(await looks(biller, "a bill")).toEqual([]);
  return id;
};

test("agreement, request, bill of own cost, part payment, aging", async () => {
  const biller = await enter("biller");
  const link = await writeAgreement(biller);
  const controller = await enter("controller");
  await approveAgreement(controller);
  const phone = join(await stranger({ width: 390 })).page;
  await ask(phone, link);
  await workOn(biller);
  const bill = await billCosts(biller);
  await controller.goto(`${site.url}/clients/bills/${bill}`);
  await sure(controller, "Approve", "Approved");
  await biller.reload();
  await sure(biller, "Send", "Sent");
  await phone.reload();
  await phone.getByRole("heading", { name: /BIL-/ }).waitFor();
  await phone.getByText(/owed to Carver County/).waitFor();
  await press(biller, "Money came in");
  const dialog = dialogOf(biller);
  const { total } = await get<{ total: number }>(biller, `/client-bills/${bill}`);
  await dialog.getByLabel("Amount for this bill").fill((Math.floor(total / 2) / 100).toFixed(2));
  await dialog.getByLabel("Came in on").fill(day(-1));
  await dialog.getByLabel("Check or transfer").fill("Check 771");
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await status(biller, "Paid in part");
  await biller.goto(`${site.url}/clients`);
  await biller
    .getByRole("link", { name: "Camden Township" })
    .first()
    .or(biller.getByText(client))
    .first()
    .waitFor();
  expect(await looks(biller, "the clients")).toEqual([]);
  const mailed = () => post.letters.filter(({ to }) => to === "clerk@camden.example").length;
  // Behind the letters of the demo, each with its paper.
  await expect.poll(mailed, { timeout: 120_000 }).toBeGreaterThan(2);
}, 420_000);
