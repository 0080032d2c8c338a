// A flood's damage and hours by several people: a technician captures damage on a phone, the coordinator
// puts it into a project and reads a week of labor, the department's head confirms it, and every hour
// that is excluded names its rule.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { get, press } from "./steps.ts";

const { come } = crew(/\b4(09|22)\b/);
// A picture of one dot, as a phone would send one.
const photo = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const us = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;

test("damage captured on a phone becomes a project, and a week of labor is read, confirmed and judged", async () => {
  const mark = String(Date.now()).slice(-6);
  const phone = await come("technician", "/fema-grants-hub/damage/new", { width: 390 });
  const { items: open } = await get<{ items: { id: string; number: string }[] }>(
    phone,
    "/api/v1/pa-open-declarations",
  );
  const flood = open.find((d) => d.number === "DR-4897-MN")!;
  await phone
    .locator("input[type=file]")
    .setInputFiles({ name: `washout-${mark}.png`, mimeType: "image/png", buffer: photo });
  await phone.getByText(`washout-${mark}.png`).waitFor();
  await phone.getByLabel("Declaration").selectOption(flood.id);
  await phone.getByLabel("What is damaged").fill(`Washout ${mark}`);
  await phone.getByLabel("Where").fill(`Mill Road, mile ${mark}`);
  await phone.getByLabel("Latitude").fill("44.78");
  await phone.getByLabel("Longitude").fill("-93.6");
  await phone.getByLabel("What damaged it").fill(`Flood water ${mark}`);
  const coordinator = await come("recovery", `/fema-grants-hub/declarations/${flood.id}`);
  const d = await get<{ periodFrom: string }>(coordinator, `/api/v1/pa-declarations/${flood.id}`);
  const day = new Date(Date.parse(d.periodFrom) + 2 * 86_400_000).toISOString().slice(0, 10);
  await phone.getByLabel("Day of the damage").fill(day);
  await press(phone, "Enter damage");
  await phone.getByRole("heading", { name: `Washout ${mark}` }).waitFor();
  const damage = new URL(phone.url()).pathname;

  await coordinator.goto(`${url}/fema-grants-hub?tab=projects`);
  await press(coordinator, "Begin a project");
  const dialog = coordinator.getByRole("dialog");
  await dialog.getByLabel("Declaration").selectOption(flood.id);
  await dialog.getByLabel("Project", { exact: true }).fill(`Road crew ${mark}`);
  await dialog.getByLabel("Category").selectOption("C");
  await dialog.getByRole("button", { name: "Save project" }).click();
  await coordinator.getByRole("heading", { name: `Road crew ${mark}` }).waitFor();
  const project = new URL(coordinator.url()).pathname;
  await coordinator.goto(`${url}${damage}`);
  await press(coordinator, "Put into a project");
  await coordinator.getByRole("dialog").getByLabel("Project").click();
  await coordinator.getByPlaceholder("Type to search").fill(mark);
  await coordinator.locator("[cmdk-item]").filter({ hasText: mark }).first().click();
  await coordinator.getByRole("dialog").getByRole("button", { name: "Put in" }).click();
  await coordinator
    .getByRole("link", { name: new RegExp(`Road crew ${mark}|PAP-`) })
    .first()
    .waitFor();

  // Nobody is in two places: another try reads hours of another minute of the night.
  const minute = 200 + (Number(mark) % 150);
  const clock = (n: number) => `0${Math.floor(n / 60)}:${String(n % 60).padStart(2, "0")}`;
  const shift = `${us(day)},${clock(minute)},${clock(minute + 1)},0,0:01`;
  const lines = [
    "Employee,Class,Date,From,To,Break,Hours,Pay,Work",
    `crew1@demo.levee.test,OPR,${shift},REG,Night watch ${mark}`,
    `crew2@demo.levee.test,LAB,${shift},OT,Night watch ${mark}`,
    `nobody@demo.levee.test,LAB,${us(day)},07:00,15:00,0,8,REG,Sandbags`,
  ];
  await coordinator.goto(`${url}/fema-grants-hub/crew`);
  const form = coordinator.locator("form").first();
  await form.getByLabel("Declaration").selectOption(flood.id);
  await form.locator("input[type=file]").setInputFiles({
    name: `week-${mark}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(lines.join("\n")),
  });
  await form.getByText(`week-${mark}.csv`).waitFor();
  await form.getByRole("button", { name: "Read it" }).click();
  await coordinator.getByText(/3 rows read, 2 entries taken/).waitFor();
  await coordinator.getByText(/Line 4, nobody@demo/).waitFor();

  const head = await come("roads.head", "/fema-grants-hub/crew");
  for (const name of ["Mina Torres", "Arlo Benson"]) {
    const confirm = head
      .getByRole("button", { name: new RegExp(`^Confirm the week ?: ${name}`) })
      .first();
    const week = (await confirm.textContent())!.replace("Confirm the week: ", "");
    await confirm.click();
    await head.getByRole("button", { name: new RegExp(week) }).waitFor({ state: "detached" });
  }

  await coordinator.goto(`${url}${project}`);
  await coordinator.getByRole("tab", { name: "Costs" }).click();
  await press(coordinator, "Take hours");
  const hours = coordinator.getByRole("dialog");
  await hours.getByLabel("From").fill(day);
  await hours.getByLabel("To", { exact: true }).fill(day);
  await hours.getByRole("button", { name: "Add the hours" }).click();
  const id = project.split("/").at(-1)!;
  await expect
    .poll(async () => {
      const { items } = await get<{
        items: { person: string; label: string; eligible: boolean; rule: string }[];
      }>(coordinator, `/api/v1/pa-items?projectId=${id}&limit=100`);
      return items
        .filter((i) => i.label.includes(mark))
        .map((i) => [i.person, i.eligible, i.rule])
        .sort();
    })
    .toEqual([
      ["Arlo Benson", true, "Regular pay of hours beyond the schedule: it counts whole."],
      [
        "Mina Torres",
        false,
        'The pay policy "Overtime of laborers when a disaster is declared" depends on federal money.',
      ],
    ]);
  await coordinator
    .getByText(/depends on federal money/)
    .first()
    .waitFor();
});
