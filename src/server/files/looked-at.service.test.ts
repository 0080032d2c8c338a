import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import { tellRefusedFiles } from "#areas/platform/operation/refused-files.service.ts";
import type { Actor } from "#kernel/access.ts";
import { beginImport } from "../import/import.service.ts";
import { noScope } from "../db/db.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { buildApp } from "../http/app.ts";
import { openAlarms } from "../operation/alarms.ts";
import { beat, selfOf } from "../operation/heartbeat.ts";
import { noteScannerAnswer } from "../operation/scanner.ts";
import { noteStorageAnswer } from "../operation/storage.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "../testing/agency.ts";
import { makeCompany } from "../testing/company.ts";
import { badLetters, standInClamd, type StandInClamd } from "../testing/clamd.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { testPlaces, type TestPlace } from "../testing/places.ts";
import { bringUnlooked } from "./attend.ts";
import { clamd, ScannerAway } from "./clamd.ts";
import { lookedAtFiles, type FileStore } from "./looked-at.ts";

describe.each(Object.entries(testPlaces))("in a %s", (_kind, open) => {
  let t: TestDatabase;
  let app: FastifyInstance;
  let place: TestPlace;
  let scanner: StandInClamd;
  let files: FileStore;
  let people: Record<"clerk" | "admin", Actor>;
  let who: Actor;
  let agency: Agency;
  beforeAll(async () => {
    t = await freshDatabase();
    scanner = await standInClamd();
    place = await open();
    files = lookedAtFiles(place.place, t.database, scanner.address);
    t.app.files = lookedAtFiles(place.place, t.database, null);
    agency = await makeAgency(t.database);
    people = await makeMembers(t.database, agency, { clerk: {}, admin: { role: "admin" } });
    app = await buildApp({
      ...t.app,
      files,
      endpoints: areaServers.flatMap((a) => a.endpoints),
      principal: async () => who,
    });
  });
  beforeEach(() => {
    who = people.clerk;
    scanner.be("well");
    noteScannerAnswer();
  });
  afterAll(async () => {
    await app.close();
    await scanner.close();
    await place.drop();
    await t.drop();
  });

  const upload = (text: string) =>
    app.inject({
      method: "POST",
      url: "/api/v1/files",
      headers: { "content-type": "multipart/form-data; boundary=b" },
      payload: `--b\r\ncontent-disposition: form-data; name="file"; filename="list.csv"\r\n\r\n${text}\r\n--b--\r\n`,
    });
  const fetched = (id: string) => app.inject({ url: `/api/v1/files/${id}` });
  const dueNow = () =>
    t.database.transaction(noScope, (tx) =>
      tx.rows(sql`update file_look set due_at = clock_timestamp() where due_at is not null`),
    );
  const put = (store: FileStore, text: string) => store.put(Readable.from([Buffer.from(text)]));

  test("what the scanner finds clean is given out; what it finds infected is refused by name, and again without asking", async () => {
    const clean = await upload("Name\nStone\n");
    expect((await fetched(clean.json().id as string)).statusCode).toBe(200);
    const bad = await upload(`Name\n${badLetters}\n`);
    expect(bad.json()).toMatchObject({
      status: 422,
      code: "file_refused",
      detail: "This file was refused: it holds Levee.Test. Nobody gets it.",
      errors: [{ path: "file" }],
    });
    scanner.be("refusing");
    const seen = scanner.seen();
    expect((await upload(`Name\n${badLetters}\n`)).json()).toMatchObject({ code: "file_refused" });
    expect(scanner.seen()).toBe(seen);
    await expect(put(t.app.files, `Name\n${badLetters}\n`)).rejects.toMatchObject({
      code: "file_refused",
    });
  });

  test("while the scanner is away a file waits, nobody gets it or imports it, administrators are told; then it is looked at and its sender told once", async () => {
    scanner.be("refusing");
    const { id } = (await upload(`Name,Note\nWaiting,${badLetters}\n`)).json<{ id: string }>();
    const waits = { status: 423, code: "file_waiting" };
    expect((await fetched(id)).json()).toMatchObject(waits);
    who = people.admin;
    const theirs = (await upload("Name\nStone of theirs\n")).json<{ id: string }>().id;
    await expect(
      beginImport({ ...t.app, files }, people.admin, "vendors", theirs),
    ).rejects.toMatchObject(waits);
    who = people.clerk;
    const self = selfOf(3000);
    await beat(t.app, self);
    const alarms = () => openAlarms(t.database.read(people.admin));
    expect(await alarms()).toMatchObject([{ kind: "scanner" }]);
    scanner.be("well");
    noteScannerAnswer();
    await dueNow();
    expect(await files.lookDue()).toBeGreaterThan(0);
    await beat(t.app, self);
    expect(await alarms()).toEqual([]);
    expect((await fetched(id)).json()).toMatchObject({
      status: 409,
      code: "file_refused",
      detail: "This file was refused: it holds Levee.Test. Nobody gets it.",
    });
    await tellRefusedFiles(t.app);
    await tellRefusedFiles(t.app);
    const told = await t.database
      .read(people.clerk)
      .rows(sql`select person_id, title from notification where kind = 'file.refused'`);
    expect(told).toEqual([{ personId: people.clerk.personId, title: "list.csv was refused" }]);
  });

  test("a job waits for the scanner, and who cancels it ends the waiting", async () => {
    scanner.be("refusing");
    const { sha256 } = await put(files, "Name\nPatience\n");
    const cancelled = new Error("cancelled");
    await expect(
      files.pathOf(sha256, async () => {
        throw cancelled;
      }),
    ).rejects.toBe(cancelled);
    scanner.be("well");
    noteScannerAnswer();
    const path = files.pathOf(sha256, async () => {
      await dueNow();
      await files.lookDue();
    });
    expect(await path).toContain(sha256);
  });

  test("slow, garbled, cut and silent answers: the file waits, and nothing is taken for clean", async () => {
    const direct = clamd(scanner.address);
    const scan = (text: string, seconds?: number) =>
      direct.scan(Readable.from([Buffer.from(text)]), seconds);
    scanner.be("slow");
    expect(await scan("fine")).toEqual({ state: "clean" });
    for (const how of ["garbage", "cut", "refusing", "silent"] as const) {
      scanner.be(how);
      await expect(scan("fine", 1), how).rejects.toBeInstanceOf(ScannerAway);
    }
    scanner.be("small");
    expect(await scan("x".repeat(3_000_000))).toEqual({ state: "unscannable" });
    expect((await upload(`Name\n${"y".repeat(5000)}\n`)).json()).toMatchObject({
      code: "file_unscannable",
    });
    scanner.be("garbage");
    const { id } = (await upload("Name\nGarbled\n")).json<{ id: string }>();
    expect((await fetched(id)).statusCode).toBe(423);
    await dueNow();
    await files.lookDue();
    expect((await fetched(id)).statusCode).toBe(423);
  });

  test("files from before count as not scanned until they are looked at; what this server made, and sealed bids, are not asked about; administrators read how it stands", async () => {
    const sender = await makeCompany(t, "Prairie Paving");
    const old = await put(t.app.files, `Name\nOld ${badLetters}\n`);
    const { id } = await t.database.transaction(people.clerk, (tx) =>
      tx.one<{ id: string }>(sql`
        insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
        values (
          ${people.clerk.orgId}, gen_random_uuid(), 'old.csv', 'text/plain', ${old.size},
          ${old.sha256}, ${sender.personId}
        )
        returning id
      `),
    );
    const { id: vendorId } = await makeVendor(t.database, agency);
    await t.database.transaction(people.clerk, (tx) =>
      tx.rows(sql`
        insert into attachment (org_id, id, object_type, object_id, file_id)
        values (${people.clerk.orgId}, gen_random_uuid(), 'vendor', ${vendorId}, ${id})
      `),
    );
    const line = async () =>
      (await app.inject({ url: "/api/v1/dashboard" })).json<{ filesLine: string | null }>()
        .filesLine;
    expect(await line()).toBeNull();
    expect((await fetched(id)).statusCode).toBe(200);
    await bringUnlooked(t.app);
    expect((await fetched(id)).statusCode).toBe(200);
    await files.lookDue();
    expect((await fetched(id)).statusCode).toBe(409);
    await tellRefusedFiles(t.app);
    // A vendor's person has no notifications here.
    expect(
      await identityDb(t.database).rows(sql`select subject from mail where kind = 'file_refused'`),
    ).toEqual([{ subject: "old.csv was refused" }]);
    who = people.admin;
    expect(await line()).toMatch(/^Uploads are scanned for viruses\. .*refused/);
    const seen = scanner.seen();
    await files.put(Readable.from([Buffer.from([0, 1, 2])]), undefined, "sealed");
    await files.put(Readable.from([Buffer.from("101 file\n")]), undefined, "own");
    expect(scanner.seen()).toBe(seen);
    // What stood in a sealed bid is kept whatever the scanner says, and held.
    const opened = await files.put(
      Readable.from([Buffer.from(`Bid ${badLetters}`)]),
      undefined,
      "opened",
    );
    await expect(files.open(opened.sha256)).rejects.toMatchObject({ code: "file_waiting" });
    await dueNow();
    await files.lookDue();
    await expect(files.open(opened.sha256)).rejects.toMatchObject({ code: "file_refused" });
  });

  test("a storage that goes away under the look costs the file nothing: it is looked at when it answers", async (context) => {
    if (!place.storage) return context.skip();
    scanner.be("refusing");
    const { id } = (await upload("Name\nLooked at late\n")).json<{ id: string }>();
    scanner.be("well");
    noteScannerAnswer();
    place.storage.be("failing");
    for (let n = 0; n < 8; n++) {
      await dueNow();
      noteStorageAnswer();
      await expect(files.lookDue()).rejects.toMatchObject({ code: "files_away" });
    }
    place.storage.be("well");
    noteStorageAnswer();
    await dueNow();
    await files.lookDue();
    expect((await fetched(id)).statusCode).toBe(200);
  });
});
