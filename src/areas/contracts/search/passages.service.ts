import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { filesWith, passagesIn, withFiles } from "#server/files/found-text.ts";
import type { ListPage, ListQuery } from "#server/http/list.ts";
import type { Contract } from "../contract/contract.model.ts";
import { filesOfContracts } from "./files.service.ts";

/** So many contracts of a page are shown with their passage: it is cut out of the whole text. */
const mostPassages = 25;

type Passage = { file: string; text: string };

const passagesOf = async (
  db: Db,
  ids: readonly string[],
  files: readonly string[],
  q: string,
): Promise<ReadonlyMap<string, Passage>> => {
  const first = await db.rows<{ id: string; fileId: string }>(sql`
    select distinct on (o.id) o.id, o.file_id
    from (${withFiles(filesOfContracts, files)}) o
    where o.id = any(${[...ids]}::uuid[])
    order by o.id, o.file_id
  `);
  const named = [...new Set(first.map((each) => each.fileId))];
  const passages = new Map((await passagesIn(db, named, q)).map((p) => [p.fileId, p]));
  return new Map(
    first.flatMap(({ id, fileId }) => {
      const found = passages.get(fileId);
      return found ? [[id, { file: found.file, text: found.text }] as const] : [];
    }),
  );
};

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
  const found = await passagesOf(db, ids, files, q);
  return {
    ...page,
    items: page.items.map((c) => {
      const passage = found.get(c.id);
      return passage ? { ...c, passage } : c;
    }),
  };
};
