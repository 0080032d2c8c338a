import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { validateImport } from "#server/import/check-rows.ts";
import { commitImport } from "#server/import/commit-rows.ts";
import { beginImport, mapColumns, readRun, startCommit } from "#server/import/import.service.ts";
import { agencyDay } from "#server/testing/days.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { runList } from "#server/http/list-page.ts";
import { contractAgency } from "../contracts.setup.ts";
import { contractList } from "./contract.list.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
});
afterAll(() => t.drop());

const bring = async (actor: Actor, text: string) => {
  const stored = await t.app.files.put(Readable.from([text]));
  const fileId = await a.as(actor, (tx) =>
    recordFile(tx, {
      ...stored,
      orgId: a.agency.orgId,
      name: "register.csv",
      uploadedBy: tx.scope.personId,
    }),
  );
  const run = await beginImport(t.app, actor, "contracts", fileId);
  await a.as(actor, (tx) => mapColumns(tx, actor, run.id, run.mapping));
  const checked = await validateImport(t.app, actor, run.id);
  await a.as(actor, (tx) => startCommit(tx, actor, run.id));
  await commitImport(t.app, actor, run.id);
  const done = await readRun(t.database.read(actor), actor, run.id);
  expect(done.counts).toEqual(checked);
  return done;
};

test("a register comes in as it is in force or over, with what is drawn; count and sum account for every row", async () => {
  const { author } = a.people;
  const row = (number: string, over: Partial<Record<string, string>>) =>
    [
      number,
      over.title ?? "Janitorial services",
      over.vendor ?? a.vendor.name,
      "RDS",
      agencyDay(-300),
      over.ends ?? agencyDay(60),
      over.ceiling ?? "$12,000.00",
      over.drawn ?? "",
    ]
      .map((cell) => `"${cell}"`)
      .join(",");
  const text = [
    "Contract no,Title,Contractor,Department,Start,Expires,Not to exceed,Spent",
    row("K-1", { drawn: "9,000.00" }),
    row("K-2", { title: "Old roof", ends: agencyDay(-5) }),
    row("K-3", { vendor: "Nobody we know" }),
    row("K-4", { drawn: "12,000.01" }),
    row("K-5", { ceiling: "about 12,000" }),
    "",
  ].join("\n");
  const run = await bring(author, text);
  expect(run.counts).toEqual({
    create: 2,
    update: 0,
    skip: 0,
    reject: 3,
    sums: { create: 24_000_00, update: 0, skip: 0, reject: 24_000_00, unread: 1 },
  });
  expect(run.problems.map((problem) => problem.column)).toEqual([
    "Vendor",
    "Spent",
    "Not to exceed",
  ]);
  const { items, totals } = await runList<{ id: string; status: string; left: number }>(
    t.database.read(author),
    author,
    contractList,
    { sort: "number", page: 1, limit: 50, count: "capped" },
  );
  expect(items.map(({ status, left }) => [status, left])).toEqual([
    ["active", 3_000_00],
    ["expired", 12_000_00],
  ]);
  expect(totals).toMatchObject({ ceiling: 24_000_00, drawn: 9_000_00 });
  expect((await a.read(items[0]!.id)).entries.map((e) => [e.kind, e.amount])).toEqual([
    ["order", 9_000_00],
    ["set", 12_000_00],
  ]);
  // It lives like one that was signed: its end is a deadline at once, and its owner hears of the ceiling.
  const db = t.database.read(author);
  expect(
    await db.rows(sql`
      select key, due_on, status
      from deadline
      where org_id = ${a.agency.orgId} and source_type = 'contract'
    `),
  ).toEqual([{ key: "end", dueOn: agencyDay(60), status: "open" }]);
  expect(
    (
      await db.rows<{ title: string }>(sql`
        select title
        from notification
        where org_id = ${a.agency.orgId} and kind = 'contract'
      `)
    ).map((one) => one.title),
  ).toEqual([expect.stringContaining("has drawn 75 percent of its ceiling")]);
  // The same register once more, with a repaired row: what came in is left alone.
  const again = await bring(author, text.replace("12,000.01", "11,000.00"));
  expect(again.counts).toMatchObject({ create: 1, skip: 2, reject: 2 });
  expect(again.counts.sums).toMatchObject({ create: 12_000_00, skip: 24_000_00 });
});
