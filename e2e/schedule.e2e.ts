// A culvert's schedule from its first task to the cause of its slip: planned by the engineer, its baseline
// approved by the manager, progress told by the inspector on a phone, what moved named by its predecessor.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { begun } from "./building.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { press } from "./steps.ts";

// A loop of links is refused, which the console tells as well.
const { come } = crew(/409/);
const dialog = (page: Page) => page.getByRole("dialog");
const within = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole("button", { name }).last().click();
const closed = (page: Page) => dialog(page).waitFor({ state: "hidden" });
const row = (page: Page, code: string) => page.getByRole("row").filter({ hasText: code }).first();

const openTab = async (page: Page, projectId: string) => {
  await page.goto(`${url}/projects/${projectId}?tab=schedule`);
  await page.getByRole("heading", { level: 1 }).waitFor();
};

const addTask = async (engineer: Page, code: string, name: string, days: string) => {
  await press(engineer, "New task");
  await dialog(engineer).getByLabel("Code", { exact: false }).first().fill(code);
  await dialog(engineer).getByLabel("Name", { exact: false }).first().fill(name);
  await dialog(engineer).getByLabel("Duration in days of work").fill(days);
  await within(engineer, "Add the task");
  await closed(engineer);
  await row(engineer, code).waitFor();
};

const waitsFor = async (engineer: Page, code: string, before: string) => {
  await row(engineer, code).click();
  await within(engineer, "Add a link");
  await dialog(engineer).getByLabel("Code of the task before it").fill(before);
  await within(engineer, "Add the link");
  await dialog(engineer).getByRole("heading", { name: "Waits for", exact: true }).waitFor();
  await engineer.keyboard.press("Escape");
  await closed(engineer);
};

const plan = async (engineer: Page, projectId: string) => {
  await openTab(engineer, projectId);
  await press(engineer, "Begin the schedule");
  await dialog(engineer).getByLabel("Start of the project").fill(agencyDay(-20));
  await within(engineer, "Begin the schedule");
  await closed(engineer);
  await addTask(engineer, "A10", "Excavation", "10");
  await addTask(engineer, "A20", "Precast sections delivered", "8");
  await addTask(engineer, "A30", "Sections set", "6");
  await waitsFor(engineer, "A20", "A10");
  await waitsFor(engineer, "A30", "A20");
  // What would wait for itself is refused by its names.
  await row(engineer, "A10").click();
  await within(engineer, "Add a link");
  await dialog(engineer).getByLabel("Code of the task before it").fill("A30");
  await within(engineer, "Add the link");
  await dialog(engineer)
    .getByText(/These tasks wait for each other: .*Excavation/)
    .first()
    .waitFor();
  await within(engineer, "Cancel");
  await engineer.keyboard.press("Escape");
  await closed(engineer);
};

const report = async (inspector: Page, projectId: string) => {
  await openTab(inspector, projectId);
  await inspector.getByRole("link", { name: "Update progress" }).click();
  await inspector.getByLabel("Data date").fill(agencyDay());
  await inspector.getByLabel("Began on, line 1").fill(agencyDay(-20));
  await inspector.getByLabel("Percent done, line 1").fill("40");
  await inspector.getByLabel("Days left, line 1").fill("9");
  await inspector.getByLabel("What happened").fill("Rock at the bed; the excavator stands.");
  await press(inspector, "Save the update");
  await inspector.waitForURL(/tab=schedule/);
};

test("a schedule from its first task to the cause of its slip", async () => {
  const founders = {
    engineer: await come("engineer"),
    buyer: await come("buyer"),
    manager: await come("manager"),
    budget: await come("budget"),
    counsel: await come("counsel"),
  };
  const { engineer, manager } = founders;
  const { projectId } = await begun(founders);
  await plan(engineer, projectId);

  await press(engineer, "Propose as baseline");
  await engineer.getByText("Another person approves it.").waitFor();
  await openTab(manager, projectId);
  await press(manager, "Approve the baseline");
  await manager.getByText(/Baseline 1, approved by/).waitFor();

  // Told before anything was: the first update is what later ones are held against.
  const inspector = await come("inspector", "/notifications", { width: 390 });
  await report(inspector, projectId);
  await inspector
    .getByText(/behind the baseline/)
    .first()
    .waitFor();

  await openTab(engineer, projectId);
  await row(engineer, "A30").click();
  const chain = dialog(engineer).getByRole("list").first();
  expect(await chain.innerText()).toMatch(/A20 Precast sections delivered[\s\S]*A10 Excavation/);
  await engineer.keyboard.press("Escape");

  await manager.goto(`${url}/project-management`);
  await manager
    .getByRole("link", { name: /Culvert at Bluff Creek/ })
    .first()
    .waitFor();
});
