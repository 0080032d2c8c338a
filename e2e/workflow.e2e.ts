// Tasks, delegations, the years of a budget, and a request that is asked for anew.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { get, press, send } from "./steps.ts";

const { come } = crew();

test("a budget officer gives a task and delegates from the dashboard, corrects the days of a year and closes another; what was rejected is asked for anew", async () => {
  const officer = await come("budget", "/dashboard");
  const title = `Look at the culvert line ${Date.now()}`;
  await officer.getByRole("button", { name: "Tasks and approvals" }).click();
  await officer.getByRole("menuitem", { name: "New task" }).click();
  await officer.getByLabel("What has to be done").fill(title);
  expect(await looks(officer, "a new task")).toEqual([]);
  await press(officer, "Give the task");
  await officer.getByRole("link", { name: title }).waitFor();
  await press(officer, `Done: ${title}`);
  await officer.getByRole("button", { name: "Tasks and approvals" }).click();
  await officer.getByRole("menuitem", { name: "Delegate approvals" }).click();
  await officer.getByRole("dialog").getByRole("heading", { name: "Delegate approvals" }).waitFor();
  await press(officer, "Cancel");

  // A year of its own: nothing of the demo is charged to it.
  await officer.goto(`${url}/budget-management/accounts`);
  await send(officer, "POST", "/api/v1/fiscal-years", {
    year: 2150,
    startsOn: "2149-08-01",
    endsOn: "2150-06-30",
  });
  await officer.reload();
  await press(officer, "Correct the days of 2150");
  await officer.getByLabel("First day").fill("2149-07-01");
  expect(await looks(officer, "the days of a year")).toEqual([]);
  await press(officer, "Save the days");
  await officer
    .locator("main li")
    .filter({ hasText: "Correct" })
    .filter({ hasText: "2150" })
    .getByText("Jul 1, 2149")
    .waitFor();

  // One that ended long ago, of which nothing is left: it closes into the open one after it, and
  // opens again.
  const past = 1992 + (Math.floor(Date.now() / 1000) % 28);
  await send(officer, "POST", "/api/v1/fiscal-years", {
    year: past,
    startsOn: `${past - 1}-10-01`,
    endsOn: `${past}-09-30`,
  });
  await officer.reload();
  const pastRow = officer.locator("main li").filter({ hasText: `Sep 30, ${past}` });
  await press(officer, `Close ${past}`);
  const dialog = officer.getByRole("dialog");
  await dialog.getByText("The unspent budget behind them goes along").click();
  expect(await looks(officer, "closing a year")).toEqual([]);
  await dialog.getByRole("button", { name: `Close ${past}` }).click();
  await pastRow.getByText("Closed", { exact: true }).waitFor();
  await press(officer, `Open ${past} again`);
  await dialog.getByLabel("Reason").fill("A late transfer");
  await dialog.getByRole("button", { name: "Open again" }).click();
  await pastRow.getByText("Ended, to close").waitFor();
  await press(officer, `Close ${past}`);
  await dialog.getByText("The unspent budget behind them goes along").click();
  await dialog.getByRole("button", { name: `Close ${past}` }).click();
  await pastRow.getByText("Closed", { exact: true }).waitFor();

  const user = await come("user");
  const before = (
    await get<{ items: { id: string; title: string; number: string }[] }>(
      user,
      "/api/v1/requisitions?status=rejected&limit=1",
    )
  ).items[0]!;
  await user.goto(`${url}/smart-requisition/${before.id}`);
  await user.getByRole("link", { name: "Ask for it anew" }).click();
  await user.getByText(`What ${before.number} said is filled in`).waitFor();
  expect([
    await user.getByLabel("What is needed").inputValue(),
    await user.getByLabel("Date needed").inputValue(),
  ]).toEqual([before.title, ""]);
});
