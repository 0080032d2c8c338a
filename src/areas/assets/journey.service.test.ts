// An asset of federal money, at the endpoints: retired, valued, offered to the grantor and sold, with the
// share owed.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeMembers, makePolicy } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

let t: TestDatabase;
let people: Record<"keeper" | "manager" | "admin", Actor>;
let departmentId: string;
const ask = askingOf(() => t);
type Shown = { version: number; status: string; disposalShown: Record<string, number> | null };

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ departmentId } = agency);
  people = await makeMembers(t.database, agency, {
    keeper: { duties: ["asset_manager"] },
    manager: { role: "manager" },
    admin: { role: "admin" },
  });
  await makePolicy(t.database, people.admin, { documentType: "assetDisposal" });
});
afterAll(() => t.drop());

test("a pump of federal money is sold: by policy, after the grantor's word, with its share owed", async () => {
  const { keeper, manager } = people;
  const { id: classId } = await ask(keeper, "POST /api/v1/asset-classes", {
    code: "PUMP",
    name: "Pump",
    conditionScale: "one_to_five",
    lifeMonths: 120,
  });
  const { id } = await ask(keeper, "POST /api/v1/assets", {
    name: "Pump of the flood",
    classId,
    departmentId,
    tag: "T-900",
    location: "Yard",
    costCents: 40_000_00,
    federalAward: "EMW-2025-1",
    federalPercent: "75",
    federalAwardedOn: "2024-10-01",
    federalInstructions: true,
  });
  const shown = () => ask<Shown>(manager, `GET /api/v1/assets/${id}`);
  const step = async (who: Actor, action: string, body: object = {}) =>
    ask<{ approvalId: string }>(
      who,
      `POST /api/v1/assets/${id}/actions/${action}`,
      body,
      (await shown()).version,
    );
  await step(keeper, "putInService");
  await step(keeper, "retire", { reason: "Worn" });
  const { approvalId } = await step(keeper, "proposeDisposal", {
    way: "sale",
    valueCents: 20_000_00,
    valueOn: agencyDay(-3),
    basis: "appraisal",
    basisWords: "Roe Appraisals, report 12",
    reason: "Replaced by a larger one",
  });
  await ask(manager, `POST /api/v1/approvals/${approvalId}/actions/approve`, { comment: "Seen" });
  const sold = { disposedOn: agencyDay(), disposalCents: 16_000_00, reason: "Sold at auction" };
  expect(await refusalOf(step(manager, "dispose", sold))).toContain("grantor_holds");
  await step(keeper, "grantor", {
    askedOn: agencyDay(-2),
    answeredOn: agencyDay(-1),
    words: "Sell it; keep your costs",
    keepsExpenses: true,
  });
  await step(manager, "dispose", sold);
  // 75% of $16,000, less $1,000 or a tenth of the proceeds for the costs of selling.
  expect(await shown()).toMatchObject({
    status: "disposed",
    disposalShown: { shareCents: 12_000_00, keptCents: 1_000_00, owedCents: 11_000_00 },
  });
});
