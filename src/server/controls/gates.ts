import { conflict } from "#kernel/errors.ts";
import type { GateAct } from "#kernel/control.ts";
import { extensionPoint } from "../area.ts";
import type { Db } from "../db/db.ts";

/** A control that stops an act on a record: what it found, by which law, and what satisfies it. */
export type Held = {
  subjectId: string;
  control: string;
  citation: string;
  said: string;
  remedy: string;
  /** It cannot be told: somebody else may let it pass with a reason. */
  unknown: boolean;
  /** All of it in words, as the button and the refusal say it. */
  reason: string;
};

type Gate = (db: Db, act: GateAct, ids: readonly string[]) => Promise<readonly Held[]>;
const gates: Gate[] = [];

/** Who knows which controls stop an act. */
export const controlGates = extensionPoint<Gate>("gates of controls", (gate) => {
  gates.push(gate);
});

/**
 * What stops an act on some records now, as far as they were judged in this moment. Empty at once where
 * no control of the agency stops it.
 */
export const heldBack = async (
  db: Db,
  act: GateAct,
  ids: readonly string[],
): Promise<readonly Held[]> =>
  ids.length === 0 ? [] : (await Promise.all(gates.map((gate) => gate(db, act, ids)))).flat();

/**
 * Lets an act go on that no control stops; call it behind the locks of the records. 409 `control_stops`
 * with the control, its citation and what satisfies it.
 */
export const requirePassed = async (
  db: Db,
  act: GateAct,
  ids: readonly string[],
): Promise<void> => {
  const [first] = await heldBack(db, act, ids);
  if (first)
    throw conflict("control_stops", first.reason, {
      control: first.control,
      citation: first.citation,
      remedy: first.remedy,
    });
};
