// The punch list of a project: added, said done with a photo, verified by another; what it costs limits
// what is withheld, stands on the certificate, and keeps the project open.
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import { retainageOfContracts } from "#areas/contracts/contracts.server.ts";
import { stateRules } from "#areas/governance/rule/state-rules.data.ts";
import { addRule } from "#areas/governance/governance.server.ts";
import { foundVendorIdentity } from "#areas/identity/identity.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { actingFor, makePerson } from "#server/testing/company.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { beginFile, checkFile, commitFile } from "#server/testing/import-files.ts";
import { projectSignable } from "./completion/completion.service.ts";
import type { ConstructionBoard } from "./board/board.model.ts";
import type { ContractorPunch } from "./punch/contractor.model.ts";
import type { PunchDetail, PunchStanding, VerifiedMany } from "./punch/punch.model.ts";
import type { ProjectDetail } from "./project/project.model.ts";
import { projectInput } from "./project/project.model.ts";
import { proposeProject } from "./project/project.service.ts";

let t: TestDatabase;
let c: Awaited<ReturnType<typeof contractAgency>>;
let people: Record<"engineer" | "inspector" | "second" | "reader", Actor>;
let contractor: Actor;
let rival: Actor;
let projectId: string;
let contractId: string;
let orderId: string;

