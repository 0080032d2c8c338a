// From a citizen's phone to the end: a permit is filled in, a clerk returns it, it is corrected, a
// policy's approver decides, a workflow waits for its timer, the agency's own PDF goes by mail to a
// real SMTP server, and a receiver verifies the signature of the webhook.
import { createServer, type Server } from "node:http";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Webhook } from "standardwebhooks";
import { crew } from "./crew.ts";
import { freePort, makeData, removeData } from "./data.ts";
import { openPost, startInstance } from "./instance.ts";
import { pdfText } from "./pdf-text.ts";
import { password } from "./people.ts";
import { press, status } from "./steps.ts";

type Heard = { id: string; text: string; headers: Record<string, string> };
let post: Awaited<ReturnType<typeof openPost>>;
let site: Awaited<ReturnType<typeof startInstance>>;
let receiver: Server;
let port: number;
let data: string;
const heard: Heard[] = [];

const tokenOf = async (name: string): Promise<string> => {
  const answer = await fetch(`${site.url}/auth/v1/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "password",
      email: `${name}@demo.levee.test`,
      password,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
};
const call = async <T>(token: string, path: string, body?: object, version?: number) => {
  const answer = await fetch(`${site.url}/api/v1${path}`, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
      ...(version !== undefined && { "if-match": `"${version}"` }),
    },
  });
  const said = (await answer.json()) as T;
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(said)}`);
  return said;
};
beforeAll(async () => {
  post = await openPost();
  port = await freePort();
  receiver = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    request.on("end", () => {
      const headers = request.headers as Record<string, string>;
      heard.push({ id: headers["webhook-id"]!, text, headers });
      response.writeHead(204).end();
    });
  }).listen(port, "127.0.0.1");
  // The demo's own letters do not wait before ours: they went while there was no mail server.
  data = makeData();
  site = await startInstance({ LEVEE_DATA_DIR: data });
  const admin = await tokenOf("admin");
  const waiting = async () =>
    (await call<{ total: number }>(admin, "/letters?state=waiting&limit=1")).total;
  while ((await waiting()) > 0) await new Promise((done) => setTimeout(done, 500));
  await site.stop();
  site = await startInstance({
    LEVEE_DATA_DIR: data,
    LEVEE_SMTP_URL: post.url,
    LEVEE_OUTGOING_ALLOW: `http://127.0.0.1:${port}`,
  });
}, 400_000);
afterAll(async () => {
  await site?.stop();
  removeData(data);
  await post?.close();
  receiver?.close();
});

type Version = { id: string; definitionId: string; version: number };
type Form = Version & { slug: string; status: string } & Record<string, unknown>;
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

/** The permit goes to its filler and to the receiver; its secret is told once. */
const prepare = async (admin: string, manager: string) => {
  const address = `http://127.0.0.1:${port}/hooks`;
  const { secret } = await call<{ secret: string }>(admin, "/webhook-endpoints", { address });
  const { items } = await call<{ items: Form[] }>(manager, "/form-definitions");
  const form = items.find((each) => each.slug === "road-closure" && each.status === "published")!;
  const { name, slug, about, audience, keepYears, pages } = form;
  const destinations = [
    { kind: "mail", to: "filler" },
    { kind: "webhook", to: address },
  ];
  const body = { name, slug, about, audience, keepYears, pages, destinations };
  const next = await call<Version>(
    manager,
    `/form-definitions?nextVersionOf=${form.definitionId}`,
    body,
  );
  await call(manager, `/form-definitions/${next.id}/actions/publish`, {}, next.version);
  const approver = { kind: "role", role: "admin" };
  const policy = await call<Version>(admin, "/approval-policies", {
    name: "Permits",
    documentType: "formSubmission",
    steps: [{ name: "Administrator", stage: 1, mode: "any", approvers: [approver] }],
  });
  await call(admin, `/approval-policies/${policy.id}/actions/publish`, {}, policy.version);
  const flow = await call<Version>(manager, "/flow-definitions", {
    name: "Permit in force",
    nodes: [
      {
        id: "start",
        label: "Approved",
        kind: "start",
        trigger: {
          on: "record",
          noun: "formSubmission",
          action: "approve",
          when: { "==": [{ var: "form" }, form.definitionId] },
        },
      },
      { id: "rest", label: "A minute", kind: "timer", timer: { by: "duration", minutes: 1 } },
      {
        id: "tell",
        label: "Tell",
        kind: "notice",
        who: { kind: "starter" },
        subject: "Your permit is in force",
        text: "{answers.road}",
        mail: true,
      },
      { id: "end", label: "End", kind: "end", outcome: "In force" },
    ],
    edges: [
      { from: "start", to: "rest" },
      { from: "rest", to: "tell" },
      { from: "tell", to: "end" },
    ],
  });
  await call(manager, `/flow-definitions/${flow.id}/actions/publish`, {}, flow.version);
  return { secret, flowId: flow.definitionId };
};

