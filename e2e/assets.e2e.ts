// A resident's report becomes work: a supervisor makes a work order of it, another person approves
// it, a technician does it on a phone with hours that another person approves, and the asset shows it.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { get, press, status } from "./steps.ts";

const { come } = crew(/\b4(09|12|22)\b/);

test("a report becomes a work order on an asset, approved by another person and done on a phone", async () => {
  const asker = await come("receiver", "/asset-management?q=CULV-007");
  await asker.getByRole("link", { name: /^AST-/ }).first().click();
  await asker.getByRole("heading", { name: "Culvert C-107" }).waitFor();
  const assetId = new URL(asker.url()).pathname.split("/").at(-1)!;
  await asker.goto(`${url}/maintenance-management?action=create&assetId=${assetId}`);
  await asker.getByLabel("Work", { exact: true }).fill("The inlet is blocked");
  await press(asker, "Submit request");
  await status(asker, "Requested");
  const path = new URL(asker.url()).pathname;
  expect(await asker.getByRole("button", { name: "Approve" }).count()).toBe(0);

  const manager = await come("manager", path);
  await press(manager, "Approve");
  await status(manager, "Approved");

  const phone = await come("receiver", path);
  await phone.setViewportSize({ width: 390, height: 844 });
  await press(phone, "Start");
  await status(phone, "In progress");
  // Nobody is in two places: another try enters hours of another day.
  const ago = 1 + (Math.floor(Date.now() / 1000) % 25);
  const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await press(phone, "Enter hours");
  const hours = phone.getByRole("dialog");
  await hours.getByLabel("From").fill(`${day}T02:00`);
  await hours.getByLabel("To", { exact: true }).fill(`${day}T04:30`);
  await hours.getByLabel("What was done").fill("Cleared the inlet");
  await hours.getByRole("button", { name: "Enter", exact: true }).click();
  await phone.getByText("2 h 30 min of people").waitFor();
  await press(phone, "Complete");
  await phone.getByLabel("What was done").fill("Inlet cleared, two loads hauled off");
  await phone.getByRole("dialog").getByRole("button", { name: "Complete" }).click();
  await status(phone, "Completed");

  await manager.reload();
  await press(manager, /^Approve ?: hours of/);
  await manager.getByText("approved by Marcus Hale").waitFor();
  await press(manager, "Close");
  await status(manager, "Closed");
  const { items } = await get<{ items: { title: string; status: string }[] }>(
    manager,
    `/api/v1/work-orders?assetId=${assetId}`,
  );
  expect(items).toContainEqual(
    expect.objectContaining({ title: "The inlet is blocked", status: "closed" }),
  );
});
