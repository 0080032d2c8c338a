// A survey of bridge decks from three sealed bids and their scores to final offers: one vendor
// sends and replaces, another sends and withdraws, and the prices change.
import { spawnSync } from "node:child_process";
import { agencyDay } from "#server/testing/days.ts";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { asOwner, dueIn, makeKey, openTogether, passphrase, until } from "./sealed.ts";
import { get, press, send } from "./steps.ts";

const { come } = crew();

const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
type Detail = {
  bidders: { vendorId: string }[];
  version: number;
  status: string;
  solicitationId: string;
  content: {
    bids: { bidId: string; vendorName: string; checks: { item: string }[] }[];
    criteria: { id: string; kind: string }[];
    finalRounds: { id: string; openedAt: string | null }[];
  };
};

const act = async (page: Page, at: string, action: string) =>
  send(
    page,
    "POST",
    `${at}/actions/${action}`,
    {},
    (await get<{ version: number }>(page, at)).version,
  );

/**
 * A survey of this run's own, published with two officers; other journeys look at these screens.
 */
const published = async (
  title: string,
  buyer: Page,
  auditor: Page,
  manager: Page,
): Promise<string> => {
  for (const officer of [buyer, auditor]) await makeKey(officer);
  const { items } = await get<{ items: { id: string; code: string }[] }>(
    buyer,
    "/api/v1/departments",
  );
  const { id } = await send<{ id: string }>(buyer, "POST", "/api/v1/solicitations", {
    kind: "rfp",
    title,
    summary: "Chloride and delamination survey of fourteen bridge decks, with maps.",
    departmentId: items.find((each) => each.code === "RDB")!.id,
    envelopes: 2,
    awardBy: "whole",
    priceFormula: "proportional",
    dueAt: soon(40),
    questionsUntil: soon(20),
    deliverTo: "Roads office, 4 Depot Lane",
    estimateCents: 88_000_00,
    estimateOn: soon(-1).slice(0, 10),
    estimateBasis: "The state's price of a like survey",
    requirements: [{ label: "Days from the survey to the maps", kind: "text" }],
    criteria: [
      { name: "Method and staffing", weight: "35", kind: "technical" },
      { name: "References", weight: "25", kind: "technical" },
      { name: "Price", weight: "40", kind: "price" },
    ],
    items: [
      {
        description: "Survey of a bridge deck, by ground radar and chain drag",
        quantity: "14",
        unit: "each",
        commodityCode: "541370",
      },
    ],
  });
  await buyer.goto(`${url}/rfq-builder/${id}`);
  for (const name of [/Maya Okafor/, /Audrey Kim/])
    await buyer.getByRole("checkbox", { name }).check();
  await press(buyer, "Name these officers");
  await buyer.getByText("To be rehearsed").waitFor();
  for (const page of [buyer, auditor]) {
    await page.goto(`${url}/rfq-builder/${id}`);
    await page.getByLabel("Passphrase of your key").fill(passphrase);
    await press(page, "Rehearse the opening");
    await page.getByText("Your key opens").waitFor();
  }
  for (const [page, action] of [
    [buyer, "submit"],
    [manager, "approve"],
    [buyer, "publish"],
  ] as const)
    await act(page, `/api/v1/solicitations/${id}`, action);
  return id;
};

const bid = async (page: Page, id: string, amount: string) => {
  await page.goto(`${url}/vendor-portal/bids/${id}`);
  await page.getByLabel("Days from the survey to the maps").fill("25 days");
  await page.getByLabel("Unit price, $").fill(amount);
  await page.getByRole("button", { name: /^Seal and submit/ }).click();
  await page.getByRole("heading", { name: "Revision 1" }).waitFor({ timeout: 60_000 });
};

