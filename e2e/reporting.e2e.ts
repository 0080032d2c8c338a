// A budget officer builds a question, opens the rows of a figure, saves, shares and keeps it; somebody
// who may not read the ledger opens the shared report and is told what is not shown.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { get, press } from "./steps.ts";

const { enter } = crew();

test("a report is built, shared and kept, and each reader gets what they may read", async () => {
  const { page } = await enter("budget");
  await page.goto(`${url}/reports`);
  await page.getByRole("heading", { name: "For your duties" }).waitFor();
  await page.getByRole("link", { name: "Build a report" }).first().click();
  const sentence = page.getByRole("group", { name: "Question" });
  await sentence.getByRole("button", { name: "Choose a figure" }).click();
  await page.getByRole("group", { name: "Movements of the ledger" }).getByLabel("Expended").check();
  await page.keyboard.press("Escape");
  await sentence.getByRole("button", { name: "nothing" }).click();
  await page.getByLabel("Month").check();
  await page.keyboard.press("Escape");
  await page.getByText("Movements of the ledger: Expended, this fiscal year").first().waitFor();
  await page.goBack();
  await sentence.getByRole("button", { name: "nothing" }).waitFor();
  await page.goForward();
  await page.getByRole("region", { name: "Figures" }).waitFor();

  await press(page, "Save as report");
  await page.getByRole("dialog").getByLabel("Name").fill("Charged by month");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "Charged by month" }).waitFor();
  const id = new URL(page.url()).searchParams.get("report")!;

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
});
