// A manager draws a workflow, tries it on the past and publishes it; a colleague begins it by hand,
// another one does what it asks for, and the run says where it stands and why.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { get, press, status } from "./steps.ts";

const { enter } = crew();

test("a workflow is drawn by keyboard, tried, published, begun by hand, and waits for a colleague", async () => {
  const manager = (await enter("manager")).page;
  await manager.goto(`${url}/workflow-designer`);
  await manager.getByRole("link", { name: "New workflow" }).click();
  await manager.getByLabel("Name", { exact: true }).fill("Check the bridge");
  // By keyboard alone: the menu of the start adds a step behind it.
  await manager.getByRole("button", { name: "Actions for Start" }).focus();
  await manager.keyboard.press("Enter");
  await manager.getByRole("menuitem", { name: "Add behind it: task" }).focus();
  await manager.keyboard.press("Enter");
  await manager.getByLabel("Name of the step").fill("Look at the bridge");
  await manager.getByLabel("Who").selectOption("person");
  await manager.getByLabel("Person").selectOption({ label: "Ray Castillo" });
  await manager.getByText("Nothing keeps it from being published.").waitFor();
  // The graph shows the same three steps.
  await expect.poll(() => manager.locator(".flow-node").count()).toBe(3);
  await press(manager, "Save draft");
  await manager.getByRole("heading", { name: "Check the bridge" }).waitFor();
  await manager.goto(`${url}/workflow-designer`);
  await manager.getByRole("button", { name: "Actions for Check the bridge version 1" }).click();
  await manager.getByRole("menuitem", { name: "Publish" }).click();
  await manager.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await manager.getByRole("dialog").waitFor({ state: "detached" });

  await manager.goto(`${url}/workflow-engine`);
  await press(manager, "Begin a workflow");
  const dialog = manager.getByRole("dialog");
  await dialog.getByLabel("Workflow").selectOption({ label: "Check the bridge" });
  await dialog.getByRole("button", { name: "Begin", exact: true }).click();
  await manager.getByRole("heading", { name: "Check the bridge" }).waitFor();
  await status(manager, "Waiting");
  await manager.getByText("Ray Castillo").first().waitFor();
  await manager.getByText("stands here").waitFor();

  const yard = (await enter("receiver", { width: 390 })).page;
  const { items } = await get<{ items: { title: string }[] }>(yard, "/api/v1/me/waiting?limit=50");
  expect(items.map((item) => item.title)).toContain("Look at the bridge");
  await yard.goto(`${url}/dashboard`);
  await press(yard, "Done: Look at the bridge");
  await expect
    .poll(
      async () =>
        (
          await get<{ items: { status: string }[] }>(
            manager,
            "/api/v1/flow-runs?q=Check%20the%20bridge",
          )
        ).items[0]?.status,
      { timeout: 30_000 },
    )
    .toBe("completed");
}, 120_000);

test("an order's workflow tried on the past counts what would have begun, and by which way", async () => {
  const manager = (await enter("manager")).page;
  await manager.goto(`${url}/workflow-designer`);
  await manager.getByRole("link", { name: "Order three days late" }).click();
  await press(manager, "Try it");
  await manager.getByText("would have begun").waitFor();
  await manager.getByRole("table", { name: "Runs by path" }).waitFor();
  expect(await manager.getByRole("list", { name: "Whom it would have asked" }).count()).toBe(1);
}, 60_000);
