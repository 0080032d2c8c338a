import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { folderPlace } from "../files/folder.ts";
import { contentKey } from "../files/place.ts";
import { useKeyStore, type KeyStore } from "../keystore.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { testPlaces } from "../testing/places.ts";
import type * as Belonging from "./belonging.ts";

let t: TestDatabase;
let module: typeof Belonging;
const folder = mkdtempSync(join(tmpdir(), "levee-belonging-"));
const files = (name: string) => join(folder, name, "files");
const secret = process.env["LEVEE_SECRET"];
beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(async () => {
  if (secret === undefined) delete process.env["LEVEE_SECRET"];
  else process.env["LEVEE_SECRET"] = secret;
  useKeyStore(undefined);
  rmSync(folder, { recursive: true, force: true });
  await t.drop();
});

const storeWith = (publicKey: string) =>
  ({ status: async () => ({ publicKey, now: "" }) }) as unknown as KeyStore;
/** The module as an instance with this secret and this key store has it. */
const instance = async (ownSecret: string, store: KeyStore | undefined) => {
  process.env["LEVEE_SECRET"] = ownSecret;
  vi.resetModules();
  (await import("../keystore.ts")).useKeyStore(store);
  module = await import("./belonging.ts");
  return module;
};
const ours = "the secret of all the instances of this one";
const starts = async (ownSecret: string, key: string, name: string) =>
  (await instance(ownSecret, storeWith(key))).refuseStranger(t.database, folderPlace(files(name)));

test("the first instance says what belongs to the database; strangers are refused with what to do, until an operator takes over", async () => {
  await starts(ours, "K1", "one");
  await starts(ours, "K1", "one");
  const copied = files("shared");
  cpSync(files("one"), copied, { recursive: true });
  await starts(ours, "K1", "shared");
  await expect(starts("another secret of thirty-two letters", "K1", "one")).rejects.toThrow(
    /Set LEVEE_SECRET to theirs/,
  );
  await expect(starts(ours, "K1", "two")).rejects.toThrow(/folder `files`.*shared folder/s);
  await expect(starts(ours, "K2", "one")).rejects.toThrow(/Set LEVEE_KEYSTORE_URL/);
  const all = await starts("another secret of thirty-two letters", "K2", "two").catch(
    (error: Error) => error.message,
  );
  expect(all).toMatch(/LEVEE_SECRET.*files.*LEVEE_KEYSTORE_URL.*bin\/take-over\.mjs/s);

  const stranger = await instance(ours, storeWith("K2"));
  await expect(stranger.refuseStrangerFirst(t.ownerUrl, folderPlace(files("two")))).rejects.toThrow(
    /does not belong to its database/,
  );
  // A database that no instance has migrated yet.
  await stranger.refuseStrangerFirst(
    process.env["LEVEE_TEST_DATABASE"]!,
    folderPlace(files("two")),
  );

  const { takeOverDatabase } = await instance(ours, storeWith("K2"));
  expect(await takeOverDatabase(t.database, folderPlace(files("two")))).toEqual([
    "filesCheck",
    "keyStoreCheck",
  ]);
  await starts(ours, "K2", "two");
  await expect(starts(ours, "K1", "one")).rejects.toThrow(/does not belong to its database/);
});

test("a key store that does not answer yet refuses nobody", async () => {
  const silent = { status: async () => Promise.reject(new Error("away")) } as unknown as KeyStore;
  await (await instance(ours, silent)).refuseStranger(t.database, folderPlace(files("two")));
});

test("a new database takes no bucket with another installation's files, and an empty one with its mark", async () => {
  const bucket = await testPlaces.bucket();
  const owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  await owner.query("delete from installation");
  await owner.end();
  const { place } = bucket;
  await place.write("installation.id", Buffer.from("theirs"));
  await place.write(contentKey("ab".repeat(32)), Buffer.from("theirs"));
  const { refuseStranger } = await instance(ours, storeWith("K1"));
  await expect(refuseStranger(t.database, place)).rejects.toThrow(
    /holds the files of another installation, and this database is new: name an empty prefix/,
  );
  await place.remove(contentKey("ab".repeat(32)));
  await refuseStranger(t.database, place);
  // Another instance finds its database on the same bucket, and refuses a folder.
  await refuseStranger(t.database, place);
  await expect(starts(ours, "K1", "two")).rejects.toThrow(/or name their bucket/);
  await bucket.drop();
});
