import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reportInput } from "#areas/assets/safety/safety.model.ts";
import { reportCase } from "#areas/assets/safety/safety.service.ts";
import { tidyFiles } from "#areas/forms/file/tidy.service.ts";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import { createRequisition } from "#areas/procurement/procurement.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { attachFile, attachmentEndpoints } from "../http/attachments.ts";
import { allNouns, readableRecord, seesRecord } from "../lifecycle.ts";
import { nounNamed } from "../noun.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "../testing/agency.ts";
import { agencyDay } from "../testing/days.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { setPrivateApart } from "./apart.ts";
import { allFileHolders, openFiles, requireSeenFile, seenFile } from "./holders.ts";
import { recordFile } from "./stored-file.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"clerk" | "colleague" | "safety" | "reviewer", Actor>;
let requisitionId: string;

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const upload = async (actor: Actor, words: string) => {
  const stored = await t.app.files.put(Readable.from([words]));
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

test("a file is its uploader's until a record holds it, then theirs who may see the record", async () => {
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
  const call = (actor: Actor) => attach(actor, "requisition", requisitionId, file);
  await expect(call(people.colleague)).rejects.toMatchObject({ status: 404 });
  await expect(
    as(people.colleague, (tx) => requireSeenFile(tx, people.colleague, file.id, "bodyFileId")),
  ).rejects.toMatchObject({ code: "unknown_file", errors: [{ path: "bodyFileId" }] });
  await expect(call(people.clerk)).resolves.toMatchObject({ name: "paper.txt" });
});

const attach = (actor: Actor, objectType: string, objectId: string, file: { id: string }) =>
  as(
    actor,
    (tx) =>
      attachmentEndpoints
        .find((each) => each.method === "POST")!
        .handler({
          actor,
          tx,
          body: { objectType, objectId, fileId: file.id, label: "" },
        } as never) as Promise<unknown>,
  );
const safetyCaseOf = async (): Promise<string> =>
  (
    await as(people.safety, (tx) =>
      reportCase(
        tx,
        people.safety,
        reportInput.parse({
          kind: "injury",
          happenedAt: `${agencyDay(-1)}T15:00:00.000Z`,
          location: "Saw shop",
          words: "A cut on the left hand at the saw.",
          name: "A. Person",
        }),
      ),
    )
  ).id;
const storedAs = (id: string) =>
  t.database.transaction(people.clerk, (tx) =>
    tx.one<{ private: boolean; ownerType: string | null; apart: boolean }>(sql`
      select private, owner_type, apart_at is not null as apart
      from stored_file
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );

test("papers of a safety case are for its officer, whoever knows their ids or uploaded them", async () => {
  const file = await upload(people.clerk, "a name and an injury");
  const caseId = await safetyCaseOf();
  expect(await sees(people.clerk, file.id)).toBe(true);
  // The clerk brought it, the officer put it to the case.
  await as(people.safety, (tx) =>
    attachFile(tx, people.safety, {
      objectType: "safetyCase",
      objectId: caseId,
      number: "SAF",
      file,
      label: "",
    }),
  );
  expect(await sees(people.safety, file.id)).toBe(true);
  for (const who of [people.clerk, people.colleague, people.reviewer])
    expect(await sees(who, file.id)).toBe(false);
});

test("a paper of a confidential record lies apart with its owner, reads as before, and goes into no open record", async () => {
  const file = await upload(people.safety, "what the clinician wrote");
  const caseId = await safetyCaseOf();
  await attach(people.safety, "safetyCase", caseId, file);
  expect(await storedAs(file.id)).toEqual({ private: true, ownerType: "safetyCase", apart: false });
  const place = (folder: string) =>
    join(t.app.config.LEVEE_DATA_DIR, folder, file.sha256.slice(0, 2), file.sha256);
  expect(existsSync(place("files"))).toBe(true);
  await setPrivateApart(t.app, agency.orgId);
  expect([existsSync(place("files")), existsSync(place("files/private"))]).toEqual([false, true]);
  expect((await storedAs(file.id)).apart).toBe(true);
  expect(await text((await t.app.files.open(file.sha256)).stream)).toBe("what the clinician wrote");
  expect(await t.app.files.sizeOf(file.sha256)).toBe(24);
  // The clock of forms that sweeps the folder leaves what a record names.
  utimesSync(place("files/private"), new Date(0), new Date(0));
  await tidyFiles(t.app);
  expect(existsSync(place("files/private"))).toBe(true);

  await expect(attach(people.safety, "requisition", requisitionId, file)).rejects.toMatchObject({
    code: "private_file",
    errors: [{ path: "fileId", message: expect.stringContaining("SAF") }],
  });
  await expect(
    as(people.safety, (tx) => requireSeenFile(tx, people.safety, file.id)),
  ).rejects.toMatchObject({ code: "private_file" });
  expect((await openFiles(t.database.read(people.safety), people.safety, [file.id])).size).toBe(0);
  // Another confidential record may hold it too.
  await attach(people.safety, "safetyCase", await safetyCaseOf(), file);
  await setPrivateApart(t.app, agency.orgId);
});

test("a content that an open file names as well stays where it is, and both are read", async () => {
  const [open, kept] = [
    await upload(people.clerk, "the same words"),
    await upload(people.safety, "the same words"),
  ];
  await attach(people.safety, "safetyCase", await safetyCaseOf(), kept);
  await setPrivateApart(t.app, agency.orgId);
  const folder = join(t.app.config.LEVEE_DATA_DIR, "files");
  expect(existsSync(join(folder, open.sha256.slice(0, 2), open.sha256))).toBe(true);
  expect(await text((await t.app.files.open(open.sha256)).stream)).toBe("the same words");
  expect([await sees(people.clerk, open.id), await sees(people.clerk, kept.id)]).toEqual([
    true,
    false,
  ]);
});

test("the papers of safety, bids, applicants and workers' pay are confidential, and a payroll register's file is", () => {
  expect(
    allNouns()
      .filter(({ confidential }) => confidential)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    "auditFinding",
    "auditProcedure",
    "auditRequest",
    "bid",
    "certifiedPayroll",
    "programApplication",
    "safetyCase",
  ]);
  // Who reads all records of such a noun by a permission holds that duty and nothing wider.
  expect(nounNamed("safetyCase")!.read).toBe("safety.private");
  expect(nounNamed("certifiedPayroll")!.read).toBe("certifiedPayroll.read");
  for (const name of ["bid", "programApplication"]) expect(nounNamed(name)!.visible).toBeDefined();
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
    "agencyCertificate",
    "agencyPolicy",
    "agentConnection",
    "agentFinding",
    "agentRun",
    "auditFinding",
    "auditProcedure",
    "auditRequest",
    "bid",
    "cardFinding",
    "cardLine",
    "controlFailure",
    "controlWaiver",
    "correctiveAction",
    "deadline",
    "enrolment",
    "fieldCapture",
    "fieldDevice",
    "flowRun",
    "formSubmission",
    "inspection",
    "keptRun",
    "personCertificate",
    "programApplication",
    "publication",
    "purchaseCard",
    "reportDashboard",
    "reportSchedule",
    "savedReport",
    "seatOverride",
    "signature",
  ]);
  const { allAsked, allSearches } = await import("../area.ts");
  const lists = [...allAsked(), ...allSearches()].map(({ list }) => list);
  const named = [
    "purchase-cards",
    "card-lines",
    "card-findings",
    "inspections",
    "deadlines",
    "workflow runs",
    "form submissions",
    "control-failures",
    "field-captures",
    "field-devices",
  ];
  const open = named.flatMap((name) => {
    const own = lists.filter((list) => list.name === name);
    return own.filter((list) => !list.visible).map((list) => list.name);
  });
  expect(open).toEqual([]);
  await as(people.clerk, (tx) => tx.rows(sql`select 1 as one`));
});
