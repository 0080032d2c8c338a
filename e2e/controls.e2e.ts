// Controls, by four people: the buyer mends what fails on an order and it ends by itself; the officer asks
// somebody to answer, drafts a control that only watches, and a manager puts it in force. Every screen by
// axe in both themes, wide and on a phone.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";

// What is refused to whoever is not asked, the browser's console tells as well.
const { come } = crew(/403|404|409|422/);

type Failure = { id: string; number: string; subject: string; version: number; status: string };
const openOnes = async (page: Parameters<typeof get>[0]) =>
  (
    await get<{ items: Failure[] }>(
      page,
      "/api/v1/control-failures?open=true&limit=10&sort=number&q=Quotes%20of%20a%20small",
    )
  ).items;

const quote = async (
  page: Parameters<typeof get>[0],
  source: string,
  answer: "Quoted" | "Declined",
  price: string | null,
) => {
  await press(page, "Record a quote");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Supplier").fill(source);
  await dialog.getByLabel("Answer").first().selectOption({ label: answer });
  if (price) await dialog.getByLabel("Price").fill(price);
  await dialog.getByLabel("Day of the answer").fill("2026-01-05");
  await dialog.getByLabel("How it came").selectOption("email");
  await dialog.getByRole("button", { name: "Record" }).click();
  await dialog.waitFor({ state: "hidden" });
};

test("an order without quotes fails; its buyer records two and a decline, and the failure ends", async () => {
  const buyer = await come("buyer", "/compliance");
  const [first] = await openOnes(buyer);
  await buyer.goto(`${url}/compliance/failures/${first!.id}`);
  await buyer.getByRole("link", { name: `Open ${first!.subject}` }).click();
  await quote(buyer, "Delta Rock", "Quoted", "9000");
  await quote(buyer, "River City", "Quoted", "9500");
  await quote(buyer, "Northside", "Declined", null);
  await buyer.getByText("3 suppliers asked, 2 quoted").waitFor();
  await buyer.goto(`${url}/compliance/failures/${first!.id}`);
  await buyer.locator(".record-head").waitFor();
  const again = buyer.getByRole("button", { name: "Judge again" });
  if (await again.isVisible().catch(() => false)) await again.click();
  await status(buyer, "Met since");
  const results = (
    await get<{ judgements: { answer: string }[] }>(buyer, `/api/v1/control-failures/${first!.id}`)
  ).judgements;
  expect([results[0]!.answer, results.at(-1)!.answer]).toEqual(["pass", "fail"]);
});

test("the officer assigns, the owner answers, nobody closes; others see nothing of it", async () => {
  const officer = await come("compliance", "/compliance");
  const [next] = await openOnes(officer);
  const buyer = await come("buyer", `/compliance/failures/${next!.id}`);
  await press(buyer, "Answer for it");
  await buyer.getByRole("dialog").getByRole("textbox").fill("Asked by phone, nothing was written.");
  await buyer.getByRole("dialog").getByRole("button", { name: "Answer" }).click();
  await status(buyer, "Answered");
  await officer.goto(`${url}/compliance/failures/${next!.id}`);
  await press(officer, "Ask again");
  await officer.getByRole("dialog").getByRole("textbox").fill("Who was asked, and when?");
  await officer.getByRole("dialog").getByRole("button", { name: "Ask again" }).click();
  await status(officer, "Assigned");
  const receiver = await come("receiver", "/compliance");
  await receiver.getByText("Nothing of yours breaks a control.").waitFor();
  expect(await openOnes(receiver)).toEqual([]);
  await expect(
    send(receiver, "POST", `/api/v1/control-failures/${next!.id}/actions/answer`, {
      answer: "Not mine",
    }),
  ).rejects.toThrow("Whoever owns the record answers for it.");
});

