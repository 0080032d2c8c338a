import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { Problem } from "#kernel/errors.ts";
import { FilesAway } from "../../files/away.ts";
import type { FileStore } from "../../files/looked-at.ts";
import { sql } from "../../db/sql.ts";
import type { Checked, Finding, Invariant } from "../checking.ts";

type Kept = { sha256: string; name: string; size: number; names: number };

const hashOf = async (stream: Readable): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest("hex");
};

/** What is wrong with a stored content, or null. One that the scanner holds is not read. */
const wrongWith = async (files: FileStore, { sha256 }: Kept): Promise<string | null> => {
  try {
    const { stream } = await files.open(sha256);
    return (await hashOf(stream)) === sha256
      ? null
      : "is not what was stored: its content was altered where it is kept";
  } catch (error) {
    if (error instanceof FilesAway) throw error;
    if (error instanceof Problem && error.code === "file_missing")
      return "is gone from where files are kept";
    if (error instanceof Problem && error.code.startsWith("file_un")) return "cannot be read";
    if (error instanceof Problem) return null;
    return "cannot be read to its end";
  }
};

const lookAtAll = async ({ app, db, beat }: Checked): Promise<Finding[]> => {
  const kept = await db.rows<Kept>(sql`
    select sha256, min(name) as name, max(size) as size, count(*)::int as names
    from stored_file
    where org_id = ${db.scope.orgId}
    group by sha256
    order by sha256
  `);
  const found: Finding[] = [];
  for (const [at, each] of kept.entries()) {
    await beat(at, kept.length);
    const wrong = await wrongWith(app.files, each);
    if (wrong)
      found.push({
        sentence: `${each.name}${each.names > 1 ? ` (and ${each.names - 1} more records of the same content)` : ""} ${wrong}. SHA-256 ${each.sha256.slice(0, 12)}…`,
        link: null,
      });
  }
  return found;
};

export const filesRule: Invariant = {
  name: "files.contents",
  label: "Stored files",
  area: "server",
  what: "Every stored file is where files are kept (the folder, or the bucket), and its content is what its SHA-256 says.",
  todo: "Bring the file back from a backup: its place in the folder files, or in the bucket, is under the first two letters of its SHA-256. Nothing else needs to change.",
  check: lookAtAll,
};
