// A budget officer builds a question, opens the rows of a figure, saves, shares and keeps it; somebody
// who may not read the ledger opens the shared report and is told what is not shown.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { choose, get, press } from "./steps.ts";

const { enter } = crew();
/** A browser's window without an account. */
const browserOf = (page: Page) => page.context().browser()!.newContext();

test(
  "a report is built, shared, kept, sent and published, and each reader gets what they may read",
  { timeout: 240_000 },
  async () => {
    const { page } = await enter("budget");
    await page.goto(`${url}/reports`);
    await page.getByRole("heading", { name: "For your duties" }).waitFor();
    await page.getByRole("link", { name: "Build a report" }).first().click();
    const sentence = page.getByRole("group", { name: "Question" });
    await sentence.getByRole("button", { name: "Choose a figure" }).click();
    await page
      .getByRole("group", { name: "Movements of the ledger" })
      .getByLabel("Expended")
      .check();
    await page.keyboard.press("Escape");
    await sentence.getByRole("button", { name: "nothing" }).click();
    await page.getByLabel("Month").check();
    await page.keyboard.press("Escape");
    await page.getByText("Movements of the ledger: Expended, this fiscal year").first().waitFor();
    await page.goBack();
    await sentence.getByRole("button", { name: "nothing" }).waitFor();
    await page.goForward();
    await page.getByRole("region", { name: "Figures" }).waitFor();

    await page.getByRole("link", { name: "Forecast this" }).click();
    await page.waitForURL(/\/predictive-ai\?/);
    await page
      .getByRole("heading", { name: /Expended: by month/ })
      .first()
      .waitFor();
    await page.goBack();
    await press(page, "Save as report");
    await page.getByRole("dialog").getByLabel("Name").fill("Charged by month");
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: "Charged by month" }).waitFor();
    const id = new URL(page.url()).searchParams.get("report")!;

    await page.goto(`${url}/predictive-ai`);
    await page.getByRole("link", { name: "Charged by month" }).click();
    await page
      .getByRole("heading", { name: /Charged by month/ })
      .first()
      .waitFor();
    await page.goBack();
    await page.goBack();

    const total = page.locator("tfoot a");
    const figure = (await total.textContent())!;
    await total.click();
    await page.waitForURL(/\/budget-management\/ledger\?/);
    await page.getByText(figure).first().waitFor();
    await page.goBack();

    await press(page, "Keep this run");
    await page.getByRole("dialog").getByRole("button", { name: "Keep this run" }).click();
    await page.waitForURL(/\/reports\/runs\//);
    await page.getByText("The text that was hashed").waitFor();
    const runId = new URL(page.url()).pathname.split("/").at(-1)!;
    const run = await get<{ answer: { totals: { value: number }[] }; sha256: string }>(
      page,
      `/api/v1/kept-runs/${runId}`,
    );
    expect(run.sha256).toMatch(/^[0-9a-f]{64}$/);
    await page.goto(`${url}/reports/${id}`);
    await press(page, "Share with the agency");
    await page.getByText("Shared").first().waitFor();

    const { page: other } = await enter("user");
    await other.goto(`${url}/reports/${id}`);
    await other.getByText("Not shown, for you may not read it").waitFor();
    expect(await other.getByText(figure).count()).toBe(0);
    const runs = await get<{ items: { id: string }[] }>(other, "/api/v1/kept-runs");
    expect(runs.items.map((each) => each.id)).not.toContain(runId);

    // By mail on the third business day of each month, to a colleague too, who takes herself off again.
    await page.goto(`${url}/reports/${id}`);
    await press(page, "Send by mail");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Goes").selectOption("month-business-day");
    await dialog.getByLabel("Business day of the month").fill("3");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForURL(/\/reports\/schedules\//);
    await page.getByText("On the 3rd business day of each month at 07:30").first().waitFor();
    const letter = page.url();
    await press(page, "Add a reader");
    await choose(page, "Person", "Priya Nair");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("to 2 readers").waitFor();
    await other.goto(letter);
    await press(other, /^Take me off/);
    await page.reload();
    await page.getByText("to 1 reader").waitFor();

    // A dashboard of it: tiles added, moved by the keyboard, saved, filtered, and put below the day's work.
    await page.goto(`${url}/reports?tab=dashboards`);
    await page.getByRole("link", { name: "New dashboard" }).first().click();
    await dialog.getByLabel("Name", { exact: true }).fill("Council packet");
    await dialog.getByRole("checkbox").uncheck();
    await press(page, "Make it");
    await page.getByRole("heading", { name: "Council packet" }).waitFor();
    await press(page, "Add tiles");
    await dialog.getByRole("button", { name: "Add Budget to actual by department" }).click();
    await dialog.getByRole("button", { name: "Add Charged by month" }).click();
    await press(page, "Done");
    const tile = page.getByRole("button", { name: "Change Charged by month" });
    await tile.focus();
    await page.keyboard.press("Alt+ArrowLeft");
    await press(page, "Save");
    await page.getByRole("group", { name: "Filters of all tiles" }).waitFor();
    const names = page.locator("main li > section > header h2");
    expect(await names.allTextContents()).toEqual([
      "Charged by month",
      "Budget to actual by department",
    ]);
    await press(page, "Show on my home");
    await press(page, "Take from my home");
    await press(page, "Show on my home");
    await page.goto(`${url}/dashboard`);
    await page.getByRole("heading", { name: "Council packet" }).waitFor();

    // The budget officer asks to publish, the manager publishes, a citizen works out the hash.
    await page.goto(`${url}/reports/runs/${runId}`);
    await press(page, "Publish");
    await dialog.getByLabel("Address").fill("charged-by-month");
    await dialog.getByLabel("What it shows, in plain words").fill("What was charged each month.");
    await press(page, "Ask to publish");
    await page.waitForURL(/\/reports\/published\//);
    await page.getByText("Waits for a second person").first().waitFor();
    expect(await page.getByRole("button", { name: "Publish", exact: true }).isEnabled()).toBe(
      false,
    );
    const { page: manager } = await enter("manager");
    await manager.goto(page.url());
    await press(manager, "Publish");
    await manager.getByText("Published").first().waitFor();
    const citizen = await (await browserOf(page)).newPage();
    await citizen.goto(`${url}/citizen-portal/reports/charged-by-month`);
    const shown = await citizen
      .locator("code")
      .filter({ hasText: /^[0-9a-f]{64}$/ })
      .textContent();
    const text = await (
      await fetch(`${url}/api/v1/public/reports/charged-by-month/data.json`)
    ).text();
    expect(createHash("sha256").update(text).digest("hex")).toBe(shown);
    expect(JSON.parse(text).totals[0].value).toBe(run.answer.totals[0]!.value);
    const catalog = (await (await fetch(`${url}/data.json`)).json()) as { dataset: object[] };
    expect(JSON.stringify(catalog.dataset)).toContain("charged-by-month");

    // Two kept runs are published as one, read by a citizen, and verified without the agency.
    await page.goto(`${url}/reports?tab=runs`);
    await page.getByRole("table").getByRole("checkbox").nth(1).check();
    await page.getByRole("table").getByRole("checkbox").nth(2).check();
    await press(page, "Publish as one");
    await dialog
      .getByRole("button", { name: /^Later: / })
      .first()
      .click();
    await dialog.getByLabel("Title").fill("Packet of the council");
    await dialog.getByLabel("Address").fill("council-packet");
    await dialog.getByLabel("What it shows, in plain words").fill("What the council reads.");
    await press(page, "Ask to publish");
    await page.waitForURL(/\/reports\/published\//);
    await manager.goto(page.url());
    await press(manager, "Publish");
    await manager.getByText("Published").first().waitFor();
    const proof = `${url}/api/v1/public/reports/council-packet/proof.zip`;
    await expect
      .poll(async () => (await fetch(proof)).status, { timeout: 60_000, interval: 1_000 })
      .toBe(200);
    await citizen.goto(`${url}/citizen-portal/reports/council-packet`);
    await citizen.getByRole("heading", { name: "Packet of the council" }).waitFor();
    expect(await citizen.getByRole("navigation", { name: "Parts" }).getByRole("link").count()).toBe(
      2,
    );
    await citizen.getByRole("link", { name: "Evidence package" }).waitFor();
    const folder = mkdtempSync(join(tmpdir(), "packet-"));
    writeFileSync(join(folder, "p.zip"), Buffer.from(await (await fetch(proof)).arrayBuffer()));
    const { verifierKey } = await get<{ verifierKey: string }>(manager, "/api/v1/audit-key");
    writeFileSync(join(folder, "key.txt"), `${verifierKey}\n`);
    const said = spawnSync(
      process.execPath,
      ["bin/audit-verify.mjs", join(folder, "p.zip"), "--key", join(folder, "key.txt")],
      { encoding: "utf8" },
    );
    expect(said.stdout.trim().split("\n").at(-1)).toBe("HOLDS");
  },
);