/** The panel is named and declares twice; gives the evaluation's address. */
const begun = async (
  buyer: Page,
  evaluators: readonly Page[],
  solicitationId: string,
): Promise<string> => {
  const people = await Promise.all(
    evaluators.map((page) => get<{ person: { id: string } }>(page, "/api/v1/me")),
  );
  const { id } = await send<{ id: string }>(buyer, "POST", "/api/v1/evaluations", {
    solicitationId,
    members: people.map(({ person }, i) => ({
      personId: person.id,
      role: i === 0 ? "chair" : "evaluator",
    })),
  });
  const at = `/api/v1/evaluations/${id}`;
  await act(buyer, at, "askDeclarations");
  for (const page of [buyer, ...evaluators]) {
    await send(page, "POST", `${at}/actions/declare`, { conflict: false });
    await send(page, "POST", `${at}/actions/declare-bidders`, {
      bidders: (await get<Detail>(page, at)).bidders.map(({ vendorId }) => ({
        vendorId,
        conflict: false,
      })),
    });
  }
  await act(buyer, at, "startScoring");
  return at;
};

/**
 * What the evaluators and the coordinator do before prices; another journey looks at their screens.
 */
const scored = async (buyer: Page, evaluators: readonly Page[], at: string): Promise<void> => {
  const {
    content: { bids, criteria },
  } = await get<Detail>(buyer, at);
  const given = bids.flatMap(({ bidId }) =>
    criteria
      .filter((each) => each.kind !== "price")
      .map(({ id }) => ({ bidId, criterionId: id, score: "8", note: "" })),
  );
  for (const page of evaluators)
    await send(page, "POST", `${at}/actions/save-scores`, { scores: given, submit: true });
  for (const { bidId, checks } of bids) {
    for (const { item } of checks)
      await send(buyer, "POST", `${at}/actions/check`, { bidId, item, result: "met", note: "" });
    await send(buyer, "POST", `${at}/actions/decide-responsive`, {
      bidId,
      responsive: true,
      reason: "",
    });
    await send(buyer, "POST", `${at}/actions/decide-responsible`, {
      bidId,
      responsible: true,
      references: "Two counties were asked; both content.",
      capacity: "Own crew",
      performance: "",
      reason: "",
    });
  }
  for (const action of ["lock", "startConsensus"]) await act(buyer, at, action);
  await send(buyer, "POST", `${at}/actions/unlock-prices`, {});
};

const price = async (page: Page, amount: string, button: RegExp) => {
  const field = page.getByRole("textbox", { name: /^Unit price/ });
  await field.fill(amount);
  await press(page, button);
};

