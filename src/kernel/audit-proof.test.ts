import { generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  changesBetween,
  decodeEntry,
  encodeChange,
  encodeContent,
  encodeCreation,
  encodeEntry,
  recordDigest,
  type Entry,
} from "./audit-proof.ts";
import { canonicalJson } from "./canonical-json.ts";
import {
  checkpointText,
  fingerprint,
  formatVerifierKey,
  openNote,
  originOf,
  parseCheckpoint,
  parseVerifierKey,
  signNote,
  verifierKey,
} from "./checkpoint.ts";
import { hasherFrom } from "./merkle.ts";
import { sha256 } from "./sha256.ts";
import { instant } from "./time.ts";

const hasher = hasherFrom(sha256);
const pair = () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return {
    key: verifierKey(
      "levee-audit",
      publicKey.export({ format: "der", type: "spki" }).subarray(-32),
    ),
    sign: (m: Uint8Array) => sign(null, m, privateKey),
  };
};
const uuid = "019a0000-0000-7000-8000-000000000001";
const entry = (over: Partial<Entry> = {}): Entry => ({
  index: 17,
  prev: hasher.digest(Buffer.from("x")),
  orgId: uuid,
  id: uuid,
  at: instant("2027-03-01T10:00:00.123456Z"),
  actorId: uuid,
  sessionId: "s",
  action: "invoice.approve",
  objectType: "invoice",
  objectId: uuid,
  objectNumber: "INV-2027-00388",
  before: null,
  after: hasher.digest(Buffer.from("y")),
  mac: "m",
  content: hasher.digest(Buffer.from("z")),
  ...over,
});

test("canonical JSON does not depend on the order of keys, and two different values never share a text", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const shuffled = JSON.parse(JSON.stringify(a), (_k, v) =>
        v && typeof v === "object" && !Array.isArray(v)
          ? Object.fromEntries(Object.entries(v).reverse())
          : v,
      );
      expect(canonicalJson(shuffled)).toBe(canonicalJson(a));
      expect(canonicalJson(a) === canonicalJson(b)).toBe(
        JSON.stringify(JSON.parse(canonicalJson(a))) ===
          JSON.stringify(JSON.parse(canonicalJson(b))),
      );
    }),
  );
  expect(canonicalJson({ b: [undefined, 1n, new Date(0)], a: undefined, "\u20ac": "\u0000" })).toBe(
    '{"b":[null,"1","1970-01-01T00:00:00.000Z"],"€":"\\u0000"}',
  );
  expect(() => canonicalJson({ a: Number.NaN })).toThrow(TypeError);
  expect(() => canonicalJson({ a: () => 1 })).toThrow(TypeError);
});

test("a new record's content and digest in one pass are those of the general way, whatever it holds and in whatever order", () => {
  const left = new Set(["updatedAt"]);
  const about = { salt: "c2FsdA", actorName: 'Lena "Ek"', note: null };
  const field = fc
    .oneof(fc.constantFrom("updatedAt", "name", "Zip", "é", "2", "10", "a\nb"), fc.string())
    .filter((name) => !(name in {}));
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.tuple(
          field,
          fc.oneof(
            fc.jsonValue(),
            fc.constant(undefined),
            fc.date({ noInvalidDate: true }),
            fc.bigInt(),
          ),
        ),
        { selector: ([name]) => name, maxLength: 12 },
      ),
      (pairs) => {
        const record = Object.fromEntries(pairs);
        const { content, record: text } = encodeCreation(about, record, left);
        expect(content).toBe(
          encodeContent({
            ...about,
            changes: changesBetween(null, record).filter((change) => !left.has(change.field)),
          }),
        );
        expect(hasher.digest(Buffer.from(text))).toBe(recordDigest(hasher, about.salt, record));
      },
    ),
  );
  expect(() => encodeCreation(about, { a: Number.NaN }, left)).toThrow(TypeError);
});

