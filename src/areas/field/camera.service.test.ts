// What a camera wrote into a photo of the field, read by the product from the bytes as a phone makes them.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readContents } from "#server/files/contents.service.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { askingOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import type { CaptureResult } from "./capture/capture.model.ts";
import { fieldOf, phoneOf } from "./field.setup.ts";

let t: TestDatabase;
let f: Awaited<ReturnType<typeof fieldOf>>;
let phone: Awaited<ReturnType<typeof phoneOf>>;
let code: string;
const asking = askingOf(() => t);

beforeAll(async () => {
  t = await freshDatabase();
  f = await fieldOf(t);
  code = await f.service();
  phone = await phoneOf(t, f.people.crew);
});
afterAll(() => t.drop());

type Value = string | number | readonly [number, number][];
type Tags = Readonly<Record<number, Value>>;

const longIs = 4;
const encoded = (value: Value): { type: number; count: number; bytes: Buffer } => {
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return { type: longIs, count: 1, bytes };
  }
  if (typeof value === "string") {
    const bytes = Buffer.from(`${value}\0`, "latin1");
    return { type: 2, count: bytes.length, bytes };
  }
  const bytes = Buffer.alloc(value.length * 8);
  value.forEach(([over, under], at) => {
    bytes.writeUInt32LE(over, at * 8);
    bytes.writeUInt32LE(under, at * 8 + 4);
  });
  return { type: 5, count: value.length, bytes };
};

/** A directory of TIFF at a place within its file (EXIF 2.32, 4.6.2): entries, then what does not fit into them. */
const directory = (tags: Tags, at: number): Buffer => {
  const entries = Object.entries(tags).map(([tag, value]) => ({ tag: +tag, ...encoded(value) }));
  const head = Buffer.alloc(2 + entries.length * 12 + 4);
  head.writeUInt16LE(entries.length);
  const rest: Buffer[] = [];
  let behind = at + head.length;
  entries.forEach(({ tag, type, count, bytes }, n) => {
    const entry = 2 + n * 12;
    head.writeUInt16LE(tag, entry);
    head.writeUInt16LE(type, entry + 2);
    head.writeUInt32LE(count, entry + 4);
    if (bytes.length <= 4) return void bytes.copy(head, entry + 8);
    head.writeUInt32LE(behind, entry + 8);
    rest.push(bytes);
    behind += bytes.length;
  });
  return Buffer.concat([head, ...rest]);
};

/** A JPEG with the segment that a camera writes: its clock, its zone, its place. */
const photoWith = async (exif: Tags, gps: Tags): Promise<Buffer> => {
  const size = 2 + 2 * 12 + 4;
  const own = directory(exif, 8 + size);
  const where = directory(gps, 8 + size + own.length);
  const main = directory({ 0x8769: 8 + size, 0x8825: 8 + size + own.length }, 8);
  const tiff = Buffer.concat([Buffer.from("II*\0\x08\0\0\0", "latin1"), main, own, where]);
  const content = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xffe1);
  segment.writeUInt16BE(content.length + 2, 2);
  const picture = await sharp({
    create: { width: 64, height: 48, channels: 3, background: { r: 90, g: 120, b: 60 } },
  })
    .jpeg()
    .toBuffer();
  return Buffer.concat([picture.subarray(0, 2), segment, content, picture.subarray(2)]);
};

/** How a camera whose clock is off UTC by so many hours writes an instant. */
const written = (at: Date, hours: number): string =>
  new Date(at.getTime() + hours * 3_600_000)
    .toISOString()
    .replace("T", " ")
    .replaceAll("-", ":")
    .replace(/\..*/, "");
const degrees = (value: number): [number, number][] => [
  [Math.floor(value * 1_000_000), 1_000_000],
  [0, 1],
  [0, 1],
];
const placed = (latitude: number, longitude: number): Tags => ({
  ...{ 1: "N", 2: degrees(latitude), 3: "W", 4: degrees(-longitude) },
});
const bySatellite = (at: Date): Tags => ({
  7: [
    [at.getUTCHours(), 1],
    [at.getUTCMinutes(), 1],
    [at.getUTCSeconds(), 1],
  ],
  0x1d: written(at, 0).slice(0, 10),
});

const here = { latitude: 44.7894, longitude: -93.6022 };
const whole = (at: Date) => new Date(Math.floor(at.getTime() / 1000) * 1000);

/** Captures a report with this photo, sends both, and gives what is shown of the photo. */
const shownOf = async (bytes: Buffer) => {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const at = new Date().toISOString();
  const sent = await phone.capture({
    ...{ kind: "service_request", at, withoutPlace: null, place: { ...here, accuracy: 8, at } },
    values: { serviceCode: code, description: "A washed-out shoulder", address: "12 Elm Street" },
    photos: [{ sha256, bytes: bytes.length, mediaType: "image/jpeg", name: "shoulder.jpg" }],
  });
  const [{ id }] = (await phone.send([sent])).results as [CaptureResult];
  const stored = await t.app.files.put(Readable.from([bytes]), 1_000_000);
  const fileId = await t.database.transaction(phone.actor, (tx) =>
    recordFile(tx, {
      ...{ ...stored, orgId: f.agency.orgId, name: "shoulder.jpg" },
      uploadedBy: phone.actor.personId,
    }),
  );
  await asking(phone.actor, `POST /api/v1/field/captures/${id}/photos`, { sha256, fileId });
  await readContents(t.app, f.agency.orgId);
  return (await f.detail(f.people.boss, id)).photos[0]!;
};

test("the camera's clock is shown with its zone, beside the time and the place of the satellites", async () => {
  const at = whole(new Date());
  const photo = await shownOf(
    await photoWith(
      { 0x9003: written(at, -6), 0x9011: "-06:00" },
      { ...placed(44.7896, -93.6023), ...bySatellite(at) },
    ),
  );
  expect(photo).toMatchObject({
    takenAt: new Date(at.getTime() - 6 * 3_600_000).toISOString().slice(0, 19),
    takenZone: "-06:00",
    placedAt: expect.stringContaining(at.toISOString().slice(0, 19)),
    latitude: expect.closeTo(44.7896, 4),
    longitude: expect.closeTo(-93.6023, 4),
    flags: [],
  });
});

test("a clock without a zone is said as such, and is no moment", async () => {
  const at = whole(new Date());
  // Six hours away from the capture, if it were taken for UTC.
  const photo = await shownOf(await photoWith({ 0x9003: written(at, -6) }, placed(44.7894, -93.6)));
  expect(photo).toMatchObject({ takenZone: null, placedAt: null, flags: [] });
  expect(photo.takenAt).not.toBeNull();
});

test("more than 250 m or ten minutes between camera and device are said", async () => {
  const at = whole(new Date(Date.now() - 25 * 60_000));
  const photo = await shownOf(
    await photoWith(
      { 0x9003: written(at, -6), 0x9011: "-06:00" },
      { ...placed(44.7994, -93.6022), ...bySatellite(at) },
    ),
  );
  expect(photo.flags).toEqual([
    expect.stringMatching(/^The camera says 1,11\d m away from the device\.$/),
    "The camera's time is 25 minutes from the capture's.",
  ]);
});
