// Every place keeps the same promises: a folder, and a bucket of object storage.
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testPlaces, type TestPlace } from "../testing/places.ts";
import { contentKey, contentsOf, within, type Content, type Place } from "./place.ts";

const contentOf = (bytes: Buffer): Content => ({
  sha256: createHash("sha256").update(bytes).digest("hex"),
  size: bytes.length,
});

describe.each(Object.entries(testPlaces))("a %s", (_kind, open) => {
  let t: TestPlace;
  let place: Place;
  beforeAll(async () => {
    t = await open();
    ({ place } = t);
  });
  afterAll(() => t.drop());

  const kept = async (bytes: Buffer, into = place): Promise<Content> => {
    mkdirSync(place.spool, { recursive: true });
    const file = join(place.spool, "coming");
    writeFileSync(file, bytes);
    await into.keep(contentKey(contentOf(bytes).sha256), file, contentOf(bytes));
    expect(existsSync(file)).toBe(false);
    return contentOf(bytes);
  };
  const readAll = async (key: string) => buffer((await place.open(key)).stream);

  test("gives back what it keeps, whole and in pieces, with its size, on this machine as well", async () => {
    const bytes = randomBytes(200_000);
    const { sha256, size } = await kept(bytes);
    const key = contentKey(sha256);
    expect((await readAll(key)).equals(bytes)).toBe(true);
    expect(await place.head(key)).toMatchObject({ size });
    const piece = await place.open(key, { start: 1_000, end: 1_999 });
    expect(piece.size).toBe(size);
    expect((await buffer(piece.stream)).equals(bytes.subarray(1_000, 2_000))).toBe(true);
    const last = await place.open(key, { start: size - 1, end: size - 1 });
    expect((await buffer(last.stream)).equals(bytes.subarray(-1))).toBe(true);
    expect(readFileSync(await place.pathOf(key)).equals(bytes)).toBe(true);
    expect(await place.pathOf(key)).toBe(await place.pathOf(key));
    // Put again, it is the same.
    await kept(bytes);
    expect((await readAll(key)).equals(bytes)).toBe(true);
  });

  test("keeps a large file that goes in parts, byte for byte", async () => {
    const bytes = randomBytes(20 * 1024 * 1024 + 7);
    const { sha256 } = await kept(bytes);
    expect((await readAll(contentKey(sha256))).equals(bytes)).toBe(true);
    expect(t.storage?.uploads.size ?? 0).toBe(0);
  });

  test("says of what is not there that it is not there", async () => {
    const key = contentKey("0".repeat(64));
    await expect(place.open(key)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(place.pathOf(key)).rejects.toMatchObject({ code: "ENOENT" });
    expect([await place.head(key), await place.read(key), await place.appended("none")]).toEqual([
      null,
      null,
      "",
    ]);
    await place.remove(key);
    expect(await place.move(key, `private/${key}`)).toBe(false);
  });

  test("lists its contents and no others, moves one to the private part, and takes it away", async () => {
    const apart = within(place, "private");
    const { sha256 } = await kept(Buffer.from("for few"));
    const key = contentKey(sha256);
    await place.write(`derived/${key}-small.jpg`, Buffer.from("made"));
    const names = async (of: Place) => {
      const found: string[] = [];
      for await (const one of contentsOf(of)) found.push(one.sha256);
      return found;
    };
    expect(await names(place)).toContain(sha256);
    expect(await names(apart)).toEqual([]);
    expect(await place.move(key, `private/${key}`)).toBe(true);
    expect([await names(apart), await place.head(key)]).toEqual([[sha256], null]);
    expect((await buffer((await apart.open(key)).stream)).toString()).toBe("for few");
    await apart.remove(key);
    expect(await names(apart)).toEqual([]);
    expect((await place.read(`derived/${key}-small.jpg`))?.toString()).toBe("made");
  });

  test("writes small things, once where it is said, and adds to lists that only grow", async () => {
    await place.write("mark", Buffer.from("first"), "once");
    await place.write("mark", Buffer.from("second"), "once");
    expect((await place.read("mark"))?.toString()).toBe("first");
    await place.write("mark", Buffer.from("third"));
    expect((await place.read("mark"))?.toString()).toBe("third");
    await Promise.all(["a", "b", "c"].map((line) => place.append("list.jsonl", line)));
    const lines = (await place.appended("list.jsonl")).split("\n").filter(Boolean);
    expect(lines.toSorted()).toEqual(["a", "b", "c"]);
  });

  test("takes away what was begun and never ended, and nothing younger", async () => {
    const left = join(place.spool, "left");
    writeFileSync(left, "half");
    t.storage?.uploads.set("old", { key: "x", at: new Date(0), pieces: new Map() });
    await place.tidy(60_000);
    expect(existsSync(left)).toBe(true);
    await place.tidy(-1_000);
    expect(existsSync(left)).toBe(false);
  });

  test("is fit to begin with, and leaves nothing of the trial", async () => {
    await place.write("installation.id", Buffer.from("ours"));
    await place.examine();
    await place.ready();
    await place.ping();
    expect(
      [...(t.storage?.objects.keys() ?? [])].filter((key) => key.includes("incoming")),
    ).toEqual([]);
  });
});