type Written = { id: string; number: string; version: number; status: string };
const asking = askingOf(() => t);
const at = "/api/v1/punch-items";
const company = async (name: string): Promise<Actor> => {
  const person = await makePerson(t, `Person of ${name}`);
  return actingFor(person, await foundVendorIdentity(identityDb(t.database), person, name));
};
const photo = async (by: Actor): Promise<string> => {
  const id = newId();
  await c.as(c.people.deputy, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${c.agency.orgId}, ${id}, 'hatch.jpg', 'image/jpeg', 340000, ${"a".repeat(64)},
        ${by.personId}
      )
    `),
  );
  return id;
};
const add = (over: object = {}, actor: Actor = people.inspector) =>
  asking<Written>(actor, `POST ${at}`, {
    projectId,
    contractId,
    what: "Touch up the coating",
    place: "Wet well",
    costToComplete: 1_000_00,
    ...over,
  });
const read = (id: string, actor: Actor = people.inspector) =>
  asking<PunchDetail>(actor, `GET ${at}/${id}`);
const step = async (id: string, name: string, body: object, actor: Actor) =>
  asking<Written>(actor, `POST ${at}/${id}/actions/${name}`, body, (await read(id)).version);
const finish = async (id: string, actor: Actor) =>
  step(id, "finish", { photoFileIds: [await photo(actor)] }, actor);
const standing = (actor: Actor = people.reader) =>
  asking<PunchStanding>(actor, `GET /api/v1/projects/${projectId}/punch`);
const project = () => asking<ProjectDetail>(people.engineer, `GET /api/v1/projects/${projectId}`);
const mayHold = async () =>
  (await retainageOfContracts(t.database.read(people.engineer), [contractId]))[0]!.atMost;

beforeAll(async () => {
  t = await freshDatabase();
  c = await contractAgency(t);
  people = await makeMembers(t.database, c.agency, {
    engineer: { duties: ["project_manager"] },
    second: { duties: ["project_manager"] },
    inspector: { duties: ["inspector"] },
    reader: {},
  });
  [contractor, rival] = [await company("Northline"), await company("Southline")];
  contractId = await c.inForce({ kind: "construction", retainagePercent: "5" });
  orderId = await c.ordered(contractId, "5000");
  await c.issue(orderId);
  const { deputy } = c.people;
  const p = await c.as(deputy, (tx) =>
    proposeProject(
      tx,
      deputy,
      projectInput.parse({
        name: "County yard",
        segmentCode: "P900",
        departmentId: c.agency.departmentId,
        contracts: [{ contractId }],
      }),
    ),
  );
  projectId = p.id;
  const { state: _s, ...law } = stateRules.find(
    (rule) => rule.state === "Minnesota" && rule.key === "retainage",
  )!;
  await c.as(deputy, (tx) =>
    addRule(tx, deputy, { ...law, jurisdiction: "state", effectiveTo: null, verified: true }),
  );
  await c.as(deputy, async (tx) => {
    await tx.rows(sql`update project set status = 'active' where id = ${p.id}`);
    await tx.rows(sql`
      update vendor
      set identity_id = ${contractor.vendorIds[0]!}
      where id = ${c.vendor.id}
    `);
  });
});
afterAll(() => t.drop());

test("what is said done is shown by a photo, and another person verifies it or sends it back", async () => {
  const { inspector, engineer, second } = people;
  const { id, number } = await add();
  expect(number).toMatch(/^PUN-/);
  expect(await read(id)).toMatchObject({ status: "open", party: c.vendor.name });
  expect(await refusalOf(step(id, "finish", { photoFileIds: [] }, inspector))).toMatch(
    /Show it with a photo/,
  );
  expect(await refusalOf(step(id, "finish", { photoFileIds: [newId()] }, inspector))).toMatch(
    /^photo_missing: This photo is not there/,
  );
  expect(await refusalOf(step(id, "verify", {}, engineer))).toMatch(
    /not possible while this is open/,
  );
  await finish(id, engineer);
  expect(await refusalOf(step(id, "verify", {}, engineer))).toMatch(
    /You said that it is done, so another person verifies it/,
  );
  expect(await refusalOf(asking(engineer, `PATCH ${at}/${id}`, { place: "Gate" }, 2))).toMatch(
    /It is said to be done, or ended/,
  );
  await step(id, "sendBack", { reason: "The upper edge is bare" }, inspector);
  expect(await read(id)).toMatchObject({ status: "back", statusReason: "The upper edge is bare" });
  await finish(id, second);
  // Whoever said it in an earlier round does not verify it either.
  expect(await refusalOf(step(id, "verify", {}, engineer))).toMatch(
    /^separation_of_duties: You had a hand in this punch item before/,
  );
  expect(await step(id, "verify", {}, inspector)).toMatchObject({ status: "verified" });
  expect(await read(id)).toMatchObject({ verifier: expect.any(String), canEdit: false });
});

test("photos are private until they are chosen, and only those of the item", async () => {
  const { inspector, engineer } = people;
  const of = await photo(inspector);
  const { id } = await add({ what: "Seed the slope", photoFileIds: [of] });
  expect((await read(id)).photos).toMatchObject([{ id: of, public: false, after: false }]);
  expect(await refusalOf(step(id, "publish", { fileIds: [newId()] }, engineer))).toMatch(
    /^photo_unknown: Choose among the photos of this item/,
  );
  expect(await refusalOf(step(id, "publish", { fileIds: [of] }, inspector))).toMatch(
    /^(forbidden|not_allowed)/,
  );
  await step(id, "publish", { fileIds: [of] }, engineer);
  expect((await read(id)).photos[0]!.public).toBe(true);
  await step(id, "drop", { reason: "The county seeds it itself" }, engineer);
});

test("what is left of it is added up, and limits what may be withheld once the work is complete", async () => {
  const { engineer } = people;
  const first = await add({ what: "Label the breakers", costToComplete: 400_00 });
  const second = await add({ what: "Second key", place: "Gate", costToComplete: 200_00 });
  expect(await standing()).toMatchObject({ costToComplete: 600_00, open: 2, takesItems: true });
  await asking(
    engineer,
    `POST /api/v1/projects/${projectId}/actions/certificate`,
    { completedOn: agencyDay() },
    (await project()).version,
  );
  const written = await project();
  expect(written).toMatchObject({ costToComplete: 600_00 });
  expect(written.remaining.split("\n")).toEqual([
    `${first.number} Label the breakers, Wet well, ${c.vendor.name}, $400.00`,
    `${second.number} Second key, Gate, ${c.vendor.name}, $200.00`,
  ]);
  // What is signed is the list of the day: after it changed, the certificate is written anew first.
  const signable = () => projectSignable.subject(t.database.read(engineer), projectId);
  expect((await signable()).refusal).toBeNull();
  const complete = (costToCorrect: number, version: number) =>
    asking(
      c.people.deputy,
      `PUT /api/v1/contracts/${contractId}/completion`,
      { completedOn: agencyDay(), costToCorrect, remaining: "The list" },
      version,
    );
  expect(await refusalOf(complete(1, 0))).toMatch(
    /^by_list: The punch list of its project says what is left/,
  );
  await complete(0, 0);
  const papers = (await mayHold())! - 2.5 * 600_00;
  expect(papers).toBeGreaterThanOrEqual(500_00);
  await finish(first.id, engineer);
  expect(await mayHold()).toBe(papers + 2.5 * 600_00);
  await step(first.id, "verify", {}, people.inspector);
  expect(await mayHold()).toBe(papers + 2.5 * 200_00);
  expect((await signable()).refusal).toMatch(/^The punch list changed since the certificate/);
  const third = await add({ what: "Found later", costToComplete: 100_00 });
  expect(await mayHold()).toBe(papers + 2.5 * 300_00);
  await step(third.id, "drop", { reason: "Not of this contract" }, engineer);
  const [held] = (await standing()).held;
  expect(held).toMatchObject({ contractId, atMost: papers + 2.5 * 200_00 });
});

test("the contractor reads what it owes by its order and says it done with its own photo", async () => {
  const path = `/api/v1/vendor-orders/${c.agency.orgId}/${orderId}`;
  const side = (actor: Actor) => asking<ContractorPunch>(actor, `GET ${path}/punch-items`);
  const { id, number } = await add({ what: "Replace the pane", dueOn: agencyDay(-1) });
  const other = await add({ what: "The county's own", contractId: null, party: "Road crew" });
  expect(await refusalOf(side(rival))).toMatch(/^not_found/);
  const { items } = await side(contractor);
  expect(items.find((item) => item.id === id)).toMatchObject({
    number,
    late: true,
    status: "open",
  });
  expect(items.some((item) => item.id === other.id)).toBe(false);
  const say = (itemId: string, fileId: string, actor: Actor = contractor) =>
    asking<Written>(actor, `POST ${path}/punch-items/${itemId}/actions/finish`, {
      photoFileIds: [fileId],
    });
  const own = await photo(contractor);
  expect(await refusalOf(say(id, await photo(people.inspector)))).toMatch(/^photo_missing/);
  expect(await refusalOf(say(other.id, own))).toMatch(/^not_found/);
  expect(await refusalOf(say(id, own, rival))).toMatch(/^not_found/);
  expect(await say(id, own)).toMatchObject({ status: "done" });
  expect(await read(id)).toMatchObject({ doneName: `Person of Northline, ${c.vendor.name}` });
  await step(other.id, "drop", { reason: "Done long ago" }, people.engineer);
});

test("many are verified with one press, and what is refused is told by its number", async () => {
  const { engineer, inspector } = people;
  const [mine, theirs] = [await add({ what: "One" }), await add({ what: "Two" })];
  await finish(mine.id, engineer);
  await finish(theirs.id, inspector);
  const answer = await asking<VerifiedMany>(engineer, `POST ${at}/actions/verify`, {
    ids: [mine.id, theirs.id],
  });
  expect(answer).toMatchObject({ done: 1, refused: [{ id: mine.id, number: mine.number }] });
  expect((await read(theirs.id)).status).toBe("verified");
  await step(mine.id, "verify", {}, inspector);
});

test("an item is of a project that is built and of a contract of it", async () => {
  expect(await refusalOf(add({ contractId: newId() }))).toMatch(
    /^contract_of_another: This is no contract of/,
  );
  expect(await refusalOf(add({ contractId: null }))).toMatch(
    /Choose the contract, or say who does it/,
  );
  expect(await refusalOf(add({ photoFileIds: [newId()] }))).toMatch(/^photo_missing/);
  expect(await refusalOf(add({}, people.reader))).toMatch(/^(forbidden|not_allowed)/);
});

test("a file adds items; what is there already is left alone or asked about", async () => {
  const { inspector } = people;
  const { number } = await project();
  const file = async (text: string) => {
    const { id } = await beginFile(t, inspector, "punch-items", text);
    return checkFile(t, inspector, id);
  };
  const head = "Project,What is to be done,Place or station,Contract,Responsible,Cost to complete";
  const run = await file(
    `${head}\n${number},Sweep the yard,Yard,,Road crew,"1,200.50"\n${number},Second key,Gate,,Somebody else,\nP000,Nothing,,,Road crew,1\n${number},Nobody,,,,\n${number},Wrong,,CON-0,,\n`,
  );
  expect(run.problems.map(({ column }) => column).toSorted()).toEqual([
    "Contract",
    "Project",
    "Responsible",
    "Responsible",
  ]);
  await commitFile(t, inspector, run.id);
  const { items } = await asking<{ items: { what: string; costToComplete: number }[] }>(
    inspector,
    `GET ${at}?q=Sweep`,
  );
  expect(items).toMatchObject([{ what: "Sweep the yard", costToComplete: 1_200_50 }]);
});

test("a project with open items is not closed, and its list takes none afterwards", async () => {
  const { engineer } = people;
  await c.as(c.people.deputy, (tx) =>
    tx.rows(sql`update project set status = 'substantially_complete' where id = ${projectId}`),
  );
  const { open } = await project();
  expect(open.map(({ says }) => says)).toContain("Second key: open on the punch list");
  expect(open.map(({ says }) => says)).toContain("Replace the pane: said done on the punch list");
  expect(
    await refusalOf(
      asking(
        engineer,
        `POST /api/v1/projects/${projectId}/actions/close`,
        {},
        (await project()).version,
      ),
    ),
  ).toMatch(/^still_open: Settle first: .*/);
  await c.as(c.people.deputy, (tx) =>
    tx.rows(sql`update project set status = 'closed' where id = ${projectId}`),
  );
  expect(await refusalOf(add())).toMatch(
    /^project_not_building: .* its punch list is kept from its begin/,
  );
  expect((await standing()).takesItems).toBe(false);
});

test("an item stands with the contractor on the board until it is said done, then with us", async () => {
  await c.as(c.people.deputy, (tx) =>
    tx.rows(sql`update project set status = 'active' where id = ${projectId}`),
  );
  const { id } = await add({ what: "Second key for the gate" });
  const card = async () =>
    (await asking<ConstructionBoard>(people.reader, "GET /api/v1/construction-board")).cards.find(
      (each) => each.id === id,
    );
  expect(await card()).toMatchObject({
    kind: "punchItem",
    column: "contractors",
    says: "Second key for the gate",
  });
  await finish(id, people.inspector);
  expect(await card()).toMatchObject({ column: "ours", says: "Verify: Second key for the gate" });
  await step(id, "verify", {}, people.second);
  expect(await card()).toBeUndefined();
});
