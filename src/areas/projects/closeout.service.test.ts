// Papers at the end of a project: asked for, handed in by the contractor or the agency, accepted by
// another; what law demands holds the last payment, and a contract's closeout reads them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import { retainageOfContracts } from "#areas/contracts/contracts.server.ts";
import { stopContract } from "#areas/contracts/contract/course.service.ts";
import type { Closeout } from "#areas/contracts/closeout/closeout.model.ts";
import { recordCompletion } from "#areas/contracts/retainage/completion.service.ts";
import { stateRules } from "#areas/governance/rule/state-rules.data.ts";
import { addRule } from "#areas/governance/governance.server.ts";
import { foundVendorIdentity } from "#areas/identity/identity.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { actingFor, makePerson } from "#server/testing/company.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { ConstructionBoard } from "./board/board.model.ts";
import type { ContractorProjects } from "./question/contractor.model.ts";
import type { ContractorPapers } from "./closeout/contractor.model.ts";
import { openPapers } from "./closeout/matters.service.ts";
import type { CloseoutStanding, PaperDetail, PaperRow } from "./closeout/paper.model.ts";
import { projectInput } from "./project/project.model.ts";
import { proposeProject } from "./project/project.service.ts";
import { project } from "./projects.tables.ts";

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
const at = "/api/v1/closeout-papers";
const company = async (name: string): Promise<Actor> => {
  const person = await makePerson(t, `Person of ${name}`);
  return actingFor(person, await foundVendorIdentity(identityDb(t.database), person, name));
};
const file = async (by: Actor): Promise<string> => {
  const id = newId();
  await c.as(c.people.deputy, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${c.agency.orgId}, ${id}, 'paper.pdf', 'application/pdf', 340000, ${"a".repeat(64)},
        ${by.personId}
      )
    `),
  );
  return id;
};
const list = async () =>
  (await asking<{ items: PaperRow[] }>(people.reader, `GET ${at}?projectId=${projectId}&limit=50`))
    .items;
const ofKind = async (kind: string) => (await list()).find((paper) => paper.kind === kind)!;
const read = (id: string, actor: Actor = people.reader) =>
  asking<PaperDetail>(actor, `GET ${at}/${id}`);
const step = async (id: string, name: string, body: object, actor: Actor) =>
  asking<Written>(actor, `POST ${at}/${id}/actions/${name}`, body, (await read(id)).version);
const handIn = async (id: string, actor: Actor, over: object = {}) =>
  step(id, "handIn", { fileIds: [await file(actor)], ...over }, actor);
const order = () => `/api/v1/vendor-orders/${c.agency.orgId}/${orderId}`;
const standing = () =>
  asking<CloseoutStanding>(people.reader, `GET /api/v1/projects/${projectId}/closeout`);
const askUsual = (actor: Actor) =>
  asking<{ asked: number }>(actor, `POST /api/v1/projects/${projectId}/actions/askPapers`, {});

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
  for (const key of ["retainage", "withholdingCertificate"]) {
    const { state: _s, ...law } = stateRules.find(
      (rule) => rule.state === "Minnesota" && rule.key === key,
    )!;
    await c.as(deputy, (tx) =>
      addRule(tx, deputy, { ...law, jurisdiction: "state", effectiveTo: null, verified: true }),
    );
  }
  const p = await c.as(deputy, (tx) =>
    proposeProject(
      tx,
      deputy,
      projectInput.parse({
        name: "County yard",
        segmentCode: "P900",
        departmentId: c.agency.departmentId,
        engineerId: people.engineer.personId,
      }),
    ),
  );
  projectId = p.id;
  await c.as(deputy, async (tx) => {
    await tx.rows(sql`
      update vendor
      set identity_id = ${contractor.vendorIds[0]!}
      where id = ${c.vendor.id}
    `);
  });
});
afterAll(() => t.drop());

test("papers are asked for while it is built and of its own contracts; the usual ones with one press, once", async () => {
  const input = { projectId, kind: "other", title: "Spare keys", party: "Northline" };
  expect(await refusalOf(asking(people.engineer, `POST ${at}`, input))).toBe(
    "project_not_building: P-00001 is not being built now: its papers are asked for from its begin until it is closed.".replace(
      "P-00001",
      (
        await t.database.read(people.engineer).one<{ number: string }>(sql`
          select number
          from project
          where id = ${projectId}
        `)
      ).number,
    ),
  );
  await c.as(c.people.deputy, (tx) =>
    tx.rows(sql`update project set status = 'active' where id = ${projectId}`),
  );
  expect(await refusalOf(askUsual(people.engineer))).toMatch(
    /^no_contracts: .* names no contract yet\. Name it, or ask one by one\.$/,
  );
  expect(await refusalOf(asking(people.engineer, `POST ${at}`, { ...input, contractId }))).toMatch(
    /^contract_of_another: This is no contract of .*\. Choose one of its own\.$/,
  );
  await c.as(c.people.deputy, (tx) =>
    tx.rows(sql`
      update project
      set contracts = ${JSON.stringify([{ contractId }])}::jsonb
      where id = ${projectId}
    `),
  );
  expect(await askUsual(people.engineer)).toEqual({ asked: 4 });
  expect(await refusalOf(askUsual(people.engineer))).toBe(
    "all_asked: These papers are asked for already. Ask for another by itself.",
  );
  expect((await list()).map(({ kind }) => kind).toSorted()).toEqual([
    "asBuilt",
    "manual",
    "warranty",
    "withholding",
  ]);
  expect(
    await refusalOf(
      asking(people.engineer, `POST ${at}`, { projectId, kind: "other", title: "Spare keys" }),
    ),
  ).toMatch(/Choose the contract, or say who hands it over\./);
  expect(await refusalOf(asking(people.inspector, `POST ${at}`, input))).toMatch(/^not_allowed: /);
});

test("its contractor hands in what it owes and reads it back; another company finds nothing", async () => {
  const { id } = await ofKind("asBuilt");
  const finish = (actor: Actor, paperId: string, fileId: string, over: object = {}) =>
    asking<Written>(actor, `POST ${order()}/closeout-papers/${paperId}/actions/handIn`, {
      fileIds: [fileId],
      ...over,
    });
  const waiting = async (actor: Actor) =>
    (await asking<ContractorProjects>(actor, "GET /api/v1/vendor-projects")).waits;
  expect((await waiting(contractor)).map(({ kind, href }) => [kind, href])).toEqual(
    Array.from({ length: 4 }, () => [
      "paper",
      `/vendor-portal/orders/${c.agency.orgId}/${orderId}`,
    ]),
  );
  expect(await waiting(rival)).toEqual([]);
  const standing = (status: string) =>
    c.as(c.people.deputy, (tx) =>
      tx.rows(sql`update project set status = ${status} where id = ${projectId}`),
    );
  await standing("cancelled");
  const board = await asking<ConstructionBoard>(people.engineer, "GET /api/v1/construction-board");
  expect(board.cards.filter(({ projectId: of }) => of === projectId)).toEqual([]);
  expect(await waiting(contractor)).toEqual([]);
  await standing("active");
  const own = await file(contractor);
  expect(await refusalOf(finish(rival, id, own))).toMatch(/^not_found: /);
  expect(await refusalOf(finish(contractor, newId(), own))).toMatch(/^not_found: /);
  expect(await refusalOf(finish(contractor, id, await file(people.engineer)))).toBe(
    "file_missing: This file is not there. Upload it again.",
  );
  expect(await finish(contractor, id, own)).toMatchObject({ status: "sent" });
  const { papers } = await asking<ContractorPapers>(contractor, `GET ${order()}/closeout-papers`);
  expect(papers.find((paper) => paper.id === id)).toMatchObject({
    status: "sent",
    files: [{ id: own, name: "paper.pdf" }],
  });
  expect(await read(id)).toMatchObject({
    sentName: expect.stringMatching(/^Person of Northline, Northline/),
  });
  const { cards } = await asking<ConstructionBoard>(
    people.engineer,
    "GET /api/v1/construction-board",
  );
  expect(cards.filter(({ kind }) => kind === "closeoutPaper").map((x) => x.column)).toEqual(
    expect.arrayContaining(["ours", "contractors"]),
  );
  expect(await waiting(contractor)).toHaveLength(3);
  await step(id, "sendBack", { reason: "The profile of the main lacks" }, people.engineer);
  expect((await waiting(contractor))[0]).toMatchObject({
    title: expect.stringMatching(/^Correct and hand in CLO-/),
  });
  const warranty = (await ofKind("warranty")).id;
  const its = await file(contractor);
  expect(await refusalOf(finish(contractor, warranty, its))).toBe(
    "warranty_without_day: Enter the last day of the warranty.",
  );
  expect(await refusalOf(finish(contractor, warranty, its, { validUntil: agencyDay(-1) }))).toBe(
    "warranty_ended: This warranty has ended already. Look at its day.",
  );
  await finish(contractor, warranty, its, { validUntil: agencyDay(365) });
  await step(warranty, "accept", {}, people.engineer);
});

test("who handed a paper in for the agency does not accept it; a certificate bears its number", async () => {
  const { id } = await ofKind("withholding");
  expect(await refusalOf(handIn(id, people.engineer))).toBe(
    "certificate_without_number: Enter the number that the state confirmed it with.",
  );
  await handIn(id, people.engineer, { certificateNo: "0-123-456-789" });
  expect(await refusalOf(step(id, "accept", {}, people.engineer))).toMatch(
    /You handed it in, so another person accepts it\./,
  );
  await step(id, "accept", {}, people.second);
  expect(await read(id)).toMatchObject({ status: "accepted", certificateNo: "0-123-456-789" });
  expect((await standing()).withholding).toMatchObject([{ ok: true }]);
});

test("a subcontractor's certificate that was asked for holds the settlement; dropping the contractor's own does not open it", async () => {
  const asked = await asking<Written>(people.engineer, `POST ${at}`, {
    projectId,
    contractId,
    kind: "withholding",
    title: "Certificate of the electrician",
    party: "Bright Electric",
  });
  expect((await standing()).withholding).toMatchObject([{ ok: false }]);
  await step(asked.id, "drop", { reason: "Its work was below the limit" }, people.engineer);
  expect((await standing()).withholding).toMatchObject([{ ok: true }]);
  const p = await getRow(t.database.read(people.engineer), project, projectId, "project");
  const before = await openPapers(t.database.read(people.engineer), p);
  expect(before.map(({ says }) => says).toSorted()).toEqual([
    "As-built drawings: sent back",
    "Operation and maintenance manuals: asked for",
  ]);
});

test("a contract's closeout reads punch list, papers, payrolls and certificate, and nobody proves past them", async () => {
  const { keeper } = c.people;
  const { deputy } = c.people;
  await c.as(deputy, (tx) =>
    recordCompletion(
      tx,
      deputy,
      contractId,
      { completedOn: agencyDay(0), costToCorrect: 0, remaining: "", papersOpen: false },
      0,
    ),
  );
  const held = async () =>
    (await retainageOfContracts(t.database.read(deputy), [contractId]))[0]!.atMost!;
  // The papers that are still to come let a part be held, whatever was typed.
  expect(await held()).toBeGreaterThan(0);
  await c.as(keeper, (tx) =>
    stopContract(tx, keeper, "closeout", { id: contractId, version: null, reason: "Work is done" }),
  );
  const path = `/api/v1/contracts/${contractId}/closeout`;
  const item = async (proof: string) =>
    (await asking<Closeout>(keeper, `GET ${path}`)).items.find((one) => one.proof === proof)!;
  expect(await item("papers")).toMatchObject({
    ok: false,
    record: "2 papers of 4 not accepted.",
    canProve: false,
  });
  expect(await item("withholding")).toMatchObject({ ok: true });
  expect(await item("punch")).toMatchObject({ ok: true, record: "0 punch items, each verified." });
  const papers = await item("papers");
  expect(
    await refusalOf(
      asking(
        keeper,
        `POST ${path}/${papers.id}/actions/prove`,
        { evidence: "I have seen them all", fileId: await file(keeper) },
        papers.version,
      ),
    ),
  ).toBe("by_record: Its record alone proves this item. Do what it says is open.");
  for (const kind of ["asBuilt", "manual"]) {
    const { id } = await ofKind(kind);
    await handIn(id, people.engineer);
    await step(id, "accept", {}, people.second);
  }
  expect(await item("papers")).toMatchObject({ ok: true });
  expect(await held()).toBe(0);
});
