import "#areas/sourcing/sourcing.server.ts";
import { describe, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { askCancel } from "#server/jobs/jobs.ts";
import { step } from "#server/testing/evaluation.ts";
import { readEvaluation } from "../evaluation/evaluation.read.service.ts";
import { saveWriting } from "../evaluation/writing.service.ts";
import { postIntent } from "./award.service.ts";
import { scenarioInput } from "./scenario.fields.model.ts";
import { addScenario, scenarioFor, solveScenarioJob } from "./scenario.service.ts";
import { viewOf } from "./scenario-view.service.ts";
import {
  add,
  settled,
  optimum,
  as,
  panel,
  id,
  system,
  t,
  code,
  awardSetUp,
} from "./award.setup.ts";

awardSetUp();

describe("scenarios", () => {
  test("side by side: lowest per lot, one vendor, the optimum with its proof, and what each rule costs", async () => {
    const lowest = viewOf((await add({ name: "Lowest", kind: "lowest" })) as never);
    const single = viewOf((await add({ name: "One vendor", kind: "single" })) as never);
    expect([lowest.judgedCents, lowest.vendors]).toEqual([76_000_00, 2]);
    expect([single.judgedCents, single.parts.map((part) => part.vendorName)]).toEqual([
      85_000_00,
      ["Ada Salt"],
    ]);
    const best = await optimum({ maxVendors: 1 });
    expect([best.status, best.judgedCents, best.points, best.pointsBound]).toEqual([
      "optimal",
      85_000_00,
      "165.71",
      "165.71",
    ]);
    expect(best.rulePrices).toEqual([
      {
        rule: "maxVendors",
        label: "Most vendors",
        costCents: 9_000_00,
        atMostCents: null,
        costPoints: "4.29",
      },
    ]);
    expect(best.lots).toEqual([
      { name: "North yard", shares: [{ vendorName: "Ada Salt", percent: 100 }] },
      { name: "South yard", shares: [{ vendorName: "Ada Salt", percent: 100 }] },
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

  test("the optimum is the best by the published weights, and what departs from them is recommended with a reason only", async () => {
    const { buyer, chair, manager } = panel.people;
    // Cy at 49 is cheaper than Ada at 50 in the north, and scored lower: 36 + 40 against 48 + 39.20.
    await as({ ...buyer, personId: null }, (tx) =>
      tx.rows(sql`
        update bid_line
        set unit_price = 49
        where org_id = ${panel.agency.orgId} and unit_price = 55
      `),
    );
    await step(t.database, buyer, id, "reopenPrices", "A price was read anew");
    await step(t.database, buyer, id, "rank");
    const best = await optimum();
    expect(best.parts.map((part) => part.vendorName)).toEqual(["Ada Salt", "Bo Minerals"]);
    expect([best.status, best.points, best.pointsBound]).toEqual(["optimal", "169.20", "169.20"]);
    const cheapest = await add({ name: "Cheapest", kind: "lowest" });
    const choose = (input: object) => as(buyer, (tx) => saveWriting(tx, buyer, id, input as never));
    expect(await code(choose({ scenarioId: cheapest.id }))).toBe("departure_reason");
    const reason = "Ada Salt can deliver nothing in the north before the first frost.";
    await choose({ scenarioId: cheapest.id, departure: reason, memo: "We recommend Cy and Bo." });
    expect(await code(step(t.database, chair, id, "recommend"))).toBe("rule");
    const shown = async (who: Actor) =>
      (await readEvaluation(t.database.read(who), who, id)).content!;
    expect((await shown(chair)).memo.draft).toContain(reason);
    await choose({ memo: `We recommend Cy and Bo. ${reason}` });
    await step(t.database, chair, id, "recommend");
    expect((await shown(manager)).departure).toEqual({
      lines: ["North yard: Cy Trading with 76.00 points in place of Ada Salt with 87.20"],
      reason,
    });
    await step(t.database, manager, id, "approve");
    const posted = await as(buyer, (tx) => postIntent(tx, buyer, id));
    const notices = await system().rows<{ text: string }>(sql`
      select text
      from award_notice
      where org_id = ${panel.agency.orgId} and award_id = ${posted.id}
    `);
    expect(notices.map(({ text }) => text.includes(reason))).toEqual([true, true, true]);
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
