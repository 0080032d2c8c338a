import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { findRow, getRow, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { destinationOf, obstacleAt } from "#areas/connectors/connectors.server.ts";
import { accountingPeriod } from "../../books.tables.ts";
import { lockBooks } from "../../posting/write-entries.service.ts";
import { fmsBatch, fmsBatchLine, fmsLayout } from "../fms.tables.ts";
import { renderFile } from "../layout/render.model.ts";
import { kindsOf, mapLines } from "../mapping/mapping.model.ts";
import { allMappings } from "../mapping/mapping.service.ts";
import { readRejections, type BatchInput, type RejectInput } from "./batch.model.ts";
import { batchNoun, bytesOf, shaOf, type BatchRecord } from "./batch.noun.ts";
import { linesRejected, linesThatWait, type WaitingLine } from "./waiting.service.ts";

// One batch is a file that the finance system takes at once.
const most = 50_000;
const shown = 50;

const refuse = (code: string, text: string, faults: readonly string[]) => {
  if (faults.length > 0)
    throw invalid(
      code,
      `${text} ${faults.slice(0, shown).join(" ")}`,
      faults.slice(0, shown).map((message) => ({ path: "layoutId", message })),
    );
};

const nextReference = async (db: Db): Promise<number> =>
  (
    await db.one<{ reference: number }>(sql`
      select coalesce(max(reference), 0)::int + 1 as reference
      from fms_batch
      where org_id = ${db.scope.orgId}
    `)
  ).reference;

type Building = {
  layoutId: string;
  periodId: string;
  connectorId: string | null;
  corrects: BatchRecord | null;
};

const layoutInForce = async (tx: Tx, layoutId: string) => {
  const layout = await findRow(tx, fmsLayout, layoutId);
  if (layout?.status !== "published")
    throw invalidField("layoutId", "Choose a layout that is in force.");
  return layout;
};

type Made = { id: string; lines: readonly WaitingLine[] };

const storeLines = (tx: Tx, actor: Actor, { id, lines }: Made) =>
  insertRows(
    tx,
    fmsBatchLine,
    lines.map(({ glLineId, fund, account, string, cents }, n) => ({
      orgId: actor.orgId!,
      id: newId(),
      batchId: id,
      lineNo: n + 1,
      glLineId,
      fund,
      account,
      string,
      cents,
    })),
  );

const buildOf = async (
  tx: Tx,
  actor: Actor,
  { layoutId, periodId, connectorId, corrects }: Building,
  lines: readonly WaitingLine[],
): Promise<BatchRecord> => {
  const layout = await layoutInForce(tx, layoutId);
  const period = await getRow(tx, accountingPeriod, periodId, "period");
  const { mapped, unmapped } = mapLines(lines, await allMappings(tx), kindsOf(layout));
  refuse("not_mapped", "The batch was not built.", unmapped);
  const reference = await nextReference(tx);
  const batch = String(reference).padStart(6, "0");
  const { text, faults } = renderFile(
    layout,
    { batch, year: period.year, period: period.place, periodEnd: period.lastDay },
    mapped,
  );
  refuse("does_not_fit", "The batch was not built.", faults);
  const id = newId();
  const sum = (side: number) => lines.reduce((all, l) => all + Math.max(side * l.cents, 0), 0);
  const { characters } = layout;
  return create(tx, actor, batchNoun, {
    number: { kind: "FMB", year: period.year },
    row: {
      orgId: actor.orgId!,
      id,
      layoutId,
      periodId,
      correctsId: corrects?.id ?? null,
      connectorId,
      reference,
      fileName: `journal-${batch}.${layout.form === "fixed" ? "txt" : "csv"}`,
      body: text,
      characters,
      sha256: shaOf(bytesOf({ body: text, characters })),
      lineCount: lines.length,
      debits: sum(1),
      credits: sum(-1),
      builtBy: actor.personId,
    },
    store: async () => void (await storeLines(tx, actor, { id, lines: mapped })),
  });
};

/**
 * Builds a batch of the lines of a period that are in none: their codes are mapped, their bytes kept.
 * 422 `not_mapped` with every code that has no mapping, `does_not_fit` with line and field, a
 * destination that takes no files; 409 `nothing_waits`, `too_many`.
 */
export const buildBatch = async (
  tx: Tx,
  actor: Actor,
  { periodId, layoutId, through, destinationId }: BatchInput,
): Promise<BatchRecord> => {
  await lockBooks(tx);
  const obstacle = destinationId ? obstacleAt(await destinationOf(tx, destinationId)) : null;
  if (obstacle) throw invalidField("destinationId", obstacle);
  const lines = await linesThatWait(tx, periodId, through);
  if (lines.length === 0)
    throw conflict("nothing_waits", "No line of this period waits for the finance system.");
  if (lines.length > most)
    throw conflict("too_many", `More than ${most} lines wait: name a day through which they go.`);
  const how = { layoutId, periodId, connectorId: destinationId, corrects: null };
  return buildOf(tx, actor, how, lines);
};

/** Says that a batch went out, by another person than built it: from now on its file can be taken. */
export const sendBatch = (tx: Tx, actor: Actor, { id, version }: StepAt): Promise<BatchRecord> =>
  transition(tx, actor, batchNoun, {
    id,
    action: "send",
    version,
    effect: async () => ({
      patch: { sentBy: actor.personId, sentAt: businessNow(tx.scope).toISOString() },
    }),
  });

const answered = (tx: Tx) => ({ answeredAt: businessNow(tx.scope).toISOString() });

/** The finance system took every line. */
export const acknowledgeBatch = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<BatchRecord> =>
  transition(tx, actor, batchNoun, {
    id,
    action: "acknowledge",
    version,
    effect: async () => ({ patch: answered(tx) }),
  });

/**
 * Keeps which lines the finance system did not take, with its reasons; it took all others. 422
 * `not_read` with each row that is no line of the batch.
 */
export const rejectLines = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { rejected }: RejectInput,
): Promise<BatchRecord> =>
  transition(tx, actor, batchNoun, {
    id,
    action: "reject",
    version,
    effect: async (row) => {
      const { rejections, faults } = readRejections(rejected, row.lineCount);
      if (faults.length > 0)
        throw invalid(
          "not_read",
          `Nothing was kept. ${faults.slice(0, shown).join(" ")}`,
          faults.slice(0, shown).map((message) => ({ path: "rejected", message })),
        );
      await tx.rows(sql`
        update fms_batch_line b
        set rejected = r.reason
        from unnest(
          ${rejections.map((r) => r.lineNo)}::int[], ${rejections.map((r) => r.reason)}::text[]
        ) as r (line_no, reason)
        where b.org_id = ${actor.orgId} and b.batch_id = ${id} and b.line_no = r.line_no
      `);
      return { patch: answered(tx), note: `${rejections.length} of ${row.lineCount} lines` };
    },
  });

