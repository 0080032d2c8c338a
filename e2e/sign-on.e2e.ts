// A county brings its own sign-in: a provider is set up and tried, a mail domain is proved, people
// link their accounts and come in through it; the preflight names who could not, and a provider that
// is away says so.
import { createSocket, type Socket } from "node:dgram";
import { chromium, type Browser, type Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientSecret, openOidc } from "../src/areas/sign-on/testing/oidc-provider.ts";
import { makeData, removeData } from "./data.ts";
import { freePort, startInstance } from "./instance.ts";
import { password } from "./people.ts";
import { press } from "./steps.ts";

let oidc: Awaited<ReturnType<typeof openOidc>>;
let site: Awaited<ReturnType<typeof startInstance>>;
let browser: Browser;
let names: Socket;
let record = "none";
let data: string;

/** A name server that says one thing: the record that the page asks for, whatever the domain. */
const answerOf = (question: Buffer): Buffer => {
  const end = question.indexOf(0, 12) + 5;
  const text = Buffer.from(record);
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 6);
  head.writeUInt32BE(0, 8);
  const tail = Buffer.alloc(12);
  tail.writeUInt16BE(0xc00c, 0);
  tail.writeUInt16BE(16, 2);
  tail.writeUInt16BE(1, 4);
  tail.writeUInt32BE(0, 6);
  tail.writeUInt16BE(text.length + 1, 10);
  return Buffer.concat([head, question.subarray(12, end), tail, Buffer.from([text.length]), text]);
};

beforeAll(async () => {
  oidc = await openOidc();
  const port = await freePort();
  names = createSocket("udp4", (question, { port: to, address }) =>
    names.send(answerOf(question), to, address),
  );
  await new Promise<void>((done) => names.bind(port, "127.0.0.1", done));
  data = makeData();
  site = await startInstance({
    LEVEE_DATA_DIR: data,
    LEVEE_DNS: `127.0.0.1:${port}`,
    LEVEE_OUTGOING_ALLOW: oidc.issuer,
  });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ["--no-sandbox"],
  });
}, 400_000);
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  removeData(data);
  names?.close();
  await oidc?.close();
});

const open = async (path: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${site.url}${path}`);
  return page;
};
const come = async (name: string, path: string): Promise<Page> => {
  const page = await open("/auth");
  await page.getByLabel("Email").fill(`${name}@demo.levee.test`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((at) => !at.pathname.startsWith("/auth"));
  await page.goto(`${site.url}${path}`);
  return page;
};
const as = (name: string) => {
  oidc.account = {
    sub: `${name}-at-the-county`,
    email: `${name}@demo.levee.test`,
    name,
    groups: ["all"],
  };
};
const link = async (page: Page) => {
  await page.getByRole("button", { name: "Link your account" }).last().click();
  await press(page, "Link it");
  await page.getByLabel("Your password").fill(password);
  await press(page, "It is me");
  await page.getByRole("button", { name: "End the link" }).waitFor();
};

test("a county's own sign-in is set up, tried, linked, used, and looked at before it is enforced", async () => {
  const admin = await come("admin", "/sso-management");
  await admin.getByRole("link", { name: "New provider" }).click();
  await admin.getByLabel("Name", { exact: true }).fill("County login");
  await admin.getByLabel("Issuer").fill(oidc.issuer);
  await admin.getByLabel("Client id").fill("levee");
  await admin.getByLabel("Client secret").fill(clientSecret);
  await admin.locator("form button[type=submit]").click();
  await admin.getByRole("heading", { name: "County login" }).waitFor();
  const id = admin.url().split("/").at(-1)!.split("?")[0]!;
  await oidc.allowRedirects([`${site.url}/auth/v1/oidc/${id}/callback`]);
  as("admin");
  await press(admin, "Test");
  await admin.getByText("admin-at-the-county").first().waitFor();
  await press(admin, "Activate");
  const sure = admin.getByRole("dialog").getByRole("button", { name: "Activate" });
  if (await sure.isVisible().catch(() => false)) await sure.click();
  await admin.getByText("Active", { exact: true }).first().waitFor();

  await admin.goto(`${site.url}/sso-management?tab=domains`);
  await admin.getByRole("textbox", { name: "Domain" }).fill("demo.levee.test");
  await admin.locator("form button[type=submit]").click();
  record = (await admin
    .getByText(/^levee-domain=/)
    .last()
    .textContent())!.trim();
  await admin
    .getByRole("button", { name: /^Check/ })
    .last()
    .click();
  await admin.getByText(/The record is there\./).waitFor();

  const buyer = await come("buyer", "/settings?tab=security");
  as("buyer");
  await link(buyer);
  const fresh = await open("/auth");
  await fresh.getByLabel("Email").fill("anybody@demo.levee.test");
  await fresh.getByRole("link", { name: "Continue with County login" }).click();
  await fresh.waitForURL(/\/dashboard/);
  const me = await fresh.evaluate(async () => {
    const { access_token } = JSON.parse(localStorage.getItem("levee.session")!);
    const answer = await fetch("/api/v1/me", {
      headers: { authorization: `Bearer ${access_token}` },
    });
    return (await answer.json()) as { person: { displayName: string }; kind: string };
  });
  expect(me).toMatchObject({ kind: "member", person: { displayName: "Maya Okafor" } });

  await admin.goto(`${site.url}/settings?tab=security`);
  as("admin");
  await link(admin);
  await admin.goto(`${site.url}/sso-management?tab=enforcing`);
  // Who has no link is named, and nothing is enforced by somebody who came in another way.
  await admin.getByText("Teresa Brandt").first().waitFor();
  expect(await admin.getByText("Maya Okafor").count()).toBe(0);

  await oidc.close();
  const away = await open(`/auth/v1/sso/begin?provider=${id}`);
  await away.waitForURL(/\/auth/);
  await away.getByRole("alert").waitFor();
}, 180_000);
