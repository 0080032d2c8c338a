import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Page } from "playwright";
import { afterAll, afterEach, expect, test } from "vitest";
import { startEmbedded } from "../src/server/db/embedded.ts";
import { closeBrowser, password, type Person, signIn, url } from "./people.ts";
import { get, press, send, token } from "./steps.ts";

const people: Person[] = [];
const enter = async (name: string, width = 1440): Promise<Person> => {
  const person = await signIn(name, { width });
  people.push(person);
  return person;
};
// What the server refuses, the browser's console tells as well.
const expected = /409 \(Conflict\)|status of 409/;
afterEach(async () => {
  const faults = people.flatMap((p) => p.faults.filter((fault) => !expected.test(fault)).map((fault) => `${p.name}: ${fault}`));
  await Promise.all(people.splice(0).map((p) => p.context.close()));
  expect(faults).toEqual([]);
});
afterAll(closeBrowser);

// The demo story gave both officers a key, under the password of the demo accounts.
const passphrase = password, folder = mkdtempSync(join(tmpdir(), "levee-bids-"));
const verify = (...args: string[]) => spawnSync(process.execPath, ["bin/receipt-verify.mjs", ...args], { encoding: "utf8" });
const asBytes = async (page: Page, path: string) => Buffer.from(await (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${await token(page)}` } })).arrayBuffer());

/** Sets the deadline of a solicitation without bids so near that a journey can wait for it; whoever keeps the database could do that, and the key store would hold to what was promised first. */
const dueIn = async (id: string, seconds: number): Promise<Date> => {
  const embedded = await startEmbedded(process.env.E2E_DATA!), client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  const { rows } = await client.query("update solicitation set due_at = clock_timestamp() + make_interval(secs => $2), questions_until = null where id = $1 returning due_at", [id, seconds]);
  await client.end();
  await embedded.stop();
  return rows[0].due_at as Date;
};

const makeKey = async (page: Page) => {
  await page.goto(`${url}/opening-keys`);
  await page.getByRole("heading", { name: "Keys that open bids" }).waitFor();
  if (!(await page.getByRole("button", { name: "Make the key" }).isVisible())) return;
  await page.getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await page.getByLabel("Passphrase again").fill(passphrase);
  await press(page, "Make the key");
  await page.getByRole("heading", { name: "Your key" }).waitFor();
};

const draft = async (page: Page): Promise<{ id: string; number: string }> => {
  const { items: [department] } = await get<{ items: { id: string }[] }>(page, "/api/v1/departments");
  const day = 86_400_000, at = (days: number) => new Date(Date.now() + days * day).toISOString();
  return send(page, "POST", "/api/v1/solicitations", {
    kind: "itb", title: "Stone for the north weir", summary: "Stone delivered to the north weir in two lots.", departmentId: department!.id, dueAt: at(40), questionsUntil: at(20), estimateCents: 900_000_00, estimateOn: new Date().toISOString().slice(0, 10), estimateBasis: "Last year's orders",
    lots: [{ lotNo: 1, title: "Bank" }, { lotNo: 2, title: "Bed" }], items: [{ lotNo: 1, description: "Riprap, class 4", quantity: "800", unit: "t" }, { lotNo: 2, description: "Gravel, washed", quantity: "250.5", unit: "t" }],
    requirements: [{ label: "Quarry of origin", kind: "text" }, { label: "Test certificate", kind: "document" }],
  });
};

const rehearse = async (page: Page, id: string) => {
  await page.goto(`${url}/rfq-builder/${id}`);
  await page.getByLabel("Passphrase of your key").fill(passphrase);
  await press(page, "Rehearse the opening");
  await page.getByText("Your key opens").waitFor();
};

const step = async (page: Page, id: string, action: string) => {
  const { version } = await get<{ version: number }>(page, `/api/v1/solicitations/${id}`);
  await send(page, "POST", `/api/v1/solicitations/${id}/actions/${action}`, {}, version);
};

const bid = async (page: Page, id: string, riprap: string, gravel: string) => {
  await page.goto(`${url}/vendor-portal/bids/${id}`);
  await page.getByRole("heading", { name: "Sealed" }).waitFor();
  const revise = page.getByRole("button", { name: "Prepare a revision" });
  if (await revise.isVisible()) await revise.click();
  await page.getByLabel("Quarry of origin").fill("Castle Rock");
  await page.getByLabel("Test certificate").setInputFiles({ name: "certificate.txt", mimeType: "text/plain", buffer: Buffer.from("Passed.") });
  await page.getByLabel("Unit price, $").nth(0).fill(riprap);
  await page.getByLabel("Unit price, $").nth(1).fill(gravel);
};
const seal = async (page: Page, revision: number) => {
  await page.getByRole("button", { name: /^Seal and submit/ }).click();
  await page.getByRole("heading", { name: `Revision ${revision}` }).waitFor();
  await page.getByText("Submitted, sealed").waitFor();
};

test("two vendors bid, one from a phone and twice; a late revision is refused; two officers open, and an auditor repeats the opening offline", { timeout: 420_000 }, async () => {
  const buyer = await enter("buyer"), auditor = await enter("auditor"), manager = await enter("manager"), phone = await enter("vendor1", 390), castor = await enter("vendor2");
  await makeKey(buyer.page);
  await makeKey(auditor.page);
  const { id, number } = await draft(buyer.page);
  await buyer.page.goto(`${url}/rfq-builder/${id}`);
  await buyer.page.getByRole("checkbox", { name: /Officer/ }).nth(0).check();
  await buyer.page.getByRole("checkbox", { name: /Officer/ }).nth(1).check();
  await press(buyer.page, "Name these officers");
  await buyer.page.getByText("To be rehearsed").waitFor();
  await rehearse(buyer.page, id);
  await rehearse(auditor.page, id);
  for (const [page, action] of [[buyer.page, "submit"], [manager.page, "approve"], [buyer.page, "publish"]] as const) await step(page, id, action);
  const due = await dueIn(id, 110);

  await bid(phone.page, id, "30.00", "18.25");
  await seal(phone.page, 1);
  await bid(castor.page, id, "31.5", "17.9999");
  await seal(castor.page, 1);
  await bid(phone.page, id, "29.10", "18.00");
  await seal(phone.page, 2);
  const [download] = await Promise.all([phone.page.waitForEvent("download"), press(phone.page, /^Your copy/)]), copy = join(folder, "copy");
  await download.saveAs(copy);
  const { items } = await get<{ items: { id: string; solicitationId: string }[] }>(phone.page, "/api/v1/vendor/bids"), mine = items.find((each) => each.solicitationId === id)!;
  const receipt = join(folder, "receipt"), key = join(folder, "key");
  writeFileSync(receipt, await asBytes(phone.page, `/api/v1/vendor/bids/${mine.id}/receipt`));
  writeFileSync(key, (await get<{ verifierKey: string }>(phone.page, "/api/v1/audit-key")).verifierKey);
  expect(verify(receipt, "--key", key, "--plaintext", copy)).toMatchObject({ status: 0, stdout: expect.stringContaining("the plaintext of the bid envelope") });

  // Before the deadline the opening says nothing of the bids, and a revision that is sealed too late is refused.
  await buyer.page.goto(`${url}/solicitations/${id}/opening`);
  await buyer.page.getByText("Nobody can open before the deadline").waitFor();
  await bid(castor.page, id, "1.00", "1.00");
  await castor.page.waitForTimeout(Math.max(0, due.getTime() - Date.now() + 500));
  await castor.page.getByRole("button", { name: /^Seal and submit/ }).click();
  await castor.page.getByRole("alert").getByText(/deadline has passed/i).waitFor();

  for (const officer of [buyer.page, auditor.page]) {
    for (const end = Date.now() + 30_000; (await get<{ status: string }>(officer, `/api/v1/solicitations/${id}`)).status !== "closed" && Date.now() < end; ) await officer.waitForTimeout(300);
    await officer.goto(`${url}/solicitations/${id}/opening`);
    await press(officer, "Take part in the opening");
    await officer.getByLabel("Passphrase of your key").fill(passphrase);
    await press(officer, "Give my shares");
    await officer.getByText("Your 2 shares are in.").waitFor();
  }
  await buyer.page.getByText("Everything is here.", { exact: false }).waitFor();
  await press(buyer.page, "Open the bids");
  for (const page of [buyer.page, auditor.page]) await page.getByRole("cell", { name: "Northline Aggregates LLC" }).waitFor({ timeout: 30_000 });
  const rows = await auditor.page.locator("table.ledger tbody tr").allInnerTexts();
  expect(rows.map((row) => row.replace(/\s+/g, " "))).toEqual([expect.stringMatching(/^1 Castor Electric Co-op .* 25,200\.00 4,508\.97 29,708\.97 opened/), expect.stringMatching(/^2 Northline Aggregates LLC .* 23,280\.00 4,509\.00 27,789\.00 opened, rev. 2/)]);
  await press(buyer.page, "Publish the tabulation");
  await buyer.page.getByText("Tabulation published").first().waitFor();
  expect(((await (await fetch(`${url}/api/v1/public/solicitations/${id}/tabulation`)).json()) as { items: { rows: unknown[] }[] }).items[0]!.rows).toHaveLength(2);
  await buyer.page.getByRole("link", { name: "Minutes" }).click();
  await buyer.page.getByRole("heading", { name: `Minutes of the opening ${number}` }).waitFor();
  await buyer.page.getByText("1 was replaced by their vendors; 1 attempt was refused", { exact: false }).waitFor();

  const transcript = await asBytes(auditor.page, `/api/v1/solicitations/${id}/opening/bid/transcript`);
  writeFileSync(join(folder, "transcript.json"), transcript);
  for (const { manifest } of (JSON.parse(transcript.toString()) as { envelopes: { manifest: { ciphertextSha256: string } }[] }).envelopes) writeFileSync(join(folder, manifest.ciphertextSha256), await asBytes(auditor.page, `/api/v1/solicitations/${id}/opening/ciphertexts/${manifest.ciphertextSha256}`));
  expect(verify("--transcript", join(folder, "transcript.json"), "--ciphertexts", folder, "--receipt", receipt, "--key", key)).toMatchObject({ status: 0, stdout: expect.stringMatching(/holds\s+Northline Aggregates LLC, bid envelope of revision 2 \(as the receipt says\)/) });
});
