// The demonstration's awards reported in time: of a late kind the newest report alone is open.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeBudget, makeMembers } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { reportDemo } from "./reports.seed.ts";

let t: TestDatabase;
let people: Record<"grants" | "certifier", Actor>;
const ask = askingOf(() => t);

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  await makeBudget(t.database, agency, 1_000_00);
  people = await makeMembers(t.database, agency, {
    grants: { duties: ["grant_manager"] },
    certifier: { duties: ["certifier"] },
  });
});
afterAll(() => t.drop());

test("what fell due is reported in time, but for the newest of each late kind", async () => {
  const { grants } = people;
  const { id } = await ask(grants, "POST /api/v1/grant-awards", {
    title: "Warm rooms",
    grantor: "State of Minnesota",
    amount: 4_000_00,
    periodFrom: agencyDay(-420),
    periodTo: agencyDay(200),
    budget: [{ objectClass: "supplies", cents: 4_000_00 }],
  });
  const step = `POST /api/v1/grant-awards/${id}/actions`;
  await ask(grants, `${step}/accept`, { segmentCode: "WARM" });
  await ask(grants, `${step}/activate`);
  await reportDemo(t.app, people, { awardId: id, today: agencyDay(), late: ["ppr"] });
  const due = await t.database.read(grants).rows<{
    kind: string;
    status: string;
    early: boolean;
  }>(sql`
    select kind, status, coalesce(submitted_on < due_on, false) as early
    from grant_report
    where org_id = ${grants.orgId} and award_id = ${id} and due_on < ${agencyDay()}::date
    order by due_on desc, kind
  `);
  const open = due.filter(({ status }) => status === "due");
  expect(open.map(({ kind }) => kind)).toEqual(["ppr"]);
  expect(due.indexOf(open[0]!)).toBeLessThan(2);
  expect(due.filter(({ status, early }) => status === "accepted" && early)).toHaveLength(
    due.length - 1,
  );
  expect(due.length).toBeGreaterThan(5);
});
