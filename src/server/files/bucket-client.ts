import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";
import { databaseMs } from "../db/database-clock.ts";
import {
  mayAskStorage,
  noteStorageAnswer,
  noteStorageAway,
  storageTrouble,
} from "../operation/storage.ts";
import { FilesAway } from "./away.ts";
import type { BucketAddress } from "./bucket-address.ts";
import { isNotThere, notThere } from "./place.ts";

const connectMs = 3_000;
/** Without a byte in either direction for so long the storage is away. */
const silentMs = 8_000;
/** The same where the storage has much to do before it answers: it copies, or puts parts together. */
const patientMs = 60_000;

/** What this module uses of the SDK; loaded only where a bucket is set. */
export type Sdk = typeof import("@aws-sdk/client-s3") & typeof import("@aws-sdk/lib-storage");

export const loadSdk = async (): Promise<Sdk> => ({
  ...(await import("@aws-sdk/client-s3")),
  ...(await import("@aws-sdk/lib-storage")),
});

/**
 * How the bucket's storage is asked. Its keys come by the SDK's chain (environment, shared files, role of
 * the machine). Checksums that not every storage knows are sent where an operation demands them alone.
 */
export const optionsOf = (
  address: BucketAddress,
  patience: "usual" | "much" = "usual",
): S3ClientConfig => ({
  region: address.region,
  ...(address.endpoint !== null && { endpoint: address.endpoint, forcePathStyle: true }),
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
  maxAttempts: 2,
  requestHandler: {
    connectionTimeout: connectMs,
    socketTimeout: patience === "usual" ? silentMs : patientMs,
  },
});

/** A bucket as it is asked. */
export type Bucket = {
  sdk: Sdk;
  client: S3Client;
  /** For what the storage has much to do with. */
  patient: S3Client;
  address: BucketAddress;
  /** How the storage names a key of ours. */
  at: (key: string) => { Bucket: string; Key: string };
  /** What is said with a key that is written: private files lie under a key of their own. */
  sealing: (key: string) => object;
};

type Said = Error & { $metadata?: { httpStatusCode?: number }; path?: unknown; code?: unknown };

const isAbsent = (error: Said): boolean =>
  error.name === "NoSuchKey" || error.name === "NotFound" || error.name === "NoSuchUpload";

/** Whether an error is of a file of this machine and not of the storage. */
const isOfDisk = (error: Said): boolean =>
  (typeof error.path === "string" && typeof error.code === "string") ||
  error.code === "ENOSPC" ||
  error.code === "EIO";

/** What was heard of a storage that failed, for whoever runs the server. */
export const wordsOf = (error: unknown): string => {
  const { name, message, code, $metadata } = error as Said;
  const status = $metadata?.httpStatusCode;
  if (name === "Unknown" && status !== undefined) return `it answers ${status}.`;
  const what = typeof code === "string" && code !== name ? `${name} ${code}` : name;
  return `${what}: ${(message || "no answer").replace(/\s+/g, " ").slice(0, 200)}.`;
};

/** The error that whoever asked gets: not there, the disk's own, or that the storage is away, which is noted. */
export const failureOf = (error: unknown, key: string): Error => {
  const said = error as Said;
  if (error instanceof FilesAway || isNotThere(error) || isOfDisk(said)) return said;
  if (isAbsent(said)) {
    noteStorageAnswer();
    return notThere(key);
  }
  const words = wordsOf(error);
  noteStorageAway(new Date(databaseMs()), words);
  return new FilesAway(words, { cause: error });
};

/** Asks the storage, unless it is left alone for a moment. @throws FilesAway, ENOENT */
export const askStorage = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
  if (!mayAskStorage()) throw new FilesAway(storageTrouble()!.said);
  try {
    const answer = await work();
    noteStorageAnswer();
    return answer;
  } catch (error) {
    throw failureOf(error, key);
  }
};
