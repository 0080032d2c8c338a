import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BucketAddress } from "../files/bucket-address.ts";
import { openBucket } from "../files/bucket.ts";
import { folderPlace } from "../files/folder.ts";
import type { Place } from "../files/place.ts";
import { noteStorageAnswer } from "../operation/storage.ts";
import { bucketKeys, standInBucket, type StandInBucket } from "./bucket.ts";

const names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"] as const;

/** Gives this process keys of object storage; what is given back brings back those that it had. */
export const useBucketKeys = (
  keys: { accessKeyId: string; secretAccessKey: string } | null,
): (() => void) => {
  const before = names.map((name) => [name, process.env[name]] as const);
  const set = (name: string, value: string | undefined) => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  set("AWS_ACCESS_KEY_ID", keys?.accessKeyId);
  set("AWS_SECRET_ACCESS_KEY", keys?.secretAccessKey);
  set("AWS_SESSION_TOKEN", undefined);
  return () => before.forEach(([name, value]) => set(name, value));
};

export const addressOf = (
  { url }: Pick<StandInBucket, "url">,
  over: Partial<BucketAddress> = {},
): BucketAddress => ({
  bucket: "levee",
  prefix: `county-${randomUUID().slice(0, 8)}`,
  endpoint: url,
  region: "us-east-1",
  privateKey: null,
  ...over,
});

/** A place of a test, empty, with what takes it away; `storage` is the bucket's. */
export type TestPlace = {
  place: Place;
  /** Its folder, or that of what is on its way to the bucket. */
  here: string;
  storage: StandInBucket | null;
  drop: () => Promise<void>;
};

const folder = async (): Promise<TestPlace> => {
  const here = mkdtempSync(join(tmpdir(), "levee-place-"));
  return {
    place: folderPlace(here),
    here,
    storage: null,
    drop: async () => rmSync(here, { recursive: true, force: true }),
  };
};

const bucket = async (): Promise<TestPlace> => {
  const here = mkdtempSync(join(tmpdir(), "levee-place-"));
  const storage = await standInBucket();
  const giveBack = useBucketKeys(bucketKeys.writing);
  noteStorageAnswer();
  return {
    place: await openBucket(addressOf(storage), here),
    here,
    storage,
    drop: async () => {
      giveBack();
      noteStorageAnswer();
      await storage.close();
      rmSync(here, { recursive: true, force: true });
    },
  };
};

/**
 * A storage of the machine, where `LEVEE_TEST_STORAGE` says its address: a radosgw or MinIO with the
 * writing keys of `bucketKeys` and a bucket `levee`.
 */
const real = async (url: string): Promise<TestPlace> => {
  const here = mkdtempSync(join(tmpdir(), "levee-place-"));
  const giveBack = useBucketKeys(bucketKeys.writing);
  noteStorageAnswer();
  return {
    place: await openBucket(addressOf({ url }), here),
    here,
    storage: null,
    drop: async () => {
      giveBack();
      rmSync(here, { recursive: true, force: true });
    },
  };
};

const address = process.env["LEVEE_TEST_STORAGE"];
/** Both kinds of place, for a test that each must pass. */
export const testPlaces = {
  folder,
  bucket,
  ...(address !== undefined && { "storage of this machine": () => real(address) }),
};
