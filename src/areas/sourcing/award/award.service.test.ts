import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { asVendor, vendorSide } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { askCancel, startJobs, type Jobs } from "#server/jobs/jobs.ts";
import { makeBudget, makePolicy } from "#server/testing/agency.ts";
import { makeExclusionList } from "#server/testing/exclusions.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  acceptAll,
  begun,
  makePanel,
  openedProposal,
  scoreAll,
  step,
  storeOpened,
  type Bidder,
  type Panel,
} from "#server/testing/evaluation.ts";
import { makeBidder, published, solicitationOf } from "#server/testing/sourcing.ts";
import { decideScreening } from "#areas/vendors/screening/screening-decision.service.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import "#areas/sourcing/sourcing.server.ts";
import { readBoard } from "#areas/procurement/board/board.service.ts";
import { saveWriting } from "../evaluation/scoring.service.ts";
import { editOrder } from "#areas/procurement/order/order.draft.ts";
import { readOrder } from "#areas/procurement/order/order.read.service.ts";
import { orderPatch } from "#areas/procurement/order/order.model.ts";
import { cancelOrder } from "#areas/procurement/order/closing.service.ts";
import { issueOrder } from "#areas/procurement/order/issue.service.ts";
import { submitOrder } from "#areas/procurement/order/submission.service.ts";
import {
  appealProtest,
  decideProtest,
  fileProtest,
  withdrawProtest,
} from "../protest/protest.service.ts";
import { endSolicitation } from "../solicitation/solicitation.service.ts";
import { awardOutcome, readAward } from "./award.read.service.ts";
import { finaliseAward, makeAward, postIntent } from "./award.service.ts";
import { makeQuoteAward, readQuotes } from "./quote-award.service.ts";
import { scenarioInput } from "./scenario.fields.model.ts";
import { addScenario, scenarioFor, scenariosOf, solveScenarioJob } from "./scenario.service.ts";
import { viewOf } from "./scenario.view.ts";
import { getRow } from "#server/db/rows.ts";
import { solicitation } from "../solicitation/solicitation.tables.ts";

let t: TestDatabase;
let jobs: Jobs;
let panel: Panel;
let ada: Bidder;
let bo: Bidder;
let cy: Bidder;
let solicitationId: string;
let bidIds: string[];
let id: string;
beforeAll(async () => {
  t = await freshDatabase();
  jobs = await startJobs(t.app, t.ownerUrl, [solveScenarioJob]);
});
afterAll(async () => {
  await jobs.stop();
  await t.drop();
});
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "no refusal",
    (error: { code?: string }) => error.code ?? String(error),
  );
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const system = () => t.database.read({ orgId: panel.agency.orgId, personId: null });
const later = (actor: Actor, days: number): Actor => ({
  ...actor,
  businessNow: new Date(Date.now() + days * 86_400_000).toISOString(),
});

/** Ada is cheap in the north, Bo in the south, Cy bids for everything at a higher price. */
beforeEach(async () => {
  panel = await makePanel(t.database);
  await makeExclusionList(t.database, panel.agency);
  [ada, bo, cy] = [
    await makeBidder(t.database, panel.agency, "Ada Salt"),
    await makeBidder(t.database, panel.agency, "Bo Minerals"),
    await makeBidder(t.database, panel.agency, "Cy Trading"),
  ];
  ({ solicitationId, bidIds } = await openedProposal(t.database, panel, [
    { bidder: ada, prices: ["50", "70"] },
    { bidder: bo, prices: ["60", "52"] },
    { bidder: cy, prices: ["55", "56"] },
  ]));
  id = await begun(
    t.database,
    panel,
    solicitationId,
    [ada, bo, cy].map((bidder) => bidder.vendorId),
  );
  const { buyer, chair, one, two } = panel.people;
  await scoreAll(t.database, id, [chair, one, two], bidIds, ["8", "7", "6"]);
  await step(t.database, buyer, id, "lock");
  await step(t.database, buyer, id, "startConsensus");
  await acceptAll(t.database, buyer, id, bidIds);
  await step(t.database, buyer, id, "openPrices");
  await step(t.database, buyer, id, "rank");
});

const add = (input: Parameters<typeof scenarioInput.parse>[0]) =>
  as(panel.people.buyer, (tx) =>
    addScenario(tx, panel.people.buyer, id, scenarioInput.parse(input)),
  );
