// The drill of a restore: a day is lost after a backup, the backup comes back by the commands, nothing
// leaves by itself, who was ended stays out, and nobody gets a letter twice.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeData, removeData } from "./data.ts";
import { openPost } from "./instance.ts";
import { closeBrowser, password, stranger } from "./people.ts";
import { caller, command, signInAt, startOn, type Call, type Running } from "./restoring.ts";

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const demo = (name: string) => `${name}@demo.levee.test`;
const [notice, told] = ["The yard is closed for the drill", "The drill waited a minute"];

let post: Awaited<ReturnType<typeof openPost>>;
let kept: string;
let lost: string;
let data: string;
let running: Running;

type Written = { id: string; version: number };
type Held = { kind: string; due: number; people: number; answer: string | null };
type Restored = { waiting: number; items: { id: string; name: string; told: string | null }[] };

/** What the post took, each letter by whom it went to and its whole text without what differs anyway. */
const taken = (words: string) => post.letters.filter(({ text }) => text.includes(words));
const at = async (name: string): Promise<Call> =>
  caller(running.url, (await signInAt(running.url, demo(name))).access_token);

beforeAll(async () => {
  post = await openPost();
  kept = mkdtempSync(join(tmpdir(), "levee-drill-"));
  lost = makeData();
  data = makeData();
  running = await startOn(lost, { LEVEE_SMTP_URL: post.url });
}, 900_000);
afterAll(async () => {
  await closeBrowser();
  // Undefined where the server never came up.
  await (running as Running | undefined)?.stop();
  await post.close();
  for (const folder of [lost, data]) removeData(folder);
  rmSync(kept, { recursive: true });
});

/** The minute of the agency's clock so many minutes ahead, as a form sends it. */
const minuteAhead = (minutes: number): string =>
  new Intl.DateTimeFormat("sv-SE", {
    timeZone: "America/Chicago",
    dateStyle: "short",
    timeStyle: "short",
  })
    .format(Date.now() + minutes * 60_000)
    .replace(" ", "T");

/** What is under way at the backup: a notice that goes out by the clock, and a run that waits. */
const beginWork = async (manager: Call, admin: Call) => {
  const drafted = await manager<Written>("POST /api/v1/mass-notices", {
    subject: notice,
    body: "Deliveries go to Mill Road.",
    audience: { kind: "staff", departmentIds: [], roles: [], duties: ["receiver"] },
  });
  const step = (as: Call, action: string, version: number, body = {}) =>
    as<Written>(`POST /api/v1/mass-notices/${drafted.id}/actions/${action}`, body, version);
  const approved = await step(admin, "approve", drafted.version);
  await step(manager, "schedule", approved.version, { sendAt: minuteAhead(2) });
  const who = { kind: "starter" };
  const flow = await manager<Written & { definitionId: string }>("POST /api/v1/flow-definitions", {
    name: "Waits a minute",
    nodes: [
      { id: "start", label: "Start", kind: "start", trigger: { on: "hand", noun: null } },
      { id: "wait", label: "Wait", kind: "timer", timer: { by: "duration", minutes: 2 } },
      { id: "tell", label: "Tell", kind: "notice", who, subject: told, text: "", mail: true },
      { id: "end", label: "End", kind: "end", outcome: "" },
    ],
    edges: [
      { from: "start", to: "wait" },
      { from: "wait", to: "tell" },
      { from: "tell", to: "end" },
    ],
  });
  await manager(`POST /api/v1/flow-definitions/${flow.id}/actions/publish`, {}, flow.version);
  await manager("POST /api/v1/flow-runs", { definitionId: flow.definitionId, objectId: null });
};

const withKey = async (admin: Call) => {
  const { person } = await admin<{ person: { id: string } }>("GET /api/v1/me");
  const program = await admin<Written>("POST /api/v1/programs", {
    name: "Ledger of the county",
    purpose: "It reads departments.",
    ownerId: person.id,
    scopes: ["department.read"],
    endsOn: minuteAhead(60 * 24 * 200).slice(0, 10),
  });
  return admin<{ id: string; key: string }>(`POST /api/v1/programs/${program.id}/keys`, {
    days: 100,
    networks: [],
    callsPerMinute: 60,
  });
};

const memberOf = async (admin: Call, name: string) => {
  const { items } = await admin<{ items: { id: string; email: string; version: number }[] }>(
    `GET /api/v1/members?q=${name}&limit=50`,
  );
  return items.find(({ email }) => email === demo(name))!;
};

const isRefused = async (key: string): Promise<number> =>
  (
    await fetch(`${running.url}/api/v1/departments`, {
      headers: { authorization: `Bearer ${key}` },
    })
  ).status;

