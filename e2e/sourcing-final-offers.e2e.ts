// The demo's survey of bridge decks from its scores to final offers: one vendor sends and replaces, another sends and withdraws, and the prices change.
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { asOwner, openTogether } from "./sealed.ts";
import { get, press, send } from "./steps.ts";

const { come } = crew();

type Row = { id: string; status: string; title: string };
type Detail = { version: number; status: string; solicitationId: string; content: { bids: { bidId: string; vendorName: string; checks: { item: string }[] }[]; criteria: { id: string; kind: string }[]; finalRounds: { id: string; openedAt: string | null }[] } };

/** What the evaluators and the coordinator do before prices; another journey looks at their screens. */
const scored = async (buyer: Page, evaluators: readonly Page[], at: string): Promise<string> => {
  const { content: { bids, criteria }, solicitationId } = await get<Detail>(buyer, at);
  const given = bids.flatMap(({ bidId }) => criteria.filter((each) => each.kind !== "price").map(({ id }) => ({ bidId, criterionId: id, score: "8", note: "" })));
  for (const page of evaluators) await send(page, "POST", `${at}/actions/save-scores`, { scores: given, submit: true });
  for (const { bidId, checks } of bids) {
    for (const { item } of checks) await send(buyer, "POST", `${at}/actions/check`, { bidId, item, result: "met", note: "" });
    await send(buyer, "POST", `${at}/actions/decide-responsive`, { bidId, responsive: true, reason: "" });
    await send(buyer, "POST", `${at}/actions/decide-responsible`, { bidId, responsible: true, references: "Two counties were asked; both content.", capacity: "Own crew", performance: "", reason: "" });
  }
  for (const action of ["lock", "startConsensus"]) await send(buyer, "POST", `${at}/actions/${action}`, {}, (await get<Detail>(buyer, at)).version);
  await send(buyer, "POST", `${at}/actions/unlock-prices`, {});
  return solicitationId;
};

const price = async (page: Page, amount: string, button: RegExp) => {
  const field = page.getByRole("textbox", { name: /^Unit price/ });
  await field.fill(amount);
  await press(page, button);
};

test("the chair asks two vendors for final offers: one sends and replaces, the other sends and withdraws; the officers had opened the prices, and the price tab says which offer counts", async () => {
  const begun = Date.now(), [buyer, auditor, chair, manager] = await Promise.all(["buyer", "auditor", "receiver", "manager"].map((name) => come(name))) as [Page, Page, Page, Page];
  const survey = (await get<{ items: Row[] }>(buyer, "/api/v1/evaluations?q=ground+radar")).items[0]!, at = `/api/v1/evaluations/${survey.id}`, tab = `${url}/bid-evaluation/${survey.id}?tab=price`;
  const solicitation = await scored(buyer, [chair, manager], at);
  await openTogether(solicitation, [buyer, auditor], "Northline Aggregates LLC");
  await send(buyer, "POST", `${at}/actions/openPrices`, {}, (await get<Detail>(buyer, at)).version);

  await chair.goto(tab);
  await press(chair, "More actions");
  await chair.getByRole("menuitem", { name: "Ask for best and final offers" }).click();
  const dialog = chair.getByRole("dialog");
  await dialog.getByLabel("Quarry Hill Trucking").uncheck();
  await dialog.getByLabel("Until", { exact: false }).fill(`${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T16:00`);
  await dialog.getByLabel("What it is about").fill("Night closures are no longer needed.");
  await press(chair, "Ask them");
  await chair.getByRole("heading", { name: "Best and final offers, round 1" }).waitFor();
  const [round] = (await get<Detail>(chair, at)).content.finalRounds;
  // Nothing has come yet, so the key store has promised nothing: the instant may still come nearer, long enough for two vendors on this machine.
  const seconds = Math.max(15, ((Date.now() - begun) / 1000) * 1.2);
  await asOwner((client) => client.query("update final_offer_round set due_at = clock_timestamp() + make_interval(secs => $2) where id = $1", [round!.id, seconds]));

  const [one, two] = await Promise.all([come("vendor1", "/vendor-portal"), come("vendor2", "/vendor-portal", { width: 390, theme: "light" })]);
  for (const vendor of [one, two]) {
    await vendor.getByRole("link", { name: /^Best and final offer/ }).first().click();
    await vendor.getByText("Night closures are no longer needed.").waitFor();
  }
  await price(one, "5901.25", /^Seal and submit the final offer/);
  await one.getByRole("heading", { name: "Final offer, revision 1" }).waitFor();
  await press(one, "Prepare a replacement");
  await price(one, "5321.50", /^Seal and replace the final offer/);
  await one.getByRole("heading", { name: "Final offer, revision 2" }).waitFor();
  await price(two, "4443.75", /^Seal and submit the final offer/);
  await two.getByRole("heading", { name: "Final offer, revision 1" }).waitFor();
  expect(await looks(two, "sent:")).toEqual([]);
  await press(two, "Withdraw");
  await two.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await two.getByText("nobody can read it. Your bid counts as it stands", { exact: false }).waitFor();
  expect(await looks(two, "withdrawn:")).toEqual([]);

  // The receipt of the withdrawal holds without the server, and nobody in the agency knows of any of this.
  const [download] = await Promise.all([two.waitForEvent("download"), press(two, "Receipt of the withdrawal")]), folder = mkdtempSync(join(tmpdir(), "levee-offers-")), receipt = join(folder, "receipt"), key = join(folder, "key");
  await download.saveAs(receipt);
  writeFileSync(key, (await get<{ verifierKey: string }>(two, "/api/v1/audit-key")).verifierKey);
  expect(spawnSync(process.execPath, ["bin/receipt-verify.mjs", receipt, "--key", key], { encoding: "utf8" })).toMatchObject({ status: 0, stdout: expect.stringMatching(/recorded that Castor Electric Co-op withdrew revision 1 of the final offer \(round 1\)/) });
  const known = JSON.stringify([await get(chair, at), await get(chair, `${at}/history`), await get(buyer, `/api/v1/solicitations/${solicitation}/history`)]);
  for (const secret of ["5321.5", "5901.25", "4443.75", "Taken back", 'outcome":"withdrawn']) expect(known).not.toContain(secret);
  expect(await chair.getByText("Sealed until then").count()).toBe(2);

  await expect.poll(async () => (await get<Detail>(chair, at)).content.finalRounds[0]!.openedAt, { timeout: 60_000, interval: 250 }).not.toBeNull();
  await chair.goto(tab);
  await chair.getByText("Taken back by the vendor: the bid counts").waitFor();
  const row = (await chair.locator("table.ledger tbody tr", { hasText: "Survey of a bridge deck" }).innerText()).replace(/\s+/g, " ");
  expect(row).toMatch(/5,321\.50 bid: 6,150\.00 74,501\.00 5,480\.00 76,720\.00/);
  expect(row).not.toContain("4,443.75");
  await send(buyer, "POST", `${at}/actions/rank`, {}, (await get<Detail>(buyer, at)).version);
  await chair.reload();
  await chair.locator("li", { hasText: "Northline Aggregates LLC" }).getByText("final offer, round 1").waitFor();
  expect(await looks(chair, "prices:")).toEqual([]);
  await one.reload();
  await one.getByText("It is opened and counts in the place of your bid.").waitFor();
  console.log(JSON.stringify({ journey: "final offers", seconds: Math.round((Date.now() - begun) / 100) / 10, dueAfter: Math.round(seconds) }));
});
