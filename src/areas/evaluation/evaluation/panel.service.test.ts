import { describe, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { acceptAll, declareAll, panelOf, scoreAll, step } from "#server/testing/evaluation.ts";
import { scenarioInput } from "../award/scenario.fields.model.ts";
import { addScenario } from "../award/scenario.service.ts";
import { setConsensus } from "./consensus.service.ts";
import { saveWriting } from "./writing.service.ts";
import { addMember, createEvaluation } from "./setup.service.ts";
import { declareBidders, declareInterests, recuse } from "./declaration.service.ts";
import {
  panel,
  as,
  solicitationId,
  t,
  code,
  vendors,
  ada,
  bo,
  read,
  start,
  evaluators,
  bidIds,
  criteria,
  evaluationSetUp,
} from "./evaluation.setup.ts";

evaluationSetUp();

describe("the panel", () => {
  test("needs enough evaluators, a chair, and somebody besides the buyer", async () => {
    const { buyer, chair, one } = panel.people;
    const make = (members: ReturnType<typeof panelOf>) =>
      as(buyer, (tx) => createEvaluation(tx, buyer, { solicitationId, members }));
    const { id, minimumEvaluators } = await make([
      { personId: chair.personId!, role: "chair", scoring: true },
      { personId: one.personId!, role: "evaluator", scoring: true },
    ] as never);
    expect(minimumEvaluators).toBe(3);
    await expect(step(t.database, buyer, id, "askDeclarations")).rejects.toThrow(
      "2 of at least 3 evaluators take part",
    );
    await as(buyer, (tx) => addMember(tx, buyer, id, panelOf(panel)[2]!));
    await step(t.database, buyer, id, "askDeclarations");
    expect(await code(make(panelOf(panel)))).toBe("evaluation_exists");
  });

  test("begins only when everybody has declared, twice", async () => {
    const { buyer, chair, one, two } = panel.people;
    const { id } = await as(buyer, (tx) =>
      createEvaluation(tx, buyer, { solicitationId, members: panelOf(panel) }),
    );
    await step(t.database, buyer, id, "askDeclarations");
    await declareAll(t.database, id, [buyer, chair, one], vendors());
    await as(two, (tx) => declareInterests(tx, two, id, { conflict: false, text: "" }));
    await expect(step(t.database, buyer, id, "startScoring")).rejects.toThrow("not declared");
    expect(
      await code(
        as(two, (tx) =>
          declareBidders(tx, two, id, {
            bidders: [{ vendorId: ada.vendorId, conflict: false, note: "" }],
          }),
        ),
      ),
    ).toBe("invalid_field");
    await as(two, (tx) =>
      declareBidders(tx, two, id, {
        bidders: vendors().map((vendorId) => ({ vendorId, conflict: false, note: "" })),
      }),
    );
    expect((await step(t.database, buyer, id, "startScoring")).status).toBe("individual_scoring");
  });

  test("a conflict with one bidder recuses, and the quorum is counted again", async () => {
    const { buyer, chair, one, two, other } = panel.people;
    const { id } = await as(buyer, (tx) =>
      createEvaluation(tx, buyer, { solicitationId, members: panelOf(panel) }),
    );
    await step(t.database, buyer, id, "askDeclarations");
    await declareAll(t.database, id, [buyer, chair, one], vendors());
    await as(two, (tx) => declareInterests(tx, two, id, { conflict: false, text: "" }));
    await as(two, (tx) =>
      declareBidders(tx, two, id, {
        bidders: vendors().map((vendorId) => ({
          vendorId,
          conflict: vendorId === bo.vendorId,
          note: vendorId === bo.vendorId ? "My brother owns it" : "",
        })),
      }),
    );
    expect((await read(two, id)).gate).toBe("recused");
    await expect(step(t.database, buyer, id, "startScoring")).rejects.toThrow("2 of at least 3");
    await as(buyer, (tx) =>
      addMember(tx, buyer, id, { personId: other.personId!, role: "evaluator", scoring: true }),
    );
    await declareAll(t.database, id, [other], vendors());
    expect((await step(t.database, buyer, id, "startScoring")).status).toBe("individual_scoring");
  });
});

describe("a panel that falls below its quorum after the lock", () => {
  const locked = async () => {
    const id = await start();
    const { buyer } = panel.people;
    await scoreAll(t.database, id, evaluators(), bidIds, ["8", "6"]);
    await step(t.database, buyer, id, "lock");
    await step(t.database, buyer, id, "startConsensus");
    await acceptAll(t.database, buyer, id, bidIds);
    return id;
  };
  const substitute = (actor: Actor, id: string) =>
    as(actor, (tx) =>
      addMember(tx, actor, id, {
        personId: panel.people.other.personId!,
        role: "evaluator",
        scoring: true,
      }),
    );

  test("after the approval nobody steps out: what they disclose is asked of who may withdraw the intent", async () => {
    const { buyer, two } = panel.people;
    const id = await locked();
    await as(buyer, (tx) =>
      tx.rows(
        sql`update evaluation set status = 'approved' where org_id = ${buyer.orgId} and id = ${id}`,
      ),
    );
    await as(two, (tx) => recuse(tx, two, id, "I am to work for one of them"));
    const { members } = await read(buyer, id);
    expect(members.filter((one) => one.recused)).toEqual([]);
    const told = await t.database.read({ ...buyer, personId: buyer.personId }).rows(sql`
      select title
      from notification
      where org_id = ${buyer.orgId}
        and person_id = ${buyer.personId}
        and title like '%tells of a conflict after%'
    `);
    expect(told).toHaveLength(1);
  });

  test("stops the course; a substitute declares, scores without sight of the others, and it goes on", async () => {
    const { buyer, two, other, one } = panel.people;
    const id = await locked();
    await expect(substitute(buyer, id)).rejects.toThrow("the panel is whole");
    await as(two, (tx) => recuse(tx, two, id, "I am to work for one of them"));
    expect((await read(buyer, id)).panelShort).toBe(
      "The panel has fallen below its quorum. 2 of at least 3 evaluators take part: name a substitute, who declares and scores.",
    );
    await expect(step(t.database, buyer, id, "openPrices")).rejects.toThrow("name a substitute");
    await substitute(buyer, id);
    await expect(step(t.database, buyer, id, "openPrices")).rejects.toThrow("not declared");
    await declareAll(t.database, id, [other], vendors());
    await expect(step(t.database, buyer, id, "openPrices")).rejects.toThrow(
      "1 substitute has not handed in scores.",
    );
    const seen = await read(other, id);
    expect([
      seen.canScore,
      seen.canManage,
      seen.content!.consensus,
      seen.content!.bids.map((bid) => bid.price),
    ]).toEqual([true, false, [], [null, null]]);
    const { id: criterionId } = (await criteria())[0]!;
    expect(
      await code(
        as(other, (tx) =>
          setConsensus(tx, other, id, {
            bidId: bidIds[0]!,
            criterionId,
            score: "9",
            comment: "Mine",
          }),
        ),
      ),
    ).toBe("scores_open");
    await scoreAll(t.database, id, [other], bidIds, ["5", "9"]);
    const after = await read(other, id);
    const cell = after.content!.consensus.find(
      (each) => each.bidId === bidIds[0] && each.criterionId === criterionId,
    )!;
    expect([after.canScore, after.panelShort, cell.mean, cell.scores.length]).toEqual([
      false,
      null,
      "7.0000",
      3,
    ]);
    expect(after.members.find((member) => member.personId === other.personId)).toMatchObject({
      substitute: true,
      submitted: true,
    });
    await step(t.database, buyer, id, "openPrices");
    expect((await step(t.database, buyer, id, "rank")).status).toBe("ranked");
    expect((await read(one, id)).content!.ranking!.bids[0]).toMatchObject({
      vendorName: "Ada Salt",
      technical: "42.00",
    });
  });

  test("after the signature nobody is substituted: everybody who reads it sees so, whoever approves may return it, and then it goes on like after the ranking", async () => {
    const { buyer, chair, two, manager } = panel.people;
    const id = await locked();
    await step(t.database, buyer, id, "openPrices");
    await step(t.database, buyer, id, "rank");
    const scenario = await as(buyer, (tx) =>
      addScenario(tx, buyer, id, scenarioInput.parse({ name: "Best", kind: "single" })),
    );
    await as(buyer, (tx) =>
      saveWriting(tx, buyer, id, { scenarioId: scenario.id, memo: "We recommend the best." }),
    );
    await step(t.database, chair, id, "recommend");
    expect((await read(manager, id)).panelShort).toBeNull();
    await as(two, (tx) => recuse(tx, two, id, "I am to work for one of them"));
    const short =
      "Since the recommendation was signed the panel has fallen below its quorum. 2 of at least 3 evaluators take part.";
    for (const actor of [buyer, manager]) expect((await read(actor, id)).panelShort).toBe(short);
    // Why somebody stepped out is for the chair alone, nor does the history tell it.
    const why = async (actor: Actor) =>
      (await read(actor, id)).members.flatMap((each) => each.recusalReason ?? []);
    expect(await why(chair)).toEqual(["I am to work for one of them"]);
    for (const actor of [buyer, manager]) expect(await why(actor)).toEqual([]);
    expect(
      await t.database.read(manager).rows(sql`
        select 1
        from audit_entry a
        where org_id = ${manager.orgId} and to_jsonb(a)::text like '%work for one of them%'
      `),
    ).toEqual([]);
    expect(
      await t.database.read(buyer).rows(sql`
        select body
        from notification
        where org_id = ${buyer.orgId}
          and person_id = ${buyer.personId}
          and title like '%is recused%'
      `),
    ).toEqual([{ body: short }]);
    await expect(substitute(buyer, id)).rejects.toThrow(
      "Whoever approves can return it; then go back to the prices and name a substitute.",
    );
    await step(t.database, manager, id, "return", "The panel is no longer whole");
    await step(t.database, buyer, id, "reopenPrices", "An evaluator was recused");
    await substitute(buyer, id);
    expect((await read(buyer, id)).panelShort).toBeNull();
  });

  test("after the ranking the recommendation waits: back to the prices, a substitute, a new ranking; the recused one's scores are out", async () => {
    const { buyer, chair, two, other } = panel.people;
    const id = await locked();
    await step(t.database, buyer, id, "openPrices");
    await step(t.database, buyer, id, "rank");
    await as(two, (tx) => recuse(tx, two, id, "I am to work for one of them"));
    await expect(step(t.database, chair, id, "recommend")).rejects.toThrow(
      "fallen below its quorum",
    );
    await expect(substitute(buyer, id)).rejects.toThrow("go back to the prices");
    await step(t.database, buyer, id, "reopenPrices", "An evaluator was recused");
    await expect(step(t.database, buyer, id, "rank")).rejects.toThrow("name a substitute");
    await substitute(buyer, id);
    await declareAll(t.database, id, [other], vendors());
    expect((await read(other, id)).content!.bids.map((bid) => bid.price)).toEqual([null, null]);
    await scoreAll(t.database, id, [other], bidIds, ["2", "6"]);
    expect((await read(other, id)).content!.bids[0]!.price!.totalCents).toBe(80_000_00);
    await step(t.database, buyer, id, "rank");
    expect(
      (await read(chair, id)).content!.ranking!.bids.find((bid) => bid.vendorName === "Ada Salt"),
    ).toMatchObject({ technical: "36.00" });
  });
});
