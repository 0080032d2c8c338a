import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { lacks } from "#server/lacking.ts";
import { carbonGap, carbonLine, carbonYear } from "../carbon.tables.ts";
import { countingOf } from "../year/recount.service.ts";
import { preparing, yearCycle } from "../year/year.labels.ts";
import { tellReviewers, unsettledIn } from "../year/ready.service.ts";
import { yearNoun, type YearStored } from "../year/year.noun.ts";
import { linesOf, type Counting, type Source } from "./count.model.ts";
import { gapCauses } from "./gap.labels.ts";
import type { LineInput, SettleInput } from "./line.model.ts";

type GapStored = typeof carbonGap.$inferSelect;
type Hand = { made: "typed" | "settled"; note: string };

/** An open year, locked. 404, 409 unless it is open, 409 `counting` while a job counts it. */
const openYear = async (tx: Tx, actor: Actor, id: string): Promise<YearStored> => {
  const row = await lockRow(tx, carbonYear, id, "carbon year");
  if (!actor.permissions.has("carbon.prepare")) throw lacks(["carbon.prepare"]);
  if (row.status !== "open") throw conflict("not_in_this_status", yearCycle.edit!.otherwise);
  return row;
};

const keep = async (
  tx: Tx,
  actor: Actor,
  year: YearStored,
  counting: Counting,
  source: Source,
  input: Pick<LineInput, "activity" | "onDay" | "quantity" | "unit" | "quality">,
  hand: Hand,
): Promise<string> => {
  const activity = counting.activities.find(({ key }) => key === input.activity);
  if (!activity)
    throw invalidField("activity", "Choose an activity of this year.", "activity_unknown");
  if (Number(input.onDay.slice(0, 4)) !== year.year)
    throw invalidField("onDay", `Choose a day of ${year.year}.`, "day_outside");
  const lines = linesOf(counting, activity, source, input, input.quality);
  if (typeof lines === "string")
    throw invalidField(
      lines === "unit_unlike" ? "unit" : "activity",
      `This cannot be computed: ${gapCauses[lines]}.`,
      "not_computable",
    );
  const stored = lines.map((line) => ({
    ...line,
    ...hand,
    ...{ orgId: tx.scope.orgId!, id: newId(), yearId: year.id, enteredBy: actor.personId },
  }));
  await insertRows(tx, carbonLine, stored);
  return stored[0]!.id;
};

/**
 * Adds an activity by hand; `known`: by what it is known again, where it was imported. 404, 409 unless the year is
 * open; 422 `activity_unknown`, `day_outside`, `not_computable`.
 */
export const addLine = async (
  tx: Tx,
  actor: Actor,
  yearId: string,
  input: LineInput,
  known: Pick<Source, "sourceKey" | "sourceNumber"> = {
    ...{ sourceKey: `typed:${newId()}`, sourceNumber: "" },
  },
): Promise<{ id: string }> => {
  const year = await openYear(tx, actor, yearId);
  const { title, onDay, note: said } = input;
  const source: Source = {
    ...{ sourceType: "", sourceId: null, title, onDay },
    ...known,
  };
  const hand: Hand = { made: "typed", note: said };
  const id = await keep(tx, actor, year, await countingOf(tx, year), source, input, hand);
  note(tx, actor, yearNoun, year, { action: preparing[4], after: { ...input }, note: title });
  return { id };
};

/** Takes a line that was typed out of an open year. 404, 409 where a record holds it. */
export const takeLine = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const line = await lockRow(tx, carbonLine, id, "line");
  const year = await openYear(tx, actor, line.yearId);
  if (line.made !== "typed")
    throw conflict("of_a_record", "It follows from a record. Settle that, or change the activity.");
  await tx.rows(sql`
    delete from carbon_line
    where org_id = ${tx.scope.orgId} and year_id = ${year.id} and source_key = ${line.sourceKey}
  `);
  note(tx, actor, yearNoun, year, {
    action: preparing[5],
    before: { title: line.title, grams: line.grams },
    note: line.title,
  });
  return { id };
};

const sourceOf = (gap: GapStored): Source => ({
  sourceType: gap.sourceType as Source["sourceType"],
  ...{ sourceId: gap.sourceId, sourceKey: gap.sourceKey, sourceNumber: gap.sourceNumber },
  ...{ title: gap.title, onDay: gap.onDay },
});

const plain = (text: string): string =>
  text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;

const countBesides = async (
  tx: Tx,
  actor: Actor,
  { year, counting }: { year: YearStored; counting: Counting },
  gap: GapStored,
  input: SettleInput,
): Promise<void> => {
  const quantity = input.quantity ?? (gap.quantity === null ? null : plain(gap.quantity));
  if (quantity === null)
    throw invalidField("quantity", "Say how much it was: its record does not.", "quantity_missing");
  const told = {
    ...{ activity: input.activity || gap.activity, onDay: gap.onDay, quantity },
    unit: input.unit || gap.unit,
    quality: input.quantity ? ("estimated" as const) : ("computed" as const),
  };
  const hand: Hand = { made: "settled", note: input.reason };
  await keep(tx, actor, year, counting, sourceOf(gap), told, hand);
};

const gapsOf = async (tx: Tx, ids: readonly string[]): Promise<GapStored[]> => {
  const gaps: GapStored[] = [];
  for (const id of [...new Set(ids)].toSorted())
    gaps.push(await lockRow(tx, carbonGap, id, "row to settle"));
  return gaps;
};

/**
 * Settles rows of one open year: leaves them out, counts them besides, or opens them again. All or none. 404;
 * 409 unless the year is open; 422 `quantity_missing`, and as where a line is added.
 */
export const settleRows = async (
  tx: Tx,
  actor: Actor,
  yearId: string,
  input: SettleInput,
): Promise<{ settled: number }> => {
  const year = await openYear(tx, actor, yearId);
  const gaps = await gapsOf(tx, input.ids);
  if (gaps.some((gap) => gap.yearId !== yearId)) throw notFound("row to settle");
  if (gaps.length > 1 && input.quantity)
    throw invalidField("quantity", "A quantity is said of one row at a time.", "one_quantity");
  const counting = await countingOf(tx, year);
  const keys = gaps.map(({ sourceKey }) => sourceKey);
  // Settled another way before: what it counted goes first.
  await tx.rows(sql`
    delete from carbon_line
    where org_id = ${tx.scope.orgId}
      and year_id = ${yearId}
      and made = 'settled'
      and source_key = any(${keys}::text[])
  `);
  const open = input.as === "open";
  const before = await unsettledIn(tx, yearId);
  for (const gap of gaps) {
    if (input.as === "counted") await countBesides(tx, actor, { year, counting }, gap, input);
    await updateRow(tx, carbonGap, gap.id, {
      settledAs: input.as === "open" ? null : input.as,
      reason: open ? "" : input.reason,
      settledBy: open ? null : actor.personId,
      settledName: open ? "" : actor.name,
      settledAt: open ? null : businessNow(tx.scope).toISOString(),
    });
  }
  note(tx, actor, yearNoun, year, {
    action: preparing[3],
    after: { as: input.as, rows: gaps.map(({ title }) => title).slice(0, 50) },
    note: input.reason || "Opened again",
  });
  await tellReviewers(tx, year, before);
  return { settled: gaps.length };
};
