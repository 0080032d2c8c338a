import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { zipOf } from "./zip.service.ts";

const at = new Date("2026-11-25T12:00:00Z");
const open = async () => Readable.from([Buffer.from("water")]);
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const zipped = (sha256: string) =>
  buffer(zipOf([{ path: "files/1-a.txt", open, sha256 }], (listed) => listed, at));

test("a file whose stored bytes are not those that were attached ends the package, and is named", async () => {
  expect((await zipped(hashOf("water"))).subarray(0, 2).toString()).toBe("PK");
  const attached = hashOf("wine");
  await expect(zipped(attached)).rejects.toMatchObject({
    code: "file_changed",
    message: expect.stringContaining(
      `The stored bytes of files/1-a.txt are not those that were attached: their SHA-256 is ${hashOf("water")}, it was ${attached}. Nothing was handed over.`,
    ) as string,
  });
});
