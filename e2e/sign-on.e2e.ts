// A county brings its own sign-in: a provider is set up and tried, a mail domain is proved, people
// link their accounts and come in through it; the preflight names who could not, and a provider that
// is away says so. A second provider speaks SAML; groups give and take duties; enforcing lets nobody
// in another way but whoever is named for the day on which the provider fails.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium, type Browser, type Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { openNames } from "../src/areas/sign-on/testing/name-server.ts";
import { clientSecret, openOidc } from "../src/areas/sign-on/testing/oidc-provider.ts";
import {
  assertionOf,
  makeKey,
  metadataOf,
  posted,
  responseOf,
  samlAsked,
  signed,
} from "../src/areas/sign-on/testing/saml-provider.ts";
import { makeData, removeData } from "./data.ts";
import { startInstance } from "./instance.ts";
import { password } from "./people.ts";
import { press } from "./steps.ts";

let oidc: Awaited<ReturnType<typeof openOidc>>;
let site: Awaited<ReturnType<typeof startInstance>>;
let browser: Browser;
let names: Awaited<ReturnType<typeof openNames>>;
let data: string;
/** Id of the provider that the first test sets up. */
let provider = "";
const samlKey = makeKey(Date.now());
const samlIssuer = "https://idp.county.test/metadata";
let samlOrigin = "";
let atSaml = { mail: "", audience: "" };

/** A SAML provider that signs in whoever `atSaml.mail` is, at once. */
const saml = createServer((request, answer) => {
  const { id, acs, relayState } = samlAsked(`http://localhost${request.url}`);
  const { mail, audience } = atSaml;
  const said = {
    issuer: samlIssuer,
    audience,
    recipient: acs,
    inResponseTo: id,
    nameId: `${mail}-by-saml`,
    attributes: { mail: [mail], displayName: [mail] },
    now: Date.now(),
  };
  const xml = signed(responseOf(said, assertionOf(said)), samlKey, "Assertion");
  answer
    .writeHead(200, { "content-type": "text/html" })
    .end(
      [
        `<form method="post" action="${acs}">`,
        `<input type="hidden" name="SAMLResponse" value="${posted(xml)}">`,
        `<input type="hidden" name="RelayState" value="${relayState}"></form>`,
        `<script>document.forms[0].submit()</script>`,
      ].join(""),
    );
});

