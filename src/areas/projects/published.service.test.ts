// What everybody reads of a project, and the assets that bear what it cost.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { ProjectAssets } from "./closeout/asset.model.ts";
import { payAgency } from "./pay.setup.ts";
import { projectsOnPortal, publicPhoto } from "./published/portal.service.ts";
import type { ProjectPublicity } from "./published/published.model.ts";
import { refreshPublications } from "./published/published.service.ts";
import { project } from "./projects.tables.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payAgency>>;
let engineer: Actor;
let b: Awaited<ReturnType<Awaited<ReturnType<typeof payAgency>>["building"]>>;

const words = "A new yard for the plows, so that Waconia is cleared before the school buses leave.";
const publish = (actor: Actor, body: object = { words }) =>
  a.asking<{ id: string; version: number }>(
    actor,
    `POST /api/v1/projects/${b.id}/actions/publish`,
    body,
  );
const publicity = () =>
  a.asking<ProjectPublicity>(engineer, `GET /api/v1/projects/${b.id}/publicity`);
const portal = async () => (await projectsOnPortal(t.app as never)).text;
const photo = async (chosen: boolean): Promise<string> => {
  const id = newId();
  await a.as(engineer, async (tx) => {
    await tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${a.agency.orgId}, ${id}, 'yard.jpg', 'image/jpeg', 340000, ${"b".repeat(64)},
        ${engineer.personId}
      )
    `);
    await tx.rows(sql`
      insert into punch_item (
        org_id, id, number, project_id, what, party, photo_file_ids, public_file_ids
      )
      values (
        ${a.agency.orgId}, ${newId()}, ${`PUN-${id.slice(-6)}`}, ${b.id}, 'Seed the slope',
        'Northline', ${JSON.stringify([id])}::jsonb, ${JSON.stringify(chosen ? [id] : [])}::jsonb
      )
    `);
  });
  return id;
};

beforeAll(async () => {
  t = await freshDatabase();
  a = await payAgency(t);
  engineer = a.people.engineer;
  b = await a.building("P700", [{ quantity: "10", unitPrice: "1000.00" }]);
});
afterAll(() => t.drop());

test("nobody outside reads of a project until it is published, and nothing besides what was chosen", async () => {
  expect(await portal()).not.toContain(words);
  expect(await refusalOf(publish(engineer))).toBe(
    "publishes_no_projects: Your agency lets nobody outside read of its projects. An administrator turns it on under what everybody may read.",
  );
  await a.as(engineer, (tx) =>
    tx.rows(sql`
      update organization
      set settings = settings || '{"publish": {"projects": true}}'::jsonb
      where id = ${a.agency.orgId}
    `),
  );
  const [open, kept] = [await photo(true), await photo(false)];
  expect(await refusalOf(publish(engineer, { words: "Too short" }))).toMatch(
    /Say in a sentence or two what is built and for whom\./,
  );
  expect(await refusalOf(publish(a.people.inspector))).toMatch(/^not_allowed: /);
  await publish(engineer);
  expect(await publicity()).toMatchObject({
    budget: 900_000_00,
    paid: 0,
    photos: [{ id: open }],
    published: { words, asOf: agencyDay(0) },
  });
  const page = await portal();
  expect(page).toContain(words);
  expect(page).toContain("$0.00 paid of $900,000.00");
  expect(page).toContain(open);
  expect(page).not.toContain(kept);
  const at = { orgId: a.agency.orgId, id: b.id };
  expect(await publicPhoto(t.app as never, { ...at, fileId: open })).toMatchObject({
    name: "yard.jpg",
  });
  expect(await refusalOf(publicPhoto(t.app as never, { ...at, fileId: kept }))).toMatch(
    /^not_found: /,
  );
});

test("its figures follow each day; taken back or cancelled it is gone at once", async () => {
  await a.as(engineer, (tx) =>
    tx.rows(sql`update project set place = 'Waconia' where id = ${b.id}`),
  );
  await a.as(engineer, (tx) => refreshPublications(tx));
  expect(await portal()).toContain("Waconia; Active");
  const { version } = (await publicity()).published!;
  const withdraw = (at: number) =>
    a.asking<object>(engineer, `POST /api/v1/projects/${b.id}/actions/withdrawPublication`, {}, at);
  expect(await refusalOf(withdraw(version - 1))).toMatch(/^version_conflict|^changed|^stale/);
  await withdraw(version);
  expect(await portal()).not.toContain(words);
  expect(await refusalOf(withdraw(version + 1))).toMatch(/^not_published: .* is not published\.$/);
  await publish(engineer);
  await a.as(engineer, (tx) =>
    tx.rows(sql`update project set status = 'cancelled' where id = ${b.id}`),
  );
  await a.as(engineer, (tx) => refreshPublications(tx));
  expect(await portal()).not.toContain(words);
  expect(await refusalOf(publish(engineer))).toMatch(
    /^not_for_publication: .* is published from its approval on, and not once it is cancelled\.$/,
  );
  await a.as(engineer, (tx) =>
    tx.rows(sql`update project set status = 'active' where id = ${b.id}`),
  );
});

test("assets bear what was billed of a code, no cent twice, and stay planned", async () => {
  const classId = newId();
  await a.as(engineer, (tx) =>
    tx.rows(sql`
      insert into asset_class (org_id, id, name, code, condition_scale, life_months)
      values (${a.agency.orgId}, ${classId}, 'Buildings', 'BLD', 'one_to_five', 480)
    `),
  );
  const draft = (cents: number) =>
    a.asking<{ id: string; number: string }>(
      engineer,
      `POST /api/v1/projects/${b.id}/actions/draftAsset`,
      { name: "Plow yard", classId, costCodeId: null, cents },
    );
  expect(await refusalOf(draft(1_00))).toBe(
    "beyond_billed: $0.00 of $0.00 that was billed of no code is on no asset yet.",
  );
  const id = await a.sent(b, [{ value: "4" }]);
  const paid = await a.certified(id);
  await approveDocument(t.database, a.people.manager, paid.invoice!.id);
  const made = await draft(3_000_00);
  const assets = () => a.asking<ProjectAssets>(engineer, `GET /api/v1/projects/${b.id}/assets`);
  expect(await assets()).toMatchObject({
    codes: [{ billed: 4_000_00, onAssets: 3_000_00 }],
    assets: [{ number: made.number, name: "Plow yard", cents: 3_000_00 }],
  });
  expect(await refusalOf(draft(1_000_01))).toMatch(
    /^beyond_billed: \$1,000\.00 of \$4,000\.00 that was billed of .* is on no asset yet\.$/,
  );
  await draft(1_000_00);
  const asset = await t.database.read(engineer).one<{ status: string; costCents: number }>(sql`
    select status, cost_cents
    from asset
    where org_id = ${a.agency.orgId} and id = ${made.id}
  `);
  expect(asset).toEqual({ status: "planned", costCents: 3_000_00 });
  const p = await getRow(t.database.read(engineer), project, b.id, "project");
  await a.as(engineer, (tx) =>
    tx.rows(sql`update project set status = 'cancelled' where id = ${p.id}`),
  );
  expect(await refusalOf(draft(1_00))).toMatch(/^project_not_built: Assets of /);
});
