import { randomBytes } from "node:crypto";
import { newId } from "#kernel/ids.ts";
import { nameOfBucket, type BucketAddress } from "./bucket-address.ts";
import { wordsOf, type Bucket } from "./bucket-client.ts";

/** What names the installation whose files lie there. */
const markKey = "installation.id";

type Said = Error & {
  code?: string;
  Region?: string;
  BucketRegion?: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string> };
};

const untrusted = new RegExp(
  [
    "SELF_SIGNED_CERT_IN_CHAIN",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?",
  ].join("|"),
);
const otherRegion =
  /^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException|301)$/;
const unknownKeys =
  /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|TokenRefreshRequired)$/;

const regionOf = (error: Said): string | undefined =>
  error.Region ?? error.BucketRegion ?? error.$response?.headers?.["x-amz-bucket-region"];

/** What is wrong, in one sentence that says what to do. */
const sentenceOf = (error: unknown, address: BucketAddress): string => {
  const said = error as Said;
  const where = address.endpoint ?? "AWS";
  const code = said.code ?? (said.cause as Said | undefined)?.code ?? "";
  if (said.name === "NoSuchBucket" || said.name === "NotFound")
    return `There is no bucket ${address.bucket} at ${where}: make it, or name another one in LEVEE_FILES.`;
  if (otherRegion.test(said.name)) {
    const region = regionOf(said);
    return `The bucket ${address.bucket} is not in the region ${address.region}: set LEVEE_FILES_REGION to ${region ? region : "its own"}.`;
  }
  if (said.name === "RequestTimeTooSkewed") return skewed;
  if (said.name === "CredentialsProviderError")
    return "No keys for the object storage were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role.";
  if (unknownKeys.test(said.name))
    return `The object storage at ${where} does not know these keys (${said.name}): set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to those of an account that may use the bucket ${address.bucket}.`;
  if (said.$metadata?.httpStatusCode === 403)
    return `These keys may not list the bucket ${address.bucket}: let their account list, read, write and delete under ${nameOfBucket(address)}.`;
  if (untrusted.test(code))
    return `The certificate of ${where} is of an authority that this machine does not know (${code}): set NODE_EXTRA_CA_CERTS to a PEM file of that authority.`;
  return `The object storage at ${where} does not answer as it should (${wordsOf(error).slice(0, -1)}): look at LEVEE_FILES_ENDPOINT, and whether it runs.`;
};

const skewed =
  "The clock of this machine is more than five minutes off the object storage's, which refuses what is signed so: set the clock, and keep it set by a time service (chrony, systemd-timesyncd).";

/** The SDK takes a clock for wrong from here on. */
const mostSkewMs = 4 * 60_000;

const refuse = (sentence: string, cause?: unknown): never => {
  throw new Error(`The files cannot lie there. ${sentence}`, { cause });
};

/** Refuses a bucket that holds what no installation of ours put there. */
const requireOwn = async (bucket: Bucket): Promise<void> => {
  const { sdk, client, address, at } = bucket;
  const { Bucket: name, Key: Prefix } = at("");
  const { Contents = [] } = await client.send(
    new sdk.ListObjectsV2Command({ Bucket: name, Prefix, MaxKeys: 1 }),
  );
  // The SDK signs by the storage's clock once it was refused: what else goes by this clock would not.
  if (Math.abs(client.config.systemClockOffset) > mostSkewMs) refuse(skewed);
  const [first] = Contents;
  if (!first) return;
  const marked = await client.send(new sdk.HeadObjectCommand(at(markKey))).then(
    () => true,
    (error: Said) => {
      if (error.name === "NotFound" || error.name === "NoSuchKey") return false;
      throw error;
    },
  );
  if (!marked)
    refuse(
      `${nameOfBucket(address)} holds objects of somebody else (${first.Key!.slice(0, 80)}) and no ${markKey} of this product: name an empty prefix in LEVEE_FILES, or bring files there by "npm run files -- copy".`,
    );
};

/** Writes a few bytes, reads them, and takes them away. */
const requireWriting = async ({ sdk, client, address, at }: Bucket): Promise<void> => {
  const trial = at(`incoming/${newId()}`);
  const bytes = randomBytes(64);
  const mayNot = (what: string) => (error: Said) =>
    error.$metadata?.httpStatusCode === 403
      ? refuse(
          `These keys may read the bucket ${address.bucket} and not ${what} there: let their account list, read, write and delete under ${nameOfBucket(address)}.`,
          error,
        )
      : Promise.reject(error);
  await client.send(new sdk.PutObjectCommand({ ...trial, Body: bytes })).catch(mayNot("write"));
  const given = await client.send(new sdk.GetObjectCommand(trial));
  const back = Buffer.from(await given.Body!.transformToByteArray());
  await client.send(new sdk.DeleteObjectCommand(trial)).catch(mayNot("delete"));
  if (!back.equals(bytes)) refuse("It gives back other bytes than were written: do not use it.");
};

/**
 * Refuses at start what files cannot lie in: no such bucket, another region, a clock that is off, keys
 * that are unknown or only read, an unknown authority, somebody else's objects. Nothing but the trial of
 * the last step is written.
 * @throws Error with one sentence that says what to do
 */
export const examineBucket = async (bucket: Bucket): Promise<void> => {
  try {
    await requireOwn(bucket);
    await requireWriting(bucket);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("The files cannot lie there."))
      throw error;
    refuse(sentenceOf(error, bucket.address), error);
  }
};
