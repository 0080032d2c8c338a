import { describe, expect, test, vi } from "vitest";
import { sql } from "#server/db/sql.ts";
import { askCancel } from "#server/jobs/jobs.ts";
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