const go = (page: Page) => page.getByRole("button", { name: "Continue", exact: true }).click();
const fill = async (page: Page, email: string) => {
  await page.goto(`${site.url}/citizen-portal`);
  await page.getByRole("link", { name: "Road closure permit" }).first().click();
  await page.getByLabel("Which road").fill("Mill Road at Cutter Creek");
  await page.getByLabel("Work in the road").check();
  await page.getByLabel("One lane").check();
  await go(page);
  await page.getByLabel("First day").fill(day(20));
  await page.getByLabel("Last day").fill(day(22));
  await go(page);
  await page.getByLabel("Your name").fill("Noor Haddad");
  await page.getByLabel("Email").fill(email);
  await go(page);
  await press(page, "Send");
  await page.getByRole("heading", { name: "Received" }).waitFor();
  return (await page.getByLabel("Receipt").locator("b.mono").textContent())!;
};

/** The text of the PDF in a letter, as its pages show it. */
const paperIn = async (letter: string): Promise<string> => {
  const part = letter.slice(letter.indexOf("application/pdf"));
  const bytes = Buffer.from(part.slice(part.indexOf("\r\n\r\n") + 4).split("\r\n--")[0]!, "base64");
  return pdfText(bytes);
};

const { join } = crew();
const enter = async (name: string) => {
  const { stranger } = await import("./people.ts");
  const person = join(await stranger());
  await person.page.goto(`${site.url}/auth`);
  await person.page.getByLabel("Email").fill(`${name}@demo.levee.test`);
  await person.page.getByLabel("Password", { exact: true }).fill(password);
  await person.page.getByRole("button", { name: "Sign in", exact: true }).click();
  await person.page.waitForURL((address) => !address.pathname.startsWith("/auth"));
  return person.page;
};
const soon = { timeout: 30_000, interval: 250 };

test("a permit goes from a phone to a delivered PDF, a verified webhook and a workflow's last letter", async () => {
  const [admin, manager] = [await tokenOf("admin"), await tokenOf("manager")];
  const { secret, flowId } = await prepare(admin, manager);
  const email = "noor@citizen.levee.test";
  const { stranger } = await import("./people.ts");
  const citizen = join(await stranger({ width: 390 })).page;
  const number = await fill(citizen, email);

  const clerk = await enter("manager");
  await clerk.goto(`${site.url}/forms`);
  await clerk.getByRole("link", { name: number }).first().click();
  await press(clerk, "Begin review");
  await status(clerk, "In review");
  await press(clerk, "Return");
  const dialog = clerk.getByRole("dialog");
  await dialog.getByRole("textbox").fill("The bridge is one lane: close the whole road.");
  await dialog.getByRole("button", { name: "Return" }).click();
  await status(clerk, "Returned");

  await citizen.getByRole("link", { name: "link", exact: true }).click();
  await citizen.getByLabel("The whole road").check();
  await citizen.getByLabel("Where does traffic go").fill("Over the Łukasz bridge");
  await go(citizen);
  await go(citizen);
  await press(citizen, "Send again");
  await citizen.getByRole("heading", { name: "Sent again" }).waitFor();
  await clerk.reload();
  await press(clerk, "Begin review");
  await status(clerk, "In review");
  await press(clerk, "Send to approvers");
  const sure = clerk.getByRole("dialog");
  if (await sure.isVisible().catch(() => false))
    await sure.getByRole("button", { name: "Send to approvers" }).click();

  const found = await call<{ items: { id: string; number: string }[] }>(
    admin,
    `/form-submissions?q=${number}`,
  );
  const { id } = found.items[0]!;
  type Detail = { status: string; approvalId: string | null };
  const detail = () => call<Detail>(admin, `/form-submissions/${id}`);
  await expect.poll(async () => (await detail()).approvalId, soon).not.toBeNull();
  await call(admin, `/approvals/${(await detail()).approvalId}/actions/approve`, { comment: "" });

  const mine = () => post.letters.filter(({ to }) => to === email);
  const withPaper = () => mine().filter(({ text }) => text.includes("application/pdf"));
  await expect.poll(() => withPaper().length, { timeout: 150_000, interval: 500 }).toBe(1);
  const shown = await paperIn(withPaper()[0]!.text);
  for (const value of ["Mill Road at Cutter Creek", "Over the Łukasz bridge"])
    expect(shown).toContain(value);

  const about = () =>
    heard.filter(
      ({ text }) => (JSON.parse(text) as { data: { number: string } }).data.number === number,
    );
  await expect.poll(() => about().length, soon).toBeGreaterThan(0);
  const [first] = about();
  const verifier = new Webhook(secret);
  expect(verifier.verify(first!.text, first!.headers)).toMatchObject({ data: { number } });
  expect(() => verifier.verify(first!.text.replace(number, "FRM-9"), first!.headers)).toThrow();
  expect(new Set(about().map((each) => each.id)).size).toBe(about().length);
  await expect.poll(async () => (await detail()).status, soon).toBe("delivered");

  const runs = () =>
    call<{ items: { status: string; outcome?: string }[] }>(manager, `/flow-runs?flow=${flowId}`);
  expect((await runs()).items).toMatchObject([{ status: "waiting" }]);
  const told = () => mine().filter(({ text }) => text.includes("Your permit is in force")).length;
  expect(told()).toBe(0);
  await expect.poll(told, { timeout: 100_000, interval: 1_000 }).toBe(1);
  expect((await runs()).items).toMatchObject([{ status: "completed" }]);
}, 420_000);