beforeAll(async () => {
  await new Promise<void>((done) => saml.listen(0, "127.0.0.1", done));
  samlOrigin = `http://localhost:${(saml.address() as AddressInfo).port}`;
  oidc = await openOidc();
  names = await openNames();
  data = makeData();
  site = await startInstance({
    LEVEE_DATA_DIR: data,
    LEVEE_DNS: names.address,
    LEVEE_OUTGOING_ALLOW: `${oidc.issuer},${samlOrigin}`,
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
  saml.close();
  await oidc?.close();
});

const open = async (path: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${site.url}${path}`);
  return page;
};
const secondStep = async (page: Page, backupCode: string) => {
  await press(page, "Use a backup code");
  await page.getByLabel("Backup code").fill(backupCode);
  await press(page, "Continue");
};
const come = async (name: string, path: string, backupCode = ""): Promise<Page> => {
  const page = await open("/auth");
  await page.getByLabel("Email").fill(`${name}@demo.levee.test`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  if (backupCode) await secondStep(page, backupCode);
  await page.waitForURL((at) => !at.pathname.startsWith("/auth"));
  await page.goto(`${site.url}${path}`);
  return page;
};
const as = (name: string, groups = ["all"]) => {
  oidc.account = {
    sub: `${name}-at-the-county`,
    email: `${name}@demo.levee.test`,
    name,
    groups,
  };
};
type Me = { person: { displayName: string }; kind: string; duties: string[] };
const meOf = (page: Page): Promise<Me> =>
  page.evaluate(async () => {
    const { access_token } = JSON.parse(localStorage.getItem("levee.session")!);
    const answer = await fetch("/api/v1/me", {
      headers: { authorization: `Bearer ${access_token}` },
    });
    return (await answer.json()) as Me;
  });
/** A browser of its own that comes in through a provider. */
const through = async (name = "County login", backupCode = ""): Promise<Page> => {
  const page = await open("/auth");
  await page.getByLabel("Email").fill("anybody@demo.levee.test");
  await page.getByRole("link", { name: `Continue with ${name}` }).click();
  if (backupCode) await secondStep(page, backupCode);
  await page.waitForURL(/\/dashboard/);
  return page;
};
const activate = async (page: Page) => {
  await press(page, "Activate");
  const sure = page.getByRole("dialog").getByRole("button", { name: "Activate" });
  if (await sure.isVisible().catch(() => false)) await sure.click();
  await page.getByText("Active", { exact: true }).first().waitFor();
};
/** Chooses the provider that the first test sets up among the agency's. */
const ourProvider = (page: Page) =>
  page.locator("label", { hasText: "Provider" }).locator("select").selectOption("County login");
const prove = async (page: Page) => {
  await page.getByLabel("Your password").fill(password);
  await press(page, "Confirm");
};
/** Sets two-step sign-in up and gives its backup codes. */
const secondFactor = async (page: Page): Promise<string[]> => {
  await press(page, "Set up an authenticator app");
  await prove(page);
  const typed = page.locator("p", { hasText: "Type this key" }).locator(".mono");
  const secret = new TextDecoder().decode(
    base32.decode((await typed.textContent())!.replace(/\s/g, "")),
  );
  await page.getByLabel("Code", { exact: true }).fill(await createOTP(secret).totp());
  await press(page, "Turn on");
  const codes = page.locator("div", { has: page.getByText("Keep these backup codes.") }).last();
  await codes.locator("li").first().waitFor();
  const texts = await codes.locator("li").allTextContents();
  await press(page, "I have kept them");
  return texts;
};
const link = async (page: Page, name = "County login") => {
  const line = page.getByRole("listitem").filter({ hasText: name });
  await line.getByRole("button", { name: "Link your account" }).click();
  await press(page, "Link it");
  await prove(page);
  await line.getByRole("button", { name: "End the link" }).waitFor();
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
  provider = admin.url().split("/").at(-1)!.split("?")[0]!;
  await oidc.allowRedirects([`${site.url}/auth/v1/oidc/${provider}/callback`]);
  as("admin");
  await press(admin, "Test");
  await admin.getByText("admin-at-the-county").first().waitFor();
  await activate(admin);

  await admin.goto(`${site.url}/sso-management?tab=domains`);
  await admin.getByRole("textbox", { name: "Domain" }).fill("demo.levee.test");
  await admin.locator("form button[type=submit]").click();
  names.record = (await admin
    .getByText(/^levee-domain=/)
    .last()
    .textContent())!.trim();
  await admin
    .getByRole("button", { name: /^Check/ })
    .last()
    .click();
  await admin
    .getByText(/The record is there\./)
    .first()
    .waitFor();

  const buyer = await come("buyer", "/settings?tab=security");
  as("buyer");
  await link(buyer);
  expect(await meOf(await through())).toMatchObject({
    kind: "member",
    person: { displayName: "Maya Okafor" },
  });

  await admin.goto(`${site.url}/settings?tab=security`);
  as("admin");
  await link(admin);
  await admin.goto(`${site.url}/sso-management?tab=enforcing`);
  await ourProvider(admin);
  // Who has no link is named, and nothing is enforced by somebody who came in another way.
  await admin.getByText("Teresa Brandt").first().waitFor();
  await admin.getByText("2 linked").waitFor();
  expect(await admin.getByText("Maya Okafor").count()).toBe(0);
  expect(
    await admin.getByRole("button", { name: "Enforce it" }).getAttribute("aria-disabled"),
  ).toBe("true");
}, 180_000);

test("a group gives a duty while somebody is in it, and no longer", async () => {
  const admin = await come("admin", `/sso-management/providers/${provider}?tab=mapping`);
  await press(admin, "New rule");
  await admin.getByLabel("Value", { exact: true }).fill("fleet");
  await admin.getByRole("dialog").getByLabel("Receiver").check();
  await admin.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await admin.getByText("groups = fleet").waitFor();
  as("buyer", ["all", "fleet"]);
  expect((await meOf(await through())).duties).toContain("receiver");
  as("buyer", ["all"]);
  expect((await meOf(await through())).duties).not.toContain("receiver");
}, 120_000);

test("a SAML provider is set up from its metadata, and people come in by it", async () => {
  const admin = await come("admin", "/sso-management");
  await admin.getByRole("link", { name: "New provider" }).click();
  await admin.getByLabel("Name", { exact: true }).fill("County SAML");
  await admin.getByLabel("SAML").check();
  await admin
    .getByLabel(/^The provider.s metadata/)
    .fill(metadataOf(samlIssuer, [samlKey.certificate], `${samlOrigin}/sso`));
  await admin.getByLabel("Claim of the mail address").fill("mail");
  await admin.getByLabel("Claim of the name").fill("displayName");
  await admin.locator("form button[type=submit]").click();
  await admin.getByRole("heading", { name: "County SAML" }).waitFor();
  const id = admin.url().split("/").at(-1)!.split("?")[0]!;
  atSaml = {
    audience: `${site.url}/auth/v1/saml/${id}/metadata`,
    mail: "admin@demo.levee.test",
  };
  await press(admin, "Test");
  await admin.getByText("admin@demo.levee.test-by-saml").first().waitFor();
  await activate(admin);
  const treasurer = await come("treasurer", "/settings?tab=security");
  atSaml.mail = "treasurer@demo.levee.test";
  await link(treasurer, "County SAML");
  expect((await meOf(await through("County SAML"))).person.displayName).toBe("Teresa Brandt");
}, 180_000);

test("enforced, nobody enters another way but whoever is named for a bad day, and all are told of it", async () => {
  const settings = await come("admin", "/settings?tab=security");
  const [firstCode, secondCode] = await secondFactor(settings);
  as("admin");
  // The provider says nothing of a second factor: ours is asked for.
  const admin = await through("County login", firstCode);
  await admin.goto(`${site.url}/sso-management?tab=enforcing`);
  await ourProvider(admin);
  await admin.getByLabel(/^Adele Moreau/).check();
  await press(admin, "Enforce it");
  await admin.getByRole("dialog").getByRole("button", { name: "Enforce it" }).click();
  await admin.getByText("The agency is entered through County login").first().waitFor();
  // What was asked before it was enforced holds while it is: the button says why.
  await admin.goto(`${site.url}/sso-management?tab=domains`);
  await admin.getByText("Sign-on is enforced, and this is the last proved domain").waitFor();
  const remove = admin.getByRole("button", { name: "Remove" });
  expect(await remove.getAttribute("aria-disabled")).toBe("true");

  const buyer = await come("buyer", "/welcome");
  await buyer.getByText("Come in through your agency's own sign-in.").waitFor();
  as("buyer");
  await buyer.getByRole("link", { name: "Continue with County login" }).click();
  await buyer.waitForURL(/\/dashboard/);
  expect((await meOf(buyer)).kind).toBe("member");

  await oidc.close();
  const closedAt = Date.now();
  const beside = await come("admin", "/dashboard", secondCode);
  expect((await meOf(beside)).kind).toBe("member");
  await admin.goto(`${site.url}/notifications`);
  const told = admin.getByText("Adele Moreau came in beside the provider").first();
  for (let tries = 0; tries < 15 && !(await told.isVisible()); tries++) {
    await admin.waitForTimeout(6_000);
    await admin.reload();
  }
  await told.waitFor();
  // What the provider said of itself is believed for a minute; then it is asked again, and is away.
  await admin.waitForTimeout(Math.max(0, closedAt + 62_000 - Date.now()));
  const away = await open(`/auth/v1/sso/begin?provider=${provider}`);
  await away.waitForURL(/\/auth/);
  await away.getByRole("alert").waitFor();
  await beside.goto(`${site.url}/sso-management?tab=enforcing`);
  await press(beside, "End it");
  await beside.getByRole("dialog").getByRole("button", { name: "End enforcing" }).click();
  await beside.getByRole("button", { name: "Enforce it" }).waitFor();
}, 240_000);
