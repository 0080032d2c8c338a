// Files go from a folder to object storage and back while they change, proven by their hashes.
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { testPlaces, type TestPlace } from "../testing/places.ts";
import { copyFiles, CopyRefused, leftAt } from "./copy.ts";
import { contentKey, contentsOf, within, type Place } from "./place.ts";

const open: TestPlace[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.drop();
});
const opened = async (kind: "folder" | "bucket"): Promise<Place> => {
  const one = await testPlaces[kind]();
  open.push(one);
  return one.place;
};
const put = async (place: Place, bytes: Buffer, name?: string): Promise<string> => {
  const sha256 = name ?? createHash("sha256").update(bytes).digest("hex");
  mkdirSync(place.spool, { recursive: true });
  const file = join(place.spool, "coming");
  writeFileSync(file, bytes);
  await place.keep(contentKey(sha256), file, { sha256, size: bytes.length });
  return sha256;
};
const marked = async (place: Place, mark = "ours"): Promise<Place> => {
  await place.write("installation.id", Buffer.from(mark));
  return place;
};
const held = async (place: Place): Promise<string[]> => {
  const all: string[] = [];
  for (const part of [place, within(place, "private")])
    for await (const { sha256, key } of contentsOf(part)) {
      const found = createHash("sha256").update(await buffer((await part.open(key)).stream));
      expect(found.digest("hex")).toBe(sha256);
      all.push(`${part.name.endsWith("/private") ? "private" : "open"} ${sha256}`);
    }
  return all.toSorted();
};

test("folder, storage, folder: every content, private ones apart, with mark, lists and exports", async () => {
  const [first, bucket, second] = [
    await marked(await opened("folder")),
    await opened("bucket"),
    await opened("folder"),
  ];
  for (let n = 0; n < 12; n++) await put(first, randomBytes(1_000 + n));
  const few = await put(within(first, "private"), Buffer.from("for few"));
  await first.append("deleted-agencies.jsonl", '"one"');
  await first.write("exports/e.zip", Buffer.from("zip"));
  await first.write(`derived/${contentKey(few)}-small.jpg`, Buffer.from("made anew"));
  expect(await copyFiles(first, bucket)).toMatchObject({ brought: 13, there: 0, wrong: [] });
  await bucket.append("deleted-agencies.jsonl", '"two"');
  expect(await copyFiles(bucket, second)).toMatchObject({ brought: 13 });
  expect(await held(second)).toEqual(await held(first));
  expect((await second.read("installation.id"))?.toString()).toBe("ours");
  expect((await second.read("exports/e.zip"))?.toString()).toBe("zip");
  expect((await second.appended("deleted-agencies.jsonl")).match(/"\w+"/g)).toEqual([
    '"one"',
    '"two"',
  ]);
  expect(await second.read(`derived/${contentKey(few)}-small.jpg`)).toBeNull();
  // Again, nothing goes twice.
  expect(await copyFiles(first, bucket)).toMatchObject({ brought: 0, there: 13 });
  expect((await bucket.appended("deleted-agencies.jsonl")).match(/"one"/g)).toHaveLength(1);
});

test("what comes while it copies comes along; what is put apart or taken away is told, and taken away where it is said", async () => {
  const [from, to] = [await marked(await opened("folder")), await opened("bucket")];
  const first = await put(from, Buffer.from("first"));
  const gone = await put(from, Buffer.from("to be taken away"));
  let late = "";
  const tell = async () => {
    late ||= "coming";
    if (late === "coming") late = await put(from, Buffer.from("came meanwhile"));
  };
  let running: Promise<void> | null = null;
  await copyFiles(from, to, () => void (running ??= tell()));
  await running;
  await copyFiles(from, to);
  await from.move(contentKey(first), `private/${contentKey(first)}`);
  await from.remove(contentKey(gone));
  await copyFiles(from, to);
  expect(await leftAt(from, to)).toHaveLength(2);
  await leftAt(from, to, true);
  expect(await held(to)).toEqual([`open ${late}`, `private ${first}`]);
  expect(await held(to)).toEqual(await held(from));
});

test("one that was stopped goes on; a content that is not its hash stays behind and is named; half a one at the target is written anew", async () => {
  const [from, to] = [await marked(await opened("folder")), await opened("bucket")];
  const names: string[] = [];
  for (let n = 0; n < 5; n++) names.push(await put(from, randomBytes(500)));
  const altered = await put(from, Buffer.from("altered"), "ab".repeat(32));
  const stop = (done: { brought: number }) => {
    if (done.brought === 2) throw new Error("stopped");
  };
  await expect(copyFiles(from, to, stop)).rejects.toThrow("stopped");
  await to.write(contentKey(names[4]!), randomBytes(500));
  expect(await copyFiles(from, to)).toMatchObject({ wrong: [altered] });
  expect(await held(to)).toEqual(names.map((name) => `open ${name}`).toSorted());
});

test("places of two installations, and a source of none, are refused before anything is written", async () => {
  const [from, to] = [await opened("folder"), await opened("bucket")];
  await put(from, Buffer.from("ours"));
  await expect(copyFiles(from, to)).rejects.toThrow(CopyRefused);
  await marked(from);
  await marked(to, "theirs");
  await expect(copyFiles(from, to)).rejects.toThrow(/files of another installation/);
  expect(await held(to)).toEqual([]);
});
