import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import { createRequisition } from "#areas/procurement/procurement.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { attachFile, attachmentEndpoints } from "../http/attachments.ts";
import { allNouns, readableRecord, seesRecord } from "../lifecycle.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "../testing/agency.ts";
import { agencyDay } from "../testing/days.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { allFileHolders, requireSeenFile, seenFile } from "./holders.ts";
import { recordFile } from "./stored-file.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"clerk" | "colleague" | "safety" | "reviewer", Actor>;
let requisitionId: string;

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const upload = async (actor: Actor, text: string) => {
  const stored = await t.app.files.put(Readable.from([text]));
  const id = await as(actor, (tx) =>
    recordFile(tx, {
      ...stored,
      orgId: agency.orgId,
      name: "paper.txt",
      uploadedBy: actor.personId,
    }),
  );
  return { id, name: "paper.txt", sha256: stored.sha256 };
};
const sees = async (actor: Actor, id: string) =>
  (await seenFile(t.database.read(actor), actor, id)) !== null;

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    clerk: {},
    colleague: {},
    safety: { duties: ["safety_officer"] },
    reviewer: { role: "manager" },
  });
  const account = await makeBudget(t.database, agency, 1_000_00);
  const input = requisitionInput.parse({
    title: "Stone",
    departmentId: agency.departmentId,
    neededOn: agencyDay(30),
    lines: [
      {
        description: "Stone",
        quantity: "1",
        unitPrice: "5",
        splits: [{ accountStringId: account.accountStringId }],
      },
    ],
  });
  requisitionId = (await as(people.clerk, (tx) => createRequisition(tx, people.clerk, input))).id;
});
afterAll(() => t.drop());

test("every column that names a stored file says whose the file is there", async () => {
  const client = new pg.Client({ connectionString: t.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ column: string }>(`
    select c.conrelid::regclass || '.' || a.attname as "column"
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'stored_file'::regclass and a.attname <> 'org_id'
  `);
  await client.end();
  const said = new Set(allFileHolders().map(({ column }) => column as string));
  expect(rows.map(({ column }) => column).filter((column) => !said.has(column))).toEqual([]);
  expect(rows.length).toBeGreaterThan(25);
});

test("a file is its uploader's until a record holds it that somebody else may see", async () => {
  const file = await upload(people.clerk, "quote");
  expect([await sees(people.clerk, file.id), await sees(people.colleague, file.id)]).toEqual([
    true,
    false,
  ]);
  await as(people.clerk, (tx) =>
    attachFile(tx, people.clerk, {
      objectType: "requisition",
      objectId: requisitionId,
      number: "REQ",
      file,
      label: "",
    }),
  );
  expect(await sees(people.colleague, file.id)).toBe(true);
});

test("nobody takes a file into a record of theirs that they may not see", async () => {
  const file = await upload(people.clerk, "only the clerk's");
  const attach = attachmentEndpoints.find((each) => each.method === "POST")!;
  const call = (actor: Actor) =>
    as(
      actor,
      (tx) =>
        attach.handler({
          actor,
          tx,
          body: { objectType: "requisition", objectId: requisitionId, fileId: file.id, label: "" },
        } as never) as Promise<unknown>,
    );
  await expect(call(people.colleague)).rejects.toMatchObject({ status: 404 });
  await expect(
    as(people.colleague, (tx) => requireSeenFile(tx, people.colleague, file.id, "bodyFileId")),
  ).rejects.toMatchObject({ code: "unknown_file", errors: [{ path: "bodyFileId" }] });
  await expect(call(people.clerk)).resolves.toMatchObject({ name: "paper.txt" });
});

test("papers of a safety case are for its officer, whoever knows their ids", async () => {
  const file = await upload(people.safety, "a name and an injury");
  const caseId = newId();
  await as(people.safety, async (tx) => {
    await attachFile(tx, people.safety, {
      objectType: "safetyCase",
      objectId: caseId,
      number: "SAF",
      file,
      label: "",
    });
  });
  for (const who of [people.clerk, people.reviewer]) expect(await sees(who, file.id)).toBe(false);
});

test("records of a noun are told apart: a run is for who began it, is asked in it, or keeps workflows", async () => {
  const noun = allNouns().find(({ name }) => name === "flowRun")!;
  const row = { startedBy: people.clerk.personId, waitingPeople: [people.safety.personId] };
  const db = t.database.read(people.clerk);
  const seen = (actor: Actor) => noun.visible!(db, actor, row);
  expect([
    await seen(people.clerk),
    await seen(people.safety),
    await seen(people.colleague),
    await seen(people.reviewer),
  ]).toEqual([true, true, false, true]);
});

test("a draft of another person's form is no record for a reviewer; what is not there tells nothing", async () => {
  const noun = allNouns().find(({ name }) => name === "formSubmission")!;
  const db = t.database.read(people.reviewer);
  const of = (status: string) => ({ status, filledBy: people.clerk.personId });
  expect(await noun.visible!(db, people.reviewer, of("draft"))).toBe(false);
  expect(await noun.visible!(db, people.reviewer, of("submitted"))).toBe(true);
  expect(await noun.visible!(db, people.colleague, of("submitted"))).toBe(false);
  expect(await seesRecord(db, people.reviewer, "formSubmission", newId())).toBe(false);
  expect(await seesRecord(db, people.reviewer, "nothing", newId())).toBe(false);
  await expect(
    readableRecord(db, people.reviewer, "formSubmission", newId()),
  ).rejects.toMatchObject({ status: 404 });
});

test("a bid is nobody's before its opening, and only theirs who take part behind it", async () => {
  const noun = allNouns().find(({ name }) => name === "bid")!;
  const db = t.database.read(people.reviewer);
  const row = { openedAt: null, solicitationId: newId() };
  expect(await noun.visible!(db, people.reviewer, row)).toBe(false);
  expect(
    await noun.visible!(db, people.reviewer, { ...row, openedAt: "2026-11-01T00:00:00Z" }),
  ).toBe(false);
});

test("a noun whose records are told apart has lists that tell them apart as well", async () => {
  const told = allNouns().filter(({ visible }) => visible);
  expect(told.map(({ name }) => name).toSorted()).toEqual([
    "bid",
    "deadline",
    "flowRun",
    "formSubmission",
    "inspection",
    "programApplication",
    "signature",
  ]);
  const { allAsked, allSearches } = await import("../area.ts");
  const lists = [...allAsked(), ...allSearches()].map(({ list }) => list);
  const open = ["inspections", "deadlines", "workflow runs", "form submissions"].flatMap((name) => {
    const own = lists.filter((list) => list.name === name);
    return own.filter((list) => !list.visible).map((list) => list.name);
  });
  expect(open).toEqual([]);
  await as(people.clerk, (tx) => tx.rows(sql`select 1 as one`));
});
