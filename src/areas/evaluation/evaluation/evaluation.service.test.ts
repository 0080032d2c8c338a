import "#areas/sourcing/sourcing.server.ts";
import { describe, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { historyOf } from "#server/audit/history.ts";
import { acceptAll, makePanel, panelOf, scoreAll, step } from "#server/testing/evaluation.ts";
import { setConsensus } from "./consensus.service.ts";
import { digestOf, rankingOf, textsOf, writeText } from "./recommendation.service.ts";
import {
  decideResponsible,
  decideResponsive,
  decideStanding,
  saveAllMet,
  saveCheck,
} from "./responsibility.service.ts";
import { saveScores } from "./scoring.service.ts";
import { saveWriting } from "./writing.service.ts";
import { sheetOf } from "./score-sheet.service.ts";
import { createEvaluation } from "./setup.service.ts";
import { declareInterests, recuse } from "./declaration.service.ts";
import { sheetText } from "./sheet.model.ts";
import { evaluation } from "./evaluation.tables.ts";
import { getRow } from "#server/db/rows.ts";
import {
  start,
  panel,
  t,
  evaluators,
  bidIds,
  read,
  as,
  criteria,
  code,
  solicitationId,
  bo,
  evaluationSetUp,
} from "./evaluation.setup.ts";

evaluationSetUp();

/** Up to the ranking, with these scores of Ada and Bo. */
const ranked = async () => {
  const id = await start();
  const { buyer } = panel.people;
  await scoreAll(t.database, id, evaluators(), bidIds, ["8", "6"]);
  await step(t.database, buyer, id, "lock");
  await step(t.database, buyer, id, "startConsensus");
  await acceptAll(t.database, buyer, id, bidIds);
  await step(t.database, buyer, id, "openPrices");
  await step(t.database, buyer, id, "rank");
  return id;
};

describe("who may not read, reads nothing", () => {
  const everything = async (actor: Actor, id: string) => JSON.stringify(await read(actor, id));

  test("an evaluator who has not declared, a recused one, and everybody outside", async () => {
    const id = await start();
    const { two, other, manager, auditor } = panel.people;
    await as(two, (tx) => recuse(tx, two, id, "I was offered a job there"));
    for (const actor of [two, other, manager, auditor]) {
      const seen = await read(actor, id);
      expect(seen.content).toBeNull();
      expect(seen.bidders).toEqual([]);
      expect(await everything(actor, id)).not.toMatch(/Secret of Ada|Ada Salt|offered a job/);
      const { id: criterionId } = (await criteria())[0]!;
      expect(
        await code(
          as(actor, (tx) =>
            saveScores(tx, actor, id, {
              submit: false,
              scores: [{ bidId: bidIds[0]!, criterionId, score: "5", note: "" }],
            }),
          ),
        ),
      ).toBe("not_inside");
      expect(
        await code(
          as(actor, (tx) =>
            decideResponsive(tx, actor, id, { bidId: bidIds[0]!, responsive: true, reason: "" }),
          ),
        ),
      ).toBe("not_inside");
    }
    expect((await read(two, id)).actions).toEqual([]);
  });

  test("before the general declaration not even the names, after it only the names", async () => {
    const { buyer, one } = panel.people;
    const { id } = await as(buyer, (tx) =>
      createEvaluation(tx, buyer, { solicitationId, members: panelOf(panel) }),
    );
    await step(t.database, buyer, id, "askDeclarations");
    expect(await everything(one, id)).not.toContain("Ada Salt");
    await as(one, (tx) => declareInterests(tx, one, id, { conflict: false, text: "" }));
    const names = await read(one, id);
    expect([names.gate, names.bidders.map((bidder) => bidder.name), names.content]).toEqual([
      "declareBidders",
      ["Ada Salt", "Bo Minerals"],
      null,
    ]);
    expect(await everything(one, id)).not.toContain("Secret of Ada");
  });

  test("no evaluator sees another's scores before the lock: not in the record, the counts, or the history", async () => {
    const id = await start();
    const { one, two, buyer } = panel.people;
    const [quality] = await criteria();
    await as(one, (tx) =>
      saveScores(tx, one, id, {
        submit: false,
        scores: [
          { bidId: bidIds[0]!, criterionId: quality!.id, score: "7.25", note: "Canary of one" },
        ],
      }),
    );
    for (const actor of [two, buyer])
      expect(await everything(actor, id)).not.toMatch(/(?<!\d)7\.25(?!\d)|Canary of one/);
    expect((await read(one, id)).content!.myScores).toMatchObject([
      { score: "7.25", note: "Canary of one" },
    ]);
    expect(JSON.stringify(await historyOf(t.database.read(two), "evaluation", id))).not.toMatch(
      /(?<!\d)7\.25(?!\d)|Canary of one/,
    );
    const stored = await t.database
      .read({ orgId: panel.agency.orgId, personId: null })
      .rows(sql`select * from audit_entry where org_id = ${panel.agency.orgId}`);
    expect(JSON.stringify(stored)).not.toMatch(/(?<!\d)7\.25(?!\d)|Canary of one/);
  });

  test("prices are not shown while technical scores are given", async () => {
    const id = await start();
    const seen = await read(panel.people.one, id);
    expect(seen.content!.bids.map((bid) => bid.price)).toEqual([null, null]);
    expect(JSON.stringify(seen)).not.toMatch(/50\.0000|"50"/);
  });

  test("another agency's evaluation is not there, and a forged id of a bid or criterion is refused", async () => {
    const id = await start();
    const theirs = await makePanel(t.database);
    const { one } = panel.people;
    const [quality] = await criteria();
    expect(await code(read(theirs.people.manager, id))).toBe("not_found");
    expect(
      await code(
        as(theirs.people.buyer, (tx) =>
          declareInterests(tx, theirs.people.buyer, id, { conflict: false, text: "" }),
        ),
      ),
    ).toBe("not_found");
    for (const scores of [
      { bidId: "018f0000-0000-7000-8000-000000000001", criterionId: quality!.id },
      { bidId: bidIds[0]!, criterionId: "018f0000-0000-7000-8000-000000000001" },
    ])
      expect(
        await code(
          as(one, (tx) =>
            saveScores(tx, one, id, {
              submit: false,
              scores: [{ ...scores, score: "5", note: "" }],
            }),
          ),
        ),
      ).toBe("invalid_field");
  });
});

describe("scores and consensus", () => {
  test("are handed in whole, within the criterion's most, once; and lock only when all are in", async () => {
    const id = await start();
    const { one, buyer, chair, two } = panel.people;
    const [quality] = await criteria();
    const give = (score: string, submit: boolean) =>
      as(one, (tx) =>
        saveScores(tx, one, id, {
          submit,
          scores: [{ bidId: bidIds[0]!, criterionId: quality!.id, score, note: "" }],
        }),
      );
    expect(await code(give("10.01", false))).toBe("invalid_field");
    expect(await code(give("9", true))).toBe("incomplete");
    await expect(step(t.database, buyer, id, "lock")).rejects.toThrow("have not handed in");
    await scoreAll(t.database, id, [chair, one, two], bidIds, ["8", "6"]);
    expect(await code(give("1", false))).toBe("submitted");
    expect((await step(t.database, buyer, id, "lock")).status).toBe("locked");
    expect(await code(give("1", false))).toBe("not_in_this_status");
  });

  test("a consensus that differs from the mean needs a reason; outliers are flagged; a late recusal takes its scores out", async () => {
    const id = await start();
    const { buyer, chair, one, two } = panel.people;
    const [quality] = await criteria();
    await scoreAll(t.database, id, [chair], bidIds, ["9", "6"]);
    await scoreAll(t.database, id, [one], bidIds, ["8", "6"]);
    await scoreAll(t.database, id, [two], bidIds, ["2", "6"]);
    await step(t.database, buyer, id, "lock");
    await step(t.database, buyer, id, "startConsensus");
    const cell = async () =>
      (await read(one, id)).content!.consensus.find(
        (each) => each.bidId === bidIds[0] && each.criterionId === quality!.id,
      )!;
    expect(await cell()).toMatchObject({
      score: "6.33",
      mean: "6.3333",
      spread: { wide: true, outliers: ["two"] },
    });
    const agree = (score: string, comment: string) =>
      as(chair, (tx) =>
        setConsensus(tx, chair, id, {
          bidId: bidIds[0]!,
          criterionId: quality!.id,
          score,
          comment,
        }),
      );
    expect(await code(agree("8", ""))).toBe("reason_required");
    expect(await code(agree("11", "Because"))).toBe("invalid_field");
    await as(two, (tx) => recuse(tx, two, id, "I worked for one of them"));
    expect(await cell()).toMatchObject({ score: "8.50", mean: "8.5000" });
    await agree("8", "One lot was overlooked");
    expect(await cell()).toMatchObject({ score: "8.00", comment: "One lot was overlooked" });
  });
});

describe("responsiveness and responsibility", () => {
  test("a mandatory item that is not met forbids it, and an unscreened or excluded vendor is never responsible", async () => {
    const id = await start();
    const { buyer, one } = panel.people;
    const items = [{ item: "complete", label: "Complete", mandatory: true }];
    expect(
      await code(
        as(one, (tx) =>
          saveCheck(
            tx,
            one,
            id,
            { bidId: bidIds[0]!, item: "complete", result: "met", note: "" },
            items,
          ),
        ),
      ),
    ).toBe("not_managing");
    await as(buyer, (tx) =>
      saveCheck(
        tx,
        buyer,
        id,
        { bidId: bidIds[0]!, item: "complete", result: "not_met", note: "Not signed" },
        items,
      ),
    );
    // What is left is met in one act; what somebody decided stays.
    const all = [...items, { item: "addenda", label: "Addenda", mandatory: true }];
    await as(buyer, (tx) => saveAllMet(tx, buyer, id, bidIds[0]!, all));
    expect(
      await t.database.read(buyer).rows(sql`
        select item, result
        from evaluation_check
        where org_id = ${buyer.orgId}
        order by item
      `),
    ).toEqual([
      { item: "addenda", result: "met" },
      { item: "complete", result: "not_met" },
    ]);
    expect(await code(as(buyer, (tx) => saveAllMet(tx, buyer, id, bidIds[0]!, all)))).toBe(
      "all_checked",
    );
    expect(
      await code(
        as(buyer, (tx) =>
          decideResponsive(tx, buyer, id, { bidId: bidIds[0]!, responsive: true, reason: "" }),
        ),
      ),
    ).toBe("not_met");
    await as(buyer, (tx) =>
      decideResponsive(tx, buyer, id, {
        bidId: bidIds[0]!,
        responsive: false,
        reason: "Not signed",
      }),
    );
    expect(
      (
        await t.database
          .read(buyer)
          .one<{ status: string }>(
            sql`select status from bid where org_id = ${buyer.orgId} and id = ${bidIds[0]}`,
          )
      ).status,
    ).toBe("nonresponsive");
    const responsible = () =>
      as(buyer, (tx) =>
        decideResponsible(tx, buyer, id, {
          bidId: bidIds[1]!,
          responsible: true,
          reason: "",
          references: "Asked",
          capacity: "",
          performance: "",
        }),
      );
    for (const result of [null, "possible", "excluded"]) {
      await as(buyer, (tx) =>
        tx.rows(sql`
          update vendor
          set screening_result = ${result}
          where org_id = ${buyer.orgId} and id = ${bo.vendorId}
        `),
      );
      expect(await code(responsible())).toBe("not_screened");
    }
    await as(buyer, (tx) =>
      tx.rows(sql`
        update vendor
        set screening_result = 'clear'
        where org_id = ${buyer.orgId} and id = ${bo.vendorId}
      `),
    );
    await responsible();
  });
});

describe("the score sheet", () => {
  test("ranks by the formula with worked numbers, is frozen, and gives the same bytes and ranking again", async () => {
    const id = await ranked();
    const { one, buyer } = panel.people;
    const { content } = await read(one, id);
    // Prices: Ada 1000×50 + 500×60 = 80,000; Bo 1000×55 + 500×52 = 81,000. Technical: 60 × 8/10 and
    // 60 × 6/10.
    expect(
      content!.ranking!.bids.map((bid) => [
        bid.vendorName,
        bid.rank,
        bid.technical,
        bid.price,
        bid.total,
      ]),
    ).toEqual([
      ["Ada Salt", 1, "48.00", "40.00", "88.00"],
      ["Bo Minerals", 2, "36.00", "39.51", "75.51"],
    ]);
    expect(content!.ranking!.bids[1]!.lines.at(-1)!.step).toContain(
      "40.00 × 80,000.00 ÷ 81,000.00 = 39.51",
    );
    const db = t.database.read(buyer);
    const row = await getRow(db, evaluation, id);
    const stored = (await textsOf(db, id)).get("sheet")!;
    expect(digestOf(stored.text)).toBe(row.sheetDigest);
    expect(sheetText(await sheetOf(db, row))).toBe(stored.text);
    expect(rankingOf(stored)!.bids.map((bid) => bid.total)).toEqual(["88.00", "75.51"]);
  });

  test("counts the preference, when the bids are ranked anew", async () => {
    const id = await ranked();
    const { buyer, one } = panel.people;
    await step(t.database, buyer, id, "reopenPrices", "The preference was not decided");
    await as(buyer, (tx) =>
      decideStanding(tx, buyer, id, {
        bidId: bidIds[1]!,
        preferred: true,
        counts: true,
        note: "Seat in the county",
      }),
    );
    await step(t.database, buyer, id, "rank");
    expect(
      (await read(one, id)).content!.ranking!.bids.find((bid) => bid.bidId === bidIds[1]),
    ).toMatchObject({ priceCents: 81_000_00, judgedCents: 81_000_00, finalRound: null });
  });
});

describe("the recommendation", () => {
  test("is the chair's, needs what the law asks for at its amount, and is approved by somebody who took no part", async () => {
    const id = await ranked();
    const { buyer, chair, manager, one } = panel.people;
    await expect(step(t.database, one, id, "recommend")).rejects.toThrow("The chair recommends");
    await expect(step(t.database, chair, id, "recommend")).rejects.toThrow(
      "Choose the award scenario",
    );
    await as(buyer, (tx) =>
      writeText(tx, buyer, { id, number: "EV" }, "memo", "We recommend Ada Salt for both yards."),
    );
    expect(await code(as(one, (tx) => saveWriting(tx, one, id, { memo: "Mine" })))).toBe(
      "not_managing",
    );
    expect(
      await code(
        as(buyer, (tx) =>
          saveWriting(tx, buyer, id, { scenarioId: "018f0000-0000-7000-8000-000000000001" }),
        ),
      ),
    ).toBe("invalid_field");
    await expect(step(t.database, manager, id, "approve")).rejects.toThrow("not possible while");
  });
});
