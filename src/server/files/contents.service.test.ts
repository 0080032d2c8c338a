import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import exifr from "exifr";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import { searchRecords } from "#areas/platform/platform.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { noScope } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { buildApp } from "../http/app.ts";
import { makeAgency, makeMembers, makeVendor } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { readContents } from "./contents.service.ts";
import { sendPublicFile } from "./pictures.ts";
import { recordFile } from "./stored-file.ts";

let t: TestDatabase;
let app: FastifyInstance;
let clerk: Actor;
let stranger: Actor;
let who: Actor;
let vendorId: string;
beforeAll(async () => {
  t = await freshDatabase();
  const [one, two] = [await makeAgency(t.database), await makeAgency(t.database)];
  clerk = who = (await makeMembers(t.database, one, { clerk: {} })).clerk;
  stranger = (await makeMembers(t.database, two, { clerk: {} })).clerk;
  vendorId = (await makeVendor(t.database, one, { name: "Delta Stone" })).id;
  app = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((a) => a.endpoints),
    principal: async () => who,
  });
  app.get("/public-copy/:sha256", (request, reply) =>
    sendPublicFile(t.app.files, reply, {
      ...(request.params as { sha256: string }),
      name: "phone.heic",
      mediaType: (request.query as { type: string }).type,
    }),
  );
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

const phone = readFileSync(new URL("../testing/phone.heic", import.meta.url));
const photo = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: "navy" } })
    .jpeg()
    .withExif({
      IFD0: { Make: "Levee", Model: "Camera 1" },
      IFD2: { DateTimeOriginal: "2026:11:02 14:30:05" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "29/1 57/1 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "90/1 4/1 12/1",
      },
    })
    .toBuffer();
/** A PDF of one page with one line. */
const pdf = (line: string): Buffer => {
  const content = `BT /F1 12 Tf 72 700 Td (${line}) Tj ET`;
  return Buffer.from(
    [
      "%PDF-1.4",
      "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
      "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R",
      "/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj",
      `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
      "trailer<</Root 1 0 R>>",
    ].join("\n"),
  );
};

const attach = async (name: string, bytes: Buffer) => {
  const stored = await t.app.files.put(Readable.from([bytes]));
  const id = await t.database.transaction(clerk, async (tx) => {
    const fileId = await recordFile(tx, { ...stored, orgId: clerk.orgId!, name });
    await tx.rows(sql`
      insert into attachment (org_id, id, object_type, object_id, file_id)
      values (${clerk.orgId}, ${newId()}, 'vendor', ${vendorId}, ${fileId})
    `);
    return fileId;
  });
  return { id, ...stored };
};
const listed = async () =>
  (await app.inject({ url: `/api/v1/attachments?objectType=vendor&objectId=${vendorId}` })).json<{
    items: Record<string, unknown>[];
    total: number;
  }>();
const facts = {
  takenAt: "2026-11-02T14:30:05",
  latitude: expect.closeTo(29.95, 5) as number,
  longitude: expect.closeTo(-90.07, 5) as number,
};

test("pictures of cameras and phones are kept as they came, shown as JPEG, and told with time, place and camera; what is public tells nothing", async () => {
  const jpeg = await attach("yard.jpg", await photo());
  const heic = await attach("phone.heic", phone);
  expect(heic.mediaType).toBe("image/heic");
  expect(await readContents(t.app, clerk.orgId!)).toBe(2);
  expect(await readContents(t.app, clerk.orgId!)).toBe(0);
  expect((await listed()).items).toMatchObject([
    { ...facts, camera: "Levee Camera 1" },
    { ...facts, camera: "Levee Phone 1" },
  ]);
  for (const { id, sha256, mediaType } of [jpeg, heic]) {
    const small = await app.inject({ url: `/api/v1/files/${id}/preview` });
    expect(small.headers["content-type"]).toBe("image/jpeg");
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 192 });
    const url = `/public-copy/${sha256}?type=${mediaType}`;
    for (const { rawPayload } of [small, await app.inject({ url })]) {
      expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
      expect(await exifr.parse(rawPayload).catch(() => undefined)).toBeUndefined();
    }
  }
  const whole = await app.inject({ url: `/api/v1/files/${heic.id}` });
  expect(whole.rawPayload.equals(phone)).toBe(true);
  who = stranger;
  expect((await app.inject({ url: `/api/v1/files/${jpeg.id}/preview` })).statusCode).toBe(404);
  who = clerk;
});

test("a picture of a phone that claims too many pixels is refused; a torn one has no preview, and the reason stands", async () => {
  const large = Buffer.from(phone);
  large.writeUInt32BE(30_000, large.indexOf("ispe") + 8);
  await expect(t.app.files.put(Readable.from([large]))).rejects.toMatchObject({
    code: "picture_size",
  });
  const torn = await attach("torn.heic", phone.subarray(0, 500));
  await readContents(t.app, clerk.orgId!);
  expect((await app.inject({ url: `/api/v1/files/${torn.id}/preview` })).json()).toMatchObject({
    code: "unreadable_file",
  });
  const row = await t.database
    .read(clerk)
    .one<{ problem: string }>(sql`select problem from file_content where file_id = ${torn.id}`);
  expect(row.problem).toMatch(/cannot be read/);
});

test("the text of a PDF is found by who may read its record, and by nobody else; a held one is not, and has no preview", async () => {
  const quote = await attach("quote.pdf", pdf("Crushed limestone riprap, forty tons"));
  const torn = await attach("torn.pdf", Buffer.from("%PDF-1.4 limestone riprap"));
  expect(await readContents(t.app, clerk.orgId!)).toBe(2);
  const find = async (actor: Actor, q: string) =>
    (await searchRecords(t.database.read(actor), actor, q)).items;
  expect(await find(clerk, "limestone tons")).toMatchObject([
    { kind: "attachment", title: "quote.pdf", href: `/vendor-directory/${vendorId}` },
  ]);
  expect(await find(clerk, "limestone granite")).toEqual([]);
  expect(await find(stranger, "limestone tons")).toEqual([]);
  const blind = { ...clerk, permissions: new Set(["file.read"]) };
  expect(await find(blind, "limestone tons")).toEqual([]);
  const hold = (sha256: string) =>
    t.database.transaction(noScope, (tx) =>
      tx.rows(sql`
        insert into file_look (sha256, state, signature)
        values (${sha256}, 'infected', 'X.Y')
      `),
    );
  await hold(quote.sha256);
  expect(await find(clerk, "limestone tons")).toEqual([]);
  const yard = await attach("yard.jpg", await photo());
  await hold(yard.sha256);
  expect((await app.inject({ url: `/api/v1/files/${yard.id}/preview` })).json()).toMatchObject({
    code: "file_refused",
  });
  const { items } = await listed();
  expect(items.find((item) => item["fileId"] === quote.id)).toMatchObject({
    look: "infected",
    signature: "X.Y",
  });
  expect(items.find((item) => item["fileId"] === torn.id)).toMatchObject({ look: null });
});
