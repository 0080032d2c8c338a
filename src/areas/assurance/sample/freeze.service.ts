import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { instantAt } from "#kernel/time.ts";
import { populationDigest } from "#kernel/sampling/random.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { exportedListAt, titleOf, type ExportedList } from "#server/http/exported.ts";
import { listAll } from "#server/http/list-page.ts";
import { listQuery, type ListDefinition } from "#server/http/list.ts";
import { assuranceAudit, assurancePopulation, assuranceProcedure } from "../assurance.tables.ts";
import { requireTeam } from "../audit/team.service.ts";
import { itemsOf, linesOf, type FrozenItem } from "./rows.model.ts";
import type { FreezeInput } from "./sample.model.ts";

/** A population has so many rows at the most. */
const mostRows = 1_000_000;

/** The columns of a list whose cents a population may count. */
export const moneyOf = (list: ListDefinition): { id: string; label: string }[] =>
  Object.entries(list.columns).flatMap(([id, { money, label }]) =>
    money ? [{ id, label: label ?? id }] : [],
  );

/** 422 `population_too_large` for more rows than a population has. */
export const refuseMany = async (rows: number): Promise<void> => {
  if (rows > mostRows)
    throw invalid(
      "population_too_large",
      "A population has a million rows at the most. Filter it.",
    );
};

// Of a list its id, its number and one amount, by id: what a population holds.
const narrow = (list: ListDefinition, amount: string): ListDefinition => {
  const { columns, alias } = list;
  const number = columns.number ?? Object.values(columns).find(({ label }) => label);
  return {
    ...list,
    columns: {
      id: { sql: columns.id?.sql ?? `${alias}.id`, sort: true },
      number: { sql: `(${number?.sql ?? `${alias}.id`})::text` },
      cents: { sql: `coalesce((${columns[amount]!.sql})::bigint, 0)` },
    },
    defaultSort: "id",
  };
};

/** What a list gives now, by id. 422 for a query that it does not take, or too many rows. */
export const rowsNow = async (
  db: Db,
  actor: Actor,
  { list }: ExportedList,
  { query, amount }: Pick<FreezeInput, "query" | "amount">,
): Promise<FrozenItem[]> => {
  const given = Object.fromEntries(new URLSearchParams(query));
  const { sort: _sort, page: _page, limit: _limit, cursor: _cursor, ...filters } = given;
  const asked = z.safeParse(listQuery(list), filters);
  if (!asked.success)
    throw invalidField("query", "This list does not take these filters.", "filters_unknown");
  const rows = await listAll(db, actor, narrow(list, amount), asked.data, mostRows + 1);
  if (rows.length > mostRows)
    throw invalid(
      "population_too_large",
      "A population has a million rows at the most. Filter it.",
    );
  return rows as FrozenItem[];
};

/** The list of an address that the actor reads, and its amount. 422 `list_unknown`, `amount_unknown`. */
export const listOf = (actor: Actor, path: string, amount: string): ExportedList => {
  const found = exportedListAt(actor, path);
  if (!found) throw invalidField("list", "Choose a list that you read.", "list_unknown");
  if (!moneyOf(found.list).some(({ id }) => id === amount))
    throw invalidField("amount", "This list has no such amount.", "amount_unknown");
  return found;
};

/**
 * Freezes the rows of a list by one statement, which is one snapshot: query, instant, count, cents, and
 * the rows as a file by its hash. 403 `not_on_team`; 404; 409 outside of fieldwork; 422 `list_unknown`,
 * `amount_unknown`, `filters_unknown`, `population_empty`, `population_too_large`.
 */
export const freezePopulation = async (
  tx: Tx,
  actor: Actor,
  app: App,
  procedureId: string,
  input: FreezeInput,
): Promise<{ id: string }> => {
  const procedure = await lockRow(tx, assuranceProcedure, procedureId, "procedure");
  await requireFieldwork(tx, actor, procedure.auditId);
  const found = listOf(actor, input.list, input.amount);
  const items = await rowsNow(tx, actor, found, input);
  if (items.length === 0)
    throw invalidField("query", "These filters find nothing.", "population_empty");
  const stored = await app.files.put(Readable.from([linesOf(items)]), undefined, "own");
  const { orgId, auditId, number } = procedure;
  const fileId = await recordFile(tx, {
    ...{ ...stored, orgId, name: `${number}-population.txt`, uploadedBy: actor.personId },
    owner: { type: "auditProcedure", id: procedureId },
  });
  const made = await insertRow(tx, assurancePopulation, {
    ...{ orgId, id: newId(), auditId, procedureId, title: titleOf(found.list), ...input },
    ...{ frozenBy: actor.personId!, items: items.length, fileId },
    cents: items.reduce((sum, { cents }) => sum + cents, 0),
    digest: populationDigest(items),
    frozenAt: instantAt(businessNow(tx.scope)),
  });
  note(tx, actor, "auditProcedure", procedure, { action: "freeze" });
  return { id: made.id };
};

/** 403 `not_on_team` for others than the team; 409 outside of fieldwork. */
export const requireFieldwork = async (tx: Tx, actor: Actor, auditId: string): Promise<void> => {
  await requireTeam(tx, actor, auditId);
  const { status } = await getRow(tx, assuranceAudit, auditId, "audit");
  if (status !== "fieldwork") throw conflict("rule", "Samples are drawn and tested in fieldwork.");
};

/** The rows of a frozen population by its file. 409 `population_broken` where its digest is another one. */
export const frozenRows = async (
  app: App,
  { digest }: { digest: string },
  sha256: string,
): Promise<FrozenItem[]> => {
  const items = itemsOf(await text((await app.files.open(sha256)).stream));
  if (!items || populationDigest(items) !== digest)
    throw conflict("population_broken", "The file of this population is not what was frozen.");
  return items;
};