const settled = async (
  scenarioId: string,
  states = ["optimal", "stopped", "infeasible", "failed"],
) => {
  for (let i = 0; i < 200; i++) {
    const found = (await scenariosOf(system(), id)).find((each) => each.id === scenarioId)!;
    if (states.includes(found.status)) return viewOf(found);
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("not settled");
};
const optimum = async (rules: object = {}) =>
  settled((await add({ name: "Best", kind: "optimum", rules })).id);

/** A recommended and approved award of the optimum, posted. */
const posted = async () => {
  const { buyer, chair, manager } = panel.people;
  const best = await optimum();
  await as(buyer, (tx) =>
    saveWriting(tx, buyer, id, {
      scenarioId: best.id,
      memo: "We recommend Ada in the north and Bo in the south.",
    }),
  );
  await step(t.database, chair, id, "recommend");
  await expect(step(t.database, buyer, id, "approve")).rejects.toThrow();
  await step(t.database, manager, id, "approve");
  return as(buyer, (tx) => postIntent(tx, buyer, id));
};
const about = () =>
  t.database.read(panel.people.buyer).one<{ status: string }>(sql`
    select status
    from solicitation
    where org_id = ${panel.agency.orgId} and id = ${solicitationId}
  `);
const finalise = (
  awardId: string,
  accountStringId: string,
  who = later(panel.people.manager, 12),
) => makeAward(t.app, who, awardId, null, accountStringId);

describe("scenarios", () => {
  test("side by side: lowest per lot, one vendor, the optimum with its proof, and what each rule costs", async () => {
    const lowest = viewOf((await add({ name: "Lowest", kind: "lowest" })) as never);
    const single = viewOf((await add({ name: "One vendor", kind: "single" })) as never);
    expect([lowest.judgedCents, lowest.vendors]).toEqual([76_000_00, 2]);
    expect([single.judgedCents, single.parts.map((part) => part.vendorName)]).toEqual([
      83_000_00,
      ["Cy Trading"],
    ]);
    const best = await optimum({ maxVendors: 1 });
    expect([best.status, best.judgedCents, best.boundCents]).toEqual([
      "optimal",
      83_000_00,
      83_000_00,
    ]);
    expect(best.rulePrices).toEqual([
      { rule: "maxVendors", label: "Most vendors", costCents: 7_000_00, atMostCents: null },
    ]);
    expect(best.lots).toEqual([
      { name: "North yard", shares: [{ vendorName: "Cy Trading", percent: 100 }] },
      { name: "South yard", shares: [{ vendorName: "Cy Trading", percent: 100 }] },
    ]);
    // The job's row is written after the scenario's.
    const path = async () =>
      (
        await system().one<{ resultPath: string | null }>(sql`
          select result_path
          from job
          where org_id = ${panel.agency.orgId} and id = ${best.jobId}
        `)
      ).resultPath;
    await vi.waitFor(async () => expect(await path()).toBe(`/bid-evaluation/${id}?tab=award`), {
      timeout: 10_000,
      interval: 100,
    });
  });

  test("no award keeps the rules: infeasible, and no bound is claimed", async () => {
    expect(await optimum({ goalPercent: "40" })).toMatchObject({
      status: "infeasible",
      judgedCents: null,
      boundCents: null,
      parts: [],
    });
  });

  test("a job that a dead instance left running is solved again from the stored case; a cancelled one keeps what it had", async () => {
    const made = await add({ name: "Left", kind: "optimum", secondsLimit: 5 });
    await settled(made.id);
    await as(panel.people.buyer, (tx) =>
      tx.rows(sql`
        update award_scenario
        set status = 'solving', answer = null
        where org_id = ${panel.agency.orgId} and id = ${made.id}
      `),
    );
    await solveScenarioJob.run({
      app: t.app,
      actor: panel.people.buyer,
      jobId: made.jobId!,
      payload: { scenarioId: made.id, secondsLimit: 5 },
      progress: async () => undefined,
    });
    expect((await settled(made.id)).judgedCents).toBe(76_000_00);
    await expect(
      solveScenarioJob.run({
        app: t.app,
        actor: panel.people.buyer,
        jobId: made.jobId!,
        payload: { scenarioId: made.id, secondsLimit: 5 },
        progress: async () => {
          throw new Error("cancelled");
        },
      }),
    ).rejects.toThrow("cancelled");
    expect((await settled(made.id)).judgedCents).toBe(76_000_00);
    expect(await as(panel.people.buyer, (tx) => askCancel(tx, made.jobId!))).toBeNull();
  });

  test("are for who takes part: others read none, and an id of another evaluation is not found", async () => {
    const made = await add({ name: "Lowest", kind: "lowest" });
    const { other, one } = panel.people;
    expect(await code(as(other, (tx) => scenarioFor(tx, other, id, made.id)))).toBe("not_inside");
    expect(
      await code(
        as(one, (tx) =>
          addScenario(tx, one, id, scenarioInput.parse({ name: "Mine", kind: "lowest" })),
        ),
      ),
    ).toBe("not_managing");
    expect(
      await code(as(one, (tx) => scenarioFor(tx, one, id, "018f0000-0000-7000-8000-000000000001"))),
    ).toBe("not_found");
  });
});

describe("the award", () => {
  test("tells every bidder its own standing, waits for the window, and then orders from every winner at once", async () => {
    const row = await posted();
    const { accountStringId } = await makeBudget(t.database, panel.agency, 100_000_00);
    const { manager } = panel.people;
    expect((await about()).status).toBe("protest_window");
    const notices = await vendorSide(t.database, cy.actor).rows<{
      kind: string;
      text: string;
      vendorId: string;
    }>(sql`select kind, text, vendor_id from award_notice`);
    expect(notices.map((notice) => [notice.kind, notice.vendorId])).toEqual([
      ["not_selected", cy.vendorId],
    ]);
    expect(notices[0]!.text).toMatch(/Ada Salt, \$50,000\.00; Bo Minerals, \$26,000\.00/);
    expect(notices[0]!.text).toMatch(/Your bid: rank 3/);
    expect(await code(finalise(row.id, accountStringId, manager))).toBe("rule");
    expect(await code(finalise(row.id, "018f0000-0000-7000-8000-000000000001"))).not.toBe(
      "no refusal",
    );
    await finalise(row.id, accountStringId);
    const read = await readAward(system(), manager, row.id);
    expect(read.orders.map((order) => [order.vendor, order.amount, order.status]).sort()).toEqual([
      ["Ada Salt", 50_000_00, "issued"],
      ["Bo Minerals", 26_000_00, "issued"],
    ]);
    const { encumbered } = await system().one<{ encumbered: number }>(sql`
      select sum(encumbered)::bigint as encumbered
      from purchase_order_share
      where org_id = ${panel.agency.orgId}
    `);
    expect(encumbered).toBe(76_000_00);
    expect((await about()).status).toBe("awarded");
    const outcome = await as(manager, async (tx) =>
      awardOutcome(tx, await getRow(tx, solicitation, solicitationId)),
    );
    expect([
      outcome.awards!.map((each) => each.status),
      outcome.contracts!.length,
      outcome.suppliers!.length,
    ]).toEqual([["active", "active"], 2, 2]);
  });

  test("is all or nothing: when the second order does not fit the budget, neither is there", async () => {
    const row = await posted();
    const { accountStringId } = await makeBudget(t.database, panel.agency, 60_000_00);
    expect(await code(finalise(row.id, accountStringId))).toBe("over_budget");
    const left = await system().one(sql`
      select
        (select count(*)::int from purchase_order where org_id = ${panel.agency.orgId}) as orders,
        (select count(*)::int from award_order where org_id = ${panel.agency.orgId}) as links,
        (select status from award where org_id = ${panel.agency.orgId} and id = ${row.id}) as award,
        (
          select coalesce(sum(encumbered), 0)::bigint
          from purchase_order_share
          where org_id = ${panel.agency.orgId}
        ) as encumbered,
        (
          select count(*)::int
          from award_notice
          where org_id = ${panel.agency.orgId} and kind = 'awarded'
        ) as notices
    `);
    expect(left).toEqual({ orders: 0, links: 0, award: "intent", encumbered: 0, notices: 0 });
    expect((await about()).status).toBe("protest_window");
  });

  test("screens every winner at that moment: a match holds it, the evidence stays with the award, and a person's decision lets it go on", async () => {
    const row = await posted();
    const { accountStringId } = await makeBudget(t.database, panel.agency, 100_000_00);
    const { manager } = panel.people;
    const screener: Actor = {
      ...manager,
      permissions: new Set([...manager.permissions, "vendor.screen"]),
    };
    await makeExclusionList(t.database, panel.agency, [{ name: "Bo Minerals" }]);
    await expect(finalise(row.id, accountStringId)).rejects.toMatchObject({
      code: "winner_unresolved",
      message: expect.stringContaining("Bo Minerals (a match that nobody has decided)"),
      extra: { vendors: [{ vendorId: bo.vendorId, outcome: "possible" }] },
    });
    const held = await readAward(system(), manager, row.id);
    expect([
      held.status,
      held.orders,
      held.screenings.map((s) => [s.vendor, s.outcome, s.candidates, s.decision]),
    ]).toEqual([
      "intent",
      [],
      [
        ["Ada Salt", "clear", 0, null],
        ["Bo Minerals", "possible", 1, null],
      ],
    ]);
    expect(
      await system().rows(sql`
        select object_type, object_number, trigger
        from vendor_screening
        where org_id = ${panel.agency.orgId} and object_id = ${row.id}
        limit 1
      `),
    ).toEqual([{ objectType: "award", objectNumber: row.number, trigger: "award" }]);
    await as(screener, (tx) =>
      decideScreening(tx, screener, held.screenings[1]!.id, {
        decision: "clear",
        reason: "Another firm: other address, other owners",
      }),
    );
    // The award's own transaction asks again: evidence of another list or another outcome does not
    // do.
    const late = later(manager, 12);
    expect(
      await code(
        as(late, (tx) =>
          finaliseAward(tx, late, row.id, null, accountStringId, "http://levee.test"),
        ),
      ),
    ).toBe("winner_unresolved");
    expect((await finalise(row.id, accountStringId)).status).toBe("final");
    expect((await readAward(system(), manager, row.id)).screenings.map((s) => s.outcome)).toEqual([
      "clear",
      "clear",
    ]);
  });

  test("is refused for an excluded winner, and without a list", async () => {
    const row = await posted();
    const { accountStringId } = await makeBudget(t.database, panel.agency, 100_000_00);
    await as(panel.people.manager, (tx) =>
      tx.rows(sql`
        update vendor
        set uei = 'ZQGGHJH74DW7'
        where org_id = ${panel.agency.orgId} and id = ${ada.vendorId}
      `),
    );
    await makeExclusionList(t.database, panel.agency, [
      { name: "Adamant Holdings", uei: "ZQGGHJH74DW7" },
    ]);
    expect(await code(finalise(row.id, accountStringId))).toBe("winner_excluded");
    expect(
      (
        await system().one<{ screeningResult: string }>(sql`
          select screening_result
          from vendor
          where org_id = ${panel.agency.orgId} and id = ${ada.vendorId}
        `)
      ).screeningResult,
    ).toBe("excluded");
    await as(panel.people.manager, (tx) =>
      tx.rows(
        sql`update exclusion_list set state = 'replaced' where org_id = ${panel.agency.orgId}`,
      ),
    );
    expect(await code(finalise(row.id, accountStringId))).toBe("no_exclusion_list");
    expect(
      (
        await system().one<{ n: number }>(
          sql`select count(*)::int as n from purchase_order where org_id = ${panel.agency.orgId}`,
        )
      ).n,
    ).toBe(0);
  });

  test("no award, or a cancellation, ends the evaluation and tells everybody who bid", async () => {
    await posted();
    const { manager } = panel.people;
    await as(manager, (tx) =>
      endSolicitation(tx, manager, solicitationId, "noAward", null, "The money was cut"),
    );
    expect(
      await system().rows(sql`
        select n.kind, v.name
        from award_notice n
        join vendor v on v.org_id = n.org_id and v.id = n.vendor_id
        where n.org_id = ${panel.agency.orgId} and n.kind = 'no_award'
        order by v.name
      `),
    ).toEqual([
      { kind: "no_award", name: "Ada Salt" },
      { kind: "no_award", name: "Bo Minerals" },
      { kind: "no_award", name: "Cy Trading" },
    ]);
    expect(
      await system().one(sql`
        select
          (
            select status
            from evaluation
            where org_id = ${panel.agency.orgId} and id = ${id}
          ) as evaluation,
          (select status from award where org_id = ${panel.agency.orgId}) as award
      `),
    ).toEqual({ evaluation: "ended", award: "withdrawn" });
  });
});

describe("a protest", () => {
  const grounds = "The delivery criterion was applied to us alone, against section 4.";
  const file = (bidder: Bidder, awardId: string, at?: string) =>
    asVendor(
      t.app,
      at ? { ...bidder.actor, businessNow: at } : bidder.actor,
      panel.agency.orgId,
      (tx, vendor, who) =>
        fileProtest(tx, vendor, who, { orgId: panel.agency.orgId, awardId, grounds, relief: "" }),
    );
  const decide = (
    protestId: string,
    action: "take" | "deny" | "sustain" | "uphold" | "dismiss",
    who = panel.people.manager,
    remedy: "re_evaluate" | "re_solicit" | null = null,
  ) =>
    as(who, (tx) =>
      decideProtest(tx, who, protestId, action, null, {
        reason: action === "take" ? null : "The record shows otherwise.",
        remedy,
      }),
    );

  test("in time stays the award; denied by somebody without a part in it, the award goes on", async () => {
    const row = await posted();
    const filed = await file(cy, row.id);
    const { buyer, manager, chair } = panel.people;
    const { accountStringId } = await makeBudget(t.database, panel.agency, 100_000_00);
    expect([filed.timely, filed.stay, (await about()).status]).toEqual([
      true,
      true,
      "protest_hold",
    ]);
    expect(await code(finalise(row.id, accountStringId))).toBe("not_in_this_status");
    expect(await code(file(cy, row.id))).toBe("open_protest");
    for (const insider of [
      { ...buyer, permissions: manager.permissions },
      { ...chair, permissions: manager.permissions },
    ])
      expect(await code(decide(filed.id, "take", insider))).toBe("rule");
    await decide(filed.id, "take");
    await decide(filed.id, "deny");
    expect((await about()).status).toBe("protest_window");
    const own = await vendorSide(t.database, cy.actor).one<{ status: string; decision: string }>(
      sql`select status, decision from protest`,
    );
    expect(own).toEqual({ status: "denied", decision: "The record shows otherwise." });
    expect(await vendorSide(t.database, bo.actor).rows(sql`select id from protest`)).toEqual([]);
    await finalise(row.id, accountStringId);
  });

  test("late is kept and stays nothing; from a stranger it is not found; withdrawn, the award goes on", async () => {
    const row = await posted();
    const late = await file(cy, row.id, new Date(Date.now() + 12 * 86_400_000).toISOString());
    expect([late.timely, late.stay, (await about()).status]).toEqual([
      false,
      false,
      "protest_window",
    ]);
    const stranger = await makeBidder(t.database, panel.agency, "Dee Stranger");
    expect(await code(file(stranger, row.id))).toBe("not_found");
    const filed = await file(ada, row.id);
    expect((await about()).status).toBe("protest_hold");
    expect(
      await code(
        asVendor(t.app, bo.actor, panel.agency.orgId, (tx, vendor, who) =>
          withdrawProtest(tx, vendor, who, filed.id),
        ),
      ),
    ).toBe("not_found");
    await asVendor(t.app, ada.actor, panel.agency.orgId, (tx, vendor, who) =>
      withdrawProtest(tx, vendor, who, filed.id),
    );
    expect((await about()).status).toBe("protest_window");
  });

  test("sustained, the bids are evaluated again: the intent is withdrawn, everybody is told, a new round can begin", async () => {
    const row = await posted();
    const filed = await file(cy, row.id);
    await decide(filed.id, "take");
    expect(await code(decide(filed.id, "sustain"))).toBe("invalid_field");
    await decide(filed.id, "sustain", panel.people.manager, "re_evaluate");
    expect((await about()).status).toBe("evaluating");
    expect(
      await system().one(sql`
        select
          (
            select status
            from award
            where org_id = ${panel.agency.orgId} and id = ${row.id}
          ) as award,
          (
            select status
            from evaluation
            where org_id = ${panel.agency.orgId} and id = ${id}
          ) as evaluation,
          (
            select count(*)::int
            from award_notice
            where org_id = ${panel.agency.orgId} and kind = 'withdrawn'
          ) as told
      `),
    ).toEqual({ award: "withdrawn", evaluation: "ended", told: 3 });
    const again = await begun(
      t.database,
      panel,
      solicitationId,
      [ada, bo, cy].map((bidder) => bidder.vendorId),
    );
    expect(
      (
        await system().one<{ round: number }>(
          sql`select round from evaluation where org_id = ${panel.agency.orgId} and id = ${again}`,
        )
      ).round,
    ).toBe(2);
  });

  test("sustained with a new solicitation cancels this one; an appeal is decided by another person", async () => {
    const row = await posted();
    const filed = await file(cy, row.id);
    const { manager } = panel.people;
    await decide(filed.id, "take");
    await decide(filed.id, "deny");
    await asVendor(t.app, cy.actor, panel.agency.orgId, (tx, vendor, who) =>
      appealProtest(tx, vendor, who, filed.id, "The decision overlooks our letter of the 3rd."),
    );
    expect((await about()).status).toBe("protest_hold");
    expect(await code(decide(filed.id, "uphold"))).toBe("rule");
    await decide(filed.id, "uphold", { ...manager, personId: panel.people.other.personId });
    expect((await about()).status).toBe("protest_window");
    const second = await file(bo, row.id);
    await decide(second.id, "take");
    await decide(second.id, "sustain", manager, "re_solicit");
    expect((await about()).status).toBe("cancelled");
  });
});

describe("quotations", () => {
  const quoted = async (prices: (string | null)[][], over: object = {}) => {
    const { id: rfq } = await published(
      t.database,
      panel.people,
      solicitationOf(panel.agency, { kind: "rfq", ...over }),
    );
    return {
      rfq,
      bids: await storeOpened(
        t.database,
        panel.agency,
        rfq,
        prices.map((each, i) => ({ bidder: [ada, bo, cy][i]!, prices: each })),
      ),
    };
  };
  const give = (rfq: string, accountStringId: string, more: object = {}) =>
    makeQuoteAward(t.app, panel.people.buyer, rfq, {
      choices: [],
      reason: "",
      noConflict: true,
      competitionFinding: "",
      accountStringId,
      ...more,
    });

  test("the lowest of three wins in one step; another needs a reason; one alone needs a finding; above the threshold it needs a panel", async () => {
    const { accountStringId } = await makeBudget(t.database, panel.agency, 900_000_00);
    await makePolicy(
      t.database,
      {
        ...panel.people.manager,
        permissions: new Set([...panel.people.manager.permissions, "approval.policy"]),
      },
      { documentType: "purchaseOrder" },
    );
    const three = await quoted([
      ["5", "6"],
      ["4.8", "6.1"],
      ["5.5", "5.9"],
    ]);
    expect(await give(three.rfq, accountStringId)).toMatchObject({
      status: "waiting",
      totalCents: 8203_05,
      parts: [{ vendorName: "Bo Minerals" }],
    });
    const higher = await quoted([
      ["5", "6"],
      ["4.8", "6.1"],
      ["5.5", "5.9"],
    ]);
    const choices = [{ lotId: higher.rfq, bidId: higher.bids[0]! }];
    expect(await code(give(higher.rfq, accountStringId, { choices }))).toBe("reason_required");
    expect(
      (await give(higher.rfq, accountStringId, { choices, reason: "Delivers four weeks earlier" }))
        .parts[0]!.vendorName,
    ).toBe("Ada Salt");
    const alone = await quoted([["5", "6"]]);
    expect(
      await code(give(alone.rfq, accountStringId, { reason: "Nobody else answered us" })),
    ).toBe("finding_required");
    const large = await quoted([
      ["500", "6"],
      ["480", "6"],
      ["490", "7"],
    ]);
    expect(await code(give(large.rfq, accountStringId))).toBe("above_threshold");
  });

  test("the award says where its orders stand: waiting for approval, then approved; a held winner leaves evidence and no award", async () => {
    const { accountStringId } = await makeBudget(t.database, panel.agency, 900_000_00);
    const { manager, buyer } = panel.people;
    await makePolicy(
      t.database,
      { ...manager, permissions: new Set([...manager.permissions, "approval.policy"]) },
      {
        documentType: "purchaseOrder",
        condition: { amountBelow: 50_000_00, change: false, requisitioned: false },
      },
    );
    const { rfq } = await quoted([
      ["5", "6"],
      ["4.8", "6.1"],
      ["5.5", "5.9"],
    ]);
    await makeExclusionList(t.database, panel.agency, [{ name: "Bo Minerals" }]);
    expect(await code(give(rfq, accountStringId))).toBe("winner_unresolved");
    expect([
      (await readQuotes(system(), rfq)).awardId,
      (
        await system().one<{ n: number }>(sql`
          select count(*)::int as n
          from vendor_screening
          where org_id = ${panel.agency.orgId} and object_id = ${rfq}
        `)
      ).n,
    ]).toEqual([null, 1]);
    await makeExclusionList(t.database, panel.agency);
    const { id: awardId } = await give(rfq, accountStringId);
    const { awardId: known, status } = await readQuotes(system(), rfq);
    expect([known, status]).toEqual([awardId, "awarded"]);
    expect((await readAward(system(), buyer, awardId)).status).toBe("waiting");
    const [order] = (await readAward(system(), buyer, awardId)).orders;
    expect(order).toMatchObject({
      vendor: "Bo Minerals",
      status: "in_approval",
      approvalId: expect.any(String),
    });
    await as(manager, (tx) => decide(tx, manager, order!.approvalId!, "approve", "", null));
    expect((await readAward(system(), buyer, awardId)).orders[0]).toMatchObject({
      status: "approved",
      approvalId: null,
    });
    expect((await readAward(system(), buyer, awardId)).status, "approved is not issued").toBe(
      "waiting",
    );
    await as(buyer, (tx) => issueOrder(tx, buyer, order!.id, null, t.app.config.origin));
    expect(await readAward(system(), buyer, awardId)).toMatchObject({
      status: "final",
      finalisedAt: expect.any(String),
      orders: [{ status: "issued" }],
    });
    expect((await readAward(system(), buyer, awardId)).screenings).toMatchObject([
      { vendor: "Bo Minerals", outcome: "clear" },
    ]);
  });

  /** Quotations in two lots: Ada wins the north, Bo the south; each order waits for the manager. */
  const inLots = async () => {
    const { accountStringId } = await makeBudget(t.database, panel.agency, 900_000_00);
    const { manager } = panel.people;
    await makePolicy(
      t.database,
      { ...manager, permissions: new Set([...manager.permissions, "approval.policy"]) },
      { documentType: "purchaseOrder" },
    );
    const { rfq } = await quoted(
      [
        ["5", "7"],
        ["6", "6"],
        ["8", "8"],
      ],
      {
        awardBy: "lot",
        minimumBids: 3,
        lots: [
          { lotNo: 1, title: "North" },
          { lotNo: 2, title: "South" },
        ],
        items: [
          { description: "Salt, north", quantity: "10", unit: "t", lotNo: 1 },
          { description: "Salt, south", quantity: "10", unit: "t", lotNo: 2 },
        ],
      },
    );
    return { rfq, accountStringId, award: await give(rfq, accountStringId) };
  };
  const ordersOf = async (awardId: string) =>
    (await readAward(system(), panel.people.buyer, awardId)).orders;
  const refuse = (
    order: { approvalId: string | null } | undefined,
    how: "reject" | "approve" = "reject",
  ) =>
    as(panel.people.manager, (tx) =>
      decide(tx, panel.people.manager, order!.approvalId!, how, "The budget is cut", null),
    );
  const tasks = () =>
    t.database.read(panel.people.buyer).rows<{ title: string; detail: string; link: string }>(sql`
      select title, detail, link
      from task
      where org_id = ${panel.agency.orgId} and person_id = ${panel.people.buyer.personId}
      order by created_at
    `);
  const releases = async (rfq: string) =>
    await system().rows<{
      tag: string[];
      release: { awards: { status: string; title: string }[]; contracts: { status: string }[] };
    }>(sql`
      select tag, release
      from ocds_release
      where org_id = ${panel.agency.orgId} and solicitation_id = ${rfq}
      order by release_no desc
    `);
  const standings = async (rfq: string) => {
    const [{ tag, release }] = (await releases(rfq)) as never as [
      Awaited<ReturnType<typeof releases>>[number],
    ];
    return {
      tag,
      awards: release.awards.map((each) => each.status),
      contracts: release.contracts.map((each) => each.status),
    };
  };

  test("an award whose every order is refused is withdrawn: everybody is told, the buyer has a task, and the quotations are awarded anew", async () => {
    const { rfq, award, accountStringId } = await inLots();
    expect([award.status, award.finalisedAt, await standings(rfq)]).toEqual([
      "waiting",
      null,
      {
        tag: ["award", "contract"],
        awards: ["pending", "pending"],
        contracts: ["pending", "pending"],
      },
    ]);
    const notices = await system().rows<{ text: string }>(sql`
      select text
      from award_notice
      where org_id = ${panel.agency.orgId} and solicitation_id = ${rfq} and kind = 'awarded'
    `);
    expect(
      notices.filter((notice) => notice.text.includes("still waits for the agency's approval")),
    ).toHaveLength(2);
    // On the board it waits as an award, and its orders are not counted once more.
    const groups = (
      await readBoard(t.database.read(panel.people.buyer), panel.people.buyer, null)
    ).columns.flatMap((column) => column.groups);
    const group = (name: string) => groups.find((each) => each.id === name)!;
    expect([
      group("sol_waiting").count,
      group("sol_waiting").amount,
      group("preparing").count,
    ]).toEqual([1, award.totalCents, 0]);
    const [first, second] = await ordersOf(award.id);
    await refuse(first);
    expect((await readAward(system(), panel.people.buyer, award.id)).status).toBe("waiting");
    expect(await standings(rfq)).toEqual({
      tag: ["awardUpdate", "contract"],
      awards: expect.arrayContaining(["pending", "cancelled"]),
      contracts: expect.arrayContaining(["pending", "cancelled"]),
    });
    await refuse(second);
    expect(await readAward(system(), panel.people.buyer, award.id)).toMatchObject({
      status: "withdrawn",
      endedReason: `${second!.number} to ${second!.vendor} was refused or cancelled: The budget is cut`,
    });
    expect(await standings(rfq)).toMatchObject({
      tag: ["awardCancellation"],
      awards: ["cancelled", "cancelled"],
    });
    expect((await tasks()).map((each) => [each.title, each.link])).toEqual([
      [`Of ${award.number}, ${first!.number} is not ordered`, `/bid-evaluation/quotes/${rfq}`],
      [expect.stringMatching(/^Award RFQ-.* anew, or end it$/), `/bid-evaluation/quotes/${rfq}`],
    ]);
    expect(
      await system().rows(sql`
        select kind, title
        from award_notice
        where org_id = ${panel.agency.orgId}
          and solicitation_id = ${rfq}
          and kind = 'withdrawn'
          and title like 'Award withdrawn: RFQ-%'
          and text like 'The award of %'
      `),
    ).toHaveLength(3);
    expect(await readQuotes(system(), rfq)).toMatchObject({
      status: "opened",
      awardId: null,
      refused: { number: award.number, reason: expect.stringContaining("The budget is cut") },
    });
    const anew = await give(rfq, accountStringId);
    for (const order of await ordersOf(anew.id)) await refuse(order, "approve");
    const { buyer } = panel.people;
    for (const order of await ordersOf(anew.id))
      await as(buyer, (tx) => issueOrder(tx, buyer, order.id, null, t.app.config.origin));
    expect((await readAward(system(), buyer, anew.id)).status).toBe("final");
    expect(await standings(rfq)).toEqual({
      tag: ["awardUpdate", "contract"],
      awards: expect.arrayContaining(["active"]),
      contracts: expect.arrayContaining(["active", "cancelled"]),
    });
  });

  test("where one order is refused and the other issued, the award is final for what stands and says what is missing; two that settle at once agree", async () => {
    const { rfq, award } = await inLots();
    const [first, second] = await ordersOf(award.id);
    const { buyer, manager } = panel.people;
    await refuse(first, "approve");
    await Promise.all([
      as(buyer, (tx) => issueOrder(tx, buyer, first!.id, null, t.app.config.origin)),
      as(manager, (tx) =>
        decide(tx, manager, second!.approvalId!, "reject", "Not this year", null),
      ),
    ]);
    expect(await readAward(system(), buyer, award.id)).toMatchObject({
      status: "final",
      orders: [{ status: "issued" }, { status: "cancelled" }],
    });
    expect(await tasks()).toMatchObject([
      { detail: expect.stringContaining("The other orders of the award stand.") },
    ]);
    expect(await standings(rfq)).toMatchObject({
      awards: expect.arrayContaining(["active", "cancelled"]),
    });
    expect((await readQuotes(system(), rfq)).awardId).toBe(award.id);
  });

  test("returned to the buyer it waits on; an order of a final award that is cancelled later changes nothing of the award", async () => {
    const { award } = await inLots();
    const [first, second] = await ordersOf(award.id);
    const { buyer, manager } = panel.people;
    await as(manager, (tx) =>
      decide(tx, manager, first!.approvalId!, "return", "Another account, please", null),
    );
    expect(await readAward(system(), buyer, award.id)).toMatchObject({
      status: "waiting",
      orders: [{ status: "returned" }, { status: "in_approval" }],
    });
    const o = await readOrder(system(), buyer, first!.id);
    const other = await makeBudget(t.database, panel.agency, 900_000_00);
    const own = (over: object = {}) =>
      o.lines.map((l) => ({
        description: l.description,
        commodityCode: l.commodityCode,
        quantity: l.quantity,
        unit: l.unit,
        unitPrice: l.unitPrice,
        splits: [{ accountStringId: other.accountStringId }],
        ...over,
      }));
    const edit = (patch: object) =>
      as(buyer, (tx) => editOrder(tx, buyer, o.id, orderPatch.parse(patch), o.version));
    expect([o.awarded, o.lines.every((l) => l.requisitionLineId === null)]).toEqual([true, true]);
    for (const patch of [
      { lines: own({ unitPrice: "1.00" }) },
      { lines: own({ quantity: "1" }) },
      { vendorId: newId() },
    ])
      await expect(edit(patch)).rejects.toMatchObject({ code: "awarded" });
    expect(await edit({ vendorId: o.vendorId, lines: own(), deliverTo: "The yard" })).toMatchObject(
      { amount: o.amount, deliverTo: "The yard", method: null },
    );
    expect((await readOrder(system(), buyer, o.id)).lines[0]!.splits).toMatchObject([
      { accountStringId: other.accountStringId },
    ]);
    expect(await as(buyer, (tx) => submitOrder(tx, buyer, first!.id, null))).toMatchObject({
      method: null,
      aggregateAmount: 0,
    });
    for (const order of await ordersOf(award.id)) await refuse(order, "approve");
    for (const order of [first!, second!])
      await as(buyer, (tx) => issueOrder(tx, buyer, order.id, null, t.app.config.origin));
    await as(buyer, (tx) => cancelOrder(tx, buyer, first!.id, null, "The vendor gave up"));
    expect((await readAward(system(), buyer, award.id)).status).toBe("final");
    expect(await tasks()).toEqual([]);
  });
});
