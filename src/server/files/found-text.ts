import type { Db } from "../db/db.ts";
import { raw, sql, type Sql } from "../db/sql.ts";

const mostFiles = 1000;

/** Ids of the agency's files whose text holds every word of `q`; none that the virus scanner holds. */
export const filesWith = async (db: Db, q: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select f.id
      from stored_file f
      left join file_look l on l.sha256 = f.sha256
      where f.org_id = ${db.scope.orgId}
        and f.id = any(array(select levee_files_with(${q}, ${mostFiles})))
        and coalesce(l.state, 'clean') in ('clean', 'unscanned')
    `)
  ).map((file) => file.id);

/** A text of SQL with the files that it names as $files. */
export const withFiles = (text: string, files: readonly string[]): Sql => {
  const [first, ...parts] = text.split("$files");
  return parts.reduce(
    (acc, part) => sql`${acc}${[...files]}${raw(`::uuid[]${part}`)}`,
    raw(first!),
  );
};

/** SQL of ids of records of a noun by what is attached to them, of $files: `id`, `file_id`. */
export const attachedTo = (objectType: string): string => `
  select at.object_id as id, at.file_id
  from attachment at
  where at.object_type = '${objectType}' and at.file_id = any($files)
`;

/**
 * The passage of each file where the words stand, with ⟦ and ⟧ around each, and the file's name. It is
 * cut out of the whole text: ask for few.
 */
export const passagesIn = (
  db: Db,
  fileIds: readonly string[],
  q: string,
): Promise<{ fileId: string; file: string; text: string }[]> =>
  db.rows(sql`
    select
      f.id as file_id, f.name as file,
      ts_headline(
        'english', c.text, websearch_to_tsquery('english', ${q}),
        'StartSel=⟦, StopSel=⟧, MaxWords=20, MinWords=10, ShortWord=2, MaxFragments=1'
      ) as text
    from stored_file f
    join file_content c on c.org_id = f.org_id and c.file_id = f.id
    where f.org_id = ${db.scope.orgId} and f.id = any(${[...fileIds]}::uuid[])
  `);

/**
 * Why the words of a PDF are not searched, null where they are or will be; f is the stored file, c
 * what reading it gave. Files of other kinds are not read.
 */
export const unsearchable = sql`
  case
    when c.file_id is null or btrim(
      c.text, E' \\n\\t\\r\\f'
    ) <> '' or f.media_type <> 'application/pdf' then null
    else coalesce(nullif(c.problem, ''), 'its pages are pictures.')
  end
`;

/** The same of some files, by id; files that are searched, or not read yet, are not among them. */
export const unsearchableOf = async (
  db: Db,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (fileIds.length === 0) return new Map();
  const found = await db.rows<{ id: string; why: string | null }>(sql`
    select f.id, ${unsearchable} as why
    from stored_file f
    join file_content c on c.org_id = f.org_id and c.file_id = f.id
    where f.org_id = ${db.scope.orgId} and f.id = any(${[...fileIds]}::uuid[])
  `);
  return new Map(found.flatMap(({ id, why }) => (why ? [[id, why] as const] : [])));
};
