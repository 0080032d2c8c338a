import type { Actor } from "#kernel/access.ts";
import { allSearches, hrefOf, type SearchSource } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { attachmentsWith } from "#server/http/attachments.ts";
import { nounReaders, readableRecord, seesRecord } from "#server/lifecycle.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { searchKinds, type SearchKind } from "./search.labels.ts";
import type { Found } from "./search.model.ts";

/** Rows of each noun that an answer holds at most. */
const perKind = 5;

type Row = {
  id: string;
  number?: string;
  status?: string;
  title?: string;
  name?: string;
  vendor?: string;
  vendorName?: string;
};
/** In the order of the manifests. */
const sourcesOf = (actor: Actor): readonly SearchSource[] => {
  const order = Object.keys(searchKinds);
  return allSearches()
    .filter((source) => actor.permissions.has(source.permission))
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
};

/** Longer words (a resident's description) are cut. */
const longestTitle = 120;

const numberOf = (row: Row, column = "number"): string => {
  const said = (row as Record<string, unknown>)[column];
  return typeof said === "string" ? said : "";
};
const titleOf = (row: Row, column: string | undefined): string => {
  const said = column
    ? (row as Record<string, unknown>)[column]
    : (row.title ?? row.name ?? row.vendorName ?? row.vendor);
  const title = typeof said === "string" ? said : "";
  return title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title;
};

const find = async (db: Db, actor: Actor, source: SearchSource, q: string): Promise<Found[]> => {
  const page = await runList<Row>(
    db,
    actor,
    source.list,
    listQuery(source.list).parse({ q, limit: perKind, count: "none" }),
  );
  return page.items.map((row) => ({
    kind: source.kind as SearchKind,
    id: row.id,
    number: numberOf(row, source.number),
    title: titleOf(row, source.title),
    status: row.status ?? "",
    href: hrefOf(source, row)!,
  }));
};

/**
 * Attached files whose text holds the words, with the record that each belongs to: of nouns that
 * have a page and that the actor may read.
 */
const attached = async (db: Db, actor: Actor, q: string): Promise<Found[]> => {
  const sources = new Map(allSearches().map((source) => [source.kind, source]));
  const types = nounReaders()
    .filter(([name, read]) => sources.has(name) && actor.permissions.has(read))
    .map(([name]) => name);
  if (types.length === 0 || !actor.permissions.has("file.read")) return [];
  const found = await attachmentsWith(db, types, q, 4 * perKind);
  const seen = await Promise.all(
    found.map(({ objectType, objectId }) => seesRecord(db, actor, objectType, objectId)),
  );
  const files = found.filter((_file, at) => seen[at]).slice(0, perKind);
  return Promise.all(
    files.map(async ({ id, objectType, objectId, name }) => {
      const { number, row } = await readableRecord(db, actor, objectType, objectId);
      const status = typeof row["status"] === "string" ? row["status"] : "";
      const href = hrefOf(sources.get(objectType)!, { ...row, id: objectId })!;
      return { kind: "attachment", id, number, title: name, status, href };
    }),
  );
};

/**
 * Records whose number, title or vendor holds every word of `q`: at most five of each noun that the
 * actor may read, by the same conditions as its list, and attached files by their text. A number that fits exactly comes first.
 */
export const searchRecords = async (
  db: Db,
  actor: Actor,
  q: string,
): Promise<{ items: Found[] }> => {
  if (!actor.orgId) return { items: [] };
  const found = (
    await Promise.all([
      ...sourcesOf(actor).map((s) => find(db, actor, s, q)),
      attached(db, actor, q),
    ])
  ).flat();
  const exact = (row: Found) => row.number.toLowerCase() === q.toLowerCase();
  return { items: [...found.filter(exact), ...found.filter((row) => !exact(row))] };
};
