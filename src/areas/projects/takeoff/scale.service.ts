import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { unitNamed } from "#areas/organization/organization.server.ts";
import { change, note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { projectNoun } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import type { ViewportStored } from "./measurement.service.ts";
import { measurementNoun, type MeasurementStored } from "./measurement.noun.ts";
import { inBox } from "./page.model.ts";
import type { ScaleInput } from "./plan.model.ts";
import { projectOfSheet } from "./plan.service.ts";
import { planSheet, sheetViewport } from "./plan.tables.ts";
import { quantityOf } from "./quantity.model.ts";
import { scaleOfList, scaleOfPoints, twoPointsRefusal, type Scale } from "./scale.model.ts";

/** What a quantity becomes with another scale. */
type Requantified = {
  id: string;
  number: string;
  name: string;
  unit: string;
  before: string | null;
  after: string | null;
};

const scaleAsked = async (
  tx: Tx,
  viewport: ViewportStored,
  userUnit: number,
  input: ScaleInput,
): Promise<Scale> => {
  if (input.basis === "listed") return scaleOfList(input.listed!, userUnit);
  if (input.basis === "file") {
    if (viewport.fileScale) return viewport.fileScale;
    throw invalidField(
      "basis",
      "The file says no scale of this part that can be used. Choose two points.",
      "no_file_scale",
    );
  }
  const [from, to] = [input.from!, input.to!];
  const unit = await unitNamed(tx, input.unit);
  if (unit.kind !== "length" || unit.factor === null)
    throw invalidField("unit", "Choose a unit of length.", "scale_unit");
  const length = { amount: input.length!, unit: unit.code, metersPerUnit: unit.factor };
  const refused = twoPointsRefusal(from, to, length);
  if (refused) throw invalidField("length", refused, "bad_scale");
  if (!inBox(from, viewport.box) || !inBox(to, viewport.box))
    throw invalidField("length", `Choose both points within ${viewport.name}.`, "bad_scale");
  return scaleOfPoints(from, to, length);
};

const measuredIn = (tx: Tx, viewportId: string): Promise<MeasurementStored[]> =>
  tx.rows<MeasurementStored>(sql`
    select *
    from measurement
    where org_id = ${tx.scope.orgId}
      and viewport_id = ${viewportId}
      and kind <> 'count'
      and status in ('measured', 'checked')
    order by number
    for update
  `);

const requantified = (
  rows: readonly MeasurementStored[],
  scale: Scale,
): (Requantified & { row: MeasurementStored })[] =>
  rows.map((row) => ({
    ...{ id: row.id, number: row.number, name: row.name, unit: row.unit },
    before: row.quantity,
    after: quantityOf(row, scale, row.unitFactor),
    row,
  }));

/**
 * Sets the scale of a part of a sheet. Where quantities change by it that were there before, they are
 * shown first: 409 `quantities_change` with each before and after, until `seen` says that somebody
 * looked at them. What is checked is then checked anew; what was bought keeps its scale. 404, 412, 428;
 * 422 `bad_scale`, `scale_unit`, `no_file_scale`.
 */
export const setScale = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: ScaleInput,
  version: number | null,
): Promise<{ id: string; version: number }> => {
  const viewport = await lockRow(tx, sheetViewport, id, "part of the sheet");
  requireVersion(viewport.version, version);
  const sheet = await getRow(tx, planSheet, viewport.sheetId, "sheet");
  const scale = await scaleAsked(tx, viewport, sheet.userUnit, input);
  const all = requantified(await measuredIn(tx, id), scale);
  const changes = all
    .filter(({ before, after }) => before !== null && Number(before) !== Number(after))
    .map(({ row: _row, ...one }) => one);
  if (changes.length > 0 && !input.seen)
    throw conflict("quantities_change", "Quantities change by this scale. Look at them first.", {
      changes,
    });
  for (const { row, after } of all) await recount(tx, actor, row, scale, after);
  const { version: now } = await updateRow(tx, sheetViewport, id, {
    scale,
    scaledBy: actor.personId,
    scaledAt: businessNow(tx.scope).toISOString(),
  });
  const p = await getRow(tx, project, await projectOfSheet(tx, viewport.sheetId), "project");
  note(tx, actor, projectNoun, p, {
    action: "setScale",
    before: viewport.scale && { scale: viewport.scale.label },
    after: { scale: scale.label },
    note: `Sheet ${sheet.number}, ${viewport.name}: ${scale.label}`,
  });
  return { id, version: now };
};

const recount = async (
  tx: Tx,
  actor: Actor,
  row: MeasurementStored,
  scale: Scale,
  quantity: string | null,
): Promise<void> => {
  let { version } = row;
  if (row.status === "checked") {
    const patch = { checkedBy: null, checkedName: "", checkedAt: null };
    const opened = await transition(tx, asSystem(actor), measurementNoun, {
      id: row.id,
      action: "reopen",
      version,
      reason: `The scale of its sheet is ${scale.label} now.`,
      effect: () => Promise.resolve({ patch }),
    });
    version = opened.version;
  }
  await change(tx, asSystem(actor), measurementNoun, {
    id: row.id,
    version,
    action: "recalibrate",
    effect: () => Promise.resolve({ patch: { scale, quantity } }),
  });
};
