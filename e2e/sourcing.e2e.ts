// From a need to a defensible award: a proposal in two lots with sealed bids, a panel, an optimum
// and a protest.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { ocdsProblems } from "#areas/sourcing/ocds/ocds-schema.service.ts";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { asOwner, dueIn, makeKey, openTogether, rehearseBoth, until } from "./sealed.ts";
import { approvedRequisition, takeLines, wall } from "./sourcing.ts";
import { choose, get, press, send, status, token } from "./steps.ts";

const { enter: bring } = crew(/status of 409/);
const enter = async (name: string, width = 1440): Promise<Page> =>
  (await bring(name, { width })).page;

type Id = { id: string };
type Evaluation = {
  version: number;
  status: string;
  gate: string;
  members: { me: boolean; biddersDeclared: boolean }[];
  bidders: { vendorId: string; name: string }[];
  content: {
    bids: { bidId: string; vendorName: string; checks: { item: string }[] }[];
    criteria: { id: string; kind: string; maxScore: number }[];
  } | null;
};

const bid = async (page: Page, id: string, pump: string, hose: string, revise = false) => {
  await page.goto(`${url}/vendor-portal/bids/${id}`);
  await page.getByRole("heading", { name: "Sealed" }).waitFor();
  if (revise) await press(page, "Prepare a revision");
  for (const box of await page.getByRole("checkbox", { name: /taken addendum/i }).all())
    await box.check();
  await page.getByLabel("Technical proposal").setInputFiles({
    name: "proposal.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("Pumps that start in the cold."),
  });
  await page.getByLabel("Days from order to delivery").fill("45");
  await page
    .getByLabel("Three references with telephone number")
    .fill("City of Elm (952) 555-0144, Town of Ash, Port of Birch");
  await page.getByLabel("No person of the agency has an interest").selectOption("yes");
  await page.getByLabel("Neither the company nor its principals").selectOption("yes");
  await page.getByLabel("Unit price, $").nth(0).fill(pump);
  await page.getByLabel("Unit price, $").nth(1).fill(hose);
};
const seal = async (page: Page, revision: number) => {
  await page.getByRole("button", { name: /^Seal and submit/ }).click();
  await page.getByRole("heading", { name: `Revision ${revision}` }).waitFor({ timeout: 60_000 });
};

const folder = mkdtempSync(join(tmpdir(), "levee-bids-"));
const verify = (...args: string[]) =>
  spawnSync(process.execPath, ["bin/receipt-verify.mjs", ...args], { encoding: "utf8" });
