// Two windows on what many share: a policy, a solicitation, a company, the agency's account, a
// member, a department, a fund. Who saves second hears of it and loses nothing.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import type { Person } from "./people.ts";
import { get, press, send } from "./steps.ts";

// The refusals that are asked for here are told by the browser's console as well.
const { come } = crew(/\b412\b/);

type Page = Person["page"];

/**
 * Settles when the page has read the record anew: that must move neither what is typed nor the
 * version that is sent.
 */
const hears = (page: Page, path: string) =>
  page.waitForResponse((r) => r.request().method() === "GET" && r.url().endsWith(path));
const answered = (page: Page, path: string) =>
  page.waitForResponse((r) => r.request().method() !== "GET" && r.url().includes(path) && r.ok());

/** The notice of the other's change: its rows, and the way on with one's own values. */
const goOn = async (page: Page): Promise<string[]> => {
  const notice = page.getByRole("alert").filter({ hasText: "This record has changed" });
  await notice.waitFor();
  const rows = await notice.locator("tbody tr").allTextContents();
  await notice.getByRole("button", { name: "Keep mine and go on" }).click();
  await notice.waitFor({ state: "detached" });
  return rows;
};

test("a policy's draft: one names it anew while the other raises its limit and seeks a person for it; both changes stand", async () => {
  const one = await come("admin");
  const name = `Culverts ${Date.now()}`;
  const path = "/api/v1/approval-policies";
  const step = {
    name: "Manager",
    stage: 1,
    mode: "any",
    quorum: 1,
    dueHours: 72,
    approvers: [{ kind: "role", role: "manager" }],
    escalateTo: null,
  };
  const { id } = await send<{ id: string }>(one, "POST", path, {
    name,
    documentType: "requisition",
    priority: 900,
    condition: { amountMin: 100_00 },
    steps: [step],
  });
  await one.goto(`${new URL(one.url()).origin}/approvals-inbox/policies/${id}`);
  const two = await come("admin", `/approvals-inbox/policies/${id}`);
  await one.getByLabel("Name").first().fill(`${name}, renamed`);
  await two.getByLabel("Amount from").fill("250");
  await two.getByLabel("Approver 1 of step 1: kind").selectOption("person");
  await two.getByLabel("Approver 1 of step 1: person").click();
  const sought = two.waitForResponse((r) => /\/api\/v1\/members\?.*\bq=Teresa/.test(r.url()));
  await two.keyboard.type("Teresa");
  const { items: people } = (await (await sought).json()) as {
    items: { id: string; name: string }[];
  };
  await two.getByRole("option", { name: /Teresa Brandt/ }).click();
  await two
    .getByLabel("The policy in words")
    .getByText(/Manager: Teresa Brandt within/)
    .waitFor();
  await press(one, "Save draft");
  await one.waitForURL((u) => u.pathname.endsWith("/policies"));
  await press(two, "Save draft");
  const rows = await goOn(two);
  expect(rows).toEqual([expect.stringMatching(/^Name.*as you opened it.*renamed$/)]);
  await press(two, "Save draft");
  await two.waitForURL((u) => u.pathname.endsWith("/policies"));
  const { items } = await get<{
    items: { id: string; name: string; condition: { amountMin: number }; steps: unknown[] }[];
  }>(one, path);
  expect(items.find((each) => each.id === id)).toMatchObject({
    name: `${name}, renamed`,
    condition: { amountMin: 250_00 },
    steps: [
      {
        approvers: [
          { kind: "person", personId: people.find((p) => p.name === "Teresa Brandt")!.id },
        ],
      },
    ],
  });
});

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

test("the agency's account: what one types stays when another saves", async () => {
  const address = "/payments?tab=bank";
  const path = "/api/v1/agency-bank-account";
  const stamp = String(Date.now()).slice(-6);
  const entry = `C${stamp}PAY`;
  const company = `1${stamp}578`;
  const one = await come("treasurer", address);
  const two = await come("treasurer", address);
  await one.getByLabel("Entry description").fill(entry);
  await two.getByLabel("Company identification").fill(company);
  const heard = hears(two, path);
  const saved = answered(one, path);
  await press(one, "Save account");
  await saved;
  await heard;
  expect(await two.getByLabel("Company identification").inputValue()).toBe(company);
  await press(two, "Save account");
  expect(await goOn(two)).toEqual([expect.stringContaining(entry)]);
  const again = answered(two, path);
  await press(two, "Save account");
  await again;
  expect(await get<object>(one, path)).toMatchObject({
    entryDescription: entry,
    companyId: company,
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
