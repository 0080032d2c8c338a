import { Readable } from "node:stream";
import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { attachFile } from "#server/http/attachments.ts";
import { agentsOf } from "#server/testing/agent-run.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { contractAgency } from "../contracts.setup.ts";
import { drawPaper } from "../demo/contract-paper.ts";
import type { ContractDetail } from "../contract/contract.model.ts";
import type { PaperText } from "../paper/paper.model.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
let agents: ReturnType<typeof agentsOf>;
const ask = askingOf(() => t);
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
  agents = agentsOf(t);
});
afterAll(() => t.drop());

const attach = async (contractId: string, bytes: Uint8Array, name = "agreement.pdf") => {
  const author = a.people.author;
  const put = await t.app.files.put(Readable.from([Buffer.from(bytes)]));
  return a.as(author, async (tx) => {
    const id = await recordFile(tx, {
      ...put,
      orgId: a.agency.orgId,
      name,
      uploadedBy: author.personId,
    });
    await attachFile(tx, author, {
      objectType: "contract",
      objectId: contractId,
      number: "CON",
      file: { id, name, sha256: put.sha256 },
      label: "",
    });
    return id;
  });
};
const paperOf = (actor: Actor, contractId: string, fileId: string) =>
  ask<PaperText>(actor, `GET /api/v1/contracts/${contractId}/papers/${fileId}`);

test("what a paper says beside its record is found, and accepted as the person's own change", async () => {
  const made = await a.drafted({ title: "Stone hauling", federalAward: "DR-4897" });
  await attach(
    made.id,
    await drawPaper({
      title: "Agreement for stone hauling",
      hidden: "Contract price $1.00",
      paragraphs: [
        `This Agreement ${made.number} begins when both sides have signed.`,
        "The total compensation to be paid to the Contractor under this Agreement is $8,000.00.",
      ],
    }),
  );
  const run = await agents.run(a.people.author, "contract");
  expect(run).toMatchObject({ status: "finished", personName: a.people.author.name });
  expect(run.log.map(({ address }) => address)).toContain(
    "GET /api/v1/contracts/{id}/papers/{fileId}",
  );
  const found = (await agents.found(a.people.author, "contract")).filter(
    ({ subjectId }) => subjectId === made.id,
  );
  const about = (words: string) => found.find(({ what }) => what.includes(words))!;
  expect(JSON.stringify(found)).not.toMatch(/its paper says \$1\.00/);
  const hidden = about("text that nobody sees");
  expect(JSON.stringify(hidden.sources)).toContain("Contract price $1.00");
  const ceiling = about("Ceiling of");
  expect(ceiling).toMatchObject({
    cents: 1_000_00,
    sources: [{ kind: "passage", page: 1 }, { kind: "record" }],
    proposal: {
      label: "Take it from the paper",
      changes: [{ from: "$7,000.00", to: "$8,000.00" }],
    },
  });
  const clauses = about("must stand in");
  expect(clauses.proposal).toMatchObject({ label: "Add the clauses" });
  expect(clauses.sources.some(({ kind }) => kind === "rule")).toBe(true);

  expect(await refusalOf(agents.accept(a.people.clerk, ceiling))).toMatch(/^not_allowed/);
  expect(await agents.accept(a.people.author, ceiling)).toMatchObject({ status: "accepted" });
  // The record moved with the first change: the clauses are looked at anew.
  expect(await agents.accept(a.people.author, clauses)).toMatchObject({ status: "superseded" });
  const after = await ask<ContractDetail>(a.people.author, `GET /api/v1/contracts/${made.id}`);
  expect(after.ceiling).toBe(8_000_00);
  await agents.run(a.people.author, "contract");
  const again = await agents.found(a.people.author, "contract");
  expect(again.filter(({ what }) => what.includes("Ceiling of"))).toEqual([]);
  const anew = again.find(({ what }) => what.includes("must stand in"))!;
  expect(await agents.accept(a.people.keeper, anew)).toMatchObject({ status: "accepted" });
});

