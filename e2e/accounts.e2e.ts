// Accounts end to end on an instance of its own: real SMTP, an OpenID Connect provider on this
// machine, a virtual authenticator.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright";
import { openPost, startInstance } from "./instance.ts";
import { openProvider } from "./provider.ts";
import { closeBrowser, stranger } from "./people.ts";
import {
  constants,
  emailMessages,
  passwordMessages,
  sessionFields,
  texts,
} from "./spec/accounts.ts";

let post: Awaited<ReturnType<typeof openPost>>;
let provider: Awaited<ReturnType<typeof openProvider>>;
let site: Awaited<ReturnType<typeof startInstance>>;
const password = "Correct-horse-9";
let serial = 0;
const newAddress = () => `person${++serial}@people.test`;

beforeAll(async () => {
  post = await openPost();
  provider = await openProvider({ id: "levee", secret: "provider-secret" });
  site = await startInstance({
    LEVEE_DEMO: "off",
    LEVEE_SMTP_URL: post.url,
    LEVEE_GOOGLE_CLIENT_ID: "levee",
    LEVEE_GOOGLE_CLIENT_SECRET: "provider-secret",
    LEVEE_GOOGLE_ISSUER: provider.issuer,
  });
});
afterAll(async () => {
  await closeBrowser();
  await site?.stop();
  await provider?.close();
  await post?.close();
});

const linkIn = (text: string): string =>
  /http:\/\/localhost:\d+\/\S+token_hash=[\w-]+\S*/.exec(text)![0].replace(/[>)]+$/, "");
