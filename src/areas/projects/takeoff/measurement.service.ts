import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { costCodesOf } from "#areas/budget/budget.server.ts";
import { unitNamed } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { grained, shapeRefusal, type Outline, type Point, type Shape } from "./geometry.model.ts";
import type { MeasurementChange, MeasurementInput } from "./measurement.model.ts";
import { measurementNoun, type MeasurementStored } from "./measurement.noun.ts";
import { measurement } from "./measurement.tables.ts";
import { inBox } from "./page.model.ts";
import { projectOfSheet } from "./plan.service.ts";
import { planSheet, sheetViewport } from "./plan.tables.ts";
import { quantityOf, unitKindOf, type Depth } from "./quantity.model.ts";

export type ViewportStored = typeof sheetViewport.$inferSelect;

const grainedAll = (points: Outline): Point[] => points.map(grained);

const shapeOf = ({
  kind,
  points,
  cutOuts,
}: Shape): Shape & { points: Point[]; cutOuts: Point[][] } => {
  const shape = { kind, points: grainedAll(points), cutOuts: cutOuts.map(grainedAll) };
  const refused = shapeRefusal(shape);
  if (refused) throw invalidField("points", refused, "bad_shape");
  return shape;
};

/** A part of the sheet, which the whole shape lies in. */
const viewportFor = async (
  tx: Tx,
  sheetId: string,
  viewportId: string,
  points: Outline,
): Promise<ViewportStored> => {
  const viewport = await getRow(tx, sheetViewport, viewportId, "part of the sheet");
  if (viewport.sheetId !== sheetId)
    throw invalidField("viewportId", "Choose a part of this sheet.", "viewport_of_another");
  const outside = points.findIndex((at) => !inBox(at, viewport.box));
  if (outside >= 0)
    throw invalidField(
      "points",
      `Point ${outside + 1} lies outside of ${viewport.name}. Choose the part that the shape lies in.`,
      "point_outside",
    );
  return viewport;
};

const depthOf = async (
  tx: Tx,
  kind: string,
  depth: MeasurementChange["depth"],
): Promise<Depth | null> => {
  if (kind !== "volume") {
    if (depth) throw invalidField("depth", "Only a volume has a depth.", "depth_of_none");
    return null;
  }
  if (!depth || Number(depth.amount) === 0)
    throw invalidField("depth", "Enter how deep it goes.", "depth_missing");
  const unit = await unitNamed(tx, depth.unit, "depth.unit");
  if (unit.kind !== "length" || unit.factor === null)
    throw invalidField("depth.unit", "The depth is a length.", "depth_unit");
  return { amount: depth.amount, unit: unit.code, metersPerUnit: unit.factor };
};

/** What was told of it, with its points as drawn. */
type Told = Omit<MeasurementChange, "points" | "cutOuts"> & Pick<Shape, "points" | "cutOuts">;

/** All that follows of what was drawn and typed: the shape as kept, and its quantity. */
export const computed = async (tx: Tx, kind: Shape["kind"], sheetId: string, input: Told) => {
  const shape = shapeOf({ kind, points: input.points, cutOuts: input.cutOuts });
  const [viewport, depth, unit, codes] = await Promise.all([
    viewportFor(tx, sheetId, input.viewportId, shape.points),
    depthOf(tx, kind, input.depth),
    unitNamed(tx, input.unit),
    costCodesOf(tx, [input.costCodeId]),
  ]);
  if (unit.kind !== unitKindOf(kind))
    throw invalidField("unit", `${unit.code} does not measure this kind.`, "unit_of_kind");
  const code = input.costCodeId === null ? null : codes.get(input.costCodeId);
  if (code === undefined)
    throw invalidField("costCodeId", "This cost code is not there.", "unknown_cost_code");
  const { slope, viewportId, name, note, costCodeId, commodityCode } = input;
  const { scale } = viewport;
  return {
    ...{ viewportId, name, note, costCodeId, commodityCode, slope, depth },
    ...shape,
    unit: unit.code,
    unitFactor: unit,
    scale: kind === "count" ? null : scale,
    quantity: quantityOf({ ...shape, depth, slope }, scale, unit),
    costCode: code?.label ?? "",
  };
};

/**
 * Measures something on the current revision of a sheet. 404; 422 `bad_shape` with what is wrong with it,
 * `point_outside`, `viewport_of_another`, `sheet_superseded`, `depth_missing`, `depth_of_none`,
 * `depth_unit`, `unit_of_kind`, `unknown_cost_code`.
 */
