import { integer, jsonb, pgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { refusalOf } from "../testing/asking.ts";
import { memberActor, freshDatabase, type TestDatabase } from "../testing/database.ts";
import { definitionColumns } from "./columns.ts";
import { defineDefinition } from "./define.ts";

// A kind of its own, without anything of approval policies.
const item = z.object({ name: z.string().min(1), must: z.boolean().default(true) });
const checklist = pgTable("test_checklist", {
  ...definitionColumns,
  items: jsonb().$type<z.output<typeof item>[]>().notNull(),
  dueHours: integer("due_hours").notNull(),
});
const checklists = defineDefinition({
  name: "checklist",
  what: "checklist",
  table: checklist,
  body: z.object({
    name: z.string().trim().min(1).max(80),
    items: z.array(item).max(50),
    dueHours: z.number().int().min(1).default(24),
  }),
  checks: async (_db, list) => [
    { sentence: "Add an item.", ok: list.items.length > 0, path: "items" },
  ],
  file: { schema: "levee.checklist", version: 1 },
});

let t: TestDatabase;
let actor: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  const owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  await owner.query(`
    create table test_checklist (
      org_id uuid not null, id uuid not null, definition_id uuid not null, version_no int not null,
      name text not null, status text not null default 'draft', published_at timestamptz,
      published_by uuid, items jsonb not null, due_hours int not null, version int not null default 1,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp(),
      primary key (org_id, id), unique (org_id, definition_id, version_no)
    );
    select levee_secure('test_checklist');
    select levee_definition('test_checklist');
  `);
  await owner.end();
  actor = memberActor(newId(), "admin");
});
afterAll(() => t.drop());

const within = <R>(run: (tx: Tx) => Promise<R>) => t.database.transaction(actor, run);
const body = (over: object = {}) => ({
  name: "Closing",
  items: [{ name: "Count", must: true }],
  dueHours: 24,
  ...over,
});
const drafted = (over: object = {}, family: string | null = null) =>
  within((tx) => checklists.draft(tx, actor, body(over), family));
const published = async (over: object = {}, family: string | null = null) => {
  const { id, version } = await drafted(over, family);
  return within((tx) => checklists.publish(tx, actor, id, version));
};

test("a family goes from draft to published to retired, each step audited; what began stays with its version", async () => {
  const one = await published();
  const began = await within((tx) => checklists.begin(tx, one.definitionId));
  const draft = await drafted({ dueHours: 48 }, one.definitionId);
  await within((tx) => checklists.change(tx, actor, draft.id, { name: "Closing, new" }, 1));
  await within((tx) => checklists.publish(tx, actor, draft.id, 2));
  expect((await within((tx) => checklists.begin(tx, one.definitionId))).versionNo).toBe(2);
  expect(await within((tx) => checklists.begunWith(tx, began.id))).toMatchObject({
    versionNo: 1,
    status: "retired",
    name: "Closing",
  });
  await within((tx) => checklists.retire(tx, actor, draft.id, 3));
  await expect(within((tx) => checklists.begin(tx, one.definitionId))).rejects.toMatchObject({
    code: "not_in_force",
  });
  const entries = await within((tx) =>
    tx.rows<{ action: string }>(sql`
      select action
      from audit_entry
      where org_id = ${actor.orgId} and object_id = any(${[one.id, draft.id]}::uuid[])
    `),
  );
  expect(entries.map((each) => each.action.replace("checklist.", "")).toSorted()).toEqual(
    ["draft", "publish", "retire", "draft", "change", "publish", "retire"].toSorted(),
  );
});

test("what was published is not changed, published or begun with again; nor is a draft begun with", async () => {
  const { id, version, definitionId } = await published();
  const refused = (run: (tx: Tx) => Promise<unknown>, code: string) =>
    expect(within(run)).rejects.toMatchObject({ code });
  await refused((tx) => checklists.change(tx, actor, id, { name: "x" }, version), "published");
  await refused((tx) => checklists.publish(tx, actor, id, version), "not_a_draft");
  await refused((tx) => checklists.retire(tx, actor, id, version - 1), "stale_version");
  const next = await drafted({ items: [] }, definitionId);
  await refused((tx) => checklists.begunWith(tx, next.id), "not_found");
  await refused((tx) => checklists.publish(tx, actor, next.id, 1), "not_ready");
  const gone = within((tx) => checklists.draft(tx, actor, body(), newId()));
  await expect(gone).rejects.toMatchObject({
    code: "no_such_checklist",
    message: "This checklist no longer exists.",
  });
});

test("published and retired at once: one of them is refused, never both done to one version", async () => {
  for (let round = 0; round < 5; round++) {
    const { id, version } = await drafted();
    const answers = await Promise.allSettled([
      within((tx) => checklists.publish(tx, actor, id, version)),
      within((tx) => checklists.retire(tx, actor, id, version)),
    ]);
    expect(answers.filter((each) => each.status === "fulfilled")).toHaveLength(1);
  }
});

test("what begins while the next version is published begins with one of the two, in force", async () => {
  const first = await published();
  for (let round = 0; round < 5; round++) {
    const next = await drafted({}, first.definitionId);
    const [, ...began] = await Promise.all([
      within((tx) => checklists.publish(tx, actor, next.id, 1)),
      ...Array.from({ length: 4 }, () => within((tx) => checklists.begin(tx, first.definitionId))),
    ]);
    for (const each of began) expect(each.status).toBe("published");
  }
});

test("a version is compared and goes through a file without words of its own kind", async () => {
  const one = await published();
  const more = [{ name: "Sign", must: false }, ...one.items];
  const next = await drafted({ items: more }, one.definitionId);
  const { items } = await within((tx) => checklists.compare(tx, next.id, one.id));
  expect(items).toEqual([
    { path: "Items › Sign › Name", before: null, after: "Sign" },
    { path: "Items › Sign › Must", before: null, after: "no" },
  ]);
  const file = await within((tx) => checklists.toFile(tx, next.id));
  expect(file).toEqual({
    schema: "levee.checklist",
    schemaVersion: 1,
    definition: body({ items: more }),
  });
  const other = memberActor(newId(), "admin");
  const taken = await t.database.transaction(other, (tx) => checklists.fromFile(tx, other, file));
  expect(taken).toMatchObject({ orgId: other.orgId, versionNo: 1, status: "draft", items: more });
  expect(taken.definitionId).not.toBe(one.definitionId);
  const refused = (over: object) =>
    refusalOf(within((tx) => checklists.fromFile(tx, actor, { ...file, ...over })));
  expect(await refused({ schema: "levee.form" })).toContain(
    'This file holds "levee.form"; "levee.checklist" is expected. Choose a file that was exported here.',
  );
  expect(await refused({ schemaVersion: 2 })).toContain(
    "A newer Levee wrote this file (form 2, this one reads 1). Update this installation first.",
  );
  expect(await refused({ schemaVersion: 0 })).toContain(
    "This file has form 0, which is no longer read. Export it again from a Levee of today.",
  );
  expect(await refused({ definition: { ...body(), color: "red" } })).toBe(
    'unknown_key: "color" is not known here. Take it out of the file.',
  );
});
