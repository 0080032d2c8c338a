import { systemActor, type Actor } from "#kernel/access.ts";
import { conflict, Problem } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { validateImport } from "#server/import/check-rows.ts";
import { commitImport } from "#server/import/commit-rows.ts";
import {
  beginImport,
  mapColumns,
  problemsOf,
  readRun,
  startCommit,
} from "#server/import/import.service.ts";
import type { ImportRun } from "#server/import/import.tables.ts";
import { isAway } from "#server/db/away.ts";
import { memberNow } from "#areas/organization/organization.server.ts";
import { openFields, requireImporter } from "../connector/importer.service.ts";
import type { RunRow } from "../connector/connector.model.ts";
import { connector, connectorRun } from "../connectors.tables.ts";
import type { Connector } from "../source/answer.ts";
import { fetchNew } from "../source/fetch.service.ts";
import { requireList, sendList } from "../outward/outward.service.ts";
import { requireTaker, takerOf } from "../source/taker.service.ts";
import type { Ended } from "./ended.ts";
import { headingChanged, sameHeading } from "./heading.ts";
import { settleRun } from "./settle.service.ts";
import { takeWhole } from "./whole.service.ts";

type Progress = (done: number, total: number | null, stage?: string) => Promise<void>;
type Run = typeof connectorRun.$inferSelect;

/**
 * Writes a run down as begun. `accept`: somebody looked at what the last one asked. @throws Problem
 * 404, 409 while another one runs or the connector does not run in its state.
 */
export const beginRun = async (
  tx: Tx,
  id: string,
  { dry, accept }: { dry: boolean; accept: boolean },
): Promise<{ id: string }> => {
  const one = await lockRow(tx, connector, id, "connector");
  if (one.status === "retired" || (!dry && one.status !== "active" && one.status !== "failing"))
    throw conflict("not_in_this_status", "Only an active connector brings rows in. Test it first.");
  if (!dry && one.kind === "push")
    throw conflict("takes_files", "It takes what somebody sends there; nothing runs by itself.");
  const busy = await tx.maybe(sql`
    select id
    from connector_run
    where org_id = ${one.orgId} and connector_id = ${id} and outcome = 'running'
  `);
  if (busy) throw conflict("running", "It is running already.");
  const made = await insertRow(tx, connectorRun, {
    orgId: one.orgId,
    id: newId(),
    connectorId: id,
    dry,
    accepted: accept,
  });
  return { id: made.id };
};

const ownerOf = async (db: Db, one: Connector): Promise<Actor> => {
  const owner = await memberNow(db, one.ownerId);
  if (!owner)
    throw conflict("nobody_answers", `${one.ownerName} answers for it and is no member now.`);
  const taker = takerOf(one.kind);
  if (taker) requireTaker(owner, taker);
  else if (one.kind === "list") requireList(owner, one.settings);
  else if (one.kind !== "push") requireImporter(owner, one.importer);
  return { ...owner, name: `${one.name} (connector of ${owner.name})` };
};

/** Fetches the source into an import; null where nothing is new. */
const take = async (app: App, actor: Actor, one: Connector, run: Run): Promise<string | null> => {
  const fetched = await fetchNew(app, actor, one, run.dry);
  if (!fetched) return null;
  const { file, fileId, etag, modified, watermark } = fetched;
  const { id } = await beginImport(app, actor, one.importer, fileId);
  await app.database.transaction(actor, async (tx) => {
    await tx.rows(sql`
      update connector_run
      set import_id = ${id}, sha256 = ${file.sha256}, watermark = ${watermark}
      where org_id = ${one.orgId} and id = ${run.id}
    `);
    // What a dry run saw has not come in yet.
    if (!run.dry)
      await tx.rows(sql`
        update connector
        set etag = ${etag}, modified = ${modified}
        where org_id = ${one.orgId} and id = ${one.id}
      `);
  });
  return id;
};

/** The columns as somebody chose them, else as they are probably meant. */
const mappingOf = (one: Connector, found: ImportRun, actor: Actor): ImportRun["mapping"] => {
  const open = new Set(openFields(requireImporter(actor, one.importer)).map(({ name }) => name));
  const chosen = Object.keys(one.mapping).length > 0 ? one.mapping : found.mapping;
  return Object.fromEntries(
    Object.entries(chosen).filter(([name, column]) => {
      return open.has(name) && column !== null && found.columns.includes(column);
    }),
  );
};

const keepHeading = (tx: Tx, one: Connector, found: ImportRun, mapping: ImportRun["mapping"]) =>
  tx.rows(sql`
    update connector
    set columns = ${found.columns}::text[], mapping = ${JSON.stringify(mapping)}::jsonb
    where org_id = ${one.orgId} and id = ${one.id}
  `);

// A source that is asked for what is newer is short by its nature.
const shrank = (one: Connector, { rowsTotal }: ImportRun): string | null =>
  one.settings.watermark ? null : tooFew(one, rowsTotal);

const tooFew = (one: Connector, rowsTotal: number | null): string | null =>
  one.lastRows !== null && rowsTotal !== null && rowsTotal * 2 < one.lastRows
    ? `The source has ${counted(rowsTotal, "row")}; the last one had ${one.lastRows}. Look whether it is whole, then let it come in.`
    : null;

