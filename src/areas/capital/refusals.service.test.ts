// What capital requests, their scores and scenarios refuse, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { reasonOf } from "#server/testing/rules.ts";
import { scenarioCycle } from "./scenario/scenario.labels.ts";
import { solveScenario } from "./scenario/scenario.service.ts";

let t: TestDatabase;
let agency: Agency;
let officer: Actor;
let head: Actor;
let accountId: string;
let sourceId: string;
let otherDepartment: string;
const ask = askingOf(() => t);
const refused = (who: Actor, asked: string, body?: object, version: number | null = null) =>
  refusalOf(ask(who, asked, body, version));
const requests = "POST /api/v1/capital-requests";
const scenarios = "POST /api/v1/capital-scenarios";

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ officer, head } = await makeMembers(t.database, agency, {
    officer: { duties: ["budget_officer"] },
    head: { duties: ["department_head"] },
  }));
  const { fundId, accountStringId } = await makeBudget(t.database, agency, 100_00);
  ({ accountId } = await t.database.read(officer).one<{ accountId: string }>(sql`
    select account_id
    from account_string
    where org_id = ${agency.orgId} and id = ${accountStringId}
  `));
  const source = { code: "GEN", name: "General", fundId };
  sourceId = (await ask(officer, "POST /api/v1/capital-sources", source)).id;
  otherDepartment = newId();
  await t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      insert into department (org_id, id, code, name)
      values (${agency.orgId}, ${otherDepartment}, 'PRK', 'Parks')
    `),
  );
});
afterAll(() => t.drop());

const request = (over: object = {}) => ({
  title: "New roof",
  departmentId: agency.departmentId,
  accountId,
  earliest: 2027,
  latest: 2028,
  phases: [{ name: "Work", cents: [40_000_00] }],
  funding: [{ sourceId, cents: [40_000_00] }],
  ...over,
});
const scenario = (over: object = {}) => ({
  name: "Plan",
  firstYear: 2027,
  years: 1,
  ceilings: [{ sourceId, cents: [50_000_00] }],
  ...over,
});

test("a request is of one's own department, paid by sources in use, beside requests that are here", async () => {
  expect(await refused(head, requests, request({ departmentId: otherDepartment }))).toContain(
    "You ask for your own department.",
  );
  const funding = [{ sourceId: newId(), cents: [1] }];
  expect(await refused(head, requests, request({ funding }))).toContain(
    "Choose a source that is in use.",
  );
  expect(await refused(head, requests, request({ requires: [newId()] }))).toContain(
    "One of these requests is not here.",
  );
  const { id, version } = await ask(head, requests, request());
  const change = request({ excludes: [id] });
  expect(await refused(head, `PUT /api/v1/capital-requests/${id}`, change, version)).toContain(
    "A request neither requires nor excludes itself.",
  );
});

test("a request is scored while its scoring is open, by published criteria, each of them", async () => {
  const { id, version } = await ask(head, requests, request());
  const score = (points: object) =>
    refused(officer, `PUT /api/v1/capital-requests/${id}/score`, { points });
  expect(await score({})).toBe("scoring_closed: The scoring of this request is not open.");
  await ask(head, `${requests}/${id}/actions/submit`, {}, version);
  expect(await score({})).toBe("no_criteria: Criteria are published first.");
  await ask(officer, "POST /api/v1/capital-criteria", {
    items: [{ key: "safety", name: "Safety", weight: 100 }],
  });
  expect(await score({})).toContain("Give points for Safety.");
  expect(await score({ safety: 7 })).toBe("nothing was refused");
});

test("a scenario has ceilings of known sources, and compares up to a hundred scored requests", async () => {
  const ceilings = [{ sourceId: newId(), cents: [1] }];
  expect(await refused(officer, scenarios, scenario({ ceilings }))).toContain(
    "This source is not here.",
  );
  const solve = async (over: object = {}) => {
    const { id, version } = await ask(officer, scenarios, scenario(over));
    return refusalOf(solveScenario(t.app, officer, { id, version }));
  };
  expect(await solve()).toBe(
    "nothing_scored: No request is scored yet: close the scoring of some first.",
  );
  const { id } = await ask(head, requests, request());
  const scored = (n: number) =>
    t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
      tx.rows(sql`
        insert into capital_request
        select (jsonb_populate_record(
            r,
            jsonb_build_object(
              'id', gen_random_uuid(), 'number', 'CR-X-' || ${n}::int || '-' || g, 'status',
              'scored', 'score', 500
            )
          )).*
        from capital_request r
        cross join generate_series(1, ${n}::int) g
        where r.org_id = ${agency.orgId} and r.id = ${id}
      `),
    );
  await scored(1);
  expect(await solve({ pins: [{ requestId: id, year: 2027 }] })).toBe(
    "pin_not_scored: A pinned request is not among those that are scored.",
  );
  await scored(100);
  expect(await solve()).toBe("too_many: 100 requests are compared at once. Decline some first.");
});

test("a scenario without an answer is not adopted", () => {
  const adopt = (answer: string, madeBy = "q") =>
    reasonOf(scenarioCycle, "adopt", { status: "solved", answer: { status: answer }, madeBy });
  expect(adopt("infeasible")).toBe("There is no plan that keeps its pins and ceilings.");
  expect(adopt("optimal", "p")).toBe(
    "You made this scenario, so another person enters the decision.",
  );
  expect(adopt("optimal")).toBeNull();
});
