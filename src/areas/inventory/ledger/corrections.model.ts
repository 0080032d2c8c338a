import {
  replay,
  type DatedMethod,
  type Replay,
  type Shortage,
  type StockEntry,
} from "./cost.model.ts";
import type { CostMethod } from "./pool.model.ts";

/** What stands posted of a line: its own value with every adjusting entry that names it. */
export type StandingValue = { id: string; cents: number };

/** An adjusting entry: integer cents that the pool gains (or loses), and the line that it corrects. */
export type Correction = { corrects: string; cents: number };

/**
 * The adjusting entries between what stands posted and what the history says: one for every line that
 * differs, none for the others. What was posted stays as it is; the entries are dated with the day of
 * their posting, so closed years stay too. With them the pool's value is the sum of its lines.
 */
export const corrections = (
  posted: readonly StandingValue[],
  replayed: Pick<Replay, "values">,
): Correction[] =>
  posted.flatMap(({ id, cents }) => {
    const right = replayed.values.get(id) ?? 0;
    return right === cents ? [] : [{ corrects: id, cents: right - cents }];
  });

/** A posting's outcome in one pool: what its own lines move, what it corrects, how the pool stands. */
export type Settled = {
  /** Integer cents by added line: what it adds to the pool, or takes away. */
  values: ReadonlyMap<string, number>;
  corrections: Correction[];
  after: Replay;
};

/**
 * What a posting does to a pool: `kept` is the history that stays with what stands posted of it (a bill
 * at another price stands here with its new cost, a reversed movement not at all), `added` the lines
 * that are posted now, on whatever day they moved. `Shortage` where the stock would have gone below
 * nothing on any day.
 */
export const settle = (
  kept: readonly { entry: StockEntry; standing: number }[],
  added: readonly StockEntry[],
  method: CostMethod | readonly DatedMethod[],
): Settled | { shortage: Shortage } => {
  const after = replay([...kept.map(({ entry }) => entry), ...added], method);
  if (after.shortage) return { shortage: after.shortage };
  const standing = kept
    .filter(({ entry }) => entry.kind !== "transfer")
    .map(({ entry: { id }, standing: cents }) => ({ id, cents }));
  return {
    values: new Map(added.map(({ id }) => [id, after.values.get(id) ?? 0])),
    corrections: corrections(standing, after),
    after,
  };
};
