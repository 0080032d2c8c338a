// A day's routes by their people: a transfer becomes a stop, the dispatcher plans around the closed road and
// releases, the driver hands over on a phone, and the dispatcher compares and closes. By axe in both themes.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

// What a driver is refused, the browser's console tells as well.
const { come } = crew(/4(09|22)/);
const dialog = (page: Page) => page.getByRole("dialog");
const within = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole("button", { name }).last().click();
const closed = (page: Page) => dialog(page).waitFor({ state: "hidden" });

type Plan = {
  id: string;
  version: number;
  status: string;
  answer: { basis: string; standing: { kind: string } } | null;
  stops: { id: string; status: string; minutesLate: number | null }[];
};

const fillPlan = async (dispatcher: Page) => {
  await press(dispatcher, "Plan a day");
  const form = dialog(dispatcher);
  await form.getByLabel("What is driven").fill("Edges to the salt shed");
  await form.getByLabel("Day", { exact: true }).fill(agencyDay());
  await choose(dispatcher, "A place of the agency", "County yard");
  await form.getByLabel("Vehicle, line 1").fill("Truck 12");
  await form.getByLabel("Takes, lb, line 1").fill("5000");
  await form.getByLabel("Takes, cu ft, line 1").fill("300");
  await form.getByLabel("Shift from, line 1").fill("00:00");
  await form.getByLabel("To, line 1").fill("23:59");
  await form.getByLabel("Seconds to solve").fill("2");
  await within(dispatcher, "Begin the plan");
  await dispatcher.waitForURL(/quantum-logistics\/[0-9a-f-]{36}$/);
};

const addStop = async (dispatcher: Page, name: string, latitude: string, longitude: string) => {
  await press(dispatcher, "Add a stop");
  await dialog(dispatcher).getByLabel("Stop", { exact: true }).fill(name);
  await dialog(dispatcher).getByLabel("Latitude").fill(latitude);
  await dialog(dispatcher).getByLabel("Longitude").fill(longitude);
  // Both ways around are equally long: the transfer comes first.
  await dialog(dispatcher)
    .getByLabel("After (optional)", { exact: true })
    .selectOption({ index: 1 });
  await within(dispatcher, "Add the stop");
  await closed(dispatcher);
};

const solve = async (dispatcher: Page, id: string): Promise<Plan> => {
  await press(dispatcher, "Solve");
  await expect
    .poll(async () => (await get<Plan>(dispatcher, `/api/v1/route-plans/${id}`)).status, {
      timeout: 60_000,
      interval: 500,
    })
    .toBe("solved");
  await status(dispatcher, "Solved");
  return get<Plan>(dispatcher, `/api/v1/route-plans/${id}`);
};

/** The driver is said where it was forgotten. */
const mann = async (dispatcher: Page) => {
  await press(dispatcher, "Release");
  await dispatcher
    .getByText("Say who drives Truck 12 before its route is released.")
    .first()
    .waitFor();
  await press(dispatcher, "Change the plan");
  await dialog(dispatcher)
    .getByLabel(/^Driver, line 1/)
    .first()
    .click();
  await dispatcher.getByPlaceholder("Type to search").fill("Arlo");
  await dispatcher.locator("[cmdk-item]").filter({ hasText: "Arlo Benson" }).first().click();
  await within(dispatcher, "Save");
  await closed(dispatcher);
};

const handOver = async (driver: Page) => {
  await press(driver, "Hand over");
  await driver.waitForURL(/\/delivery\//);
  await driver.getByLabel("Your name").fill("Arlo Benson");
  await driver.getByRole("button", { name: "Hand over" }).click();
  await driver
    .getByText(/is handed over/)
    .first()
    .waitFor();
};

test("a day's routes, from a transfer that waits to the plan compared with what was driven", async () => {
  const dispatcher = await come("dispatcher", "/quantum-logistics");
  await dispatcher.getByText("Plow cutting edge").first().waitFor();
  expect(await looks(dispatcher, "routes")).toEqual([]);
  await fillPlan(dispatcher);
  const id = dispatcher.url().split("/").at(-1)!;
  await press(dispatcher, "Add what waits");
  await dialog(dispatcher)
    .getByLabel(/Plow cutting edge/)
    .check();
  await within(dispatcher, /^Add 1 stop/);
  await closed(dispatcher);
  await addStop(dispatcher, "Cots to Victoria", "44.8368", "-93.7195");
  const solved = await solve(dispatcher, id);
  expect(solved.answer!.basis).toContain("without County Road 14 under water");
  expect(solved.answer!.standing.kind).toBe("proven");
  expect(await looks(dispatcher, "a solved plan")).toEqual([]);
  await mann(dispatcher);
  await solve(dispatcher, id);
  await press(dispatcher, "Release");
  await status(dispatcher, "Released");

  const driver = await come("crew1", `/quantum-logistics/${id}/drive`, { width: 390 });
  await driver.context().grantPermissions(["geolocation"]);
  const other = await come("crew2", `/quantum-logistics/${id}/drive`);
  await other.getByText("You drive nothing of this plan.").waitFor();
  const before = await get<Plan>(driver, `/api/v1/route-plans/${id}`);
  await expect(
    send(other, "POST", `/api/v1/route-stops/${before.stops[0]!.id}/actions/arrive`, {}, 1),
  ).rejects.toThrow(/Another person drives|changed/);
  expect(await looks(driver, "the driver's list")).toEqual([]);
  await press(driver, "Arrived");
  await driver.getByRole("button", { name: "Hand over" }).first().waitFor();
  await handOver(driver);
  await driver.goto(`${url}/quantum-logistics/${id}/drive`);
  await press(driver, "Arrived");
  await press(driver, "Could not deliver");
  await within(driver, "Could not deliver");
  await dialog(driver).getByText("Say why").first().waitFor();
  await dialog(driver).getByLabel("Why").fill("Nobody was there to take them.");
  await within(driver, "Could not deliver");
  await driver.getByText("It was driven.").waitFor();

  await dispatcher.reload();
  await dispatcher.getByText("Cots to Victoria could not be delivered").first().waitFor();
  await press(dispatcher, "Close");
  await status(dispatcher, "Closed");
  const after = await get<Plan>(dispatcher, `/api/v1/route-plans/${id}`);
  expect(after.stops.map((stop) => stop.status).toSorted()).toEqual(["done", "failed"]);
  expect(after.stops.every(({ minutesLate }) => minutesLate !== null)).toBe(true);
});