const call = async (path: string, body: unknown) => {
  const answer = await fetch(`${site.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { instance: _, ...said } = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, body: said };
};
/** Signs up through the screen and comes in by the letter's link. */
const joined = async () => {
  const email = newAddress();
  const person = await stranger();
  const { page } = person;
  await page.goto(`${site.url}/auth?mode=sign-up`);
  await page.getByLabel("Your name").fill("Maya Okafor");
  await page.getByLabel("Work email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Check your mail").waitFor();
  const letter = await post.until(email, 1);
  await page.goto(linkIn(letter.text));
  await page.waitForURL(`${site.url}/welcome`);
  return { ...person, email, link: linkIn(letter.text) };
};
const signInAs = async (page: Page, email: string, secret = password) => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};

test("sign-up by a letter through SMTP: its link is of the configured origin, comes in once, and a new one replaces it", async () => {
  const { page, email, link, faults, context } = await joined();
  expect(new URL(link).origin).toBe(site.url);
  expect(new URL(link).pathname + "?type=" + new URL(link).searchParams.get("type")).toBe(
    "/auth?type=signup",
  );
  const second = await stranger();
  await second.page.goto(link);
  await second.page.getByRole("heading", { name: "The link does not work any more" }).waitFor();
  const later = newAddress();
  expect(
    (
      await call("/auth/v1/sign-up", {
        email: later,
        password,
        data: { display_name: "Later" },
        options: { emailRedirectTo: `${site.url}/auth` },
      })
    ).status,
  ).toBe(200);
  const first = linkIn((await post.until(later, 1)).text);
  await second.page.goto(`${site.url}/verify-email`);
  await second.page.getByLabel("Email").fill(later);
  await second.page.getByRole("button", { name: "Send the link" }).click();
  const again = linkIn((await post.until(later, 2)).text);
  expect(
    (
      await call("/auth/v1/verify", {
        type: "signup",
        token_hash: new URL(first).searchParams.get("token_hash"),
      })
    ).body,
  ).toMatchObject({ code: "link_not_valid" });
  await second.page.goto(again);
  await second.page.waitForURL(`${site.url}/welcome`);
  expect(
    await page.evaluate(() =>
      Object.keys(JSON.parse(localStorage.getItem("levee.session")!) as object),
    ),
  ).toEqual(expect.arrayContaining([...sessionFields]));
  expect(email).toContain("@people.test");
  expect(faults).toEqual([]);
  await Promise.all([context.close(), second.context.close()]);
});

test("a client's base address is compared, never used; known and unknown addresses get the same answer", async () => {
  const { email, context } = await joined();
  const ask = (address: string, data: object) =>
    call("/functions/v1/send-verification-email", { type: "verification", email: address, data });
  expect((await ask(email, { baseUrl: "https://evil.example" })).status).toBe(422);
  expect(
    (await ask(email, { confirmationUrl: "https://evil.example/auth?token_hash=x&type=signup" }))
      .status,
  ).toBe(422);
  const known = await ask(email, {
    confirmationUrl: `${site.url}/auth/confirm?type=email`,
    baseUrl: site.url,
  });
  const unknown = await ask(newAddress(), { baseUrl: site.url });
  expect(known).toEqual(unknown);
  expect(await call("/auth/v1/recover", { email })).toEqual(
    await call("/auth/v1/recover", { email: newAddress() }),
  );
  const refused = await call("/auth/v1/token", {
    grant_type: "password",
    email,
    password: "Wrong-horse-1",
  });
  expect(refused).toEqual(
    await call("/auth/v1/token", {
      grant_type: "password",
      email: newAddress(),
      password: "Wrong-horse-1",
    }),
  );
  expect(refused).toMatchObject({ status: 401, body: { detail: "Invalid login credentials" } });
  await context.close();
});

test("a forgotten password by letter; then back to where the guard had stopped, and to no other site", async () => {
  const { email, context } = await joined();
  await context.close();
  const { page, faults, context: other } = await stranger();
  await page.goto(`${site.url}/request-reset`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Mail me a link" }).click();
  const link = linkIn((await post.until(email, 2)).text);
  expect(new URL(link).pathname).toBe("/reset-password");
  await page.goto(link);
  for (const [bad, text] of [
    ["short", "Password must be at least 8 characters"],
    ["long-enough-1", "Password must contain at least one uppercase letter"],
    ["LONG-ENOUGH-1", "Password must contain at least one lowercase letter"],
    ["Long-enough", "Password must contain at least one number"],
    ["Longenough1", "Password must contain at least one special character"],
  ] as const) {
    await page.getByLabel("New password").fill(bad);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("link", { name: text }).waitFor();
  }
  await page.getByLabel("New password").fill("Brand-new-horse-7");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("heading", { name: "Your password is changed" }).waitFor();
  await page.goto(`${site.url}/settings?tab=security`);
  await page.waitForURL(`${site.url}/auth`);
  await signInAs(page, email, "Brand-new-horse-7");
  await page.waitForURL(`${site.url}/settings?tab=security`);
  for (const bad of [
    "//evil.example",
    "/\\evil.example",
    "javascript:document.title='hit'",
    "https://evil.example/",
  ]) {
    await page.evaluate(() => localStorage.removeItem("levee.session"));
    await page.goto(`${site.url}/auth`);
    await page.evaluate((address) => sessionStorage.setItem("levee.origin", address), bad);
    await signInAs(page, email, "Brand-new-horse-7");
    await page.waitForURL(`${site.url}/welcome`);
  }
  // Requests that were under way when the session was taken out of the browser are refused.
  expect(faults.filter((fault) => !/\b401\b/.test(fault))).toEqual([]);
  await other.close();
});

test("each validator message of the specification, at the interface and in the form, word for word", async () => {
  const messages = async (body: object) =>
    (
      (await call("/auth/v1/sign-up", body)).body["errors"] as { path: string; message: string }[]
    ).map((each) => each.message);
  for (const [value, message] of emailMessages)
    expect(await messages({ email: value, password }), value).toContain(message);
  for (const [value, message] of passwordMessages)
    expect(await messages({ email: newAddress(), password: value }), value).toEqual([message]);
  const { page, context } = await stranger();
  await page.goto(`${site.url}/auth?mode=sign-up`);
  await page.getByLabel("Your name").fill("Maya Okafor");
  await page.getByLabel("Work email").fill(newAddress());
  for (const [value, message] of passwordMessages) {
    await page.getByLabel("Password", { exact: true }).fill(value);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("link", { name: message }).waitFor();
  }
  await page.getByLabel("Password", { exact: true }).fill(password);
  for (const [value, message] of emailMessages) {
    await page.getByLabel("Work email").fill(value);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("link", { name: message }).waitFor();
  }
  await context.close();
});

test("five wrong passwords, then a wait of fifteen minutes; a session that is gone says so", async () => {
  const email = newAddress();
  for (let i = 0; i < constants.authAttempts; i++)
    expect(
      (await call("/auth/v1/token", { grant_type: "password", email, password: "Wrong-horse-1" }))
        .status,
    ).toBe(401);
  expect(
    (await call("/auth/v1/token", { grant_type: "password", email, password: "Wrong-horse-1" }))
      .body,
  ).toMatchObject({ status: 429, retryAfter: constants.authBlockMinutes * 60 });
  expect(
    (await call("/auth/v1/token", { grant_type: "refresh_token", refresh_token: "gone" })).body,
  ).toMatchObject({ detail: texts.sessionMissing });
});

test("Google: in and in again as the same person; denial, a foreign code and a wrong nonce come to nothing", async () => {
  provider.account = {
    sub: "g-1",
    email: newAddress(),
    email_verified: true,
    name: "Ruth Adeyemi",
  };
  const { page, context } = await stranger();
  const throughGoogle = async () => {
    await page.goto(`${site.url}/auth`);
    await page.getByRole("link", { name: "Continue with Google" }).click();
  };
  const me = () =>
    page.evaluate(
      () =>
        (
          JSON.parse(localStorage.getItem("levee.session")!) as {
            user: { id: string; email: string; user_metadata: { display_name: string } };
          }
        ).user,
    );
  await throughGoogle();
  await page.waitForURL(`${site.url}/welcome`);
  const first = await me();
  expect(first).toMatchObject({
    email: provider.account.email,
    user_metadata: { display_name: "Ruth Adeyemi" },
  });
  await page.evaluate(() => localStorage.clear());
  await throughGoogle();
  await page.waitForURL(`${site.url}/welcome`);
  expect((await me()).id).toBe(first.id);
  await page.evaluate(() => localStorage.clear());
  provider.deny = true;
  await throughGoogle();
  await page.getByText("You left Google's page without signing in.").waitFor();
  Object.assign(provider, { deny: false, breakNonce: true });
  await throughGoogle();
  await page.getByText("Google's answer could not be checked.").waitFor();
  provider.breakNonce = false;
  provider.account = { sub: "g-2", email: newAddress(), email_verified: false, name: "Nobody" };
  await throughGoogle();
  await page.getByText("has no confirmed e-mail address").waitFor();
  expect((await call("/auth/v1/token", { grant_type: "oauth_code", code: "made-up" })).status).toBe(
    401,
  );
  await context.close();
});

test("a code of one browser is worth nothing in another, and an unconfirmed sign-up loses its password to the owner of the address", async () => {
  const email = newAddress();
  await call("/auth/v1/sign-up", {
    email,
    password: "Planted-secret-3",
    data: { display_name: "Planter" },
  });
  provider.account = { sub: "g-3", email, email_verified: true, name: "Owner" };
  const attacker = await stranger();
  const victim = await stranger();
  let code = "";
  await attacker.page.route("**/auth/v1/token", async (route) => {
    code ||= String((route.request().postDataJSON() as { code?: string }).code ?? "");
    await route.abort();
  });
  await attacker.page.goto(`${site.url}/auth`);
  await attacker.page.getByRole("link", { name: "Continue with Google" }).click();
  await expect.poll(() => code).not.toBe("");
  await victim.page.goto(`${site.url}/auth#oauth_code=${code}`);
  await victim.page.getByText("Start again").waitFor();
  expect(await victim.page.evaluate(() => localStorage.getItem("levee.session"))).toBeNull();
  expect(
    (await call("/auth/v1/token", { grant_type: "password", email, password: "Planted-secret-3" }))
      .body,
  ).toMatchObject({ code: "invalid_credentials" });
  await Promise.all([attacker.context.close(), victim.context.close()]);
});