test("the buyer asks for a waiver, somebody else decides, and the failure is waived, not met", async () => {
  const officer = await come("compliance", "/compliance");
  const [next] = await openOnes(officer);
  const buyer = await come("buyer", `/compliance/failures/${next!.id}`);
  await press(buyer, "Ask for a waiver");
  const dialog = buyer.getByRole("dialog");
  await dialog
    .getByLabel("Why it cannot be met")
    .fill("One supplier alone has this part in stock.");
  await dialog.getByLabel("What is done instead").fill("Compared with the state's price list.");
  const late = new Date(Date.now() + 900 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel("End of the waiver").fill(`${late}T12:00`);
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await dialog.getByText("A waiver holds for 365 days at most").first().waitFor();
  const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel("End of the waiver").fill(`${soon}T12:00`);
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await officer.goto(`${url}/compliance/waivers?status=requested`);
  await officer.getByRole("link", { name: /CW-/ }).first().click();
  await press(officer, "Approve");
  const decision = officer.getByRole("dialog");
  await decision.getByRole("button", { name: "Approve", exact: true }).click();
  await decision.waitFor({ state: "hidden" });
  await buyer.goto(`${url}/compliance/failures/${next!.id}`);
  await status(buyer, "Waived");
});

test("a control that only watches is drafted by the officer and put in force by a manager", async () => {
  const officer = await come("compliance", "/advanced-compliance");
  await officer.getByRole("button", { name: /Quotes of a small purchase/ }).click();
  await press(officer, "Draft the next version");
  await officer.getByRole("dialog").getByLabel("It does").selectOption("watch");
  await officer.getByRole("dialog").getByRole("button", { name: "Save draft" }).click();
  await officer.getByRole("dialog").waitFor({ state: "hidden" });
  const manager = await come("manager", "/advanced-compliance");
  type Control = { id: string; checkName: string; status: string; version: number };
  const draft = (await get<{ items: Control[] }>(manager, "/api/v1/controls")).items.find(
    (c) => c.checkName === "order.quotes" && c.status === "draft",
  )!;
  await expect(
    send(officer, "POST", `/api/v1/controls/${draft.id}/actions/publish`, {}, draft.version),
  ).rejects.toThrow(/permission|role|may/i);
  await send(manager, "POST", `/api/v1/controls/${draft.id}/actions/publish`, {}, draft.version);
  await manager.reload();
  await manager.getByRole("button", { name: /Quotes of a small purchase/ }).click();
  await manager.getByText("Watches: Counts what breaks it; nobody is asked.").waitFor();
});

test("a control that stops holds an order back, says why, and lets it go with its quotes", async () => {
  const officer = await come("compliance", "/advanced-compliance");
  type Control = {
    id: string;
    definitionId: string;
    checkName: string;
    status: string;
    version: number;
  };
  const named = async (state: string) =>
    (await get<{ items: Control[] }>(officer, "/api/v1/controls")).items.find(
      (c) => c.checkName === "order.quotes" && c.status === state,
    )!;
  const held = await named("published");
  await send(officer, "POST", `/api/v1/controls?nextVersionOf=${held.definitionId}`, {
    name: "Quotes of a small purchase",
    checkName: "order.quotes",
    severity: "high",
    mode: "block",
    days: 5,
    ownerDuty: "buyer",
  });
  const draft = await named("draft");
  const manager = await come("manager", "/advanced-compliance");
  await send(manager, "POST", `/api/v1/controls/${draft.id}/actions/publish`, {}, draft.version);
  const buyer = await come("buyer", "/purchase-orders");
  type Order = { id: string; actions: { name: string; enabled: boolean; reason?: string }[] };
  const approved = await get<{ items: { id: string }[] }>(
    buyer,
    "/api/v1/purchase-orders?status=approved&limit=50",
  );
  const stopped = async () => {
    for (const { id } of approved.items) {
      const { actions } = await get<Order>(buyer, `/api/v1/purchase-orders/${id}`);
      if (actions.some((a) => a.name === "issue" && a.reason?.includes("stops it"))) return id;
    }
    throw new Error("no approved order of the demo lacks quotes");
  };
  const order = await stopped();
  await buyer.goto(`${url}/purchase-orders/${order}`);
  await buyer.getByText("Quotes of a small purchase stops it (2 CFR 200.1").first().waitFor();
  await expect(
    send(buyer, "POST", `/api/v1/purchase-orders/${order}/actions/issue`, {}),
  ).rejects.toThrow("stops it");
  await buyer.goto(`${url}/purchase-orders/${order}?tab=quotes`);
  await quote(buyer, "Delta Rock", "Quoted", "4000");
  await quote(buyer, "River City", "Quoted", "4100");
  await quote(buyer, "Northside", "Declined", null);
  await buyer.reload();
  await press(buyer, "Issue to vendor");
  const dialog = buyer.getByRole("dialog");
  if (await dialog.isVisible().catch(() => false))
    await dialog.getByRole("button", { name: /Issue/ }).click();
  await status(buyer, "Issued");
});

for (const [theme, width] of [
  ["light", 1440],
  ["dark", 1440],
  ["light", 390],
  ["dark", 390],
] as const)
  test(`every screen of controls, ${theme}, ${width} wide`, async () => {
    const page = await come("manager", "/compliance", { theme, width });
    const all = await get<{ items: Failure[] }>(page, "/api/v1/control-failures?limit=1");
    const waivers = await get<{ items: { id: string }[] }>(page, "/api/v1/control-waivers?limit=1");
    const found: string[] = [];
    for (const path of [
      "/compliance",
      "/compliance/failures",
      "/compliance/waivers",
      "/advanced-compliance",
      "/admin/compliance",
      ...all.items.map(({ id }) => `/compliance/failures/${id}`),
      ...waivers.items.map(({ id }) => `/compliance/waivers/${id}`),
    ]) {
      await page.goto(`${url}${path}`);
      await page.locator("main h1, main .record-head").first().waitFor();
      await page.waitForFunction(() => !document.querySelector("main .skeleton"));
      found.push(...(await looks(page, path)));
    }
    expect(found).toEqual([]);
  }, 120_000);
