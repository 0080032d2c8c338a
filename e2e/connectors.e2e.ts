// A connector from draft to its run, a heading that changes, and its repair: what is fetched comes in
// by the import that people use, and nothing of what nobody tried.
import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import { chromium, type Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort, makeData, removeData } from "./data.ts";
import { startInstance } from "./instance.ts";
import { password } from "./people.ts";
import { press } from "./steps.ts";

let site: Awaited<ReturnType<typeof startInstance>>;
let browser: Browser;
let source: Server;
let port: number;
let data: string;
const received: { method: string; key: string; body: string }[] = [];
let body = "Code,Description\nQ100-01,Road salt\nQ100-02,Sand\n541511,Programming\n";

beforeAll(async () => {
  port = await freePort();
  source = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      if (request.method !== "GET")
        received.push({
          method: request.method ?? "",
          key: String(request.headers["x-api-key"]),
          body: Buffer.concat(parts).toString(),
        });
      answer.setHeader("content-type", "text/csv");
      answer.end(body);
    });
  }).listen(port);
  data = makeData();
  site = await startInstance({
    LEVEE_DATA_DIR: data,
    LEVEE_OUTGOING_ALLOW: `http://localhost:${port}`,
  });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
}, 400_000);
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  removeData(data);
  source?.close();
});

const signedIn = async () => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${site.url}/auth`);
  await page.getByLabel("Email").fill("admin@demo.levee.test");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((at) => !at.pathname.startsWith("/auth"));
  return page;
};

test("a connector is tried, runs, stops at another heading, and is repaired", async () => {
  const page = await signedIn();

  await page.goto(`${site.url}/api-connectors`);
  await page.getByRole("link", { name: "New connector" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Codes of the yard");
  await page.getByLabel("What it brings in").selectOption("commodities");
  await page.getByLabel("Address", { exact: true }).fill(`http://localhost:${port}/codes.csv`);
  await press(page, "Save the draft");
  await press(page, "Dry run");
  await page.getByText("3 rows read: 2 would be new", { exact: false }).waitFor();
  await press(page, "Activate");
  await press(page, "Run now");
  await page.getByText("3 rows read: 2 new", { exact: false }).waitFor();
  await page.locator("summary").first().click();
  await page.getByText("541511").first().waitFor();

  body = "Number,Description\nQ100-03,Gravel\n";
  await press(page, "Run now");
  await page.getByText("Now: Number, Description.", { exact: false }).waitFor();
  await page.locator(".record-head").getByText("Failing", { exact: true }).waitFor();

  await press(page, "Dry run");
  await page.getByText("Choose a column for Code.", { exact: false }).waitFor();
  await page.getByRole("tab", { name: "Columns" }).click();
  await page.getByLabel("Code", { exact: true }).selectOption("Number");
  await press(page, "Save columns");
  await page.getByText("Columns matched").waitFor();
  await page.getByRole("tab", { name: "Runs" }).click();
  await press(page, "Run now");
  // Two thirds fewer rows than the last time: it asks first.
  await press(page, "It is whole: let it come in");
  await page.locator(".record-head").getByText("Active", { exact: true }).waitFor();
  expect(await page.getByText("Brought in", { exact: true }).count()).toBe(2);
}, 180_000);

test("a list goes out every week with its key, and the run names the hash of what was sent", async () => {
  const page = await signedIn();
  await page.goto(`${site.url}/api-connectors/connectors/new`);
  await page.getByLabel("Name", { exact: true }).fill("Vendors for the warehouse");
  await page.getByLabel("Source", { exact: true }).selectOption("list");
  await page.getByLabel("Address", { exact: true }).fill(`http://localhost:${port}/in/vendors.csv`);
  await page.getByLabel("Authentication header").fill("X-Api-Key");
  await page.getByLabel("Its value").fill("open sesame");
  await page.getByLabel("Runs", { exact: true }).selectOption("week");
  await page.getByLabel("Day", { exact: true }).selectOption("5");
  await page.getByLabel("List", { exact: true }).selectOption("/api/v1/vendors?");
  await press(page, "Save the draft");
  await press(page, "Dry run");
  await page.getByText("would be sent.", { exact: false }).first().waitFor();
  expect(received).toHaveLength(0);
  await press(page, "Activate");
  await page.getByText("Every week on Friday at 02:30", { exact: false }).waitFor();
  await press(page, "Run now");
  await page.getByText("were sent.", { exact: false }).first().waitFor();
  expect(received).toMatchObject([{ method: "PUT", key: "open sesame" }]);
  const sha256 = createHash("sha256").update(received[0]!.body).digest("hex");
  await page.getByText(`SHA-256 ${sha256}`).first().waitFor();
}, 180_000);
