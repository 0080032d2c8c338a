// Two windows on what an administrator sets: a policy and the agency's account. Who saves second
// hears of it and loses nothing.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { get, press, send } from "./steps.ts";
import { answered, goOn, hears } from "./two-windows.ts";

// The refusals that are asked for here are told by the browser's console as well.
const { come } = crew(/\b412\b/);

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

test("the agency's account: what one types stays when another saves", async () => {
  const address = "/payments?tab=accounts";
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
