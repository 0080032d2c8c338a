// A carbon year by its people: the officer settles what is left over and adds a line, the controller reviews, the
// year before is restated under another set and published, a credit is retired. By axe in both themes and on a phone.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

// What the reviewer is refused, the browser's console tells as well.
const { come } = crew(/4(03|09|22)/);
const dialog = (page: Page) => page.getByRole("dialog");
const within = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole("button", { name }).last().click();
const closed = (page: Page) => dialog(page).waitFor({ state: "hidden" });

type Year = {
  id: string;
  number: string;
  status: string;
  version: number;
  year: number;
  missing: number;
  twice: number;
  jobId: string | null;
  totals: { grams: number };
  difference: Record<string, number> | null;
};
type Rows = { items: { id: string; title: string }[] };
const years = "/api/v1/carbon-years";
const read = (page: Page, id: string) => get<Year>(page, `${years}/${id}`);

const newest = async (page: Page): Promise<Year> => {
  const { items } = await get<Rows>(page, `${years}?status=open&sort=-year&limit=1`);
  return read(page, items[0]!.id);
};
const lastPublished = async (page: Page): Promise<Year> => {
  const { items } = await get<Rows>(page, `${years}?status=published&sort=-year&limit=1`);
  return read(page, items[0]!.id);
};
const counted = (page: Page, id: string) =>
  expect.poll(async () => (await read(page, id)).jobId, { timeout: 60_000 }).toBeNull();

/** Settles the first row by hand, and the others at once as the same dialog does. */
const settle = async (officer: Page, id: string) => {
  const { items } = await get<Rows>(
    officer,
    `/api/v1/carbon-gaps?yearId=${id}&open=true&sort=-onDay&limit=500`,
  );
  expect(items.length).toBeGreaterThan(0);
  await officer
    .getByRole("checkbox", { name: /^Select/ })
    .nth(1)
    .check();
  await press(officer, "Settle");
  await dialog(officer).getByLabel("Why").fill("Too small to matter this year.");
  await within(officer, "Settle");
  await closed(officer);
  const left = await get<Rows>(
    officer,
    `/api/v1/carbon-gaps?yearId=${id}&open=true&sort=-onDay&limit=500`,
  );
  expect(left.items).toHaveLength(items.length - 1);
  const ids = left.items.map((row) => row.id);
  const all = { ids, as: "left_out", reason: "No factor of its commodity yet." };
  if (ids.length > 0) await send(officer, "POST", `${years}/${id}/actions/settle`, all);
};

const addLine = async (officer: Page, year: number) => {
  await press(officer, "Add a line");
  const form = dialog(officer);
  await form.getByLabel("Activity").selectOption({ label: "Propane" });
  await form.getByLabel("Day", { exact: true }).fill(`${year}-02-02`);
  await form.getByLabel("What", { exact: true }).fill("Generator of the county garage");
  await form.getByLabel("Quantity").fill("7.5");
  await form.getByLabel("Unit").fill("gal");
  await within(officer, "Add it");
  await closed(officer);
  await officer.getByText("Generator of the county garage").first().waitFor();
};

test("a year is settled, reviewed by another, published and restated; both versions stay readable", async () => {
  const officer = await come("sustainability", "/carbon");
  const { id, year } = await newest(officer);
  await officer
    .getByText(/of CO2e in/)
    .first()
    .waitFor();
  expect(await looks(officer, "carbon")).toEqual([]);
  await settle(officer, id);
  await officer.reload();
  await addLine(officer, year);
  await officer.getByText("Generator of the county garage").first().click();
  await officer.getByText("CO2e, rounded once").waitFor();
  expect(await looks(officer, "a line of carbon")).toEqual([]);
  await expect(send(officer, "POST", `${years}/${id}/actions/review`, {})).rejects.toThrow(
    /prepared|another person/i,
  );

  const reviewer = await come("controller", "/carbon");
  await press(reviewer, "Review");
  await within(reviewer, "Review").catch(() => {});
  await status(reviewer, "Reviewed");
  // Nobody publishes a year that is not over.
  await officer.goto(`${url}/carbon`);
  await officer.getByText(`Publish is not possible: ${year} is not over`).first().waitFor();
  expect((await read(officer, id)).status).toBe("reviewed");

  const first = await lastPublished(officer);
  const why = { potentials: "a1-2014", why: "To compare with the first years." };
  const made = await send<Year>(officer, "POST", `${years}/${first.id}/actions/restate`, why);
  await counted(officer, made.id);
  await reviewer.goto(`${url}/carbon/years/${made.id}`);
  await press(reviewer, "Review");
  await status(reviewer, "Reviewed");
  await officer.goto(`${url}/carbon/years/${made.id}?tab=method`);
  await officer.getByText("Warming potentials").first().waitFor();
  expect(await looks(officer, "how carbon is counted")).toEqual([]);
  await press(officer, "Publish");
  await status(officer, "Published");
  const [old, now] = [await read(officer, first.id), await read(officer, made.id)];
  expect([old.status, old.totals.grams]).toEqual(["restated", first.totals.grams]);
  const { from, to, ...causes } = now.difference!;
  expect(Object.values(causes).reduce((sum, grams) => sum + grams, 0)).toBe(to! - from!);
  expect([from, to]).toEqual([first.totals.grams, now.totals.grams]);

  const phone = await come("user", "/carbon", { width: 390, theme: "dark" });
  await phone
    .getByText(/of CO2e in/)
    .first()
    .waitFor();
  expect(await looks(phone, "carbon on a phone")).toEqual([]);
  await phone.goto(`${url}/citizen-portal#carbon`);
  await phone.getByText(`${first.year}: `).first().waitFor();
});

test("credits are listed once, bought by an order and retired for good", async () => {
  const officer = await come("sustainability", "/carbon?tab=credits");
  await press(officer, "List credits");
  const form = dialog(officer);
  await form.getByLabel("Registry").selectOption({ label: "Verra (VCS)" });
  await form.getByLabel("Vintage").fill("2024");
  await form.getByLabel("Project").fill("Wetland of Lake Waconia");
  await form.getByLabel("Serial block").fill("VCS-2210-MN");
  await form.getByLabel("First number").fill("1");
  await form.getByLabel("Last number").fill("40");
  await within(officer, "List them");
  await officer.waitForURL(/carbon\/credits\/[0-9a-f-]{36}$/);
  await press(officer, "Hold");
  await choose(officer, "Order", "PO-");
  await within(officer, "Hold them");
  await status(officer, "Held");
  await press(officer, "Reserve for a year");
  await dialog(officer).getByLabel("Year").fill("2025");
  await within(officer, "Reserve for a year");
  await status(officer, "Reserved");
  await press(officer, "Retire");
  await dialog(officer).getByLabel("Document of the registry").fill("Certificate 2210-8");
  await within(officer, "Retire");
  await status(officer, "Retired");
  await officer.getByText("40 t are retired for 2025, for good").waitFor();
  expect(await looks(officer, "a retired credit")).toEqual([]);
  const again = {
    ...{ registry: "verra", project: "The same", vintage: 2024, block: "VCS-2210-MN" },
    ...{ serialFrom: 40, serialTo: 41 },
  };
  await expect(send(officer, "POST", "/api/v1/carbon-credits", again)).rejects.toThrow(
    /listed already/,
  );
});
