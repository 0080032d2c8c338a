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

/** The passage of a text where the words stand, with ⟦ and ⟧ around each; `text` names the column. */
export const passageOf = (text: string, q: string): Sql => sql`
  ts_headline(
    'english', ${raw(text)}, websearch_to_tsquery('english', ${q}),
    'StartSel=⟦, StopSel=⟧, MaxWords=28, MinWords=14, ShortWord=2, MaxFragments=1'
  )
`;

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
