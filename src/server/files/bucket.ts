import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { newId } from "#kernel/ids.ts";
import { databaseMs } from "../db/database-clock.ts";
import { nameOfBucket, type BucketAddress } from "./bucket-address.ts";
import {
  askStorage,
  optionsOf,
  failureOf,
  loadSdk,
  type Bucket,
  type Sdk,
} from "./bucket-client.ts";
import { examineBucket } from "./bucket-start.ts";
import { localCopies, type LocalCopies } from "./local-copies.ts";
import { isNotThere, type Content, type Lying, type Place } from "./place.ts";
import type { Piece } from "./ranges.ts";

/** Larger ones are sent in parts, each tried again by itself. */
const partBytes = 8 * 1024 * 1024;
/** A private content that is put again within this time is not sent again; later it is, so that it is young. */
const youngMs = 12 * 60 * 60 * 1000;

/** A content's bytes; whatever breaks off on the way is that the storage is away. */
const guarded = (body: Readable, key: string): Readable => {
  const through = new PassThrough();
  body.on("error", (error) => through.destroy(failureOf(error, key)));
  through.on("error", () => {});
  through.on("close", () => body.destroy());
  return body.pipe(through);
};

const open = (
  { sdk, client, at }: Bucket,
  key: string,
  piece?: Piece,
): Promise<{ stream: Readable; size: number }> =>
  askStorage(key, async () => {
    const Range = piece && `bytes=${piece.start}-${piece.end}`;
    const given = await client.send(new sdk.GetObjectCommand({ ...at(key), Range }));
    const whole = /\/(\d+)$/.exec(given.ContentRange ?? "")?.[1];
    return {
      stream: guarded(given.Body as Readable, key),
      size: Number(whole ?? given.ContentLength),
    };
  });

type Head = { size: number; changedMs: number; sha256: string | null };

const head = async ({ sdk, client, at }: Bucket, key: string): Promise<Head | null> => {
  try {
    return await askStorage(key, async () => {
      const given = await client.send(
        new sdk.HeadObjectCommand({ ...at(key), ChecksumMode: "ENABLED" }),
      );
      // Of what came in parts it is the hash of the parts' hashes, and ends with their number.
      const said = given.ChecksumSHA256;
      return {
        size: given.ContentLength ?? 0,
        changedMs: given.LastModified?.getTime() ?? 0,
        sha256:
          said === undefined || said.includes("-")
            ? null
            : Buffer.from(said, "base64").toString("hex"),
      };
    });
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
};

const hashOf = async (stream: Readable): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest("hex");
};

/** Whether the storage holds under a key what it should: by its own hash, else read back whole. */
const holds = async (bucket: Bucket, key: string, { sha256, size }: Content): Promise<boolean> => {
  const there = await head(bucket, key);
  if (!there || there.size !== size) return false;
  return (there.sha256 ?? (await hashOf((await open(bucket, key)).stream))) === sha256;
};

const send = async (bucket: Bucket, key: string, file: string, of: Content): Promise<void> => {
  const { sdk, client, patient, at, sealing } = bucket;
  const said = { ...at(key), ...sealing(key), ContentType: "application/octet-stream" };
  await askStorage(key, async () => {
    if (of.size <= partBytes)
      return client.send(
        new sdk.PutObjectCommand({
          ...said,
          Body: await readFile(file),
          ChecksumSHA256: Buffer.from(of.sha256, "hex").toString("base64"),
        }),
      );
    return new sdk.Upload({
      client: patient,
      params: { ...said, Body: createReadStream(file, { highWaterMark: 1024 * 1024 }) },
      partSize: partBytes,
      queueSize: 2,
    }).done();
  });
};

const keep = async (bucket: Bucket, key: string, file: string, of: Content): Promise<void> => {
  const there = await head(bucket, key);
  const stays =
    there !== null &&
    (!key.startsWith("private/") || databaseMs() - there.changedMs < youngMs) &&
    (await holds(bucket, key, of));
  if (!stays) {
    await send(bucket, key, file, of);
    if (!(await holds(bucket, key, of))) {
      await remove(bucket, key);
      throw failureOf(new Error(`what it holds of ${key} is not what was sent`), key);
    }
  }
  await rm(file, { force: true });
};

const remove = async ({ sdk, client, at }: Bucket, key: string): Promise<void> => {
  await askStorage(key, () => client.send(new sdk.DeleteObjectCommand(at(key))));
};

/** Copied first, then taken away, so that it is always under one of the two. */
const move = async (bucket: Bucket, from: string, to: string): Promise<boolean> => {
  const { sdk, patient, at, sealing } = bucket;
  try {
    await askStorage(from, () => {
      const { Bucket: name, Key } = at(from);
      const CopySource = `${name}/${Key.split("/").map(encodeURIComponent).join("/")}`;
      return patient.send(new sdk.CopyObjectCommand({ ...at(to), ...sealing(to), CopySource }));
    });
  } catch (error) {
    if (isNotThere(error)) return false;
    throw error;
  }
  await remove(bucket, from);
  return true;
};

async function* list(bucket: Bucket, beginning: string): AsyncGenerator<Lying> {
  const { sdk, client, at } = bucket;
  const { Bucket: name, Key: Prefix } = at(beginning);
  const before = Prefix.length - beginning.length;
  let ContinuationToken: string | undefined;
  do {
    const page = await askStorage(beginning, () =>
      client.send(
        new sdk.ListObjectsV2Command({ Bucket: name, Prefix, Delimiter: "/", ContinuationToken }),
      ),
    );
    for (const { Key, Size, LastModified } of page.Contents ?? [])
      yield {
        key: Key!.slice(before),
        size: Size ?? 0,
        changedMs: LastModified?.getTime() ?? 0,
      };
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken !== undefined);
}

