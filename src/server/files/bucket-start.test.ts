// What files cannot lie in is said at start in one sentence with what to do, and nothing is written.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { noteStorageAnswer } from "../operation/storage.ts";
import { bucketKeys, standInBucket, type StandInBucket } from "../testing/bucket.ts";
import { ownCertificate } from "../testing/certificate.ts";
import { addressOf, useBucketKeys } from "../testing/places.ts";
import type { BucketAddress } from "./bucket-address.ts";
import { openBucket } from "./bucket.ts";

let here: string;
let giveBack: () => void;
const open: StandInBucket[] = [];
beforeEach(() => {
  here = mkdtempSync(join(tmpdir(), "levee-start-"));
  giveBack = useBucketKeys(bucketKeys.writing);
  noteStorageAnswer();
});
afterEach(async () => {
  giveBack();
  noteStorageAnswer();
  rmSync(here, { recursive: true });
  for (const one of open.splice(0)) await one.close();
});

const storageOf = async (settings: Parameters<typeof standInBucket>[0] = {}) => {
  const storage = await standInBucket(settings);
  open.push(storage);
  return storage;
};
/** What a start says of a storage; empty where it begins. Nothing may be left there. */
const said = async (storage: StandInBucket, over: Partial<BucketAddress> = {}): Promise<string> => {
  const before = [...storage.objects.keys()];
  const place = await openBucket(addressOf(storage, over), here);
  const words = await place.examine().then(
    () => "",
    (error: Error) => error.message,
  );
  expect([...storage.objects.keys()]).toEqual(before);
  return words;
};

test("a bucket that is not there, or in another region", async () => {
  const storage = await storageOf({ region: "eu-central-1" });
  expect(await said(storage, { region: "eu-central-1", bucket: "another" })).toMatch(
    /There is no bucket another at http.*: make it, or name another one in LEVEE_FILES\.$/,
  );
  expect(await said(storage)).toMatch(
    /levee is not in the region us-east-1: set LEVEE_FILES_REGION to eu-central-1\.$/,
  );
  expect(await said(storage, { region: "eu-central-1" })).toBe("");
});

test("a clock that is off by an hour", async () => {
  expect(await said(await storageOf({ aheadMs: 3_600_000 }))).toMatch(
    /The clock of this machine is more than five minutes off.*set the clock/,
  );
});

test("keys that are unknown, wrong, missing, or only read", async () => {
  const storage = await storageOf();
  const keys = async (accessKeyId: string, secretAccessKey: string) => {
    giveBack();
    giveBack = useBucketKeys({ accessKeyId, secretAccessKey });
    return said(storage);
  };
  expect(await keys("NOBODY", "x")).toMatch(/does not know these keys \(InvalidAccessKeyId\): set/);
  expect(await keys(bucketKeys.writing.accessKeyId, "x")).toMatch(/\(SignatureDoesNotMatch\): set/);
  const { accessKeyId, secretAccessKey } = bucketKeys.reading;
  expect(await keys(accessKeyId, secretAccessKey)).toMatch(
    /These keys may read the bucket levee and not write there: let their account/,
  );
  expect(storage.objects.size).toBe(0);
});

test("a bucket with somebody else's objects, and one of ours", async () => {
  const storage = await storageOf();
  const theirs = { bytes: Buffer.from("theirs"), at: new Date(), parts: 1, key: null };
  storage.objects.set("county/backup-of-theirs.tar", theirs);
  expect(await said(storage, { prefix: "county" })).toMatch(
    /s3:\/\/levee\/county holds objects of somebody else \(county\/backup-of-theirs\.tar\).*name an empty prefix/,
  );
  // Beside ours they are in nobody's way.
  expect(await said(storage, { prefix: "of-ours" })).toBe("");
  storage.objects.set("county/installation.id", theirs);
  expect(await said(storage, { prefix: "county" })).toBe("");
});

test("an authority that this machine does not know, and a storage that does not answer", async () => {
  const storage = await storageOf({ tls: ownCertificate });
  expect(await said(storage)).toMatch(
    /of an authority that this machine does not know .*NODE_EXTRA_CA_CERTS/,
  );
  await open.pop()!.close();
  expect(await said(storage)).toMatch(
    /does not answer as it should \(.*ECONNREFUSED.*\): look at LEVEE_FILES_ENDPOINT/,
  );
});

test("the settings name a bucket, or the start stops", () => {
  const of = (LEVEE_FILES: string, more = {}) => readConfig({ LEVEE_FILES, ...more }).bucket;
  expect(of("s3://files-of-the-county/levee/")).toEqual({
    bucket: "files-of-the-county",
    prefix: "levee",
    endpoint: null,
    region: "us-east-1",
    privateKey: null,
  });
  const settings = {
    LEVEE_FILES_ENDPOINT: "https://storage.county.gov",
    LEVEE_FILES_REGION: "county-1",
    LEVEE_FILES_PRIVATE_KEY: "alias/private",
  };
  expect(of("s3://levee", settings)).toMatchObject({
    prefix: "",
    endpoint: "https://storage.county.gov",
    region: "county-1",
    privateKey: "alias/private",
  });
  expect(readConfig({}).bucket).toBeNull();
  for (const wrong of ["/mnt/files", "https://levee.s3.amazonaws.com", "s3://Le_Vee", "s3://a/b c"])
    expect(() => of(wrong)).toThrow(/LEVEE_FILES: must be s3:\/\/bucket/);
  expect(() => of("s3://levee", { LEVEE_FILES_ENDPOINT: "ftp://x" })).toThrow(
    "LEVEE_FILES_ENDPOINT",
  );
});
