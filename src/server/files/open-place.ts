import type { Config } from "../config.ts";
import { folderPlace } from "./folder.ts";
import type { Place } from "./place.ts";

/**
 * Where this installation's files lie: the bucket of LEVEE_FILES, else the folder. What speaks to object
 * storage is loaded with a bucket alone.
 */
export const openPlace = async (config: Pick<Config, "files" | "bucket">): Promise<Place> =>
  config.bucket === null
    ? folderPlace(config.files)
    : (await import("./bucket.ts")).openBucket(config.bucket, config.files);