/**
 * Builds a batch of the rejected lines alone, with the mapping as it is now, in the layout's version in
 * force. 422 as `buildBatch`; 409 where the layout has no version in force any more.
 */
export const correctBatch = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<BatchRecord> => {
  await lockBooks(tx);
  return transition(tx, actor, batchNoun, {
    id,
    action: "correct",
    version,
    effect: async (row) => {
      const layout = await tx.maybe<{ id: string }>(sql`
        select n.id
        from fms_layout o
        join fms_layout n on n.org_id = o.org_id and n.definition_id = o.definition_id
        where o.org_id = ${actor.orgId} and o.id = ${row.layoutId} and n.status = 'published'
      `);
      if (!layout)
        throw conflict("no_layout", "The layout has no version in force: publish one first.");
      const lines = await linesRejected(tx, id);
      await tx.rows(sql`
        update fms_batch_line
        set live = false
        where org_id = ${actor.orgId} and batch_id = ${id} and live and rejected is not null
      `);
      const made = await buildOf(
        tx,
        actor,
        {
          layoutId: layout.id,
          periodId: row.periodId,
          connectorId: row.connectorId,
          corrects: row,
        },
        lines,
      );
      return { note: `In ${made.number}` };
    },
  });
};

/** Takes a batch back that was not sent, with the reason: its lines wait again. */
export const withdrawBatch = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<BatchRecord> =>
  transition(tx, actor, batchNoun, {
    id,
    action: "withdraw",
    version,
    reason,
    effect: async () => {
      await tx.rows(sql`
        update fms_batch_line
        set live = false
        where org_id = ${actor.orgId} and batch_id = ${id} and live
      `);
    },
  });

/** The file of a batch, the same bytes each time. 409 before it was sent; 404. */
export const batchFile = async (
  db: Db,
  id: string,
): Promise<{ name: string; bytes: Buffer; sha256: string }> => {
  const row = await getRow(db, fmsBatch, id, "batch");
  if (!row.sentAt)
    throw conflict("not_sent", "Another person than built the batch sends it first.");
  return { name: row.fileName, bytes: bytesOf(row), sha256: row.sha256 };
};