const read = async (bucket: Bucket, key: string): Promise<Buffer | null> => {
  try {
    return await buffer((await open(bucket, key)).stream);
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
};

const writeOnce = { IfNoneMatch: "*" };
/** That something lies there already. */
const isTaken = (error: unknown): boolean =>
  ["PreconditionFailed", "ConditionalRequestConflict"].includes((error as Error).name);

const write = async (bucket: Bucket, key: string, bytes: Uint8Array, how?: "once") => {
  const { sdk, client, at, sealing } = bucket;
  // A storage that does not know the condition passes over it.
  if (how === "once" && (await head(bucket, key))) return;
  const condition = how === "once" ? writeOnce : {};
  await askStorage(key, () =>
    client
      .send(new sdk.PutObjectCommand({ ...at(key), ...sealing(key), ...condition, Body: bytes }))
      .catch((error: unknown) => {
        if (how !== "once" || !isTaken(error)) throw error;
      }),
  );
};

/** A list that grows is an object for each line: two instances that add at once lose none. */
const appended = async (bucket: Bucket, key: string): Promise<string> => {
  const texts = [await read(bucket, key)];
  for await (const line of list(bucket, `${key}/`)) texts.push(await read(bucket, line.key));
  return texts.map((bytes) => bytes?.toString("utf8") ?? "").join("\n");
};

/** Uploads in parts that were begun over so long ago: their parts take room and nobody sees them. */
const abortOld = async ({ sdk, client, at }: Bucket, olderMs: number): Promise<void> => {
  const { Bucket: name, Key: Prefix } = at("");
  const { Uploads = [] } = await askStorage("uploads in parts", () =>
    client.send(new sdk.ListMultipartUploadsCommand({ Bucket: name, Prefix })),
  );
  for (const { Key, UploadId, Initiated } of Uploads)
    if (databaseMs() - (Initiated?.getTime() ?? 0) > olderMs)
      await askStorage(Key!, () =>
        client.send(new sdk.AbortMultipartUploadCommand({ Bucket: name, Key, UploadId })),
      ).catch((error: unknown) => {
        if (!isNotThere(error)) throw error;
      });
};

const tidySpool = async (spool: string, olderMs: number): Promise<void> => {
  for (const name of await readdir(spool).catch(() => [])) {
    const there = await stat(join(spool, name)).catch(() => null);
    if (there && databaseMs() - there.mtimeMs > olderMs)
      await rm(join(spool, name), { force: true });
  }
};

const bucketOf = (sdk: Sdk, address: BucketAddress): Bucket => ({
  sdk,
  client: new sdk.S3Client(optionsOf(address)),
  patient: new sdk.S3Client(optionsOf(address, "much")),
  address,
  at: (key) => ({
    Bucket: address.bucket,
    Key: address.prefix === "" ? key : `${address.prefix}/${key}`,
  }),
  sealing: (key) =>
    address.privateKey !== null && key.startsWith("private/")
      ? { ServerSideEncryption: "aws:kms", SSEKMSKeyId: address.privateKey }
      : {},
});

const placeOf = (bucket: Bucket, spool: string, copies: LocalCopies): Place => ({
  name: nameOfBucket(bucket.address),
  shared: true,
  spool,
  keep: (key, file, of) => keep(bucket, key, file, of),
  open: (key, piece) => open(bucket, key, piece),
  head: (key) => head(bucket, key),
  list: (beginning) => list(bucket, beginning),
  remove: async (key) => {
    await remove(bucket, key);
    await copies.drop(key);
  },
  move: async (from, to) => {
    const moved = await move(bucket, from, to);
    await copies.drop(from);
    return moved;
  },
  pathOf: (key) => copies.of(key, async () => (await open(bucket, key)).stream),
  read: (key) => read(bucket, key),
  write: (key, bytes, how) => write(bucket, key, bytes, how),
  append: (key, line) => write(bucket, `${key}/${newId()}`, Buffer.from(`${line}\n`)),
  appended: (key) => appended(bucket, key),
  tidy: async (olderMs) => {
    await tidySpool(spool, olderMs);
    await copies.tidy();
    await abortOld(bucket, olderMs);
  },
  ready: () => askStorage("", async () => {}),
  pieces: async () => {
    const { BucketPieces } = await import("./bucket-pieces.ts");
    const store = new BucketPieces(bucket.address);
    return { store, idOf: (id) => bucket.at(`uploads/${id}`).Key };
  },
  ping: async () => void (await head(bucket, "installation.id")),
  examine: () => examineBucket(bucket),
});

/**
 * Files in object storage that speaks S3, under a prefix of a bucket. `here` is a folder of this machine
 * for what is on its way: new files before they are sent, and copies for threads that read by a path
 * (2 GB, those asked for longest ago go first). Nothing in the bucket is public, and no link is ever
 * signed: every byte goes through the server, which asks who may have it.
 */
export const openBucket = async (address: BucketAddress, here: string): Promise<Place> => {
  const spool = join(here, "incoming");
  await mkdir(spool, { recursive: true, mode: 0o700 });
  return placeOf(bucketOf(await loadSdk(), address), spool, localCopies(join(here, "copies")));
};