// Interfaces that are written down (Grants.gov, SAM.gov) write their days month first.
const writtenAnswers = (one: Connector, actor: Actor): Record<string, string> =>
  one.kind === "file" || one.kind === "rest"
    ? {}
    : Object.fromEntries(
        openFields(requireImporter(actor, one.importer)).map(({ name }) => [
          `${name}.order`,
          "month",
        ]),
      );

// The clock answers nothing for people: who opens the import says it once, and it holds for this source.
const openQuestions = ({ questions }: ImportRun): string =>
  `The file leaves something open that a person says once, on the page of the import: ${questions
    .map(({ column, ask }) => (column ? `${column}: ${ask}` : ask))
    .join(" ")}`;

// What a killed instance left half brought in goes on behind its last batch.
const begun = ({ state, rowsTotal }: ImportRun) =>
  state === "committing" || state === "committed" || (state === "failed" && rowsTotal !== null);

const bringIn = async (
  app: App,
  actor: Actor,
  { one, run, found }: { one: Connector; run: Run; found: ImportRun },
  progress: Progress,
): Promise<Ended> => {
  const db = app.database.read(actor);
  if (!begun(found)) {
    const mapping = mappingOf(one, found, actor);
    // A heading that cannot be matched by itself is kept for somebody to match it.
    if (run.dry)
      await app.database.transaction(actor, (tx) => keepHeading(tx, one, found, mapping));
    const said = { answers: writtenAnswers(one, actor) };
    await app.database.transaction(actor, (tx) => mapColumns(tx, actor, found.id, mapping, said));
    await validateImport(app, actor, found.id, progress);
  }
  const checked = await readRun(db, actor, found.id);
  if (checked.questions.length > 0)
    return { outcome: "stopped", message: openQuestions(checked), import: checked };
  if (run.dry) return { outcome: "checked", message: null, import: checked };
  const question = run.accepted || begun(found) ? null : shrank(one, checked);
  if (question) return { outcome: "asks", message: question, import: checked };
  if (checked.state === "validated" || checked.state === "failed")
    await app.database.transaction(actor, (tx) => startCommit(tx, actor, found.id));
  await commitImport(app, actor, found.id, progress);
  return { outcome: "done", message: null, import: await readRun(db, actor, found.id) };
};

const untried =
  "Nothing was sent. The first file that goes there shows whether its address and its key are right.";

const attempt = async (app: App, one: Connector, run: Run, progress: Progress): Promise<Ended> => {
  const db = app.database.read({ orgId: one.orgId, personId: null });
  const actor = await ownerOf(db, one);
  if (one.kind === "list") return sendList(app, actor, one, run);
  if (one.kind === "push") return { outcome: "checked", message: untried };
  const taker = takerOf(one.kind);
  if (taker) return takeWhole(app, actor, { one, run, taker }, progress);
  const importId = run.importId ?? (await take(app, actor, one, run));
  if (importId === null) return { outcome: "unchanged", message: null };
  const found = await readRun(app.database.read(actor), actor, importId);
  if (!run.dry && !sameHeading(one.columns, found.columns))
    return { outcome: "stopped", message: headingChanged(one, found), import: found };
  return bringIn(app, actor, { one, run, found }, progress);
};

/** What a run ends as that something stopped. */
const endedBy = (error: unknown, one: Connector): Ended => {
  if (!(error instanceof Problem)) {
    console.error(`connector ${one.id}:`, error);
    return { outcome: "failed", message: "Something failed on our side. It is tried again." };
  }
  return {
    outcome: error.code === "quota" ? "waits" : "failed",
    message: error.message,
    retryAfter: error.extra.retryAfter as number | undefined,
  };
};

/**
 * Works a run to its end, also one that an instance began and did not end: fetches, checks, and
 * brings rows in unless it is a dry run. What goes wrong is the run's outcome in words.
 */
export const workRun = async (
  app: App,
  orgId: string,
  runId: string,
  progress: Progress = async () => {},
): Promise<Ended["outcome"] | null> => {
  const db = app.database.read({ orgId, personId: null });
  const run = await getRow(db, connectorRun, runId, "run");
  if (run.outcome !== "running") return null;
  const one = await getRow(db, connector, run.connectorId, "connector");
  let ended: Ended;
  try {
    ended = await attempt(app, one, run, progress);
  } catch (error) {
    if (isAway(error)) throw error;
    ended = endedBy(error, one);
  }
  await app.database.transaction(systemActor(orgId), (tx) => settleRun(tx, one, run, ended));
  return ended.outcome;
};

/** The last runs of a connector, each with its first problems. @throws Problem 404. */
export const listRuns = async (db: Db, connectorId: string): Promise<RunRow[]> => {
  await getRow(db, connector, connectorId, "connector");
  const runs = await db.rows<Omit<RunRow, "problems">>(sql`
    select
      id, dry, outcome, message, import_id, sha256, read, created, updated, skipped, rejected,
      calls, watermark, began_at, ended_at
    from connector_run
    where org_id = ${db.scope.orgId} and connector_id = ${connectorId}
    order by began_at desc, id desc
    limit 60
  `);
  const found = await problemsOf(
    db,
    runs.flatMap(({ importId }) => importId ?? []),
  );
  return runs.map((run) => ({ ...run, problems: found.get(run.importId ?? "") ?? [] }));
};
