import { conflict } from "#kernel/errors.ts";
import type { GateAct } from "#kernel/control.ts";
import { extensionPoint } from "../area.ts";
import type { Db } from "../db/db.ts";

/** A control that stops an act on a record: what it found, by which law, and what satisfies it. */
export type Held = {
  subjectId: string;
  /** The number of the record. */
  number: string;
  control: string;
  citation: string;
  said: string;
  remedy: string;
  /** It cannot be told: somebody else may let it pass with a reason. */
  unknown: boolean;
  /** All of it in words, as the button and the refusal say it. */
  reason: string;
};

/** Records of an act; as a function they are read only where a control stops it. */
export type Asked = readonly string[] | (() => Promise<readonly string[]>);
export const askedIds = async (asked: Asked): Promise<readonly string[]> =>
  typeof asked === "function" ? asked() : asked;

type Gate = (db: Db, act: GateAct, asked: Asked) => Promise<readonly Held[]>;
const gates: Gate[] = [];

/** Who knows which controls stop an act. */
export const controlGates = extensionPoint<Gate>("gates of controls", (gate) => {
  gates.push(gate);
});

/**
 * What stops an act on some records now, as far as they were judged in this moment. Empty at once where
 * no control of the agency stops it.
 */
export const heldBack = async (db: Db, act: GateAct, asked: Asked): Promise<readonly Held[]> =>
  typeof asked !== "function" && asked.length === 0
    ? []
    : (await Promise.all(gates.map((gate) => gate(db, act, asked)))).flat();

/** What stops one of several records, with its number. */
export const heldOf = ({ number, reason }: Held): string => `${number}: ${reason}`;

/**
 * Lets an act go on that no control stops; call it behind the locks of the records. 409 `control_stops`
 * with the control, its citation and what satisfies it; of an act on several records at once (`each`)
 * with the number of the one that is held.
 */
export const requirePassed = async (
  db: Db,
  act: GateAct,
  asked: Asked,
  { each = false }: { each?: boolean } = {},
): Promise<void> => {
  const [first] = await heldBack(db, act, asked);
  if (first)
    throw conflict("control_stops", each ? heldOf(first) : first.reason, {
      control: first.control,
      citation: first.citation,
      remedy: first.remedy,
    });
};
