import type { Actor } from "#kernel/access.ts";
import { conflict, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { fileLines } from "#server/import/file-rows.ts";
import { announce } from "#server/lifecycle.ts";
import type { App } from "#server/app.ts";
import { exclusionList } from "../vendors.tables.ts";
import { exclusionOf, extractDate, unreadDay, type ExclusionRow } from "./extract.model.ts";
import { readingOf, type ListReading } from "./list-columns.service.ts";

export type ExclusionListRecord = typeof exclusionList.$inferSelect;
/** A list's file may be so large. */
export const mostListBytes = 400 * 1024 * 1024;
type Progress = (done: number, total: number | null, stage?: string) => Promise<void>;

/** The list that vendors are screened against, or null when none was loaded. */
export const currentList = (db: Db): Promise<ExclusionListRecord | null> =>
  db.maybe<ExclusionListRecord>(
    sql`select * from exclusion_list where org_id = ${db.scope.orgId} and state = 'current'`,
  );

/**
 * Enters a file as a list to be loaded. Its day comes from `listDate`, else from the published file
 * name, else from the clock.
 */
export const beginList = (
  tx: Tx,
  actor: Actor,
  file: { id: string; name: string; sha256: string },
  listDate: string | null = null,
  acceptShorter = false,
): Promise<ExclusionListRecord> =>
  insertRow(tx, exclusionList, {
    orgId: actor.orgId!,
    id: newId(),
    fileId: file.id,
    fileName: file.name,
    sha256: file.sha256,
    listDate: listDate ?? extractDate(file.name) ?? businessDate(tx.scope),
    loadedBy: actor.personId,
    acceptShorter,
  });

const insertBatch = (tx: Tx, listId: string, rows: readonly ExclusionRow[]) => {
  const org = tx.scope.orgId;
  const col = <K extends keyof ExclusionRow>(key: K) => rows.map((r) => r[key]);
  const postings = rows.flatMap((r) => r.words.map((word) => [word, r.rowNo] as const));
  return Promise.all([
    tx.rows(sql`
      insert into exclusion_record (
        org_id, list_id, row_no, classification, name, match_key, uei, address, city, state,
        country, zip, program, agency, exclusion_type, active_on, ends_on, sam_number, cage,
        comments, cross_reference, aliases
      )
      select ${org}::uuid, ${listId}::uuid, *
      from unnest(
        ${col("rowNo")}::int[], ${col("classification")}::text[], ${col("name")}::text[],
        ${col("matchKey")}::text[], ${col("uei")}::text[], ${col("address")}::text[],
        ${col("city")}::text[], ${col("state")}::text[], ${col("country")}::text[],
        ${col("zip")}::text[], ${col("program")}::text[], ${col("agency")}::text[],
        ${col("exclusionType")}::text[], ${col("activeOn")}::date[], ${col("endsOn")}::date[],
        ${col("samNumber")}::text[], ${col("cage")}::text[], ${col("comments")}::text[],
        ${col("crossReference")}::text[], ${rows.map((r) => JSON.stringify(r.aliases))}::jsonb[]
      )
    `),
    tx.rows(sql`
      insert into exclusion_posting (org_id, list_id, word, row_no)
      select ${org}::uuid, ${listId}::uuid, *
      from unnest(${postings.map((p) => p[0])}::text[], ${postings.map((p) => p[1])}::int[])
    `),
  ]);
};

const clear = async (tx: Tx, listId: string) => {
  await tx.rows(
    sql`delete from exclusion_posting where org_id = ${tx.scope.orgId} and list_id = ${listId}`,
  );
  await tx.rows(
    sql`delete from exclusion_record where org_id = ${tx.scope.orgId} and list_id = ${listId}`,
  );
};

// What a person said of the days is held against every line: a day that is lost is never left out.
const refuseUnreadDay = (
  cells: readonly string[],
  line: number,
  { layout, first }: ListReading,
): void => {
  const unread = unreadDay(cells, layout, first);
  if (!unread) return;
  throw new Problem(
    "invalid",
    "days_unread",
    `Line ${line}: “${unread.found.slice(0, 40)}” is no day that has the ${first} first. Say how the days are written, or correct the line; the list before stays current.`,
  );
};

/**
 * The lines of a list's file below its headings, at their numbers, some hundred at a time. 422 for a
 * layout that nobody knows, and for a day that cannot be read where a person matched the columns.
 */
export async function* listLines(
  app: App,
  db: Db,
  sha256: string,
  beat?: () => Promise<unknown>,
): AsyncGenerator<{ cells: string[]; row: ExclusionRow | null }[]> {
  const reading = await readingOf(app, db, sha256);
  const heading = reading.heading.join("\u001f");
  let [line, rowNo] = [0, 0];
  let isBelow = false;
  for await (const lines of fileLines(app.files, sha256, { letters: reading.letters }, beat)) {
    const read: { cells: string[]; row: ExclusionRow | null }[] = [];
    for (const cells of lines) {
      line++;
      if (!isBelow) isBelow = cells.join("\u001f") === heading;
      else if (cells.length > 0) {
        if (reading.matched) refuseUnreadDay(cells, line, reading);
        read.push({ cells, row: exclusionOf(cells, reading.layout, ++rowNo, reading.first) });
      }
    }
    yield read;
  }
}

const storeRows = async (
  app: App,
  actor: Actor,
  { id: listId, sha256 }: ExclusionListRecord,
  progress: Progress,
) => {
  const { database } = app;
  const total = await app.files.sizeOf(sha256);
  let [loaded, rejected, read] = [0, 0, 0];
  let batch: ExclusionRow[] = [];
  const tell = () =>
    progress(Math.min(read, total), total, `${loaded.toLocaleString("en-US")} records`);
  const flush = async () => {
    const rows = batch;
    batch = [];
    if (rows.length > 0) await database.transaction(actor, (tx) => insertBatch(tx, listId, rows));
    await tell();
  };
  for await (const lines of listLines(app, database.read(actor), sha256, tell))
    for (const { cells, row } of lines) {
      for (const cell of cells) read += cell.length + 1;
      if (row) {
        batch.push(row);
        loaded++;
      } else rejected++;
      if (batch.length === 2000) await flush();
    }
  await flush();
  return { loaded, rejected };
};

// The public list grows by the day: one that lost a tenth was mostly cut off on its way.
const refuseShorter = (before: ExclusionListRecord | null, loaded: number): void => {
  if (!before || loaded >= before.rowsLoaded * 0.9) return;
  const shown = (n: number) => n.toLocaleString("en-US");
  throw new Problem(
    "invalid",
    "list_shorter",
    `The file has ${shown(loaded)} records, the current list ${shown(before.rowsLoaded)}: more than a tenth fewer. The list before stays current. Take the extract again from SAM.gov; if the file is whole, load it once more and say that it is.`,
  );
};

/**
 * Loads a list's file record by record, then makes it the current one; the records of the list
 * before go, its file and every screening stay.
 * May run again after a stop: it begins anew. Throws 422 for a file that has another layout, or
 * that is more than a tenth shorter than the current list without `acceptShorter`, and marks the
 * list as failed.
 */
export const loadList = async (
  app: App,
  actor: Actor,
  listId: string,
  progress: Progress = async () => {},
): Promise<{ loaded: number; rejected: number }> => {
  const { database } = app;
  const list = await getRow(database.read(actor), exclusionList, listId, "exclusion list");
  if (list.state === "current") return { loaded: list.rowsLoaded, rejected: list.rowsRejected };
  if (list.state !== "loading")
    throw conflict(
      "not_in_this_status",
      "This list was loaded before. Load the file again as a new list.",
    );
  await database.transaction(actor, (tx) => clear(tx, listId));
  try {
    const { loaded, rejected } = await storeRows(app, actor, list, progress);
    if (loaded === 0)
      throw new Problem(
        "invalid",
        "empty_list",
        "The file has no exclusion records; the list before stays current.",
      );
    if (!list.acceptShorter) refuseShorter(await currentList(database.read(actor)), loaded);
    await database.transaction(actor, (tx) => makeCurrent(tx, actor, list, loaded, rejected));
    return { loaded, rejected };
  } catch (error) {
    if (error instanceof Problem)
      await database.transaction(actor, async (tx) => {
        await tx.rows(sql`
          update exclusion_list
          set state = 'failed', error = ${error.message}, error_code = ${error.code}
          where org_id = ${actor.orgId} and id = ${listId}
        `);
        // Whoever looks at the page reads why, and what to say of the file.
        announce(tx, actor.orgId!, "exclusionList.failed", listId);
      });
    throw error;
  }
};

const makeCurrent = async (
  tx: Tx,
  actor: Actor,
  list: ExclusionListRecord,
  loaded: number,
  rejected: number,
) => {
  const before = await currentList(tx);
  if (before) {
    await tx.rows(sql`
      update exclusion_list
      set state = 'replaced'
      where org_id = ${actor.orgId} and id = ${before.id}
    `);
    await clear(tx, before.id);
  }
  await tx.rows(sql`
    update exclusion_list
    set
      state = 'current', rows_loaded = ${loaded}, rows_rejected = ${rejected},
      loaded_at = ${businessNow(tx.scope).toISOString()}
    where org_id = ${actor.orgId} and id = ${list.id}
  `);
  const facts = (l: ExclusionListRecord, rows: number) => ({
    file: l.fileName,
    sha256: l.sha256,
    listDate: l.listDate,
    records: rows,
  });
  note(tx, actor, "exclusionList", list.id, {
    number: list.listDate,
    action: "load",
    before: before && facts(before, before.rowsLoaded),
    after: facts(list, loaded),
  });
};

/** Whether a list is loaded: without one nobody is screened, paid or given an award. */
export const hasExclusionList = async (db: Db): Promise<boolean> =>
  (await currentList(db)) !== null;
