// A culvert's schedule from its first task to the time that is asked for its slip: planned by the engineer, its
// baseline approved by the manager, progress told by the inspector on a phone, the contractor's own file compared
// and taken in part by the manager, the slip named by its cause and asked as a change of the contract.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { begun } from "./building.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { get, press, status, token } from "./steps.ts";

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

type Link = { orgId: string; id: string };

/** Our schedule as the contractor's program has it, with these tasks longer, in days of work. */
const theirFile = async (engineer: Page, projectId: string, longer: Record<string, number>) => {
  const answer = await fetch(`${url}/api/v1/projects/${projectId}/schedule.xml`, {
    headers: { authorization: `Bearer ${await token(engineer)}` },
  });
  const text = await answer.text();
  return Object.entries(longer).reduce((xml, [name, days]) => {
    const [before, rest] = xml.split(`<Name>${name}</Name>`) as [string, string];
    const end = rest.indexOf("</Task>");
    const task = rest
      .slice(0, end)
      .replace(/<(Duration|RemainingDuration)>PT\d+H/g, `<$1>PT${days * 8}H`);
    return `${before}<Name>${name}</Name>${task}${rest.slice(end)}`;
  }, text);
};

const handIn = async (vendor: Page, projectId: string, xml: string) => {
  const { items } = await get<{ items: Link[] }>(vendor, "/api/v1/vendor-projects");
  const { orgId } = items.find(({ id }) => id === projectId)!;
  await vendor.goto(`${url}/vendor-portal/projects/${orgId}/${projectId}`);
  await press(vendor, "Hand in your schedule");
  // Forgotten: the file.
  await within(vendor, "Hand in");
  await dialog(vendor).locator("[aria-invalid=true], [role=alert]").first().waitFor();
  const file = { name: "culvert.xml", mimeType: "text/xml", buffer: Buffer.from(xml) };
  await dialog(vendor).locator("input[type=file]").setInputFiles(file);
  await dialog(vendor).getByText("culvert.xml").first().waitFor();
  await dialog(vendor).getByLabel("What it tells").fill("The precaster needs four days more.");
  await within(vendor, "Hand in");
  await closed(vendor);
  await vendor.getByText("culvert.xml").first().waitFor();
};

const takeInPart = async (manager: Page, projectId: string) => {
  await openTab(manager, projectId);
  await manager.getByRole("link", { name: /^SUP-/ }).first().click();
  await manager.getByText(/It changes 2 tasks of the schedule/).waitFor();
  await manager.getByLabel("What of A30 Sections set is taken").selectOption("ours");
  // At once, before the page was read anew: it goes by what this window itself changed.
  await press(manager, "Accept");
  await status(manager, "Accepted");
};

const askTime = async (engineer: Page, projectId: string) => {
  await openTab(engineer, projectId);
  await press(engineer, "Ask for more time");
  await within(engineer, "Ask for these days");
  await dialog(engineer).locator("[aria-invalid=true]").first().waitFor();
  await dialog(engineer)
    .getByLabel("Whose cause: Precast sections delivered")
    .selectOption({ label: "Beyond both sides' control" });
  await within(engineer, "Ask for these days");
  await engineer.waitForURL(/change-orders\/|\/changes\//);
  await engineer.getByRole("heading", { name: "Why the schedule slipped" }).waitFor();
  await engineer.getByText("Precast sections delivered").first().waitFor();
};

test("a schedule from its first task to the time asked for its slip", async () => {
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

  const vendor = await come("vendor2");
  const longer = { "Precast sections delivered": 12, "Sections set": 7 };
  await handIn(vendor, projectId, await theirFile(engineer, projectId, longer));
  await takeInPart(manager, projectId);
  await vendor.reload();
  await vendor.getByText("Accepted").first().waitFor();
  const { tasks } = await get<{ tasks: { code: string; durationMinutes: number }[] }>(
    engineer,
    `/api/v1/projects/${projectId}/schedule`,
  );
  const minutes = (code: string) => tasks.find((task) => task.code === code)!.durationMinutes;
  expect([minutes("A20"), minutes("A30")]).toEqual([12 * 480, 6 * 480]);
  await askTime(engineer, projectId);

  await manager.goto(`${url}/project-management`);
  await manager
    .getByRole("link", { name: /Culvert at Bluff Creek/ })
    .first()
    .waitFor();
});
