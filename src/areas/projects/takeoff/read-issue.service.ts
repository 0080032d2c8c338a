import { Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { storedFileOf } from "#server/files/stored-file.ts";
import { announce } from "#server/lifecycle.ts";
import { readApart } from "#server/reading/reader.ts";
import { planSheet, sheetViewport } from "./plan.tables.ts";
import type { ReadSheet } from "./read-sheet.ts";
import { scaleOfFile } from "./scale.model.ts";

const thread = new URL("./plan.thread.ts", import.meta.url);
const megabytes = 1536;
const mostSeconds = 900;

/** The name under which a sheet's own PDF lies beside the file of its set. */
const pageName = (page: number): string => `sheet-${page}.pdf`;

const sheetsOf = (path: string, beat?: () => Promise<unknown>): AsyncGenerator<ReadSheet> =>
  readApart<string, ReadSheet>(thread, path, {
    path: "fileId",
    megabytes,
    seconds: mostSeconds,
    ...(beat ? { beat } : {}),
  });

/** A sheet's own PDF; where it is gone it is cut out of the file of its set anew. */
export const drawingOf = (
  app: Pick<App, "files">,
  { sha256, page }: { sha256: string; page: number },
): Promise<Buffer> =>
  app.files.derived(sha256, pageName(page), async (path) => {
    for await (const sheet of sheetsOf(path)) if (sheet.page === page) return sheet.bytes;
    throw new Error(`the plan set has no page ${page}`);
  });

/** One sheet of an issue: a new one, or the next revision of its number. */
const storeSheet = async (
  tx: Tx,
  issue: { id: string; planSetId: string },
  sheet: ReadSheet,
): Promise<void> => {
  const number = sheet.number || `Page ${sheet.page}`;
  const [before] = await tx.rows<{ id: string; revision: number; issueId: string }>(sql`
    select id, revision, issue_id
    from plan_sheet
    where org_id = ${tx.scope.orgId} and plan_set_id = ${issue.planSetId} and number = ${number}
    order by revision desc
    limit 1
    for update
  `);
  // Two sheets of one file that propose the same number stay two: somebody corrects one of them.
  const twice = before?.issueId === issue.id;
  if (before && !twice)
    await tx.rows(sql`
      update plan_sheet
      set current = false, version = version + 1, updated_at = clock_timestamp()
      where org_id = ${tx.scope.orgId} and id = ${before.id}
    `);
  const made = await insertRow(tx, planSheet, {
    orgId: tx.scope.orgId!,
    id: newId(),
    planSetId: issue.planSetId,
    issueId: issue.id,
    page: sheet.page,
    number: twice ? `${number} (page ${sheet.page})` : number,
    title: sheet.title,
    revision: before && !twice ? before.revision + 1 : 1,
    current: true,
    box: sheet.box,
    rotate: sheet.rotate,
    userUnit: sheet.userUnit,
  });
  await storeViewports(tx, made.id, sheet);
};

const storeViewports = async (tx: Tx, sheetId: string, sheet: ReadSheet): Promise<void> => {
  const named = new Set(["Whole sheet"]);
  await insertRow(tx, sheetViewport, {
    orgId: tx.scope.orgId!,
    id: newId(),
    sheetId,
    name: "Whole sheet",
    box: sheet.box,
  });
  for (const [at, { name, box, measure }] of sheet.viewports.entries()) {
    const called = name && !named.has(name) ? name : `Viewport ${at + 1}`;
    named.add(called);
    await insertRow(tx, sheetViewport, {
      orgId: tx.scope.orgId!,
      id: newId(),
      sheetId,
      name: called,
      box,
      fileScale: measure && scaleOfFile(measure),
    });
  }
};

type Issue = { id: string; planSetId: string; fileId: string; state: string };
const issueOf = (db: Db, id: string) =>
  db.maybe<Issue>(sql`
    select id, plan_set_id, file_id, state
    from plan_issue
    where org_id = ${db.scope.orgId} and id = ${id}
  `);

/**
 * Reads the sheets of an issue that waits: all of them are stored, or none and why not. `progress` is
 * told how many of how many are read. Gives how many there are; none where it was read before.
 */
export const readIssue = async (
  app: App,
  orgId: string,
  issueId: string,
  progress: (done: number, total: number) => Promise<unknown> = async () => {},
): Promise<{ sheets: number; problem: string | null }> => {
  const scope = { orgId, personId: null };
  const issue = await issueOf(app.database.read(scope), issueId);
  if (!issue || issue.state !== "reading") return { sheets: 0, problem: null };
  try {
    const file = (await storedFileOf(app.database.read(scope), orgId, issue.fileId))!;
    const path = await app.files.pathOf(file.sha256, async () => {});
    const read: ReadSheet[] = [];
    for await (const { bytes, ...sheet } of sheetsOf(path)) {
      await app.files.derived(file.sha256, pageName(sheet.page), async () => bytes);
      read.push({ ...sheet, bytes: new Uint8Array() });
      await progress(sheet.page, sheet.pages);
    }
    await app.database.transaction(scope, async (tx) => {
      for (const sheet of read) await storeSheet(tx, issue, sheet);
      await tx.rows(sql`
        update plan_issue
        set state = 'ready'
        where org_id = ${orgId} and id = ${issueId}
      `);
      announce(tx, orgId, "planSet.read", issue.planSetId);
    });
    return { sheets: read.length, problem: null };
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    await failIssue(app, orgId, issue, error.message);
    return { sheets: 0, problem: error.message };
  }
};

const failIssue = (app: App, orgId: string, issue: Issue, problem: string): Promise<void> =>
  app.database.transaction({ orgId, personId: null }, async (tx) => {
    await tx.rows(sql`
      update plan_issue
      set state = 'failed', problem = ${problem}
      where org_id = ${orgId} and id = ${issue.id}
    `);
    announce(tx, orgId, "planSet.read", issue.planSetId);
  });
