// A subaward of federal money is reported by the end of the month after its obligation: whether and
// by when follows from the law of its day, the list says what is late, and a report is recorded once.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { rulesOfKey } from "#areas/governance/governance.server.ts";
import { subawardDeadlines } from "../subaward/deadlines.service.ts";
import { factFields } from "../subaward/facts.model.ts";
import { riskQuestions } from "../subaward/risk.model.ts";
import { reportDue, reportRuleKey } from "./report.model.ts";

type Name = "grants" | "certifier" | "plain";
let t: TestDatabase;
let a: PayingAgency;
let people: Record<Name, Actor>;
let code: string;
const ask = askingOf(() => t);
const subawards = "POST /api/v1/subawards";
const step = (id: string, name: string) => `${subawards}/${id}/actions/${name}`;

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await payingAgency(t.database);
  const { accountStringId } = await makeBudget(t.database, agency, 200_000_00, { federal: true });
  a = { ...agency, accountStringId };
  people = await makeMembers(t.database, agency, {
    grants: { duties: ["grant_manager"] },
    certifier: { duties: ["certifier"] },
    plain: { role: "user" },
  });
  ({ code } = await t.database.read(people.grants).one<{ code: string }>(sql`
    select w.code
    from account_string s
    join segment_value w on w.org_id = s.org_id and w.id = s.award_id
    where s.org_id = ${a.orgId} and s.id = ${a.accountStringId}
  `));
});
afterAll(() => t.drop());

let awardId: string | null = null;
const award = async (): Promise<string> => {
  if (awardId) return awardId;
  const path = "POST /api/v1/grant-awards";
  const made = await ask(people.grants, path, {
    title: "Preparedness",
    grantor: "CDC",
    grantorNumber: "NU90-1",
    assistanceListing: "93.069",
    amount: 200_000_00,
    periodFrom: agencyDay(-300),
    periodTo: agencyDay(300),
    budget: [{ objectClass: "contractual", cents: 200_000_00 }],
  });
  awardId = made.id as string;
  await ask(people.grants, `${path}/${awardId}/actions/accept`, { segmentCode: code });
  await ask(people.grants, `${path}/${awardId}/actions/activate`);
  return awardId;
};
const executed = async (amount: number): Promise<string> => {
  const { id } = await ask(people.grants, subawards, {
    awardId: await award(),
    vendorId: a.vendor.id,
    accountStringId: a.accountStringId,
    title: "Block captains",
    amount,
    startsOn: agencyDay(-90),
    endsOn: agencyDay(90),
  });
  await ask(people.grants, step(id, "assess"), {
    answers: riskQuestions.map((q) => ({ question: q.key, points: 1, note: "Known since 2022." })),
  });
  await ask(people.certifier, step(id, "approve"));
  const { version } = await ask(people.grants, `GET /api/v1/subawards/${id}`);
  const facts = Object.fromEntries(
    factFields.map(({ key }) => [key, { value: `Of ${key}`, known: true }]),
  );
  await ask(people.grants, `POST /api/v1/subawards/${id}/facts`, { facts }, version);
  await ask(people.grants, step(id, "execute"));
  return id;
};
type Read = { version: number; reportDueOn: Day | null };
const read = async (id: string) =>
  (await ask(people.grants, `GET /api/v1/subawards/${id}`)) as unknown as Read;
const listed = async (query = "") =>
  (
    (await ask(people.grants, `GET /api/v1/subaward-reports${query}`)) as unknown as {
      items: {
        id: string;
        state: string;
        uei: string;
        fain: string;
        dueOn: Day;
        amount: number;
      }[];
    }
  ).items;
const clocks = async (id: string) =>
  (await subawardDeadlines.all(t.database.read(people.grants)))
    .filter((s) => s.id === id)
    .flatMap((s) => s.deadlines.map(({ key, dueOn }) => [key, dueOn]));

test("amount and clock are the law's of the day of the obligation", async () => {
  const rules = await rulesOfKey(t.database.read(people.grants), reportRuleKey);
  const due = (amount: number, obligatedOn: string, federal = true) =>
    reportDue({ federal, amount, obligatedOn: obligatedOn as Day }, rules)?.dueOn ?? null;
  expect(due(30_000_00, "2026-11-30")).toBe("2026-12-31");
  expect(due(30_000_00, "2026-12-01")).toBe("2027-01-31");
  expect(due(30_000_00, "2027-12-31")).toBe("2028-01-31");
  expect(due(30_000_00, "2028-01-31")).toBe("2028-02-29");
  expect(due(29_999_99, "2026-11-30")).toBeNull();
  expect(due(90_000_00, "2026-11-30", false)).toBeNull();
  expect(due(25_000_00, "2020-11-11")).toBe("2020-12-31");
  expect(due(25_000_00, "2020-11-12")).toBeNull();
});

test("what is obligated from the amount on stands in the list with its clock until it is reported", async () => {
  const [small, large] = [await executed(29_999_99), await executed(30_000_00)];
  expect(await read(small)).toMatchObject({ reportDueOn: null, canReport: false });
  const { reportDueOn, version } = await read(large);
  expect(reportDueOn).toMatch(/-(28|29|30|31)$/);
  expect(await listed()).toMatchObject([
    { id: large, state: "due", uei: "Of uei", fain: "Of fain", dueOn: reportDueOn },
  ]);
  // What is below the amount is in no count and no total.
  expect(await ask(people.grants, "GET /api/v1/subaward-reports")).toMatchObject({
    total: 1,
    totals: { amount: 30_000_00 },
  });
  expect(await clocks(large)).toContainEqual(["report", reportDueOn]);
  expect((await clocks(small)).map(([key]) => key)).not.toContain("report");
  // A month later, ended meanwhile: still asked, and late.
  await t.database.transaction(people.grants, (tx) =>
    tx.rows(sql`
      update subaward
      set report_due_on = ${agencyDay(-1)}, executed_on = ${agencyDay(-45)}, status = 'closed'
      where org_id = ${a.orgId} and id = ${large}
    `),
  );
  expect((await listed("?state=late")).map(({ id }) => id)).toEqual([large]);
  expect(await clocks(large)).toEqual([["report", agencyDay(-1)]]);
  const report = `POST /api/v1/subawards/${large}/report`;
  const said = (reportedOn: string) => ({ reportedOn, reference: "SAM-77" });
  const refused = (body: object, id = large, who: Name = "grants") =>
    refusalOf(ask(people[who], `POST /api/v1/subawards/${id}/report`, body, version));
  expect(await refused(said(agencyDay(1)))).toContain("This day has not come yet.");
  expect(await refused(said(agencyDay(-46)))).toMatch(
    /It was obligated on .+, so it was not reported before\./,
  );
  expect(await refused({ reportedOn: agencyDay(), reference: " " })).toContain(
    "Enter the number of the report in SAM.gov.",
  );
  const other = (await read(small)).version;
  const ofSmall = ask(people.grants, `${subawards}/${small}/report`, said(agencyDay()), other);
  expect(await refusalOf(ofSmall)).toContain("No report is asked of this subaward.");
  expect(await refused(said(agencyDay()), large, "plain")).not.toBe("nothing was refused");
  await ask(people.grants, report, said(agencyDay()), version);
  expect(await read(large)).toMatchObject({ reportedOn: agencyDay(), reportReference: "SAM-77" });
  expect(await listed("?state=late,due")).toEqual([]);
  expect((await listed("?state=reported")).map(({ id }) => id)).toEqual([large]);
  expect(await clocks(large)).toEqual([]);
});
