import { z } from "zod";
import type { Actor, Permission } from "#kernel/access.ts";
import { invalid } from "#kernel/errors.ts";
import type { Db } from "../db/db.ts";
import { hasMoreThan, listAll } from "./list-page.ts";
import { listQuery, type ListDefinition, type ListQuery } from "./list.ts";

/** A list that can be exported: its address, and whoever may. */
export type ExportedList = { path: string; permission: Permission; list: ListDefinition };
const lists = new Map<string, ExportedList>();

/** Notes a list that its endpoints export; called as they are declared. */
export const noteExported = (exported: ExportedList): void =>
  void lists.set(exported.path, exported);

/** The exported list at this address, whoever reads it. */
export const exportedList = (path: string): ExportedList | undefined => lists.get(path);

/** The exported list at this address that the actor may read; undefined for another one. */
export const exportedListAt = (
  actor: Pick<Actor, "permissions">,
  path: string,
): ExportedList | undefined => {
  const found = lists.get(path);
  return found && actor.permissions.has(found.permission) ? found : undefined;
};

/** What people call what the list holds, in the plural. */
export const titleOf = ({ name, title }: Pick<ListDefinition, "name" | "title">): string =>
  title ?? name.replaceAll("-", " ");

/** The exported lists that the actor may read, by what people call them. */
export const exportedLists = (actor: Pick<Actor, "permissions">): ExportedList[] =>
  [...lists.values()]
    .filter(({ permission }) => actor.permissions.has(permission))
    .toSorted((a, b) => titleOf(a.list).localeCompare(titleOf(b.list)));

/** The columns that an export of the list holds. */
export const exportedColumns = (list: ListDefinition) =>
  Object.entries(list.columns).filter(([, column]) => !column.hidden && column.label);

const withIds = (list: ListDefinition): ListDefinition => ({
  ...list,
  filters: {
    ...list.filters,
    recordIds: { kind: "set", sql: list.columns.id?.sql ?? `${list.alias}.id`, type: "uuid" },
  },
});

/** These records as the list shows them to the actor, in its order; what they may not see is left out. */
export const exportedRecords = (
  db: Db,
  actor: Actor,
  list: ListDefinition,
  ids: readonly string[],
): Promise<Record<string, unknown>[]> =>
  listAll(db, actor, withIds(list), { recordIds: [...ids] } as ListQuery, ids.length);

/**
 * What the query of a list's address finds, as the list shows it to the actor. 422 for a query that
 * the list does not take, and for more than `most` records.
 */
export const exportedSearch = async (
  db: Db,
  actor: Actor,
  list: ListDefinition,
  search: string,
  most: number,
): Promise<Record<string, unknown>[]> => {
  const given = Object.fromEntries(new URLSearchParams(search));
  const query = z.safeParse(listQuery(list), given);
  if (!query.success)
    throw invalid("invalid_search", "This list does not take that search. Filter it anew.");
  if (await hasMoreThan(db, actor, list, query.data, most))
    throw invalid(
      "too_many_records",
      `This finds more than ${most} records, the most that are filled in at once. Filter the list and do each part.`,
    );
  return listAll(db, actor, list, query.data, most);
};
