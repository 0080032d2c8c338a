import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { filesWith, passageOf, withFiles } from "#server/files/found-text.ts";
import type { ListPage, ListQuery } from "#server/http/list.ts";
import type { Contract } from "../contract/contract.model.ts";
import { filesOfContracts } from "./files.model.ts";

/** So many contracts of a page are shown with their passage: it is cut out of the whole text. */
const mostPassages = 25;

type Passage = { id: string; file: string; text: string };

const passagesOf = (db: Db, ids: readonly string[], files: readonly string[], q: string) =>
  db.rows<Passage>(sql`
    select o.id, f.name as file, ${passageOf("c.text", q)} as text
    from (
      select distinct on (o.id) o.id, o.file_id
      from (${withFiles(filesOfContracts, files)}) o
      where o.id = any(${[...ids]}::uuid[])
      order by o.id, o.file_id
    ) o
    join stored_file f on f.org_id = ${db.scope.orgId} and f.id = o.file_id
    join file_content c on c.org_id = f.org_id and c.file_id = f.id
  `);

/** A page of contracts, each with the passage of a file of it in which the words were found. */
export const withPassages = async (
  db: Db,
  actor: Actor,
  page: ListPage<Contract>,
  { q }: ListQuery,
): Promise<ListPage<Contract>> => {
  const ids = page.items.slice(0, mostPassages).map((c) => c.id);
  if (!q || ids.length === 0 || !actor.permissions.has("file.read")) return page;
  const files = await filesWith(db, q);
  if (files.length === 0) return page;
  const found = new Map((await passagesOf(db, ids, files, q)).map((p) => [p.id, p]));
  return {
    ...page,
    items: page.items.map((c) => {
      const passage = found.get(c.id);
      return passage ? { ...c, passage: { file: passage.file, text: passage.text } } : c;
    }),
  };
};
