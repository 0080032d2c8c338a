// A refrigerator warms: its alarm, the lots that it stops, an issue that is refused, acknowledged and
// cleared by what was read; a silent device by the clock. By axe in both themes, and on a phone.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { looks, violations } from "./looks.ts";
import { url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";

const { come } = crew(/4(09|22)/);
const dialog = (page: Page) => page.getByRole("dialog");

type List<T> = { items: T[] };
type Alarm = { id: string; status: string; title: string; deviceId: string };
const alarmsOf = async (page: Page, deviceId: string): Promise<Alarm[]> =>
  (await get<List<Alarm>>(page, `/api/v1/device-alarms?deviceId=${deviceId}&sort=-beganAt`)).items;

const both = async (page: Page, path: string): Promise<string[]> => {
  const light = await looks(page, path);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await violations(page, `${path} dark`, { colours: true });
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark];
};

const enroll = async (page: Page, name: string): Promise<{ id: string; key: string }> => {
  await page.goto(`${url}/iot`);
  await press(page, "Enroll a device");
  await dialog(page).getByLabel("Device", { exact: true }).fill(name);
  await dialog(page).getByLabel("Temperature").check();
  await dialog(page).getByLabel("Battery").check();
  await dialog(page).getByRole("button", { name: "Enroll" }).click();
  const key = await dialog(page).getByLabel("Key", { exact: true }).inputValue();
  await press(page, "I have kept it");
  await page.waitForURL(/\/iot\/[0-9a-f-]{36}/);
  return { id: page.url().split("/").at(-1)!.slice(0, 36), key };
};

let seq = 0;
const warmth = async (key: string, ...values: [minutesAgo: number, value: number][]) => {
  const readings = values.map(([minutes, value]) => ({
    ...{ metric: "temperature", seq: ++seq, value, unit: "°C" },
    at: new Date(Date.now() - minutes * 60_000).toISOString(),
  }));
  const answer = await fetch(`${url}/api/v1/devices/readings`, {
    method: "POST",
    body: JSON.stringify({ readings }),
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  });
  expect(answer.status).toBe(200);
};

const publish = async (page: Page, body: object): Promise<void> => {
  const path = "/api/v1/device-alarm-rules";
  const draft = await send<{ id: string; version: number }>(page, "POST", path, body);
  await send(page, "POST", `${path}/${draft.id}/actions/publish`, {}, draft.version);
};

test("a refrigerator warms, stops its lots, is acknowledged and cleared", async () => {
  const keeper = await come("devices", "/iot");
  await keeper.getByText("Vaccine refrigerator").first().waitFor();
  expect(await both(keeper, "devices")).toEqual([]);
  const { id, key } = await enroll(keeper, "Oil room probe");
  const [room] = (
    await get<List<{ id: string; code: string }>>(keeper, "/api/v1/stock-locations?q=OIL")
  ).items;
  await send(keeper, "POST", `/api/v1/devices/${id}/posts`, {
    ...{ fromOn: agencyDay(), kind: "location", locationId: room!.id },
  });
  await publish(keeper, {
    ...{ name: "Oil too warm", watches: "above", metric: "temperature", bound: 30, clears: 28 },
    ...{ minutes: 10, severity: "urgent", deviceIds: [id], tells: { quarantine: true } },
  });
  await warmth(key, [40, 25], [30, 31], [18, 32]);
  await expect.poll(() => alarmsOf(keeper, id), { timeout: 30_000 }).toHaveLength(1);
  await keeper.goto(`${url}/iot`);
  await keeper.getByText("Oil room probe").first().waitFor();
  expect(await both(keeper, "an alarm that waits")).toEqual([]);

  const stores = await come("stores", "/inventory");
  const [lot] = (
    await get<List<{ id: string; itemId: string; condition: string }>>(
      stores,
      "/api/v1/stock-lots?q=AW-77120",
    )
  ).items;
  expect(lot!.condition).toBe("quarantined");
  const departments = await get<List<{ id: string }>>(stores, "/api/v1/departments");
  await expect(
    send(stores, "POST", "/api/v1/stock-movements", {
      kind: "issue",
      consumer: { type: "department", id: departments.items[0]!.id },
      lines: [{ itemId: lot!.itemId, fromLocationId: room!.id, lotId: lot!.id, quantity: "1" }],
    }),
  ).rejects.toThrow(/quarantine|not_enough/);

  const { number } = await get<{ number: string }>(
    keeper,
    `/api/v1/device-alarms/${(await alarmsOf(keeper, id))[0]!.id}`,
  );
  await press(keeper, `Acknowledge ${number}`);
  await expect
    .poll(async () => (await alarmsOf(keeper, id))[0]!.status, { timeout: 10_000 })
    .toBe("acknowledged");
  await warmth(key, [2, 27]);
  await expect
    .poll(async () => (await alarmsOf(keeper, id))[0]!.status, { timeout: 30_000 })
    .toBe("cleared");
  await keeper.goto(`${url}/iot/alarms/${(await alarmsOf(keeper, id))[0]!.id}`);
  await status(keeper, "Cleared");
  await keeper.getByText("Lot AW-77120 of Hydraulic oil, AW 46 in quarantine").waitFor();
  expect(await both(keeper, "an alarm")).toEqual([]);
  await keeper.goto(`${url}/iot/${id}`);
  await keeper.getByText("Newest readings").waitFor();
  expect(await both(keeper, "a device")).toEqual([]);
}, 300_000);

test("a device that falls silent alarms by the clock, and a phone shows what waits", async () => {
  const keeper = await come("devices", "/iot");
  const { id, key } = await enroll(keeper, "Probe that falls silent");
  await publish(keeper, {
    ...{ name: "Nothing for a minute", watches: "silent", minutes: 1, severity: "high" },
    deviceIds: [id],
  });
  await warmth(key, [0, 4]);
  expect(await alarmsOf(keeper, id)).toEqual([]);
  await expect
    .poll(() => alarmsOf(keeper, id), { timeout: 200_000, interval: 2000 })
    .toMatchObject([
      { status: "active", title: expect.stringMatching(/^No reading for \d+ minute/) },
    ]);
  await warmth(key, [0, 4]);
  await expect
    .poll(async () => (await alarmsOf(keeper, id))[0]!.status, { timeout: 30_000 })
    .toBe("cleared");
  const phone = await come("devices", "/iot", { width: 390 });
  await phone.getByText("Rain gauge, north ridge").first().waitFor();
  expect(await looks(phone, "devices on a phone")).toEqual([]);
}, 400_000);