test("a passkey is added in the settings and signs in; an answer serves once; removed, it does not", async () => {
  const { page, context, faults } = await joined();
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${site.url}/settings?tab=security`);
  await page.getByLabel("Name of the new passkey").fill("Desk key");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await question.getByLabel("Your password").fill(password);
  await question.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Desk key").first().waitFor();
  await page.evaluate(() => localStorage.removeItem("levee.session"));
  let sent: unknown;
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/v1/token")) sent = request.postDataJSON();
  });
  await page.goto(`${site.url}/auth`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(`${site.url}/welcome`);
  expect((await call("/auth/v1/token", sent)).body).toMatchObject({
    status: 401,
    code: "invalid_passkey",
  });
  await page.goto(`${site.url}/settings?tab=security`);
  await page.getByRole("button", { name: "Remove Desk key" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await question.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("None yet").waitFor();
  await page.evaluate(() => localStorage.removeItem("levee.session"));
  await page.goto(`${site.url}/auth`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("This passkey is not known here").waitFor();
  expect(faults.filter((fault) => !/\b40[13]\b/.test(fault))).toEqual([]);
  await context.close();
});

// An hour passes in a second while real requests are under way: tried again when one of them came
// in between.
test(
  "after 55 minutes without activity a warning, after 60 the end; an answer in one tab keeps all of them",
  { retry: 2 },
  async () => {
    const { page, context } = await joined();
    const other = await context.newPage();
    await page.clock.install();
    await page.goto(`${site.url}/settings`);
    await other.goto(`${site.url}/settings`);
    for (const tab of [page, other]) await tab.getByRole("heading", { name: "Settings" }).waitFor();
    await page.clock.runFor((constants.inactivityMinutes - constants.warningMinutes - 1) * 60_000);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.clock.runFor(2 * 60_000);
    const dialog = page.getByRole("dialog", { name: texts.warning[0] });
    await dialog.getByText(texts.warning[1]).waitFor();
    await other.getByRole("dialog", { name: "Session Expiring Soon" }).waitFor();
    await dialog.getByRole("button", { name: texts.stay }).click();
    await dialog.waitFor({ state: "detached" });
    await other.getByRole("dialog").waitFor({ state: "detached" });
    await page.clock.runFor(61 * 60_000);
    await page.waitForURL(`${site.url}/auth`);
    for (const text of texts.expired) await page.getByText(text).waitFor();
    expect(await other.evaluate(() => localStorage.getItem("levee.session"))).toBeNull();
    await context.close();
  },
);