test("a changed record's content and digests in one pass are those of the general way, whatever its names, their order and its values", () => {
  const left = new Set(["updatedAt"]);
  const about = { salt: "c2FsdA", actorName: 'Lena "Ek"', note: "why\n" };
  const field = fc
    .oneof(
      fc.constantFrom("updatedAt", "name", "Zip", "é", "2", "10", "a\nb", "\ud83d"),
      fc.string({ unit: "binary" }),
    )
    .filter((name) => !(name in {}));
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      undefined,
      null,
      0,
      -0,
      1,
      "1",
      1n,
      "",
      [],
      {},
      "\ud83d",
      "\u007f\u2028",
      1e21,
      5e-324,
    ),
    fc.date({ noInvalidDate: true }),
    fc.bigInt(),
  );
  const changed = fc.tuple(field, value, fc.option(value));
  fc.assert(
    fc.property(
      fc.uniqueArray(changed, { selector: ([name]) => name, maxLength: 12 }),
      fc.integer({ min: 0, max: 4 }),
      (fields, leave) => {
        const before = Object.fromEntries(fields.map(([name, old]) => [name, old]));
        const news = fields.map(([name, old, now]) => [name, now === null ? old : now] as const);
        for (const after of [
          Object.fromEntries(news),
          Object.fromEntries(news.slice(leave)),
          Object.fromEntries([...news].reverse()),
          { ...Object.fromEntries(news), added: 1 },
        ]) {
          const texts = encodeChange(about, before, after, left);
          expect(texts.content).toBe(
            encodeContent({
              ...about,
              changes: changesBetween(before, after).filter((change) => !left.has(change.field)),
            }),
          );
          expect(hasher.digest(Buffer.from(texts.before))).toBe(
            recordDigest(hasher, about.salt, before),
          );
          expect(hasher.digest(Buffer.from(texts.after))).toBe(
            recordDigest(hasher, about.salt, after),
          );
        }
      },
    ),
  );
  expect(() => encodeChange(about, { a: 1 }, { a: Number.NaN }, left)).toThrow(TypeError);
});

test("an entry reads back as itself, whatever people typed, and nothing else reads as an entry", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.string(),
      fc.option(fc.string({ unit: "binary" })),
      (action, objectType, objectNumber) => {
        const one = entry({ action, objectType, objectNumber });
        const line = encodeEntry(one);
        expect(JSON.parse(line)).toEqual(one);
        expect(decodeEntry(line)).toEqual(one);
        expect(line).not.toContain("\n");
        expect(line.slice(-46, -2)).toBe(one.content);
      },
    ),
  );
  expect(decodeEntry(`${encodeEntry(entry())} `)).toBeUndefined();
  expect(decodeEntry(encodeEntry(entry()).replace('"index":17', '"index": 17'))).toBeUndefined();
  expect(decodeEntry("null")).toBeUndefined();
});

test("changes name exactly the fields that differ", () => {
  expect(
    changesBetween(
      { a: 1, b: { x: [1] }, c: "same", d: null },
      { a: 2, b: { x: [1] }, c: "same", e: 5 },
    ),
  ).toEqual([
    { field: "a", before: 1, after: 2 },
    { field: "e", before: null, after: 5 },
  ]);
  expect(changesBetween(null, { a: 1 })).toEqual([{ field: "a", before: null, after: 1 }]);
  expect(changesBetween({ a: 1 }, null)).toEqual([{ field: "a", before: 1, after: null }]);
});

test("the salt hides a record: the same record under two salts has two digests, and no record has none", () => {
  expect(recordDigest(hasher, "a", { ssn: "1234" })).not.toBe(
    recordDigest(hasher, "b", { ssn: "1234" }),
  );
  expect(recordDigest(hasher, "a", { x: 1, y: 2 })).toBe(recordDigest(hasher, "a", { y: 2, x: 1 }));
  expect(recordDigest(hasher, "a", null)).toBeNull();
  expect(encodeContent({ salt: "s", actorName: "Ann", note: null, changes: [] })).toBe(
    '{"actorName":"Ann","changes":[],"note":null,"salt":"s"}',
  );
});

test("a checkpoint is a C2SP signed note and reads back; every altered byte of it is refused", async () => {
  const { key, sign } = pair();
  const checkpoint = {
    origin: originOf(uuid),
    size: 1234,
    root: hasher.digest(Buffer.from("r")),
    at: instant("2027-03-01T10:00:00.123Z"),
  };
  const note = signNote(key, checkpointText(checkpoint), sign);
  expect(note.split("\n").slice(0, 3)).toEqual([`levee/audit/${uuid}`, "1234", checkpoint.root]);
  const opened = await openNote(note, key);
  expect("text" in opened && parseCheckpoint(opened.text)).toEqual(checkpoint);
  const bytes = Buffer.from(note);
  for (let i = 0; i < bytes.length; i++) {
    const altered = Buffer.from(bytes);
    altered[i]! ^= 1 << (i % 8);
    expect("problem" in (await openNote(altered.toString("utf8"), key)), `byte ${i}`).toBe(true);
  }
  expect(await openNote(note, pair().key)).toEqual({ problem: "it was signed by another key" });
});

test("a key file reads back, shows its fingerprint, and is refused when damaged", () => {
  const { key } = pair();
  const text = formatVerifierKey(key);
  expect(formatVerifierKey(parseVerifierKey(`${text}\n`))).toBe(text);
  expect(fingerprint(key)).toMatch(/^([0-9a-f]{4} ){15}[0-9a-f]{4}$/);
  expect(() => parseVerifierKey(text.replace("levee-audit", "levee-other"))).toThrow(
    /id does not belong/,
  );
  expect(() => parseVerifierKey("hello")).toThrow(/not a public key file/);
});