test(
  "the chair asks two vendors for final offers: one sends and replaces, the other sends and withdraws; the officers had opened the prices, and the price tab says which offer counts",
  { timeout: 300_000 },
  async () => {
    const from = Date.now();
    const title = `Bridge deck survey ${from}`;
    const [buyer, auditor, chair, manager, user] = (await Promise.all(
      ["buyer", "auditor", "receiver", "manager", "user"].map((name) => come(name)),
    )) as [Page, Page, Page, Page, Page];
    const solicitation = await published(title, buyer, auditor, manager);
    const [one, two, three] = (await Promise.all([
      come("vendor1"),
      come("vendor2", "/notifications", { width: 390, theme: "light" }),
      come("vendor3"),
    ])) as [Page, Page, Page];
    await dueIn(solicitation, Math.max(20, (Date.now() - from) / 1000));
    await Promise.all([
      bid(one, solicitation, "6150.00"),
      bid(two, solicitation, "5480.00"),
      bid(three, solicitation, "5890.00"),
    ]);
    await until(buyer, solicitation, "closed");
    await openTogether(solicitation, [buyer, auditor], "Northline Aggregates LLC");
    const begunAt = Date.now();
    const at = await begun(buyer, [chair, manager, user], solicitation);
    const tab = `${url}/bid-evaluation/${at.split("/").at(-1)}?tab=price`;
    await scored(buyer, [chair, manager, user], at);
    await openTogether(solicitation, [buyer, auditor], "Northline Aggregates LLC");
    await act(buyer, at, "openPrices");

    await chair.goto(tab);
    await press(chair, "More actions");
    await chair.getByRole("menuitem", { name: "Ask for best and final offers" }).click();
    const dialog = chair.getByRole("dialog");
    await dialog.getByLabel("Quarry Hill Trucking").uncheck();
    await dialog.getByLabel("Until", { exact: false }).fill(`${agencyDay(3)}T16:00`);
    await dialog.getByLabel("What it is about").fill("Night closures are no longer needed.");
    await press(chair, "Ask them");
    await chair.getByRole("heading", { name: "Best and final offers, round 1" }).waitFor();
    const [round] = (await get<Detail>(chair, at)).content.finalRounds;
    // Nothing has come yet, so the key store has promised nothing: the instant may still come
    // nearer, long enough for two vendors on this machine.
    const seconds = Math.max(15, ((Date.now() - begunAt) / 1000) * 1.2);
    await asOwner((client) =>
      client.query(
        "update final_offer_round set due_at = clock_timestamp() + make_interval(secs => $2) where id = $1",
        [round!.id, seconds],
      ),
    );

    for (const vendor of [one, two]) {
      await vendor.goto(`${url}/vendor-portal`);
      await vendor
        .getByRole("link", { name: /^Best and final offer/ })
        .first()
        .click();
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
    await two
      .getByText("nobody can read it. Your bid counts as it stands", { exact: false })
      .waitFor();
    expect(await looks(two, "withdrawn:")).toEqual([]);

    // The receipt of the withdrawal holds without the server, and nobody in the agency knows of any
    // of this.
    const [download] = await Promise.all([
      two.waitForEvent("download"),
      press(two, "Receipt of the withdrawal"),
    ]);
    const folder = mkdtempSync(join(tmpdir(), "levee-offers-"));
    const receipt = join(folder, "receipt");
    const key = join(folder, "key");
    await download.saveAs(receipt);
    writeFileSync(key, (await get<{ verifierKey: string }>(two, "/api/v1/audit-key")).verifierKey);
    expect(
      spawnSync(process.execPath, ["bin/receipt-verify.mjs", receipt, "--key", key], {
        encoding: "utf8",
      }),
    ).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /recorded that Castor Electric Co-op withdrew revision 1 of the final offer \(round 1\)/,
      ),
    });
    const known = JSON.stringify([
      await get(chair, at),
      await get(chair, `${at}/history`),
      await get(buyer, `/api/v1/solicitations/${solicitation}/history`),
    ]);
    for (const secret of ["5321.5", "5901.25", "4443.75", "Taken back", 'outcome":"withdrawn'])
      expect(known).not.toContain(secret);
    expect(await chair.getByText("Sealed until then").count()).toBe(2);

    await expect
      .poll(async () => (await get<Detail>(chair, at)).content.finalRounds[0]!.openedAt, {
        timeout: 60_000,
        interval: 250,
      })
      .not.toBeNull();
    await chair.goto(tab);
    await chair.getByText("Taken back by the vendor: the bid counts").waitFor();
    const row = (
      await chair
        .locator("table.ledger tbody tr", { hasText: "Survey of a bridge deck" })
        .innerText()
    ).replace(/\s+/g, " ");
    expect(row).toMatch(/5,321\.50 bid: 6,150\.00 74,501\.00 5,480\.00 76,720\.00/);
    expect(row).not.toContain("4,443.75");
    await act(buyer, at, "rank");
    await chair.reload();
    await chair
      .locator("li", { hasText: "Northline Aggregates LLC" })
      .getByText("final offer, round 1")
      .waitFor();
    expect(await looks(chair, "prices:")).toEqual([]);
    await one.reload();
    await one.getByText("It is opened and counts in the place of your bid.").waitFor();
    console.log(
      JSON.stringify({
        journey: "final offers",
        seconds: Math.round((Date.now() - from) / 100) / 10,
        dueAfter: Math.round(seconds),
      }),
    );
  },
);