test("another agency's people find and read nothing of it", async () => {
  const made = await a.drafted({ title: "Culverts" });
  const fileId = await attach(
    made.id,
    await drawPaper({ title: "Agreement", paragraphs: ["Ceiling $9,000.00"] }),
  );
  const elsewhere = await makeAgency(t.database);
  const { other } = await makeMembers(t.database, elsewhere, {
    other: { duties: ["contract_manager"] },
  });
  expect(await agents.run(other, "contract")).toMatchObject({ status: "finished", found: 0 });
  expect(await agents.found(other, "contract")).toEqual([]);
  expect(await refusalOf(paperOf(other, made.id, fileId))).toMatch(/^not_found/);
  expect(await paperOf(a.people.clerk, made.id, fileId)).toMatchObject({
    unread: null,
    pages: 1,
    lines: [{ text: "Agreement" }, { text: "Ceiling $9,000.00", page: 1 }],
  });
  const another = await a.drafted({ title: "Pipes" });
  expect(await refusalOf(paperOf(a.people.author, another.id, fileId))).toMatch(/^not_found/);
});

test("a paper that is damaged, locked, a picture or too long says why nobody reads it", async () => {
  const made = await a.drafted({ title: "Signs" });
  const pages = async (n: number) => {
    const pdf = await PDFDocument.create();
    for (let page = 0; page < n; page++) pdf.addPage([200, 200]);
    return pdf;
  };
  const locked = await pages(1);
  locked.encrypt({ userPassword: "secret", ownerPassword: "secret" });
  const why = async (bytes: Uint8Array, name: string) =>
    (await paperOf(a.people.author, made.id, await attach(made.id, bytes, name))).unread;
  expect(await why(await (await pages(500)).save(), "long.pdf")).toMatch(/500 pages; at most 50/);
  expect(await why(Buffer.from("%PDF-1.4 nothing"), "damaged.pdf")).toMatch(/damaged/);
  expect(await why(await locked.save(), "locked.pdf")).toMatch(/locked by a password/);
  expect(await why(await (await pages(1)).save(), "picture.pdf")).toMatch(/picture/);
  await agents.run(a.people.author, "contract");
  const unread = (await agents.found(a.people.author, "contract")).filter(
    ({ subjectId, what }) => subjectId === made.id && what.includes("is not read"),
  );
  expect(unread.length).toBeGreaterThanOrEqual(3);
});

test("an option to be decided and an end without one are told in time, each once", async () => {
  const id = await a.inForce({
    optionCount: 1,
    optionMonths: 12,
    optionNoticeDays: 150,
  });
  await agents.run(a.people.keeper, "contract");
  const found = (await agents.found(a.people.keeper, "contract")).filter(
    ({ subjectId }) => subjectId === id,
  );
  expect(found.map(({ what }) => what)).toContainEqual(
    expect.stringContaining("asks for your decision on option 1 by"),
  );
});

test("what a paper of a contract in force says is owed is entered as an obligation, once", async () => {
  const id = await a.inForce({ title: "Mowing" });
  await attach(
    id,
    await drawPaper({
      title: "Agreement for mowing",
      paragraphs: [
        `This Agreement ${(await a.read(id)).number} ends when the season ends.`,
        "The Contractor shall submit a report of the hours mowed each month.",
      ],
    }),
  );
  const watched = async () => {
    await agents.run(a.people.keeper, "contract");
    return (await agents.found(a.people.keeper, "contract")).find(
      ({ subjectId, what }) => subjectId === id && what.includes("nobody watches it"),
    );
  };
  const said = await watched();
  expect(said!.sources).toMatchObject([{ kind: "passage", page: 1 }]);
  expect(await agents.accept(a.people.keeper, said!)).toMatchObject({ status: "accepted" });
  const { items } = await ask<{ items: { title: string; recurrence: string }[] }>(
    a.people.keeper,
    `GET /api/v1/obligations?contractId=${id}`,
  );
  expect(items[0]).toMatchObject({
    title: "The Contractor shall submit a report of the hours mowed each month",
    recurrence: "monthly",
  });
  expect(await watched()).toBeUndefined();
});