export const measure = async (
  tx: Tx,
  actor: Actor,
  { sheetId, kind, ...input }: MeasurementInput,
): Promise<MeasurementStored> => {
  const sheet = await getRow(tx, planSheet, sheetId, "sheet");
  if (!sheet.current)
    throw invalidField(
      "sheetId",
      `Sheet ${sheet.number} has a later revision. Measure on that.`,
      "sheet_superseded",
    );
  const projectId = await projectOfSheet(tx, sheetId);
  const row = await computed(tx, kind, sheetId, input);
  return create(tx, actor, measurementNoun, {
    number: { kind: "MEA" },
    row: {
      ...row,
      orgId: tx.scope.orgId!,
      id: newId(),
      projectId,
      sheetId,
      measuredBy: actor.personId,
      measuredName: actor.name ?? "",
    },
  });
};

/** Changes a measurement that is not checked yet; its kind stays. 404, 409, 412, and 422 as `measure`. */
export const changeMeasurement = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: MeasurementChange,
  version: number | null,
): Promise<MeasurementStored> =>
  change(tx, actor, measurementNoun, {
    id,
    version,
    effect: async (row) => ({ patch: await computed(tx, row.kind, row.sheetId, input) }),
  });

/** Checks what somebody else measured. 404, 409, 412. */
export const checkMeasurement = (
  tx: Tx,
  actor: Actor,
  { id, version }: Pick<TakenStep, "id" | "version">,
): Promise<MeasurementStored> =>
  transition(tx, actor, measurementNoun, {
    id,
    version,
    action: "check",
    effect: (row) => {
      if (row.quantity === null)
        throw invalidField("quantity", "It has no quantity: set the scale first.", "no_quantity");
      return Promise.resolve({
        patch: {
          checkedBy: actor.personId,
          checkedName: actor.name ?? "",
          checkedAt: businessNow(tx.scope).toISOString(),
          statusReason: "",
        },
      });
    },
  });

const unchecked = { checkedBy: null, checkedName: "", checkedAt: null };

/**
 * Opens a measurement again, with the reason: it is checked anew. One whose requisition is over leaves
 * it, and is counted with the scale that its part of the sheet has now. 409 where that is not over.
 */
export const reopenMeasurement = (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
): Promise<MeasurementStored> =>
  transition(tx, actor, measurementNoun, {
    ...at,
    action: "reopen",
    effect: async (row) => ({
      patch: {
        ...unchecked,
        statusReason: at.reason?.trim() ?? "",
        ...(row.status === "sent"
          ? { requisitionId: null, ...(await computed(tx, row.kind, row.sheetId, row)) }
          : {}),
      },
    }),
  });

/** Drops a measurement that nobody needs, with the reason. */
export const dropMeasurement = (tx: Tx, actor: Actor, at: TakenStep): Promise<MeasurementStored> =>
  transition(tx, actor, measurementNoun, {
    ...at,
    action: "drop",
    effect: () => Promise.resolve({ patch: { statusReason: at.reason?.trim() ?? "" } }),
  });

/**
 * Lays measurements of earlier revisions over the current one of their sheet: same points, and the scale
 * of the part there that bears the same name, else of the whole sheet. 409 where one is checked or
 * bought; 422 `not_stale`, `point_outside`.
 */
export const moveOver = async (
  tx: Tx,
  actor: Actor,
  sheetId: string,
  ids: readonly string[],
): Promise<{ moved: number }> => {
  const sheet = await getRow(tx, planSheet, sheetId, "sheet");
  const parts = await tx.rows<{ id: string; name: string }>(sql`
    select id, name
    from sheet_viewport
    where org_id = ${tx.scope.orgId} and sheet_id = ${sheetId}
    order by created_at
  `);
  for (const id of new Set(ids)) {
    const row = await getRow(tx, measurement, id, "measurement");
    const [before, part] = await Promise.all([
      getRow(tx, planSheet, row.sheetId, "sheet"),
      getRow(tx, sheetViewport, row.viewportId, "part of the sheet"),
    ]);
    if (
      before.planSetId !== sheet.planSetId ||
      before.number !== sheet.number ||
      before.current ||
      !sheet.current
    )
      throw invalidField(
        "ids",
        `${row.number} is on no earlier revision of this sheet.`,
        "not_stale",
      );
    const to = parts.find(({ name }) => name === part.name) ?? parts[0]!;
    await change(tx, actor, measurementNoun, {
      id,
      version: row.version,
      effect: async (stored) => ({
        patch: {
          sheetId,
          ...(await computed(tx, stored.kind, sheetId, { ...stored, viewportId: to.id })),
        },
      }),
    });
  }
  return { moved: new Set(ids).size };
};
