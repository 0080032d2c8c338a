import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import type { CaptureResult } from "./capture/capture.model.ts";
import { fieldOf, phoneOf } from "./field.setup.ts";

let t: TestDatabase;
let f: Awaited<ReturnType<typeof fieldOf>>;
let code: string;
const asking = askingOf(() => t);
const path = "/api/v1/field/captures";

beforeAll(async () => {
  t = await freshDatabase();
  f = await fieldOf(t);
  code = await f.service();
});
afterAll(() => t.drop());

// A picture of one pixel; what is written behind its end makes it another file.
const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const photoOf = (name: string) => Buffer.concat([pixel, Buffer.from(name)]);
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const told = (name: string) => {
  const bytes = photoOf(name);
  return {
    sha256: hashOf(bytes),
    bytes: bytes.length,
    mediaType: "image/gif",
    name: `${name}.gif`,
  };
};
const upload = async (actor: Actor, name: string) => {
  const stored = await t.app.files.put(Readable.from([photoOf(name)]), 1_000_000);
  return t.database.transaction(actor, (tx) =>
    recordFile(tx, {
      ...stored,
      ...{ orgId: actor.orgId!, name: `${name}.gif`, uploadedBy: actor.personId },
    }),
  );
};
const report = (photos: string[]) => ({
  kind: "service_request",
  values: { serviceCode: code, description: "A deep pothole", address: "12 Elm Street" },
  photos: photos.map(told),
});
const bind = (by: Actor, id: string, name: string, fileId: string) =>
  asking<CaptureResult>(by, `POST ${path}/${id}/photos`, { sha256: told(name).sha256, fileId });

test("a capture waits for its photos, and is applied with the last one", async () => {
  const phone = await phoneOf(t, f.people.crew);
  await phone.capture(report(["one", "two"]));
  const [first] = (await phone.send()).results;
  expect(first).toMatchObject({ state: "received", photosReceived: 0, photosWanted: 2 });
  const one = await upload(phone.actor, "one");
  expect(await bind(phone.actor, first!.id, "one", one)).toMatchObject({
    ...{ state: "received", photosReceived: 1 },
  });
  expect(await bind(phone.actor, first!.id, "one", one)).toMatchObject({ photosReceived: 1 });
  const two = await upload(phone.actor, "two");
  expect(await bind(phone.actor, first!.id, "two", two)).toMatchObject({ state: "applied" });
  const shown = await f.detail(f.people.boss, first!.id);
  expect(shown.photos.map(({ fileId }) => fileId)).toEqual([one, two]);
  const made = await t.database.read(f.people.boss).one<{ photoId: string }>(sql`
    select photo_id
    from service_request
    where org_id = ${f.agency.orgId} and id = ${shown.appliedId}
  `);
  expect(made.photoId).toBe(one);
});

test("a photo with another hash, of another capture, of another person or that is not there is refused", async () => {
  const phone = await phoneOf(t, f.people.crew);
  await phone.capture(report(["three"]));
  const [{ id }] = (await phone.send()).results as [CaptureResult];
  const four = await upload(phone.actor, "four");
  expect(await refusalOf(bind(phone.actor, id, "three", four))).toContain("photo_mismatch");
  expect(await refusalOf(bind(phone.actor, id, "four", four))).toContain("no_such_photo");
  expect(await refusalOf(bind(phone.actor, id, "three", id))).toContain("unknown_file");
  const foreign = await upload(f.people.other, "three");
  expect(await refusalOf(bind(phone.actor, id, "three", foreign))).toContain("unknown_file");
  expect(await refusalOf(bind(f.people.other, id, "three", foreign))).toContain("not_found");
});

test("one photo under two captures is said at both", async () => {
  const phone = await phoneOf(t, f.people.crew);
  await phone.capture(report(["five"]));
  await phone.capture(report(["five"]));
  const [a, b] = (await phone.send()).results as [CaptureResult, CaptureResult];
  for (const { id } of [a, b])
    await bind(phone.actor, id, "five", await upload(phone.actor, "five"));
  const shown = await f.detail(f.people.boss, a.id);
  expect(shown.photos[0]?.flags).toEqual([`The same photo stands under ${phone.number}/2.`]);
});

test("photos that will not come any more leave the capture to a decision", async () => {
  const phone = await phoneOf(t, f.people.crew);
  await phone.capture(report(["six"]));
  const [{ id }] = (await phone.send()).results as [CaptureResult];
  await asking(f.people.admin, `POST /api/v1/field/devices/${phone.id}/actions/revoke`, {
    reason: "Lost",
  });
  expect(await f.detail(f.people.boss, id)).toMatchObject({
    ...{ status: "in_review", heldWhy: "Its device was revoked before all its photos came." },
  });
});

test("what waited for the photos of somebody who leaves goes to review at once, and reviewers are told", async () => {
  const phone = await phoneOf(t, f.people.other);
  await phone.capture(report(["seven"]));
  const [{ id }] = (await phone.send()).results as [CaptureResult];
  const { personId } = phone.actor;
  const { items } = await asking<{ items: { id: string; version: number }[] }>(
    f.people.admin,
    "GET /api/v1/members?limit=100",
  );
  const row = items.find((member) => member.id === personId)!;
  await asking(
    f.people.admin,
    `PATCH /api/v1/members/${personId}`,
    { active: false, reason: "Leaves the county" },
    row.version,
  );
  expect(await f.detail(f.people.boss, id)).toMatchObject({
    ...{ status: "in_review", heldFor: "role" },
    heldWhy:
      "Whoever captured it may not capture in the field any more, and not all its photos came.",
  });
  const told = await t.database.read(f.people.boss).rows<{ title: string; link: string }>(sql`
    select title, link
    from notification
    where org_id = ${f.agency.orgId} and person_id = ${f.people.boss.personId} and kind = 'field'
    order by created_at desc
    limit 1
  `);
  expect(told).toMatchObject([{ link: `/mobile-field-operations?tab=review&capture=${id}` }]);
});