/** Keeps an answer of the API as a file; gives its path. */
const keep = async (page: Page, path: string, name: string): Promise<string> => {
  const file = join(folder, name);
  writeFileSync(
    file,
    Buffer.from(
      await (
        await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${await token(page)}` } })
      ).arrayBuffer(),
    ),
  );
  return file;
};
/** What is wrong with the looks of an evaluation's tabs and the pages around it. */
const faultsOfTabs = async (
  page: Page,
  evaluation: string,
  tabs: readonly string[],
): Promise<string[]> => {
  const found: string[] = [];
  for (const tab of tabs) {
    await page.goto(`${url}/bid-evaluation/${evaluation}?tab=${tab}`);
    await page.getByRole("tabpanel").waitFor();
    await page.waitForFunction(() => !document.querySelector(".skeleton"));
    await page.waitForTimeout(200);
    found.push(...(await looks(page, `${tab}:`)));
  }
  return found;
};

test(
  "a proposal in two lots: addendum, three sealed bids, one replaced and one too late, two officers, a recusal, scores, prices, a split award that departs from the published weights with its reason, a protest denied, orders",
  { timeout: 900_000 },
  async () => {
    const begun = Date.now();
    const asker = await enter("user");
    const manager = await enter("manager");
    const buyer = await enter("buyer");
    const auditor = await enter("auditor");
    const chair = await enter("receiver");
    const admin = await enter("admin");
    const third = await enter("ap");
    const [one, two, three] = [
      await enter("vendor1"),
      await enter("vendor2"),
      await enter("vendor3", 390),
    ];
    await approvedRequisition(asker, manager, await enter("budget"), {
      title: "Pumps and hoses for the next flood",
      account: "310-UTL-5340",
      lines: [
        { description: "Trailer pump, 6 inch", quantity: "4", unit: "each", unitPrice: "9000" },
        { description: "Hose set", quantity: "8", unit: "set", unitPrice: "1500" },
      ],
    });
    for (const officer of [buyer, auditor]) await makeKey(officer);

    await buyer.goto(`${url}/rfq-builder/new?template=rfp-lots`);
    await takeLines(buyer, "Pumps and hoses");
    for (const [at, name] of ["Pumps", "Hoses"].entries())
      await buyer.getByLabel(`Name of the lot, line ${at + 1}`).fill(name);
    for (const at of [1, 2])
      await buyer.getByLabel(`Lot, line ${at}`, { exact: true }).selectOption(String(at));
    await buyer.getByLabel("Bids due").fill(wall(40));
    await buyer.getByLabel("Questions until").fill(wall(20));
    await buyer.getByLabel("Estimate made on").fill(agencyDay());
    await press(buyer, "Save the draft");
    await buyer.getByText("Before it is published").waitFor();
    const id = new URL(buyer.url()).pathname.split("/").at(-1)!;
    const path = `/api/v1/solicitations/${id}`;
    await buyer
      .getByLabel("What was done")
      .fill("Asked the Small Business Administration's local office for firms.");
    await press(buyer, "Record the step");
    await rehearseBoth(id, buyer, auditor);
    await buyer.reload();
    await press(buyer, "Send to review");
    await status(buyer, "In review");
    await manager.goto(`${url}/rfq-builder/${id}`);
    await press(manager, "Approve");
    await manager
      .getByText("You may publish it", { exact: false })
      .or(manager.getByRole("button", { name: "Publish" }))
      .first()
      .waitFor();
    await buyer.reload();
    await press(buyer, "Publish");
    await status(buyer, "Open");

    // A question whose asker nobody learns becomes a material addendum.
    await one.goto(`${url}/opportunities/${id}?tab=questions`);
    await one.getByLabel("Your question").fill("Must the pumps run on renewable diesel?");
    await press(one, "Ask");
    await buyer.goto(`${url}/rfq-builder/${id}?tab=questions`);
    await press(buyer, /^Answer question 1/);
    await press(buyer, "Answer with an addendum");
    await buyer.getByLabel("What changes").fill("Yes: pumps must run on renewable diesel.");
    await buyer.getByLabel("Material: it changes what is bid", { exact: false }).check();
    await press(buyer, "Publish the addendum");
    await buyer.getByRole("heading", { name: /^Addendum 1:/ }).waitFor();
    expect(JSON.stringify(await get(buyer, `${path}/history`))).not.toContain("Nora Whitfield");
    const due = await dueIn(id, Math.max(50, (Date.now() - begun) / 1000));

    await bid(one, id, "9400", "1400");
    await seal(one, 1);
    await bid(two, id, "8700", "1650");
    await seal(two, 1);
    await bid(three, id, "9100", "1390");
    await seal(three, 1);
    await bid(one, id, "9000", "1320", true);
    await seal(one, 2);
    // The vendor's own copy and its receipt agree without anybody's help.
    const copy = join(folder, "copy");
    const [download] = await Promise.all([one.waitForEvent("download"), press(one, /^Your copy/)]);
    await download.saveAs(copy);
    const { items: own } = await get<{ items: { id: string; solicitationId: string }[] }>(
      one,
      "/api/v1/vendor/bids",
    );
    const key = join(folder, "key");
    const receipt = await keep(
      one,
      `/api/v1/vendor/bids/${own.find((each) => each.solicitationId === id)!.id}/receipt`,
      "receipt",
    );
    writeFileSync(key, (await get<{ verifierKey: string }>(one, "/api/v1/audit-key")).verifierKey);
    expect(verify(receipt, "--key", key, "--plaintext", copy)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("the plaintext of the"),
    });
    // Nothing of the bids is told before the deadline, and a revision that is sealed too late is
    // refused.
    await buyer.goto(`${url}/solicitations/${id}/opening`);
    await buyer.getByText("Nobody can open before the deadline").waitFor();
    await bid(two, id, "1.00", "1.00", true);
    await two.waitForTimeout(Math.max(0, due.getTime() - Date.now() + 500));
    await two.getByRole("button", { name: /^Seal and submit/ }).click();
    await two
      .getByRole("alert")
      .getByText(/deadline has passed/i)
      .waitFor();
    await until(buyer, id, "closed");

    await openTogether(id, [buyer, auditor], "Northline Aggregates LLC");
    expect(await buyer.locator("table.ledger").innerText()).not.toContain("9,000");
    const transcript = await keep(
      auditor,
      `/api/v1/solicitations/${id}/opening/technical/transcript`,
      "transcript.json",
    );
    for (const {
      manifest: { ciphertextSha256 },
    } of (
      JSON.parse(readFileSync(transcript, "utf8")) as {
        envelopes: { manifest: { ciphertextSha256: string } }[];
      }
    ).envelopes)
      await keep(
        auditor,
        `/api/v1/solicitations/${id}/opening/ciphertexts/${ciphertextSha256}`,
        ciphertextSha256,
      );
    expect(
      verify(
        "--transcript",
        transcript,
        "--ciphertexts",
        folder,
        "--receipt",
        receipt,
        "--key",
        key,
      ),
    ).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /holds\s+Northline Aggregates LLC, technical envelope of revision 2 \(as the receipt says\)/,
      ),
    });
    await buyer.getByRole("link", { name: "Minutes" }).click();
    await buyer
      .getByText("1 was replaced by their vendors; 1 attempt was refused", { exact: false })
      .waitFor();

    // The panel: an administrator is named, learns who bids, declares an interest and is out.
    await buyer.goto(`${url}/bid-evaluation/new?solicitation=${id}`);
    await choose(buyer, "Chair", "Ray Castillo");
    for (const name of ["Priya Nair", "Adele Moreau", "Alan Petrov"])
      await buyer.getByLabel(name, { exact: false }).check();
    await press(buyer, "Set it up");
    await press(buyer, "Ask for declarations");
    const evaluation = new URL(buyer.url()).pathname.split("/").at(-1)!;
    const at = `/api/v1/evaluations/${evaluation}`;
    const page = `${url}/bid-evaluation/${evaluation}`;
    await status(buyer, "Declarations");
    await admin.goto(page);
    await admin.getByRole("radio", { name: "No conflict" }).check();
    await press(admin, "Declare");
    await admin
      .getByRole("group", { name: "Castor Electric Co-op" })
      .getByRole("radio", { name: "A conflict" })
      .check();
    await admin
      .getByLabel("Describe it. You are recused", { exact: false })
      .fill("My brother works there");
    for (const name of ["Northline Aggregates LLC", "Quarry Hill Trucking"])
      await admin.getByRole("group", { name }).getByRole("radio", { name: "No conflict" }).check();
    await press(admin, "Declare for all");
    await admin.getByRole("heading", { name: "You are recused" }).waitFor();
    expect((await get<Evaluation>(admin, at)).content).toBeNull();
    for (const member of [buyer, chair, asker, third]) {
      await member.goto(page);
      await member.getByRole("radio", { name: "No conflict" }).check();
      await press(member, "Declare");
      await press(member, "No conflict with any of them");
      await press(member, "Declare for all");
      await member.getByRole("tab", { name: /Bidders/ }).waitFor();
      await member.getByText("Northline Aggregates LLC").first().waitFor();
      // The names stand there already; what follows must not overtake the declaration.
      await expect
        .poll(
          async () =>
            (await get<Evaluation>(member, at)).members.find((m) => m.me)?.biddersDeclared,
        )
        .toBe(true);
    }
    await buyer.reload();
    await press(buyer, "Begin the evaluation");
    await status(buyer, "Individual scoring");

    const { content } = await get<Evaluation>(buyer, at);
    const technical = content!.criteria.filter((c) => c.kind !== "price");
    for (const scorer of [chair, asker, third]) {
      await scorer.goto(`${page}?tab=scores`);
      const fields = scorer.getByLabel(/0 to 10$/);
      await fields.first().waitFor();
      // Castor is the cheapest for the pumps, and its proposal the weakest.
      for (const field of await fields.all()) {
        const weak = (await field.getAttribute("aria-label"))!.startsWith("Castor");
        await field.fill(weak ? "4" : scorer === chair ? "8" : "7");
      }
      await press(scorer, "Hand in");
      await press(scorer, "Hand in for good");
      await scorer.getByText("Handed in.", { exact: false }).waitFor();
    }
    expect(technical.length).toBe(2);
    for (const b of content!.bids) {
      await send(buyer, "POST", `${at}/actions/check-all`, { bidId: b.bidId });
      await send(buyer, "POST", `${at}/actions/decide-responsive`, {
        bidId: b.bidId,
        responsive: true,
        reason: "",
      });
      await send(buyer, "POST", `${at}/actions/decide-responsible`, {
        bidId: b.bidId,
        responsible: true,
        references: "Three towns were asked; all content.",
        capacity: "Own crew",
        performance: "",
        reason: "",
      });
    }
    const step = async (action: string, after: string) => {
      await buyer.goto(page);
      await press(buyer, action);
      await status(buyer, after);
    };
    await step("Lock the scores", "Scores locked");
    await step("Begin the consensus", "Consensus");
    await buyer.goto(`${page}?tab=price`);
    await Promise.all([
      buyer.waitForResponse(
        (answer) =>
          answer.request().method() === "POST" && answer.url().includes("/api/v1/") && answer.ok(),
      ),
      press(buyer, "Let the price envelopes be opened"),
    ]);
    await openTogether(id, [buyer, auditor], "Northline Aggregates LLC");
    const rows = await auditor.locator("table.ledger tbody tr").allInnerTexts();
    expect(rows.map((row) => row.replace(/\s+/g, " "))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/Northline Aggregates LLC .* 36,000\.00 10,560\.00 46,560\.00/),
        expect.stringMatching(/Castor Electric Co-op .* 34,800\.00 13,200\.00 48,000\.00/),
      ]),
    );
    await press(buyer, "Publish the tabulation");
    await buyer.getByText("Tabulation published").first().waitFor();
    await step("Open the prices", "Price open");
    await step("Rank the bids", "Ranked");
    await buyer.goto(`${page}?tab=award`);
    await press(buyer, "Compare the usual ways");
    await buyer.getByText("Proven: none has more points").first().waitFor({ timeout: 90_000 });
    // The least money departs from the published weights: it is recommended with a reason only.
    await press(buyer, /^Recommend this ?:? Lowest for each lot/);
    await buyer
      .getByRole("dialog")
      .getByText("Pumps: Castor Electric Co-op with", { exact: false })
      .waitFor();
    await buyer
      .getByLabel("Why the award departs from them")
      .fill("Northline Aggregates LLC cannot deliver pumps before the flood season.");
    await press(buyer, "Recommend it with this reason");
    await buyer.getByText("Recommended", { exact: true }).first().waitFor();
    await buyer.goto(`${page}?tab=memo`);
    await press(buyer, "Write it from the record");
    await buyer.getByRole("button", { name: "Save", exact: true }).last().click();
    await buyer.getByText("Before it can be recommended").waitFor({ state: "hidden" });
    const reason = "cannot deliver pumps before the flood season";
    await chair.goto(page);
    await chair.getByRole("heading", { name: "Departs from the published criteria" }).waitFor();
    await chair.getByText(reason, { exact: false }).first().waitFor();
    await press(chair, "Sign and recommend");
    await status(chair, "Recommended");
    await manager.goto(page);
    await manager.getByText(reason, { exact: false }).first().waitFor();
    await press(manager, "Approve the recommendation");
    await status(manager, "Approved");
    await buyer.goto(`${page}?tab=protest`);
    await press(buyer, "Post the intent to award");
    await buyer.getByText("Intent posted").first().waitFor();

    await three.goto(`${url}/vendor-portal/protests?solicitation=${id}`);
    await three.getByText(reason, { exact: false }).first().waitFor();
    await press(three, /^Protest/);
    await three
      .getByLabel("Grounds", { exact: false })
      .fill("Our delivery is earlier than that of the vendor named, and delivery was a criterion.");
    await press(three, "File the protest");
    await three.getByText("Stays the award").waitFor();
    const { awardId } = await get<{ awardId: string }>(buyer, at);
    const protests = async () =>
      (await get<{ protests: Id[] }>(buyer, `/api/v1/awards/${awardId}`)).protests;
    await expect.poll(async () => (await protests()).length, { timeout: 20_000 }).toBe(1);
    const [protest] = await protests();
    await manager.goto(`${url}/bid-evaluation/protests/${protest!.id}`);
    await press(manager, "Take up");
    await status(manager, "Under review");
    await press(manager, "Deny");
    await manager
      .getByLabel("Reason")
      .fill("Delivery was scored by both evaluators; the notes show how.");
    await manager.getByRole("dialog").getByRole("button", { name: "Deny" }).click();
    await status(manager, "Denied");

    // The window passes.
    await asOwner((client) =>
      client.query(
        "update award set window_ends_at = clock_timestamp() - interval '1 second' where id = $1",
        [awardId],
      ),
    );
    await manager.goto(`${page}?tab=protest`);
    await press(manager, "Award");
    await manager.getByRole("dialog").getByRole("button", { name: "Award" }).click();
    await manager.getByRole("heading", { name: "Orders" }).waitFor({ timeout: 60_000 });
    const {
      orders,
      ocid,
      status: ended,
    } = await get<{
      orders: { id: string; amount: number; status: string }[];
      ocid: string;
      status: string;
    }>(buyer, path);
    expect([ended, orders.map((o) => o.amount).sort((a, b) => b - a)]).toEqual([
      "awarded",
      [34_800_00, 10_560_00],
    ]);
    for (const order of orders)
      expect(
        (await get<{ encumbered: number }>(buyer, `/api/v1/purchase-orders/${order.id}`))
          .encumbered,
      ).toBe(order.amount);
    const record = (await (await fetch(`${url}/api/v1/public/ocds/records/${ocid}`)).json()) as {
      records: {
        releases: { tag: string[] }[];
        compiledRelease: { awards: unknown[]; contracts: unknown[] };
      }[];
    };
    expect(ocdsProblems("recordPackage", record)).toEqual([]);
    expect(record.records[0]!.compiledRelease).toMatchObject({
      awards: expect.arrayContaining([expect.anything()]),
      contracts: expect.arrayContaining([expect.anything()]),
    });
    expect(record.records[0]!.releases.flatMap((r) => r.tag)).toEqual(
      expect.arrayContaining(["tender", "tenderAmendment", "award", "contract"]),
    );
    expect(
      (
        (await (await fetch(`${url}/api/v1/public/solicitations/${id}/tabulation`)).json()) as {
          items: unknown[];
        }
      ).items.length,
    ).toBeGreaterThan(0);

    const tabs = [
      "bidders",
      "checks",
      "scores",
      "consensus",
      "price",
      "award",
      "memo",
      "protest",
      "history",
    ];
    const phone = await bring("buyer", { width: 390, theme: "light" });
    expect(await faultsOfTabs(phone.page, evaluation, tabs)).toEqual([]);
    expect(await faultsOfTabs(buyer, evaluation, tabs)).toEqual([]);
  },
);
