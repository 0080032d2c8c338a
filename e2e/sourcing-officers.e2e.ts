// Sealed bids whose officers change: one hands the place over between two bids (the second sealed
// offline), another one's key stays away and the file from the safe stands in.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { dueIn, goOnAfterOutage, makeKey, passphrase, until } from "./sealed.ts";
import { get, press, send } from "./steps.ts";

const { come } = crew();

type Key = { id: string; name: string; escrow: boolean; label: string };
const keysOf = async (page: Page) =>
  (await get<{ items: Key[] }>(page, "/api/v1/officer-keys")).items;
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const drafted = async (buyer: Page): Promise<string> => {
  const { items } = await get<{ items: { id: string; code: string }[] }>(
    buyer,
    "/api/v1/departments",
  );
  return (
    await send<{ id: string }>(buyer, "POST", "/api/v1/solicitations", {
      kind: "itb",
      title: "Culvert pipe for the spring",
      summary: "Corrugated pipe, delivered to the yard.",
      departmentId: items.find((each) => each.code === "RDB")!.id,
      dueAt: soon(40),
      questionsUntil: soon(20),
      deliverTo: "Roads yard, 4 Depot Lane",
      estimateCents: 90_000_00,
      estimateOn: soon(-1).slice(0, 10),
      estimateBasis: "Prices of the last order",
      items: [
        {
          description: "Corrugated steel pipe, 24 inch",
          quantity: "800",
          unit: "ft",
          commodityCode: "332312",
        },
      ],
    })
  ).id;
};

const act = async (page: Page, id: string, action: string) =>
  send(
    page,
    "POST",
    `/api/v1/solicitations/${id}/actions/${action}`,
    {},
    (await get<{ version: number }>(page, `/api/v1/solicitations/${id}`)).version,
  );

/** The officer's passphrase on the page as it stands. */
const unlock = async (page: Page, button: string) => {
  await page.getByLabel("Passphrase of your key").fill(passphrase);
  await press(page, button);
};

const bid = async (page: Page, id: string, price: string) => {
  await page.goto(`${url}/vendor-portal/bids/${id}`);
  await page.getByLabel("Unit price, $").fill(price);
  await page.getByRole("button", { name: /^Seal and submit/ }).click();
  await page.getByRole("heading", { name: "Revision 1" }).waitFor({ timeout: 60_000 });
};

/**
 * The vendor seals on a computer of its own: plan from the page, program, package back to the page.
 */
const offline = async (page: Page, id: string, price: string) => {
  const folder = mkdtempSync(join(tmpdir(), "levee-offline-"));
  const [plan, filled, program] = ["plan.json", "bid.json", "bid-seal.mjs"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(program, await (await fetch(`${url}/api/v1/public/bid-seal.mjs`)).text());
  await page.goto(`${url}/vendor-portal/bids/${id}`);
  await page.getByText("Seal it offline instead").click();
  expect(await looks(page, "offline:")).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    press(page, "Sealing plan"),
  ]);
  await download.saveAs(plan);
  const asked = JSON.parse(
    spawnSync(process.execPath, [program, "template", plan], { encoding: "utf8" }).stdout,
  ) as { lines: object[] };
  writeFileSync(
    filled,
    JSON.stringify({ ...asked, lines: asked.lines.map((line) => ({ ...line, unitPrice: price })) }),
  );
  const sealed = spawnSync(process.execPath, [program, "seal", plan, filled, "--out", folder], {
    encoding: "utf8",
  });
  expect(sealed, sealed.stderr).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/to Marcus Hale: [0-9a-f]{4} /),
  });
  const file = readdirSync(folder).find((name) => name.endsWith(".sealed.json"))!;
  expect(readFileSync(join(folder, file), "utf8")).not.toContain(price);
  await page.getByLabel("Upload the sealed package").setInputFiles(join(folder, file));
  await page.getByRole("heading", { name: "Revision 1" }).waitFor({ timeout: 60_000 });
};

