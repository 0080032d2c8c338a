// Two windows on what many share: a solicitation, a company, a member, a department, a fund. Who saves second hears of it and loses nothing.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { get, press, send } from "./steps.ts";
import { answered, goOn, hears } from "./two-windows.ts";

// The refusals that are asked for here are told by the browser's console as well.
const { come } = crew(/\b412\b/);

test("two addenda at once: the second is published only after its writer has seen the first", async () => {
  const one = await come("buyer");
  const all = await get<{ items: { id: string; number: string }[] }>(
    one,
    "/api/v1/solicitations?limit=50&q=Stream",
  );
  const { id } = all.items[0]!;
  const path = `/api/v1/solicitations/${id}`;
  const address = `/rfq-builder/${id}?tab=addenda`;
  const before = (await get<{ addenda: number }>(one, path)).addenda;
  const open = async (title: string): Promise<Page> => {
    const page = await come("buyer", address);
    await press(page, "Write an addendum");
    await page.getByLabel("What it is about").fill(title);
    await page.getByLabel("What changes").fill(`${title}: read it with the first notice.`);
    return page;
  };
  const first = await open("Sites of the gauges");
  const second = await open("Length of the cables");
  const heard = hears(second, path);
  await press(first, "Publish the addendum");
  await first.getByRole("button", { name: "Write an addendum" }).waitFor();
  await heard;
  await press(second, "Publish the addendum");
  await goOn(second);
  expect((await get<{ addenda: number }>(one, path)).addenda).toBe(before + 1);
  await press(second, "Publish the addendum");
  await second.getByRole("button", { name: "Write an addendum" }).waitFor();
  expect((await get<{ addenda: number }>(one, path)).addenda).toBe(before + 2);
});

test("a company's data: what one types stays when a colleague saves, and a tax number does not stay on the screen", async () => {
  const address = "/vendor-portal/company?tab=data";
  const path = "/api/v1/vendor-company";
  const stamp = String(Date.now()).slice(-6);
  const one = await come("vendor1", address);
  const two = await come("vendor1", address);
  await one.getByLabel("Second line").fill(`Gate ${stamp}`);
  await two.getByLabel("Service area").fill(`${stamp} miles around`);
  const saved = answered(one, path);
  await press(one, "Save company");
  await saved;
  expect(await two.getByLabel("Service area").inputValue()).toBe(`${stamp} miles around`);
  await press(two, "Save company");
  expect(await goOn(two)).toEqual([expect.stringContaining(`Gate ${stamp}`)]);
  await two.getByLabel("Tax number", { exact: false }).last().fill("12-3456789");
  const again = answered(two, path);
  await press(two, "Save company");
  await again;
  await expect
    .poll(() => two.getByLabel("Tax number", { exact: false }).last().inputValue())
    .toBe("");
  expect((await get<{ company: object }>(two, path)).company).toMatchObject({
    address2: `Gate ${stamp}`,
    serviceArea: `${stamp} miles around`,
    tinLast4: "6789",
  });
});

test("a department, a project and a member in their dialogs: the second sees what differs, goes on, and both changes stand", async () => {
  const stamp = String(Date.now()).slice(-7);
  const one = await come("admin", "/team?tab=departments");
  const department = await send<{ id: string }>(one, "POST", "/api/v1/departments", {
    code: `W${stamp}`,
    name: `Wells ${stamp}`,
    parentId: null,
  });
  const both = async (
    who: string,
    address: string,
    name: string | RegExp,
  ): Promise<[Page, Page]> => {
    const windows: [Page, Page] = [await come(who, address), await come(who, address)];
    for (const page of windows) await press(page, name);
    return windows;
  };
  const second = async (
    [first, other]: [Page, Page],
    path: string,
    button: string,
  ): Promise<string[]> => {
    const saved = answered(first, path);
    await press(first, button);
    await saved;
    await press(other, button);
    const rows = await goOn(other);
    const again = answered(other, path);
    await press(other, button);
    await again;
    return rows;
  };

  const departments = await both("admin", "/team?tab=departments", `Wells ${stamp}`);
  await departments[0].getByLabel("Name", { exact: false }).last().fill(`Wells and pumps ${stamp}`);
  await departments[1].getByLabel("Code", { exact: false }).last().fill(`P${stamp}`);
  expect(await second(departments, "/api/v1/departments/", "Save department")).toEqual([
    expect.stringMatching(/^Name.*as you opened it.*Wells and pumps/),
  ]);
  expect(
    (await get<{ items: { id: string }[] }>(one, "/api/v1/departments")).items.find(
      (d) => d.id === department.id,
    ),
  ).toMatchObject({ code: `P${stamp}`, name: `Wells and pumps ${stamp}` });

  const officer = await come("budget");
  const project = await send<{ id: string }>(officer, "POST", "/api/v1/segments", {
    kind: "project",
    code: `W${stamp}`,
    name: `Wells ${stamp}`,
    stop: "hard",
    federal: false,
    assistanceListing: null,
    startsOn: null,
    endsOn: null,
    active: true,
  });
  const projects = await both("budget", "/budget-management/accounts", `Wells ${stamp}`);
  await projects[0].getByLabel("Name", { exact: false }).last().fill(`New wells ${stamp}`);
  await projects[1].getByLabel("Name", { exact: false }).last().fill(`Old wells ${stamp}`);
  expect(await second(projects, "/api/v1/segments/", "Save")).toEqual([
    `NameOld wells ${stamp}New wells ${stamp}`,
  ]);
  expect(
    (await get<{ items: { id: string }[] }>(officer, "/api/v1/segments")).items.find(
      (s) => s.id === project.id,
    ),
  ).toMatchObject({ name: `Old wells ${stamp}` });

  const members = await both("admin", "/team?tab=members", "Ray Castillo");
  const title = `Yard ${stamp}`;
  await members[0].getByRole("dialog").getByLabel("Title", { exact: false }).fill(title);
  await members[1]
    .getByRole("dialog")
    .getByLabel("Department", { exact: false })
    .selectOption({ label: `Wells and pumps ${stamp}` });
  expect(await second(members, "/api/v1/members/", "Save member")).toEqual([
    expect.stringMatching(new RegExp(`^Title.*as you opened it.*${title}$`)),
  ]);
  expect(
    (await get<{ items: { name: string }[] }>(one, "/api/v1/members?limit=100")).items.find(
      (m) => m.name === "Ray Castillo",
    ),
  ).toMatchObject({ title, departmentName: `Wells and pumps ${stamp}` });
});
