// The contractor's file of the demonstration: one task takes longer, and lags are counted otherwise.
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import { systemActor } from "#kernel/access.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { questionAgency } from "../question.setup.ts";
import type { ProposalDetail } from "../schedule/exchange/proposal.model.ts";
import type { WrittenSchedule } from "../schedule/schedule.model.ts";
import { bringUpdate } from "./proposal.seed.ts";

let t: TestDatabase;
const setUp = async () => questionAgency(t, await contractAgency(t));
let q: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  t = await freshDatabase();
  q = await setUp();
});
afterAll(() => t.drop());

test("it stands as compared, with its change and the cause of its other dates", async () => {
  const { engineer } = q.people;
  const projectId = await q.building("DEMO");
  const { id } = await q.asking<WrittenSchedule>(
    engineer,
    `POST /api/v1/projects/${projectId}/schedule`,
    { start: agencyDay(-3) },
  );
  let version = 1;
  const write = async (rest: string, body: object) => {
    const path = `POST /api/v1/schedules/${id}/${rest}`;
    const made = await q.asking<WrittenSchedule>(engineer, path, body, version);
    version = made.version;
    return made.made!;
  };
  const task = (code: string, days: number) =>
    write("tasks", { code, name: `Task ${code}`, durationMinutes: days * 480 });
  const [plans, bids, award] = [await task("B10", 40), await task("B20", 20), await task("B30", 5)];
  await write("links", { from: plans, to: bids });
  await write("links", { from: bids, to: award, lagMinutes: 15 * 480, lagCalendar: "project" });
  const of = { projectId, contractId: q.contractId, contractor: "Northline" };
  const made = await bringUpdate(t.app, systemActor(q.agency.orgId), of, {
    ...{ longer: "B10", days: 4, lagsOf: "B30" },
  });
  const found = await q.asking<ProposalDetail>(engineer, `GET /api/v1/schedule-proposals/${made}`);
  expect(found).toMatchObject({ status: "compared", side: "contractor", format: "mspdi" });
  expect(found.changes.map(({ code, fields }) => [code, fields.map(({ field }) => field)])).toEqual(
    [
      ["B10", ["duration"]],
      ["B20", []],
      ["B30", []],
    ],
  );
  expect(found.differences.map(({ code, cause }) => [code, cause])).toEqual([
    ["B30", "lagCalendar"],
  ]);
});
