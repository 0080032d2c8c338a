// Several people and their phones at the same record; a role that is withdrawn, a phone that is revoked, one
// that is erased.
import type { Page } from "playwright";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "./data.ts";
import {
  allSent,
  enrolOn,
  heldOf,
  openField,
  passphrase,
  save,
  session,
  signInOn,
  storeOf,
  tab,
  tellRequest,
  type Session,
} from "./field-steps.ts";
import { Line } from "./line.ts";
import { looks } from "./looks.ts";
import { closeBrowser, signIn, url } from "./people.ts";
import { Phone } from "./phone.ts";

type Carried = { name: string; line: Line; phone: Phone; page: Page };
const carried: Carried[] = [];

/** Somebody with a phone that is enrolled, on a line of its own. */
const carry = async (name: string): Promise<Carried> => {
  const line = new Line(await freePort(), Number(new URL(url).port));
  await line.open();
  const phone = new Phone(line.url);
  const page = await phone.on();
  const one = { name, line, phone, page };
  carried.push(one);
  await signInOn(page, line.url, name);
  await enrolOn(page, line.url);
  return one;
};

let admin: Session;
beforeEach(async () => {
  admin = await session(url, "admin");
});
afterEach(async () => {
  for (const { line, phone } of carried.splice(0)) {
    await phone.end();
    await line.close();
  }
});
afterAll(closeBrowser);

type Made = { id: string; number: string; version: number };

/** An order of ten tons that the manager placed, the administrator approved, and that went out. */
const orderOfManager = async (): Promise<Made> => {
  const manager = await session(url, "manager");
  const { items } = await manager.get<{ items: { id: string }[] }>(
    "/api/v1/purchase-orders?status=issued&limit=1",
  );
  const like = await manager.get<{
    vendorId: string;
    departmentId: string;
    lines: { splits: { accountStringId: string; percent: string }[] }[];
  }>(`/api/v1/purchase-orders/${items[0]!.id}`);
  const splits = like.lines[0]!.splits.map(({ accountStringId, percent }) => ({
    ...{ accountStringId, percent },
  }));
  const made = await manager.post<Made>("/api/v1/purchase-orders", {
    ...{ title: "Sand for the levee", vendorId: like.vendorId, departmentId: like.departmentId },
    lines: [{ description: "Sand", quantity: "10", unit: "t", unitPrice: "5", splits }],
  });
  const at = `/api/v1/purchase-orders/${made.id}/actions`;
  const asked = await manager.post<{ approvalId: string }>(`${at}/submit`, {}, made.version);
  const approval = await admin.get<{ version: number }>(`/api/v1/approvals/${asked.approvalId}`);
  await admin.post(
    `/api/v1/approvals/${asked.approvalId}/actions/approve`,
    { comment: "" },
    approval.version,
  );
  const { version } = await manager.get<Made>(`/api/v1/purchase-orders/${made.id}`);
  await manager.post(`${at}/issue`, {}, version);
  return made;
};

/** The request that came last, which nobody has taken up. */
const requestOf = async (who: Session): Promise<Made> => {
  const { items } = await who.get<{ items: Made[] }>(
    "/api/v1/service-requests?status=received&sort=-createdAt&limit=1",
  );
  return items[0]!;
};

const openWork = async ({ page, line }: Carried, number: string): Promise<void> => {
  await openField(page, line.url);
  await page.locator("a.field-line").first().waitFor();
  const more = page.getByRole("button", { name: /^Show all/ });
  while (await more.count()) await more.first().click();
  await page
    .getByRole("link", { name: new RegExp(number) })
    .first()
    .click();
};

/** Without a line: of the order's first line so much came. */
const receive = async (one: Carried, number: string, quantity: string): Promise<void> => {
  await openWork(one, number);
  await one.page.getByLabel("Came now").first().fill(quantity);
  await save(one.page);
};

const stepOf = async (one: Carried, number: string, step: string): Promise<void> => {
  await openWork(one, number);
  await one.page.getByRole("radio", { name: step }).check();
  await save(one.page);
};

/** How many things of somebody's work lie on a phone. */
const itemsOn = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const asked = indexedDB.open("levee.field");
        asked.addEventListener("success", () => {
          const all = asked.result.transaction("items").objectStore("items").count();
          all.addEventListener("success", () => {
            asked.result.close();
            done(all.result);
          });
        });
      }),
  );

