// Next year's budget by several people: a package is cut, a fund balanced, the hearing book published,
// another person enters the decision, and money that a transfer gives cannot be ordered meanwhile.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";
import { agencyDay } from "../src/server/testing/days.ts";

const { come } = crew(/\b4(09|12|22)\b/);

type Proposal = { id: string; number: string; status: string; version: number; department: string };
type Line = { id: string; available: number; code: string };

const proposals = async (page: Page) =>
  (await get<{ items: Proposal[] }>(page, "/api/v1/budget-proposals?limit=50")).items;
const act = (page: Page, { id, version }: Proposal, action: string) =>
  send<Proposal>(page, "POST", `/api/v1/budget-proposals/${id}/actions/${action}`, {}, version);

const acceptAll = async (officer: Page, director: Page) => {
  for (const found of await proposals(officer)) {
    let now: Proposal = found;
    if (now.status === "draft") now = await act(director, now, "submit");
    if (now.status === "submitted") now = await act(officer, now, "review");
    if (now.status === "in_review") await act(officer, now, "accept");
  }
};

const cutAndRecommend = async (officer: Page, id: string) => {
  await officer.goto(`${url}/budget-management/proposals/${id}?tab=packages`);
  for (const [way, why] of [
    ["Cut it", "Ongoing cost without a source"],
    ["Recommend it", "Parts are no longer made"],
  ] as const) {
    const row = officer.locator("tr", { hasText: "Requested" }).filter({ hasText: "Decide" });
    await row.first().getByRole("button", { name: "Decide" }).click();
    const dialog = officer.getByRole("dialog");
    await dialog.getByLabel(way).check();
    await dialog.getByLabel("Why").fill(why);
    await dialog.getByRole("button", { name: "Save the decision" }).click();
    await dialog.waitFor({ state: "detached" });
  }
};

const balance = async (officer: Page) => {
  await officer.goto(`${url}/budget-management/fund-balances`);
  await officer.getByText("Breaks a rule").first().waitFor();
  await press(officer, "Set a beginning balance");
  const dialog = officer.getByRole("dialog");
  await dialog.getByLabel("Fund").selectOption({ label: "402 Utilities enterprise fund" });
  await dialog.getByLabel("Begins with").fill("4,000,000");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await officer.getByText("Breaks a rule").first().waitFor({ state: "detached" });
};

test("from the departments' proposals to the adopted budget, by five people", async () => {
  const head = await come("roads.head", "/budget-management/proposals");
  expect(await head.getByText("Freeze and publish").count()).toBe(0);
  const officer = await come("budget", "/budget-management/proposals");
  const roads = (await proposals(officer)).find((p) => p.department === "Roads & Bridges")!;
  await cutAndRecommend(officer, roads.id);
  const director = await come("director", "/budget-management/cycle");
  await acceptAll(officer, director);
  await balance(officer);

  await officer.goto(`${url}/budget-management/cycle`);
  await press(officer, "Recommend");
  await status(officer, "Recommended");
  await officer.goto(`${url}/budget-management/book`);
  await press(officer, "Freeze and publish");
  await officer.getByText("SHA-256").first().waitFor();
  const portal = await (await fetch(`${url}/citizen-portal`)).text();
  expect(portal).toContain("proposed budget");

  await officer.goto(`${url}/budget-management/cycle`);
  await press(officer, "Begin the hearing");
  await status(officer, "Hearing");
  await press(officer, "Prepare the adoption");
  await officer.getByText("You prepared the adoption").first().waitFor();
  await director.reload();
  await press(director, "Enter the decision");
  const dialog = director.getByRole("dialog");
  await dialog.getByLabel("Decided on").fill(agencyDay(-1));
  await dialog.getByLabel("Resolution").fill("Resolution 2027-88");
  await dialog.getByLabel("Votes for").fill("4");
  await dialog.getByLabel("Votes against").fill("1");
  await dialog.getByLabel("Signed document").fill("Minutes of the board, item 7");
  await dialog.getByRole("button", { name: "Enter the decision" }).click();
  await status(director, "Adopted");
  const { items } = await get<{ items: { year: number; status: string }[] }>(
    director,
    "/api/v1/fiscal-years",
  );
  expect(items[0]!.status).toBe("open");
});

test("an order that reaches for what a transfer gives is refused; another person approves the transfer", async () => {
  const officer = await come("budget", "/budget-management/amendments?status=in_approval");
  const { items } = await get<{ items: { id: string; number: string; status: string }[] }>(
    officer,
    "/api/v1/budget-amendments?status=in_approval",
  );
  const waiting = items[0]!;
  const { lines } = await get<{
    lines: { accountStringId: string; code: string; cents: number }[];
  }>(officer, `/api/v1/budget-amendments/${waiting.id}`);
  const gives = lines.find((l) => l.cents < 0)!;
  const line = async () =>
    (
      await get<{ items: Line[] }>(officer, `/api/v1/budget-lines?q=${gives.code}&sort=-year`)
    ).items.at(-1)!;
  const before = await line();
  const asker = await come("user");
  const departments = await get<{ items: { id: string; code: string }[] }>(
    asker,
    "/api/v1/departments",
  );
  const reach = send<{ id: string }>(asker, "POST", "/api/v1/requisitions", {
    title: "Everything that the line had",
    justification: "It was there this morning.",
    departmentId: departments.items.find((d) => d.code === "RDB")!.id,
    neededOn: agencyDay(20),
    submit: true,
    lines: [
      {
        description: "Software",
        quantity: "1",
        unit: "each",
        unitPrice: String((before.available + 1) / 100),
        splits: [{ accountStringId: gives.accountStringId }],
      },
    ],
  });
  await expect(reach).rejects.toThrow("available");
  await officer.goto(`${url}/dashboard`);
  const task = officer.locator("li, tr, article", { hasText: waiting.number });
  await task
    .last()
    .getByRole("link", { name: /Review/ })
    .click();
  await press(officer, /^Approve/);
  await officer
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await officer.getByRole("dialog").waitFor({ state: "detached" });
  await officer.goto(`${url}/budget-management/amendments/${waiting.id}`);
  await status(officer, "Posted");
  expect((await line()).available).toBe(before.available);
});
