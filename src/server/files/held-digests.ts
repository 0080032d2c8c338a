import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** A file as the audit record attests it: its name, and the SHA-256 (hex) of its content. */
export type FileDigest = { name: string; sha256: string };

/** Columns that hold files of records, by table. */
const holding = new Map<string, string[]>();

/** Says that a column (`receipt.photo_file_ids`) holds files that whoever sees its record may see. */
export const holdsFiles = (column: string): void => {
  const [table, name] = column.split(".") as [string, string];
  holding.set(table, [...(holding.get(table) ?? []), name]);
};

const idsIn = (table: PgTable, names: readonly string[], row: object | null): string[] =>
  Object.entries(getTableColumns(table))
    .filter(([, column]) => names.includes(column.name))
    .flatMap(([property]) => (row as Record<string, string | string[] | null> | null)?.[property])
    .filter((id): id is string => typeof id === "string");

/**
 * What the audit record says of files that a record holds in columns of its own, where `after` holds
 * some that `before` did not: `{ files }` with name and SHA-256 each, else nothing. So a photo of a
 * receipt or the paper of a bill is attested as an attachment is.
 */
export const digestsOf = async (
  db: Db,
  table: PgTable,
  after: object | null,
  before: object | null = null,
): Promise<{ files?: FileDigest[] }> => {
  const names = holding.get(getTableName(table));
  if (!names || !after) return {};
  const known = new Set(idsIn(table, names, before));
  const ids = idsIn(table, names, after).filter((id) => !known.has(id));
  if (ids.length === 0) return {};
  const files = await db.rows<FileDigest>(sql`
    select name, sha256
    from stored_file
    where org_id = ${db.scope.orgId} and id = any(${ids}::uuid[])
    order by name, sha256
  `);
  return files.length > 0 ? { files } : {};
};

const told = z.object({
  changes: z.array(z.object({ field: z.string(), after: z.unknown() })),
});
const digests = z.array(z.object({ name: z.string(), sha256: z.string().length(64) }));

// An entry that cannot be read attests nothing; the others do.
const filesIn = (content: string): FileDigest[] => {
  try {
    return told
      .parse(JSON.parse(content))
      .changes.filter(({ field }) => field === "files")
      .flatMap(({ after }) => digests.safeParse(after).data ?? []);
  } catch {
    return [];
  }
};

/** The files that the audit record attests of these records, each content once. */
export const attestedFiles = async (
  db: Db,
  objectIds: readonly string[],
): Promise<FileDigest[]> => {
  const entries = await db.rows<{ content: string }>(sql`
    select content
    from audit_entry
    where org_id = ${db.scope.orgId}
      and object_id = any(${[...objectIds]}::uuid[])
      and content like '%"field":"files"%'
    order by at, id
  `);
  const found = entries.flatMap(({ content }) => filesIn(content));
  return [...new Map(found.map((file) => [file.sha256, file])).values()];
};
