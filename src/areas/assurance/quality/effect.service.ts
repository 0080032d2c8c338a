import { actionSubjects, effectChecks } from "#areas/assets/assets.server.ts";
import type { Day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { counted } from "#kernel/words.ts";
import { qualityObjective } from "../quality.tables.ts";
import { chartOf } from "./chart.service.ts";

// What came of the measure since the action was carried out: periods that began afterwards.
const recount = async (tx: Tx, subjectId: string, since: Day) => {
  const row = await getRow(tx, qualityObjective, subjectId, "quality objective");
  const { points, limits, signals } = await chartOf(tx, { ...row, endedOn: null });
  const after = points.filter(({ on }) => on > since);
  if (!limits || after.length === 0) return null;
  const again = signals.filter(({ kind, to }) => kind === "outside" && to > since);
  const [first] = again;
  return {
    effective: !first,
    said: first
      ? `Counted anew since ${since}: ${first.said}.`
      : `Counted anew since ${since}: ${counted(after.length, "value")}, none outside of the limits.`,
  };
};

/** Corrective actions about objectives are readable as these are; on the days of their checks it is counted anew. */
export const objectiveEffects = [
  actionSubjects.of({ noun: "qualityObjective" }),
  effectChecks.of({ noun: "qualityObjective", recount }),
];