const bringPacket = async ({ page, line }: Carried): Promise<void> => {
  await page.goto(`${line.url}/mobile-app`);
  await page.getByLabel("Passphrase of this device").fill(passphrase);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByText("Your work came", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Bring my work now" }).click();
  await expect.poll(() => itemsOn(page)).toBeGreaterThan(0);
};

const oneHeld = async (who: Session, one: Carried) => {
  const { device } = await storeOf(one.page);
  return (await heldOf(who, device)).at(0)!;
};

test("two phones and a desk move one request: the first is applied, what the second saw does not stand any more and is decided at the desk", async () => {
  const request = await requestOf(admin);
  const receiver = await carry("receiver");
  const boss = await carry("admin");
  for (const { line } of [receiver, boss]) await line.set("refuse");
  await stepOf(receiver, request.number, "Start work");
  await stepOf(boss, request.number, "Acknowledge it");
  await receiver.line.set("through");
  await allSent(receiver.phone);
  const desk = await session(url, "manager");
  const path = `/api/v1/service-requests/${request.id}`;
  await expect
    .poll(async () => (await desk.get<{ status: string }>(path)).status)
    .toBe("in_progress");
  const { version } = await desk.get<Made>(path);
  await desk.post(`${path}/actions/close`, { reason: "Pumped dry by the night crew" }, version);
  const before = await desk.get<{ items: { action: string }[] }>(`${path}/history`);

  await boss.line.set("through");
  await allSent(boss.phone);
  await boss.page.getByRole("heading", { name: "Conflict" }).waitFor();
  await boss.page.getByText("was changed after this was seen", { exact: false }).first().waitFor();
  const held = await oneHeld(desk, boss);
  expect(held).toMatchObject({ status: "in_review", kind: "service_request_step" });

  const manager = await signIn("manager");
  await manager.page.goto(`${url}/mobile-field-operations?tab=review&capture=${held.id}`);
  const table = manager.page.getByRole("group", { name: "Seen, captured, now" });
  await table.getByText("Acknowledge", { exact: true }).waitFor();
  expect(await table.innerText()).toMatch(/Received[\s\S]*Closed/);
  expect(await looks(manager.page, "review")).toEqual([]);
  await manager.page.getByRole("button", { name: "What stands now holds" }).click();
  await manager.page.getByText("Superseded").first().waitFor();
  const after = await desk.get<{ items: { action: string }[] }>(`${path}/history`);
  expect(after.items.map(({ action }) => action)).toEqual(before.items.map(({ action }) => action));
  // The phone is open and hears of it by itself.
  await boss.page.getByText("Superseded", { exact: true }).waitFor();
  expect([...receiver.phone.faults, ...boss.phone.faults]).toEqual([]);
  await manager.context.close();
});

test("two phones receive more than a line holds: the first is applied, the second is corrected beside the original; the order's buyer neither receives nor settles it", async () => {
  const order = await orderOfManager();
  const receiver = await carry("receiver");
  const boss = await carry("admin");
  for (const { line } of [receiver, boss]) await line.set("refuse");
  await receive(receiver, order.number, "7");
  await receive(boss, order.number, "6");
  await receiver.line.set("through");
  await allSent(receiver.phone);
  await boss.line.set("through");
  await allSent(boss.phone);
  const first = await oneHeld(admin, receiver);
  expect(first).toMatchObject({ status: "applied", appliedType: "receipt" });
  const second = await oneHeld(admin, boss);
  expect(second.status).toBe("in_review");

  const { page } = boss;
  await page.getByRole("link", { name: "Compare and correct" }).click();
  await page.getByText("at most 3 more can be accepted", { exact: false }).waitFor();
  expect(await looks(page, "own capture at 390 px")).toEqual([]);
  await page.getByRole("button", { name: "Correct", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByLabel(/^Lines 1: quantity/)
    .first()
    .fill("3");
  await dialog.getByRole("button", { name: "Save the correction" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Corrected by").waitFor();
  const { actions } = await (
    await session(url, "admin")
  ).get<{ actions: { name: string; enabled: boolean; reason: string }[] }>(
    `/api/v1/field/captures/${second.id}`,
  );
  expect(actions.find(({ name }) => name === "apply")).toMatchObject({
    ...{ enabled: false, reason: expect.stringMatching(/^It spends money/) },
  });

  // Who placed the order: their phone is not given it, and their desk refuses to settle it.
  const buyer = await carry("manager");
  await openField(buyer.page, buyer.line.url);
  expect(await buyer.page.locator("main").innerText()).not.toContain(order.number);
  const at = `/mobile-field-operations?tab=review&capture=${second.id}`;
  await buyer.page.setViewportSize({ width: 1440, height: 900 });
  await buyer.page.goto(`${buyer.line.url}${at}`);
  await buyer.page.getByRole("button", { name: "Apply", exact: true }).click();
  await buyer.page
    .getByText(/placed it|placed this order/i)
    .first()
    .waitFor();
  expect((await oneHeld(admin, boss)).status).toBe("in_review");

  const settler = await signIn("receiver");
  await settler.page.goto(`${url}${at}`);
  await settler.page.getByRole("button", { name: "Apply", exact: true }).click();
  await settler.page.getByText("Applied", { exact: true }).first().waitFor();
  const shown = await admin.get<{
    values: { lines: { quantity: string }[] };
    corrected: { lines: { quantity: string }[] };
  }>(`/api/v1/field/captures/${second.id}`);
  expect([shown.values.lines[0]!.quantity, shown.corrected.lines[0]!.quantity]).toEqual(["6", "3"]);
  const { lines } = await admin.get<{ lines: { receivedQuantity: string }[] }>(
    `/api/v1/purchase-orders/${order.id}`,
  );
  expect(Number(lines[0]!.receivedQuantity)).toBe(10);
  await settler.context.close();
});

const member = async (email: string) => {
  const { items } = await admin.get<{ items: (Made & { email: string; duties: string[] })[] }>(
    "/api/v1/members?limit=500",
  );
  return items.find((one) => one.email === email)!;
};

/** What the devices' desk lists of somebody's phone, opened. */
const deviceAtDesk = async (page: Page, name: string, device: string): Promise<void> => {
  const { items } = await admin.get<{ items: Made[] }>(`/api/v1/field/devices?id=${device}`);
  await page.goto(`${url}/mobile-app`);
  await page.getByRole("link", { name: items[0]!.number }).first().click();
  await page
    .getByRole("heading", { name: new RegExp(name) })
    .first()
    .waitFor();
};

test("a role withdrawn sends what waits to review and takes the packet; a revoked phone's captures come to review; an erased one wipes itself behind its typed number", async () => {
  const crew = await carry("crew2");
  const { page, line, phone } = crew;
  const record = async (words: string) => {
    await openField(page, line.url, "capture&kind=service_request");
    await tellRequest(page, words);
    await save(page);
  };
  await line.set("refuse");
  await record("Before the role went");
  const { device } = await storeOf(page);
  const who = await member("crew2@demo.levee.test");
  await admin.patch(
    `/api/v1/members/${who.id}`,
    { duties: ["read_only"], reason: "Moves to another office" },
    who.version,
  );
  await line.set("through");
  await allSent(phone);
  const held = async () =>
    (await heldOf(admin, device)).map(({ status, heldWhy }) => ({ status, heldWhy }));
  await expect
    .poll(held)
    .toEqual([{ status: "in_review", heldWhy: expect.stringMatching(/may not capture/) }]);
  await expect.poll(() => itemsOn(page)).toBe(0);
  const now = await member("crew2@demo.levee.test");
  await admin.patch(`/api/v1/members/${who.id}`, { duties: [], reason: "Came back" }, now.version);
  await bringPacket(crew);

  await line.set("refuse");
  await record("Before it was revoked");
  const desk = await signIn("admin");
  await deviceAtDesk(desk.page, "Computer", device);
  await desk.page.getByRole("button", { name: "Revoke", exact: true }).click();
  const asking = desk.page.getByRole("dialog").last();
  await asking.getByLabel(/reason/i).fill("Left in a taxi");
  await asking.getByRole("button", { name: "Revoke" }).click();
  await desk.page.getByText("Revoked").first().waitFor();
  await line.set("through");
  await signInOn(page, line.url, "crew2");
  await openField(page, line.url, "outbox");
  await allSent(phone);
  await expect
    .poll(async () => (await held()).map(({ heldWhy }) => heldWhy))
    .toContain("It came after its device was revoked.");
  await page.getByText("revoked", { exact: false }).first().waitFor();

  await line.set("refuse");
  await desk.page.reload();
  await desk.page.getByRole("button", { name: "Erase", exact: true }).click();
  const typing = desk.page.getByRole("dialog").last();
  await typing.getByLabel(/reason/i).fill("Not found again");
  await typing.getByLabel(/wait/i).fill("7");
  await typing.getByRole("button", { name: /^Erase/ }).click();
  await typing.getByText("By its last contact 0 wait on it.", { exact: false }).waitFor();
  await typing.getByLabel(/wait/i).fill("0");
  await typing.getByRole("button", { name: /^Erase/ }).click();
  await desk.page.getByText("Erased").first().waitFor();
  await line.set("through");
  // Its sessions ended with it: it hears of it once its owner signs in on it.
  await openField(page, line.url, "outbox");
  await page
    .getByText(/sign in to/i)
    .first()
    .waitFor();
  await signInOn(page, line.url, "crew2");
  await openField(page, line.url, "outbox").catch(() => undefined);
  await page.getByText("This device is not enrolled").waitFor();
  expect(await itemsOn(page)).toBe(0);
  await desk.context.close();
});

test("only whoever recorded it opens it: another person on the same phone finds a number and nothing else", async () => {
  const crew = await carry("crew2");
  await crew.line.set("refuse");
  await openField(crew.page, crew.line.url, "capture&kind=service_request");
  await tellRequest(crew.page, "The culvert at the mill is blocked");
  await save(crew.page);
  await tab(crew.page, "Today");
  await crew.line.set("hang");
  await crew.phone.kill();
  await crew.line.set("through");
  const page = await crew.phone.on();
  await signInOn(page, crew.line.url, "technician");
  await page.goto(`${crew.line.url}/mobile-app`);
  await page.getByText("1 item waits on it", { exact: false }).waitFor();
  expect(await page.locator("main").innerText()).not.toContain("culvert");
  expect(
    await page
      .locator("main")
      .getByRole("button", { name: /Enroll|Open/ })
      .count(),
  ).toBe(0);
});