test("an officer hands over between two bids and the successor opens both, the one that was sealed offline too, with the escrow file in the place of a key that nobody can use", async () => {
  const begun = Date.now();
  const [buyer, auditor, manager] = (await Promise.all(
    ["buyer", "auditor", "manager"].map((name) => come(name)),
  )) as [Page, Page, Page];
  await makeKey(manager);
  for (const officer of [buyer, auditor]) await makeKey(officer);
  const label = `Safe of the clerk ${begun}`;
  await buyer.getByLabel("Where the file is kept").fill(label);
  const [saved] = await Promise.all([
    buyer.waitForEvent("download"),
    press(buyer, "Make it and save the file"),
  ]);
  const file = join(mkdtempSync(join(tmpdir(), "levee-escrow-")), saved.suggestedFilename());
  await saved.saveAs(file);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
    format: "levee-escrow-key/1",
    label,
    privateKey: expect.stringMatching(/^.{100,}$/),
  });
  await buyer.getByText(label).first().waitFor();
  expect(JSON.stringify(await keysOf(buyer))).not.toContain(
    (JSON.parse(readFileSync(file, "utf8")) as { privateKey: string }).privateKey.slice(0, 60),
  );

  const id = await drafted(buyer);
  const opening = `${url}/solicitations/${id}/opening`;
  await buyer.goto(`${url}/rfq-builder/${id}`);
  for (const name of ["Maya Okafor", "Audrey Kim", label])
    await buyer.getByRole("checkbox", { name: new RegExp(name) }).check();
  await press(buyer, "Name these officers");
  await buyer.getByText("To be rehearsed").waitFor();
  await buyer.locator("input[type=file]").setInputFiles(file);
  await buyer.getByText("opened the test envelope", { exact: true }).waitFor();
  await unlock(buyer, "Rehearse the opening");
  await auditor.goto(`${url}/rfq-builder/${id}`);
  await unlock(auditor, "Rehearse the opening");
  await auditor.getByText("Your key opens").waitFor();
  for (const [page, action] of [
    [buyer, "submit"],
    [manager, "approve"],
    [buyer, "publish"],
  ] as const)
    await act(page, id, action);
  await dueIn(id, Math.max(25, ((Date.now() - begun) / 1000) * 1.5));

  const [one, two] = await Promise.all([
    come("vendor1"),
    come("vendor2", "/notifications", { width: 390 }),
  ]);
  await bid(one, id, "41.75");
  // The auditor leaves. A wrong passphrase changes nothing; afterwards the place is the manager's,
  // and the old key opens nothing.
  await auditor.goto(opening);
  await auditor.getByLabel("Successor").selectOption({ label: "Marcus Hale" });
  await auditor.getByLabel("Passphrase of your key").fill("a wrong passphrase");
  await press(auditor, "Hand over");
  await auditor.getByText("The passphrase does not open this key.").waitFor();
  expect(await looks(auditor, "handing over:")).toEqual([]);
  await unlock(auditor, "Hand over");
  await auditor.getByText("Marcus Hale opens in your place.").waitFor();
  await auditor
    .getByRole("heading", { name: "Hand your place over" })
    .waitFor({ state: "detached" });
  const key = (await keysOf(auditor)).find(
    (each) => each.name === "Audrey Kim" && !each.escrow,
  )!.id;
  expect(
    await get<{ code: string }>(auditor, `/api/v1/solicitations/${id}/handover?keyId=${key}`),
  ).toMatchObject({ code: "no_place" });
  await offline(two, id, "39.90");

  await until(buyer, id, "closed");
  for (const page of [manager, buyer]) {
    await page.goto(opening);
    await goOnAfterOutage(page);
    await press(page, "Take part in the opening");
  }
  await unlock(manager, "Give my shares");
  await manager.getByText("Your 2 shares are in.").waitFor();
  // One officer is not enough; the file from the safe is the second.
  expect(await manager.getByRole("button", { name: "Open the bids" }).isDisabled()).toBe(true);
  await buyer.getByLabel("Use the escrow file").setInputFiles(file);
  await buyer.getByText("Everything is here.", { exact: false }).waitFor();
  await press(buyer, "Open the bids");
  for (const page of [buyer, manager, auditor])
    await page
      .getByRole("cell", { name: "Castor Electric Co-op" })
      .first()
      .waitFor({ timeout: 60_000 });
  const rows = (await manager.locator("table.ledger tbody tr").allInnerTexts()).map((row) =>
    row.replace(/\s+/g, " "),
  );
  expect(rows).toEqual([
    expect.stringMatching(/Northline Aggregates LLC .*33,400\.00/),
    expect.stringMatching(/Castor Electric Co-op .*31,920\.00/),
  ]);
  expect(await looks(manager, "opened:")).toEqual([]);
  console.log(
    JSON.stringify({ journey: "officers", seconds: Math.round((Date.now() - begun) / 100) / 10 }),
  );
});
