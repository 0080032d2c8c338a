// Security: an officer answers for last night's attack and keeps a case, an administrator has every door
// proved and asks why somebody may, wrong passwords raise an alert, somebody says "that was not me". Every
// screen by axe in both themes, wide and on a phone.
import { expect, test } from "vitest";
import type { Page } from "playwright";
import { hotp, totpStep } from "#areas/identity/totp.service.ts";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { password, url } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

// What is refused to whoever is not asked, the browser's console tells as well.
const { come } = crew(/400|401|403|404|409|422|429/);

type Alert = { id: string; number: string; said: string; status: string; version: number };
const wrongPassword = async (name: string): Promise<number> =>
  (
    await fetch(`${url}/auth/v1/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        grant_type: "password",
        email: `${name}@demo.levee.test`,
        password: "not the one, for sure",
      }),
    })
  ).status;

/** What stands in base32 (RFC 4648), as an authenticator app reads a secret typed by hand. */
const unbase32 = (text: string): string => {
  const bits = [...text]
    .map((letter) =>
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
    )
    .join("");
  return String.fromCharCode(
    ...(bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)),
  );
};

const alertsOf = async (page: Page): Promise<Alert[]> =>
  (await get<{ items: Alert[] }>(page, "/api/v1/security-alerts?living=true&limit=50&sort=number"))
    .items;

const answer = async (page: Page, action: string, words: string) => {
  await press(page, action);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(words);
  await dialog.getByRole("button", { name: action, exact: true }).last().click();
  await dialog.waitFor({ state: "hidden" });
};

test("an officer looks at last night's attack, explains one alert and opens a case of another", async () => {
  const officer = await come("security", "/security-dashboard");
  const [first, second] = await alertsOf(officer);
  await officer.getByText(first!.said).first().click();
  await officer.locator(".record-head").waitFor();
  await press(officer, "Look at it");
  await status(officer, "Being looked at");
  await answer(officer, "Explain", "The address is a scanner that the county hired.");
  await status(officer, "Explained");
  await officer.goto(`${url}/admin/security-audit/alerts/${second!.id}`);
  await officer.locator(".record-head").waitFor();
  await answer(officer, "Open a case", "Twenty wrong passwords against the treasurer.");
  await status(officer, "Case opened");
  await officer.getByRole("link", { name: "Open the case" }).click();
  await status(officer, "Open");
  const caseAddress = new URL(officer.url()).pathname;
  // An administrator reads alerts, answers for none, and sees no case.
  const admin = await come("admin", "/admin/security-audit");
  await admin.getByText("Events").first().waitFor();
  await expect(
    send(admin, "POST", `/api/v1/security-alerts/${second!.id}/actions/acknowledge`, {}),
  ).rejects.toThrow(/Security officer|may/);
  expect(await get(admin, `/api/v1/security-cases/${caseAddress.split("/").at(-1)}`)).toMatchObject(
    { status: 403 },
  );
  await answer(officer, "Close", "The address was blocked; no password was guessed.");
  await status(officer, "Closed");
});

test("an administrator has every door proved, and reads why somebody may and may not", async () => {
  const admin = await come("admin", "/access-controls");
  await press(admin, "Prove it");
  await admin.getByText(/addresses asked for \d+ holders/).waitFor({ timeout: 60_000 });
  await admin
    .getByText("0 answers are not what the matrix says")
    .or(admin.getByText("Every door opens for exactly those whom the matrix names"))
    .first()
    .waitFor();
  await admin.getByRole("tab", { name: "Why may they" }).click();
  const ask = async (permission: string, says: string) => {
    await choose(admin, "Person", "Maya Okafor");
    await admin.getByLabel("Permission or address").fill(permission);
    await press(admin, "Tell me why");
    await admin.getByText(says, { exact: true }).first().waitFor();
  };
  await ask("purchaseOrder.create", "May");
  await admin.reload();
  await admin.getByRole("tab", { name: "Why may they" }).click();
  await ask("securityCase.read", "May not");
  await admin.getByRole("tab", { name: "Separation" }).click();
  await admin
    .getByText(/both ends|at once|nobody/i)
    .first()
    .waitFor();
  const user = await come("user", "/security");
  expect(await get(user, "/api/v1/access-matrix")).toMatchObject({ status: 403 });
});

test("wrong passwords for three accounts raise nothing, for a fourth from the same address an alert", async () => {
  const officer = await come("security", "/security-dashboard");
  const before = (await alertsOf(officer)).length;
  for (const name of ["payroll", "pio", "counsel"])
    expect(await wrongPassword(name)).toBeGreaterThanOrEqual(400);
  await officer.waitForTimeout(70_000);
  expect((await alertsOf(officer)).length).toBe(before);
  await wrongPassword("works");
  await expect
    .poll(async () => (await alertsOf(officer)).length, { timeout: 90_000, interval: 2000 })
    .toBe(before + 1);
});

type Session = { access_token: string; refresh_token: string };
const enter = async (name: string): Promise<Session> => {
  const answer = await fetch(`${url}/auth/v1/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "password", email: `${name}@demo.levee.test`, password }),
  });
  return (await answer.json()) as Session;
};
const refresh = async (token: string): Promise<number> =>
  (
    await fetch(`${url}/auth/v1/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ grant_type: "refresh_token", refresh_token: token }),
    })
  ).status;
const call = async <T>({ access_token }: Session, path: string, body?: object): Promise<T> => {
  const answer = await fetch(`${url}${path}`, {
    method: body ? "POST" : "GET",
    ...(body && { body: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${access_token}`,
      "idempotency-key": crypto.randomUUID(),
      ...(body && { "content-type": "application/json" }),
    },
  });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${said}`);
  return (answer.headers.get("content-type")?.includes("json") ? JSON.parse(said) : said) as T;
};
const wrongProof = (session: Session) =>
  expect(
    call(session, "/auth/v1/proof", { kind: "password", present_password: "not the one" }),
  ).rejects.toThrow();

/** Turns the second factor on and off again, as its owner does. */
const factorOnAndOff = async (session: Session): Promise<void> => {
  await call(session, "/auth/v1/proof", { kind: "password", present_password: password });
  const { secret } = await call<{ secret: string }>(session, "/auth/v1/factors", {});
  const code = await hotp(unbase32(secret), totpStep(Date.now()));
  const { backup_codes } = await call<{ backup_codes: string[] }>(
    session,
    "/auth/v1/factors/verify",
    { code },
  );
  await call(session, "/auth/v1/factors/remove", { code: backup_codes[0] });
};

const detected = async (page: Page, key: string): Promise<number> =>
  (await get<{ total: number }>(page, `/api/v1/security-alerts?detection=${key}&limit=1`)).total;

test("attack on an account, reused key, mass export, factor off and bank change: silent below, told at the count", async () => {
  const officer = await come("security", "/security-dashboard");
  const keys = [
    "account-under-attack",
    "session-key-reused",
    "mass-export",
    "factor-off-bank-change",
  ] as const;
  const counts = () => Promise.all(keys.map((key) => detected(officer, key)));
  const before = await counts();
  const [attacked, ofKey, taker, clerk] = await Promise.all(
    ["inspector", "technician", "auditor", "ap"].map(enter),
  );
  // Seven wrong passwords, a key again within its half minute, two exports, a factor off and no bank change.
  for (let n = 0; n < 4; n += 1) expect(await wrongPassword("inspector")).toBe(401);
  for (let n = 0; n < 3; n += 1) await wrongProof(attacked!);
  expect(await refresh(ofKey!.refresh_token)).toBe(200);
  expect(await refresh(ofKey!.refresh_token)).toBe(200);
  const takeOut = () => call(taker!, "/api/v1/audit-entries/export?format=csv");
  await takeOut();
  await takeOut();
  await factorOnAndOff(clerk!);
  await officer.waitForTimeout(70_000);
  expect(await counts()).toEqual(before);
  await wrongProof(attacked!);
  expect(await refresh(ofKey!.refresh_token)).toBe(401);
  await takeOut();
  const { items } = await call<{ items: { id: string }[] }>(
    clerk!,
    "/api/v1/vendors?status=active&limit=1",
  );
  await call(clerk!, `/api/v1/vendors/${items[0]!.id}/bank-changes`, {
    bankName: "First Bank of Carver",
    routingNumber: "021000021",
    accountNumber: "4455667788",
    accountType: "checking",
    reason: "A letter asked for it.",
  });
  await expect
    .poll(counts, { timeout: 90_000, interval: 2000 })
    .toEqual(before.map((count) => count + 1));
  await officer.reload();
  await officer
    .getByText(/a used session key came again, once/)
    .first()
    .waitFor();
}, 240_000);

test("an account that nobody used for 120 days wakes and is told; one of 60 days is not", async () => {
  const officer = await come("security", "/security-dashboard");
  const woke = () => detected(officer, "dormant-account-wakes");
  const before = await woke();
  await come("utilities.head", "/dashboard");
  await officer.waitForTimeout(70_000);
  expect(await woke()).toBe(before);
  await come("parks.head", "/dashboard");
  await expect.poll(woke, { timeout: 90_000, interval: 2000 }).toBe(before + 1);
}, 240_000);

test("that was not me: every session ends, the password opens nothing, the officer has an alert", async () => {
  const person = await come("payroll", "/security-settings");
  await press(person, "That was not me");
  await person.getByRole("dialog").getByRole("button", { name: "End everything" }).click();
  await person.waitForURL(/sign-in|auth/, { timeout: 30_000 });
  const officer = await come("security", "/security-dashboard");
  await expect
    .poll(async () => (await alertsOf(officer)).some(({ said }) => /not me/i.test(said)), {
      timeout: 90_000,
      interval: 2000,
    })
    .toBe(true);
});

for (const [theme, width] of [
  ["light", 1440],
  ["dark", 1440],
  ["light", 390],
  ["dark", 390],
] as const)
  test(`every screen of security, ${theme}, ${width} wide`, async () => {
    const page = await come("security", "/security", { theme, width });
    const all = await get<{ items: { id: string }[] }>(page, "/api/v1/security-alerts?limit=1");
    const cases = await get<{ items: { id: string }[] }>(page, "/api/v1/security-cases?limit=1");
    const found: string[] = [];
    const walk = async (seen: Page, paths: readonly string[]) => {
      for (const path of paths) {
        await seen.goto(`${url}${path}`);
        await seen.locator("main h1, main .record-head").first().waitFor();
        await seen.waitForFunction(() => !document.querySelector("main .skeleton"));
        found.push(...(await looks(seen, path)));
      }
    };
    await walk(page, [
      "/security",
      "/security-dashboard",
      "/security-settings",
      ...["alerts", "events", "cases"].map((tab) => `/admin/security-audit?tab=${tab}`),
      ...all.items.map(({ id }) => `/admin/security-audit/alerts/${id}`),
      ...cases.items.map(({ id }) => `/admin/security-audit/cases/${id}`),
    ]);
    const admin = await come("admin", "/access-controls", { theme, width });
    await walk(
      admin,
      ["matrix", "why", "separation"].map((tab) => `/access-controls?tab=${tab}`),
    );
    expect(found).toEqual([]);
  }, 180_000);
