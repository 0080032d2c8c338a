// Money of a flood by several people: a request with two lines left out, certified by another, handed over
// as a bundle that a stranger verifies; a question asked again; a denial appealed in time and a day late;
// mitigation with its ratio.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";

const { come } = crew(/\b4(09|12|22)\b/);
type Choice = { id: string; lacks: string[]; why: string | null; cents: number; open: number };
const folder = mkdtempSync(join(tmpdir(), "stranger-"));
const day = (days: number) =>
  new Date(Date.now() - 12 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

test("a request leaves two lines waiting, another person certifies it, and a stranger verifies its bundle", async () => {
  const coordinator = await come("recovery", "/fema-grants-hub?tab=projects");
  const { items: projects } = await get<{ items: { id: string; title: string }[] }>(
    coordinator,
    "/api/v1/pa-projects?limit=100",
  );
  const { id: projectId } = projects.find((p) => p.title.startsWith("Repair of park roads"))!;
  const path = `/api/v1/pa-projects/${projectId}`;
  const { items: choices } = await get<{ items: Choice[] }>(coordinator, `${path}/costs`);
  const free = choices.filter((c) => c.why === null && c.open === c.cents);
  const proven = free.find((c) => c.lacks.length === 0)!;
  const bare = choices.filter((c) => c.why === null && c.lacks.length > 0).slice(0, 2);
  expect(bare).toHaveLength(2);
  await send(coordinator, "POST", `${path}/costs`, {
    costLineIds: [proven, ...bare].map((c) => c.id),
  });

  await coordinator.goto(`${url}/fema-grants-hub/projects/${projectId}`);
  await press(coordinator, "Ask for reimbursement");
  await status(coordinator, "Draft");
  await coordinator.getByText(/2 of \d+ lines lack proof/).waitFor();
  await press(coordinator, "Leave out and keep waiting");
  await coordinator.getByText(/lines lack proof/).waitFor({ state: "detached" });
  await press(coordinator, "Check and claim the costs");
  await coordinator
    .getByRole("dialog")
    .getByRole("button", { name: /Check/ })
    .click()
    .catch(() => {});
  await status(coordinator, "Checked");
  const request = new URL(coordinator.url()).pathname;

  const certifier = await come("certifier", request);
  await press(certifier, "Certify");
  await certifier.getByRole("dialog").getByRole("button", { name: "Certify" }).click();
  await status(certifier, "Certified");

  const auditor = await come("auditor", request);
  await auditor.getByRole("tab", { name: "Evidence" }).click();
  await press(auditor, "Make the bundle");
  const ready = auditor.getByRole("button", { name: "Download the ZIP" }).first();
  await ready.waitFor({ timeout: 60_000 });
  const [download] = await Promise.all([auditor.waitForEvent("download"), ready.click()]);
  const zip = join(folder, "bundle.zip");
  await download.saveAs(zip);
  const { verifierKey } = await get<{ verifierKey: string }>(auditor, "/api/v1/audit-key");
  const key = join(folder, "key.txt");
  writeFileSync(key, verifierKey);
  // The stranger's copy of the tool, in a folder of their own, without the product.
  copyFileSync(new URL("../bin/audit-verify.mjs", import.meta.url), join(folder, "verify.mjs"));
  const said = execFileSync(process.execPath, [join(folder, "verify.mjs"), zip, "--key", key], {
    cwd: folder,
    env: {},
  }).toString();
  expect(said).toMatch(/RFR-\d+-\d+: 1 lines add up to \d+ cents/);
  expect(said.trim().split("\n").at(-1)).toBe("HOLDS");
  writeFileSync(key, `${verifierKey.slice(0, -6)}AAAAA=`);
  const other = spawnSync(process.execPath, [join(folder, "verify.mjs"), zip, "--key", key]);
  expect(other.status).not.toBe(0);
});

test("a question that was answered is shown when it comes again; a denial is appealed in time, and a day late", async () => {
  const mark = String(Date.now()).slice(-6);
  const coordinator = await come("recovery", "/fema-grants-hub?tab=questions");
  const { items } = await get<{ items: { id: string; number: string }[] }>(
    coordinator,
    "/api/v1/pa-open-declarations",
  );
  const declarationId = items.find((d) => d.number === "DR-4871-MN")!.id;
  const ask = async () => {
    await press(coordinator, "Enter a question");
    const dialog = coordinator.getByRole("dialog");
    await dialog.getByLabel("Declaration").selectOption(declarationId);
    await dialog.getByLabel("Who asks").fill("State officer");
    await dialog.getByLabel("Day of the letter").fill(day(-2));
    await dialog.getByLabel("Answer until").fill(day(12));
    await dialog
      .getByLabel("Question", { exact: false })
      .last()
      .fill(`Which culvert did crew ${mark} replace?`);
    await dialog.getByRole("button", { name: "Enter", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await ask();
  const first = coordinator
    .locator(".panel")
    .filter({ hasText: `crew ${mark}` })
    .first();
  await first.getByRole("button", { name: /^Answer/ }).click();
  const answer = coordinator.getByRole("dialog");
  await answer.getByLabel("Answer").fill("The second of four.");
  await answer.getByLabel("Sent on").fill(day(-1));
  await answer.getByLabel("Proof of delivery").fill(`Upload ${mark}`);
  await answer.getByRole("button", { name: "Record the answer" }).click();
  await coordinator.getByText(`(Upload ${mark})`).waitFor();
  await ask();
  await coordinator.getByText(`Delivered: Upload ${mark}`).waitFor();

  const { items: projects } = await get<{ items: { id: string; title: string }[] }>(
    coordinator,
    "/api/v1/pa-projects?limit=100",
  );
  const projectId = projects.find((p) => p.title.startsWith("Repair of park roads"))!.id;
  const determined = async (sentDaysAgo: number) => {
    const made = await send<{ id: string }>(coordinator, "POST", "/api/v1/pa-appeals", {
      projectId,
      level: "first",
      subject: `Gravel ${mark} ${sentDaysAgo}`,
      disputedCents: 1_000_00,
      determinedOn: day(-sentDaysAgo - 1),
      sentOn: day(-sentDaysAgo),
      argument: "Cores of 2023.",
    });
    await coordinator.goto(`${url}/fema-grants-hub/appeals/${made.id}`);
    await press(coordinator, "Record: filed");
    await coordinator.getByLabel("Filed on").fill(day(-1));
    await coordinator.getByRole("dialog").getByRole("button", { name: "Record: filed" }).click();
  };
  await determined(40);
  await status(coordinator, "Filed");
  await determined(62);
  await coordinator.locator(".record-head").getByText(/late/i).first().waitFor();
});

test("a sub-application for mitigation shows its ratio, step by step", async () => {
  const mark = String(Date.now()).slice(-6);
  const coordinator = await come("recovery", "/fema-grants-hub?tab=mitigation");
  await press(coordinator, "Begin a sub-application");
  const dialog = coordinator.getByRole("dialog");
  const { items } = await get<{ items: { id: string; number: string }[] }>(
    coordinator,
    "/api/v1/pa-open-declarations",
  );
  const flood = items.find((d) => d.number === "DR-4897-MN")!.id;
  await dialog.getByLabel("Declaration").selectOption(flood);
  await dialog.getByLabel("Work").fill(`Raise pump house ${mark}`);
  await dialog.getByLabel("What happens without it").fill("The dry well floods.");
  await dialog.getByLabel("Cost", { exact: false }).first().fill("100000");
  const damages = dialog.getByLabel(/before/i);
  await damages.first().fill("310000");
  await damages.nth(1).fill("890000");
  await dialog.getByRole("button", { name: "Begin" }).click();
  await coordinator.getByRole("heading", { name: `Raise pump house ${mark}` }).waitFor();
  const id = new URL(coordinator.url()).pathname.split("/").at(-1)!;
  const m = await get<{ sums: { ratio: number } }>(coordinator, `/api/v1/pa-mitigation/${id}`);
  // Yearly (310,000 + 890,000) / 2 × 0.09 + 890,000 × 0.01 = 62,900; × 13.8007 = 868,067 over 100,000.
  expect(m.sums.ratio).toBeCloseTo(8.68, 1);
  await coordinator.getByText(/8\.68/).first().waitFor();
});
