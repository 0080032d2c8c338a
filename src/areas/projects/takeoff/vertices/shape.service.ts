import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { change } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { requireGiven } from "#server/http/endpoint.ts";
import { grained, shapeRefusal } from "../geometry.model.ts";
import type { ShapeChange } from "../measurement.model.ts";
import { measurementNoun, type MeasurementStored } from "../measurement.noun.ts";
import { computed } from "../measurement.service.ts";
import { clashWords, mergeShapes, type Rings } from "./merge.model.ts";

const grainedRings = ({ points, cutOuts }: Rings): Rings => ({
  points: points.map(grained),
  cutOuts: cutOuts.map((cutOut) => cutOut.map(grained)),
});

/** Both changes together; 409 with their shape where they touch the same points or fit no shape. */
const together = (stored: MeasurementStored, base: Rings, mine: Rings): Rings => {
  const { rings, clashes } = mergeShapes(base, mine, stored);
  const asks = (message: string) =>
    conflict("points_changed", message, {
      theirs: { points: stored.points, cutOuts: stored.cutOuts },
      theirVersion: stored.version,
    });
  if (clashes.length > 0)
    throw asks(`Somebody else changed ${clashWords(clashes)} too. Keep yours or theirs.`);
  const refused = shapeRefusal({ kind: stored.kind, ...rings });
  if (refused) throw asks(`Together with what somebody else changed: ${refused}`);
  return rings;
};

/**
 * Moves, adds or removes points of a measurement that is not checked yet. `base` is the shape that the
 * person had before them, of the version that is sent. Where somebody changed it since, both changes are
 * laid together; what both touched asks. 404; 409 `points_changed` with their shape and version, and in
 * another status; 422 as `measure`; 428.
 */
export const reshape = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { base, ...mine }: ShapeChange,
  version: number | null,
): Promise<MeasurementStored & { merged: boolean }> => {
  requireGiven(version);
  let merged = false;
  // The version is judged here: an older one is no refusal where both changes fit together.
  const row = await change(tx, actor, measurementNoun, {
    id,
    effect: async (stored) => {
      merged = stored.version !== version;
      const rings = merged
        ? together(stored, grainedRings(base), grainedRings(mine))
        : grainedRings(mine);
      return {
        patch: await computed(tx, stored.kind, stored.sheetId, { ...stored, ...rings }),
        note: merged ? "Points, laid together with another change" : "Points",
      };
    },
  });
  return { ...row, merged };
};
