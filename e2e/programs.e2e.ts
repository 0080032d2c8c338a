// A script's key from creation to revocation: an administrator sets a program up, its owner makes the
// key, the script reads, drafts once and is refused what decides, the owner sees its calls, and from
// the revocation on it gets nothing.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { choose, press, status } from "./steps.ts";

const { come } = crew();
// A try that failed leaves its program behind.
const name = `Fence script ${Date.now()}`;

const script =
  (key: string) =>
  async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...init.headers,
      },
    });
    return { status: answer.status, body: (await answer.json()) as any };
  };

test("a script works with a key of its own until it is revoked", async () => {
  const admin = await come("admin", "/api-connectors?tab=keys");
  await admin.getByRole("link", { name: "New program" }).click();
  await admin.getByLabel("Name", { exact: true }).fill(name);
  await admin.getByLabel("What it is for").fill("Drafts fences for road works");
  await choose(admin, "Who answers for it", "Marcus Hale");
  for (const may of [
    /requisition\.read/,
    /requisition\.create/,
    /department\.read/,
    /budget\.read/,
  ])
    await admin.getByRole("checkbox", { name: may }).check();
  await press(admin, "Set up the program");
  await admin.getByRole("heading", { name }).waitFor();
  await admin.getByText("Marcus Hale makes it", { exact: false }).waitFor();
  const page = new URL(admin.url()).pathname;

  const owner = await come("manager", page);
  await press(owner, "New key");
  await owner.getByLabel("Calls a minute").fill("300");
  await press(owner, "Make the key");
  const key = await owner.getByLabel("Key", { exact: true }).inputValue();
  expect(key).toMatch(/^lvk_\w{8}_\w{46}$/);
  await press(owner, "I have kept it");

  const call = script(key);
  const departments = await call("/api/v1/departments");
  const accounts = await call("/api/v1/account-strings");
  expect([departments.status, accounts.status]).toEqual([200, 200]);
  const body = JSON.stringify({
    title: "Fence along County Road 12",
    departmentId: departments.body.items[0].id,
    neededOn: new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10),
    lines: [
      {
        description: "Fence, 40 ft",
        quantity: "1",
        unitPrice: "480",
        splits: [{ accountStringId: accounts.body.items[0].id, percent: "100" }],
      },
    ],
  });
  const send = () =>
    call("/api/v1/requisitions", {
      method: "POST",
      body,
      headers: { "idempotency-key": `fence ${name}` },
    });
  const made = await send();
  expect(made.status).toBe(201);
  expect((await send()).body.id).toBe(made.body.id);
  expect((await call("/api/v1/me")).status).toBe(403);
  expect((await call("/api/v1/payments")).status).toBe(403);

  await owner.goto(`${url}/smart-requisition/${made.body.id}?tab=history`);
  await owner.getByText(`${name} (program of Marcus Hale)`).first().waitFor();
  await owner.goto(`${url}${page}?tab=calls`);
  await owner.getByText("POST /api/v1/requisitions").first().waitFor();
  await owner.goto(`${url}${page}`);
  await owner.getByRole("button", { name: /^Revoke lvk_/ }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await owner.getByText("Revoked", { exact: true }).first().waitFor();
  const after = await call("/api/v1/requisitions");
  expect([after.status, after.body.code]).toEqual([401, "key_ended"]);

  await admin.reload();
  await press(admin, "End");
  await admin.getByRole("dialog").getByRole("textbox").fill("The fence stands");
  await admin.getByRole("dialog").getByRole("button", { name: "End" }).click();
  await status(admin, "Ended");
}, 120_000);
