import type { Actor } from "#kernel/access.ts";
import { crossesItself } from "#kernel/geo/geojson.ts";
import { invalidField } from "#kernel/errors.ts";
import type { Area, Vertex } from "#kernel/geo/area.ts";
import { newId } from "#kernel/ids.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { actionsAsked, transition, type TakenStep } from "#server/lifecycle.ts";
import { roadClosure } from "../route.tables.ts";
import type { ClosureStatus } from "./closure.labels.ts";
import { closureNoun, type ClosureStored } from "./closure.noun.ts";
import type { ClosureDetail, ClosureInput } from "./road.model.ts";
import { requireRoad } from "./road.service.ts";

const areaOf = (corners: readonly Vertex[]): Area | null => {
  if (corners.length === 0) return null;
  const ring = [...corners, corners[0]!];
  if (crossesItself(ring))
    throw invalidField(
      "corners",
      "The outline crosses itself. Give its corners in their order around it.",
      "outline_crosses",
    );
  return { polygons: [[ring]], circles: [] };
};

/** Announces that a road or a surface is closed from a day on. 422 `road_unknown`, `outline_crosses`. */
export const announceClosure = async (
  tx: Tx,
  actor: Actor,
  { corners, ...input }: ClosureInput,
): Promise<ClosureStored> => {
  if (input.road) await requireRoad(tx, input.road);
  return create(tx, actor, closureNoun, {
    number: { kind: "CLO" },
    row: {
      ...input,
      area: areaOf(corners),
      orgId: tx.scope.orgId!,
      id: newId(),
      createdBy: actor.personId,
    },
  });
};

/** Lifts a closure, with the reason. 404, 409, 412, 422 without one. */
export const liftClosure = (tx: Tx, actor: Actor, at: TakenStep): Promise<ClosureStored> =>
  transition(tx, actor, closureNoun, { ...at, action: "lift" });

/** A closure with what may be done of it. 404. */
export const readClosure = async (db: Db, actor: Actor, id: string): Promise<ClosureDetail> => {
  const row = await getRow(db, roadClosure, id, "road closure");
  const { number, name, reason, fromOn, untilOn, road, area, version } = row;
  return {
    ...{ id, number, name, reason, fromOn, untilOn, road, area, version },
    status: row.status as ClosureStatus,
    actions: await actionsAsked(db, actor, closureNoun, row),
  };
};
