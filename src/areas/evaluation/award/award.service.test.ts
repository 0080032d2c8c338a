import "#areas/sourcing/sourcing.server.ts";
import { describe, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { asVendor, vendorSide } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget } from "#server/testing/agency.ts";
import { makeExclusionList } from "#server/testing/exclusions.ts";
import { begun, step, type Bidder } from "#server/testing/evaluation.ts";
import { makeBidder } from "#server/testing/sourcing.ts";
import { decideScreening } from "#areas/vendors/screening/screening-decision.service.ts";
import { cancelOrder } from "#areas/procurement/order/closing.service.ts";
import { publicOutcome } from "#areas/sourcing/solicitation/public-outcome.service.ts";
import { saveWriting } from "../evaluation/writing.service.ts";
import {
  appealProtest,
  decideProtest,
  fileProtest,
  withdrawProtest,
} from "#areas/market/protest/protest.service.ts";
import { endSolicitation } from "#areas/sourcing/solicitation/solicitation.service.ts";
import { awardShares } from "./contract.service.ts";
import { awardOutcome, readAward } from "./award.read.service.ts";
import { finaliseAward, makeAward, postIntent } from "./award.service.ts";
import { getRow } from "#server/db/rows.ts";
import { solicitation } from "#areas/sourcing/solicitation/solicitation.tables.ts";
import {
  as,
  panel,
  id,
  system,
  t,
  solicitationId,
  code,
  cy,
  bo,
  ada,
  optimum,
  awardSetUp,
} from "./award.setup.ts";

awardSetUp();

const later = (actor: Actor, days: number): Actor => ({
  ...actor,
  businessNow: new Date(Date.now() + days * 86_400_000).toISOString(),
});

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
    expect(await code(finalise(row.id, accountStringId, manager))).toBe("window");
    const { gate } = await readAward(system(), manager, row.id);
    expect(gate.filter((f) => f.kind === "stops")).toMatchObject([{ code: "window" }]);
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
    const released = async () =>
      (await publicOutcome(system(), solicitationId)).awards.map((each) => [
        each.supplier,
        each.status,
        each.cents,
      ]);
    expect(await released()).toEqual([
      ["Ada Salt", "active", 50_000_00],
      ["Bo Minerals", "active", 26_000_00],
    ]);
    await as(panel.people.buyer, (tx) =>
      cancelOrder(tx, panel.people.buyer, {
        id: read.orders[0]!.id,
        version: null,
        reason: "The yard is closed",
      }),
    );
    expect((await released()).map((each) => each[1]).sort()).toEqual(["active", "cancelled"]);
    expect([
      outcome.awards!.map((each) => each.status),
      outcome.contracts!.length,
      outcome.suppliers!.length,
    ]).toEqual([["active", "active"], 2, 2]);
  });

  test("may leave the orders to contracts: nothing goes out, and each share waits for its own", async () => {
    const row = await posted();
    await makeAward(t.app, later(panel.people.manager, 12), row.id, null, null, {
      contracts: true,
    });
    expect((await about()).status).toBe("awarded");
    expect((await readAward(system(), panel.people.manager, row.id)).orders).toEqual([]);
    const shares = await awardShares(system(), row.id);
    expect(shares.map((share) => [share.totalCents, share.orderIds])).toEqual([
      [50_000_00, []],
      [26_000_00, []],
    ]);
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
      endSolicitation(tx, manager, "noAward", {
        id: solicitationId,
        version: null,
        reason: "The money was cut",
      }),
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
      decideProtest(
        tx,
        who,
        action,
        { id: protestId, version: null },
        {
          reason: action === "take" ? null : "The record shows otherwise.",
          remedy,
        },
      ),
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
    await expect(decide(filed.id, "sustain")).rejects.toThrow(
      "Say what follows: evaluate again, or solicit again.",
    );
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
