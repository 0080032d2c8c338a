import type { Readable } from "node:stream";
import { S3Store } from "@tus/s3-store";
import type { Upload } from "@tus/server";
import type { BucketAddress } from "./bucket-address.ts";
import { failureOf, optionsOf } from "./bucket-client.ts";

// What the storage failed with bears the SDK's facts; the sender's own broken line does not.
const told = (id: string) => (error: unknown) => {
  throw typeof error === "object" && error !== null && "$metadata" in error
    ? failureOf(error, id)
    : error;
};

/**
 * What has come of files that are sent in pieces, as parts in the bucket, so that the next piece may come
 * to another instance. A piece that breaks off leaves its whole parts of 8 MB.
 */
export class BucketPieces extends S3Store {
  constructor(address: BucketAddress) {
    super({
      partSize: 8 * 1024 * 1024,
      useTags: false,
      s3ClientConfig: { bucket: address.bucket, ...optionsOf(address, "much") },
    });
  }

  override create(upload: Upload): Promise<Upload> {
    return super.create(upload).catch(told(upload.id));
  }

  override write(source: Readable, id: string, offset: number): Promise<number> {
    return super.write(source, id, offset).catch(told(id));
  }

  override getUpload(id: string): Promise<Upload> {
    return super.getUpload(id).catch(told(id));
  }
}
