import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { solicitationOf } from "#server/testing/sourcing.ts";
import { startJobs, type Jobs } from "#server/jobs/jobs.ts";
import type { AgentFindingDetail, AgentFindingRow } from "#areas/agents/finding/finding.model.ts";
import { agentJob } from "#areas/agents/run/run.service.ts";
import type { AgentRunDetail } from "#areas/agents/run/run.model.ts";
import { createSolicitation } from "../solicitation/solicitation.service.ts";
import type { SolicitationDetail } from "../solicitation/solicitation.model.ts";
import type { Candidate } from "./candidate.model.ts";

let t: TestDatabase;
let jobs: Jobs;
let agency: Agency;
let people: Record<"admin" | "buyer" | "crew", Actor>;
let placeId: string;
const vendors: Record<string, string> = {};
const ask = askingOf(() => t);
type List<T> = { items: T[] };
const code = "325998";

beforeAll(async () => {
  t = await freshDatabase();
  jobs = await startJobs(t.app, t.ownerUrl, [agentJob]);
});
afterAll(async () => {
  await jobs.stop();
  await t.drop();
});

const sells = async (
  name: string,
  over: { codes?: string[]; zip?: string; status?: string } = {},
) => {
  const { id } = await makeVendor(t.database, agency, { name, status: over.status ?? "active" });
  vendors[name] = id;
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update vendor
      set commodity_codes = ${over.codes ?? [code]}::text[], postal_code = ${over.zip ?? null}
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
};

beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    crew: { duties: ["requester"] },
  });
  ({ id: placeId } = await ask(people.admin, "POST /api/v1/places", {
    ...{ name: "Salt Shed", kind: "yard", latitude: "44.7871", longitude: "-93.6022" },
  }));
  await sells("Far Salt", { zip: "60601" });
  await sells("Near Salt", { zip: "55318" });
  await sells("Branch Chemicals", { codes: ["325991"], zip: "55318" });
  await sells("Held Salt", { status: "suspended" });
  await sells("Barred Salt");
  await sells("Paper House", { codes: ["424120"] });
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      insert into vendor_debarment (
        org_id, id, vendor_id, cause, noticed_on, from_on, until_on, decided_by
      )
      values (
        ${agency.orgId}, gen_random_uuid(), ${vendors["Barred Salt"]}, 'False invoices',
        ${agencyDay(-40)}, ${agencyDay(-30)}, ${agencyDay(300)}, ${people.admin.personId}
      )
    `),
  );
});

const draft = (over: Parameters<typeof solicitationOf>[1] = {}) =>
  t.database.transaction(people.buyer, (tx) =>
    createSolicitation(tx, people.buyer, solicitationOf(agency, over)),
  );
const runs = async (actor: Actor, body: object = {}): Promise<AgentRunDetail> => {
  const { id } = await ask(actor, "POST /api/v1/agent-runs", { agent: "sourcing", ...body });
  await expect
    .poll(async () => (await ask<AgentRunDetail>(actor, `GET /api/v1/agent-runs/${id}`)).status, {
      timeout: 15_000,
    })
    .toMatch(/finished|failed|stopped|cancelled/);
  return ask<AgentRunDetail>(actor, `GET /api/v1/agent-runs/${id}`);
};
const foundBy = async (actor: Actor, run: { id: string }) =>
  (await ask<List<AgentFindingRow>>(actor, `GET /api/v1/agent-findings?runId=${run.id}`)).items;
const detailOf = (actor: Actor, { id }: { id: string }) =>
  ask<AgentFindingDetail>(actor, `GET /api/v1/agent-findings/${id}`);
const named = ({ sources }: AgentFindingDetail, group: string) =>
  sources.flatMap((source) =>
    source.kind === "record" && source.group === group ? [[source.label, source.says]] : [],
  );
const accept = (actor: Actor, { id, version }: AgentFindingRow, edits: object[] = []) =>
  ask<{ status: string; said: string }>(
    actor,
    `POST /api/v1/agent-findings/${id}/actions/accept`,
    { edits },
    version,
  );

test("vendors are told by code and branch with what stands against them, and how far they are", async () => {
  const path = `GET /api/v1/vendor-candidates?codes=${code}&placeId=${placeId}`;
  const { items } = await ask<List<Candidate>>(people.buyer, path);
  const by = (name: string) => items.find((each) => each.name === name);
  expect(items.map(({ name }) => name).sort()).toEqual(
    ["Barred Salt", "Branch Chemicals", "Far Salt", "Held Salt", "Near Salt"].sort(),
  );
  expect(by("Near Salt")!.meters).toBeLessThan(30_000);
  expect(by("Far Salt")!.meters).toBeGreaterThan(400_000);
  expect(by("Branch Chemicals")).toMatchObject({ codes: [] });
  expect(by("Barred Salt")).toMatchObject({ debarredUntil: agencyDay(300), meters: null });
  expect(by("Held Salt")).toMatchObject({ status: "suspended" });
  expect(await refusalOf(ask(people.crew, path))).toMatch(/^not_allowed/);
  const elsewhere = await makeAgency(t.database);
  const { buyer } = await makeMembers(t.database, elsewhere, { buyer: { duties: ["buyer"] } });
  expect((await ask<List<Candidate>>(buyer, path)).items).toEqual([]);
});

test("of a draft it says who is not listed and which steps are open; accepting lists them as the person", async () => {
  const { id } = await draft({ federal: true });
  const [found] = await foundBy(people.buyer, await runs(people.buyer));
  expect(found).toMatchObject({ subjectId: id, proposed: "Put them on the list" });
  const detail = await detailOf(people.buyer, found!);
  expect(named(detail, "Short list").map(([name]) => name)).toEqual([
    "Far Salt",
    "Near Salt",
    "Branch Chemicals",
  ]);
  expect(named(detail, "Left out")).toEqual([
    ["Barred Salt", expect.stringContaining("Debarred until")],
    ["Held Salt", "Suspended."],
  ]);
  expect(detail.why).toContain("6 steps of 2 CFR 200.321 are not recorded");
  expect(detail.sources.filter((each) => each.kind === "record" && each.place)).toHaveLength(3);
  expect(await foundBy(people.crew, { id: found!.runId })).toEqual([]);
  expect(await accept(people.buyer, found!)).toMatchObject({ status: "accepted" });
  const after = await ask<SolicitationDetail>(people.buyer, `GET /api/v1/solicitations/${id}`);
  expect(after).toMatchObject({ status: "draft" });
  expect(after.invitations.map(({ vendor, status }) => `${vendor} ${status}`).sort()).toEqual([
    "Branch Chemicals listed",
    "Far Salt listed",
    "Near Salt listed",
  ]);
  const [next] = await foundBy(people.buyer, await runs(people.buyer));
  expect(next).toMatchObject({ subjectId: id, proposed: null });
});

test("a need in words becomes a short list and a draft like the likest one before it, as theirs who accept", async () => {
  const old = await draft({ kind: "rfp", title: "Road salt for winter" });
  const run = await runs(people.buyer, {
    question: "200 tons of winter road salt for the salt shed",
  });
  const [found] = await foundBy(people.buyer, run);
  const detail = await detailOf(people.buyer, found!);
  expect(detail.why).toContain(`${old.number} asked for the like`);
  expect(detail.proposal!.changes.find(({ path }) => path === "kind")).toMatchObject({
    value: "rfp",
  });
  const edits = [{ path: "departmentId", value: agency.departmentId }];
  expect(await accept(people.buyer, found!, edits)).toMatchObject({ status: "edited" });
  const { items } = await ask<List<{ id: string; title: string }>>(
    people.buyer,
    "GET /api/v1/solicitations?mine=true",
  );
  const made = items.find(({ title }) => title === "Winter road salt")!;
  const read = await ask<SolicitationDetail>(people.buyer, `GET /api/v1/solicitations/${made.id}`);
  expect(read).toMatchObject({
    ...{ status: "draft", kind: "rfp", buyerId: people.buyer.personId, envelopes: 2, dueAt: null },
    items: [
      { description: "Winter road salt", quantity: expect.stringMatching(/^200/), unit: "ton" },
    ],
  });
  expect(read.criteria.length).toBeGreaterThan(0);
});

test("a requisition is asked for by its number; one that nobody reads is said", async () => {
  const { accountStringId } = await makeBudget(t.database, agency, 90_000_00);
  const { number } = await ask<{ number: string }>(people.crew, "POST /api/v1/requisitions", {
    title: "Salt for December",
    ...{ departmentId: agency.departmentId, neededOn: agencyDay(20), placeId },
    lines: [
      {
        ...{ description: "Road salt", commodityCode: code, quantity: "90", unit: "t" },
        ...{ unitPrice: "78", splits: [{ accountStringId, percent: "100" }] },
      },
    ],
  });
  const [found] = await foundBy(
    people.buyer,
    await runs(people.buyer, { question: `Who for ${number}?` }),
  );
  expect(found).toMatchObject({ dueOn: agencyDay(20), proposed: "Draft the solicitation" });
  const detail = await detailOf(people.buyer, found!);
  expect(named(detail, "Short list").map(([name]) => name)[0]).toBe("Near Salt");
  expect(named(detail, "Short list")[0]![1]).toMatch(/miles? away/);
  expect(detail.why).toContain(`${number} is not approved yet`);
  expect(await accept(people.buyer, found!)).toMatchObject({ status: "accepted" });
  const [none] = await foundBy(
    people.buyer,
    await runs(people.buyer, { question: "REQ-2001-00001" }),
  );
  expect(none).toMatchObject({ what: "You read no requisition REQ-2001-00001.", proposed: null });
  expect(await refusalOf(runs(people.crew, { question: "salt" }))).toMatch(/^agent_not_yours/);
});
