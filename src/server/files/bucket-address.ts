/** Where files lie in object storage, as the settings name it. */
export type BucketAddress = {
  bucket: string;
  /** Before every key, without a slash at its end; empty for the whole bucket. */
  prefix: string;
  /** The storage's own address, asked in path style; null for AWS. */
  endpoint: string | null;
  region: string;
  /** Names the KMS key under which the storage keeps private files; null: as the bucket has it. */
  privateKey: string | null;
};

/** Reads `s3://bucket/prefix`; null for what is no such address. */
export const bucketNamed = (text: string): Pick<BucketAddress, "bucket" | "prefix"> | null => {
  const [, bucket, rest = ""] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/.*)?$/.exec(text) ?? [];
  if (bucket === undefined) return null;
  const prefix = rest.replace(/^\/+|\/+$/g, "");
  return /^[A-Za-z0-9/_.-]*$/.test(prefix) ? { bucket, prefix } : null;
};

export const nameOfBucket = ({ bucket, prefix }: BucketAddress): string =>
  `s3://${bucket}${prefix === "" ? "" : `/${prefix}`}`;