test("a day is lost and the backup before it comes back: nothing leaves, who was ended stays out, nobody gets a letter twice", async () => {
  const [manager, admin] = [await at("manager"), await at("admin")];
  const key = await withKey(admin);
  expect(await isRefused(key.key)).toBe(200);
  await beginWork(manager, admin);
  const made = await command("backup", [join(kept, "b"), "--key-store", join(kept, "k")], lost);
  expect([made.code, made.said]).toEqual([0, expect.stringContaining("rows")]);
  const folder = join(
    kept,
    "b",
    readdirSync(join(kept, "b")).find((one) => one.startsWith("levee-"))!,
  );
  // The untouched demo gives no finding.
  const rehearsed = await command("backup", [folder, "--rehearse"], lost);
  expect([rehearsed.code, rehearsed.said]).toEqual([
    0,
    expect.stringContaining("every rule of the books holds"),
  ]);

  // The day of work.
  const session = await signInAt(running.url, demo("buyer"));
  const technician = await memberOf(admin, "technician");
  const payroll = await memberOf(admin, "payroll");
  await admin(
    `PATCH /api/v1/members/${technician.id}`,
    { active: false, reason: "Left the county" },
    technician.version,
  );
  await admin(
    `PATCH /api/v1/members/${payroll.id}`,
    { duties: [], reason: "Works elsewhere" },
    payroll.version,
  );
  await admin(`POST /api/v1/program-keys/${key.id}/actions/revoke`, {});
  expect(await isRefused(key.key)).toBe(401);
  const options = { timeout: 240_000, interval: 1_000 };
  await expect.poll(() => taken(notice).length, options).toBeGreaterThan(0);
  await expect.poll(() => taken(told).length, options).toBe(1);
  await pause(5_000);
  const receivers = taken(notice).length;
  const bundle = join(kept, "audit.jsonl");
  writeFileSync(bundle, await admin<string>("POST /api/v1/audit-bundles", { all: true }));
  mkdirSync(data, { recursive: true });
  cpSync(join(lost, "keys"), join(data, "keys"), { recursive: true });
  await running.stop();
  removeData(lost);
  // Whatever the lost machine still sent while it stopped has gone out.
  const letters = post.letters.length;

  // Another machine.
  const [store] = readdirSync(join(kept, "k"));
  cpSync(join(kept, "k", store!), join(data, "keystore"), { recursive: true });
  const restored = await command("restore", [folder, "--audit", bundle], data);
  expect([restored.code, restored.said]).toEqual([
    0,
    expect.stringMatching(
      /Carver County: a kept audit record tells until .* Closed again by it: 3 people and keys/,
    ),
  ]);
  running = await startOn(data, { LEVEE_SMTP_URL: post.url });
  await pause(130_000);
  expect(post.letters.slice(letters)).toEqual([]);
  await peopleRead(session.refresh_token, key.key);
  await administratorAnswers();

  // The rest is released, kind by kind; what had gone out was dropped.
  const again = await at("admin");
  const { items } = await again<{ items: Held[] }>("GET /api/v1/restore-holds");
  for (const { kind, answer } of items)
    if (!answer) await again(`POST /api/v1/restore-holds/${kind}/release`, {});
  await pause(130_000);
  expect(taken(notice)).toHaveLength(receivers);
  expect(taken(told)).toHaveLength(1);
  const each = post.letters.map(({ to, text }) => `${to} ${/^Subject: .*$/m.exec(text)?.[0]}`);
  const twice = each.slice(letters).filter((one) => each.slice(0, letters).includes(one));
  expect(twice).toEqual([]);
}, 1_800_000);

/** Whoever was signed in, was ended, or calls by a revoked key. */
const peopleRead = async (refreshToken: string, key: string) => {
  const answer = await fetch(`${running.url}/auth/v1/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "refresh_token", refresh_token: refreshToken }),
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    401,
    "session_restored",
  ]);
  expect(await isRefused(key)).toBe(401);
  const { page } = await stranger();
  page.setDefaultTimeout(90_000);
  await page.goto(`${running.url}/auth`);
  await page.getByLabel("Email").first().fill(demo("technician"));
  await page.getByLabel("Password").first().fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
  await page.getByText("Carver County waits for an administrator").waitFor();
  await page.getByText("your membership was ended").waitFor();
  await page.context().close();
};

/** An administrator reads what the restore knew, keeps closed who left, and drops what went out. */
const administratorAnswers = async () => {
  const { page } = await stranger();
  page.setDefaultTimeout(90_000);
  await page.goto(`${running.url}/auth`);
  await page.getByLabel("Email").first().fill(demo("admin"));
  await page.getByLabel("Password").first().fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
  await page.waitForURL((now) => !now.pathname.startsWith("/auth"));
  await page.goto(`${running.url}/admin/monitoring`);
  await page.getByText("A kept audit record tells what was written until").waitFor();
  const people = page.getByRole("region", { name: "People and keys that the restore closed" });
  expect(await people.getByRole("row").count()).toBe(4);
  for (const words of ["Membership ended", "Rights changed", "Revoked"]) {
    await people
      .getByRole("row")
      .filter({ hasText: words })
      .getByRole("button", { name: "Keep closed" })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep closed" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.getByText("Everything is answered.").first().waitFor();
  const admin = await at("admin");
  expect(await admin<Restored>("GET /api/v1/restore-report")).toMatchObject({ waiting: 0 });
  const waits = page.getByRole("region", { name: "What waits since the restore" });
  // All three went out on the day that is lost; the letters were on their way at the backup.
  for (const words of ["Notices to many", "Workflows under way", "Letters that waited"]) {
    const row = waits.getByRole("row").filter({ hasText: words });
    expect(await row.innerText()).toMatch(/[1-9]/);
    await row.getByRole("button", { name: "Drop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Drop" }).click();
    await row.getByText(/^Dropped by/).waitFor();
  }
  await page.context().close();
};
