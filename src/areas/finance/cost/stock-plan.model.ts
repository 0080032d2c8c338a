/** A cost of goods that an order bought, as far as the stores may take of it. Integer cents. */
export type StockSource = {
  id: string;
  orderLineId: string;
  cents: number;
  /** What no transfer, no issue and no funder holds of it. */
  room: number;
};

/** What an issue took of one cost: `moved` is more where a funder still holds what came back. */
export type StockPair = {
  lineId: string;
  sourceId: string;
  cents: number;
  moved: number;
  held: number;
};

/** What the line of an issue took of the goods of an order's line, in integer cents, at what they cost. */
export type StockTaken = { lineId: string; orderLineId: string; cents: number };

type Now = Map<string, StockPair>;
const keyOf = (lineId: string, sourceId: string): string => `${lineId} ${sourceId}`;

// Credits come off what was charged for the same goods, the newest charge first.
const roomsOf = (sources: readonly StockSource[]): Map<string, number> => {
  const rooms = new Map(sources.map(({ id, cents, room }) => [id, cents > 0 ? room : 0]));
  for (const credit of sources.filter(({ cents }) => cents < 0)) {
    let left = -credit.cents;
    for (const { id, orderLineId } of sources.toReversed()) {
      if (orderLineId !== credit.orderLineId) continue;
      const part = Math.min(left, Math.max(0, rooms.get(id)!));
      rooms.set(id, rooms.get(id)! - part);
      left -= part;
    }
  }
  return rooms;
};

const shrink = (
  now: Now,
  rooms: Map<string, number>,
  lineId: string,
  newestFirst: readonly string[],
  by: number,
): void => {
  let left = by;
  for (const sourceId of newestFirst) {
    const pair = now.get(keyOf(lineId, sourceId));
    if (!pair || left === 0) continue;
    const part = Math.min(left, pair.cents);
    const cents = pair.cents - part;
    const moved = Math.max(cents, Math.min(pair.moved, pair.held));
    left -= part;
    rooms.set(sourceId, (rooms.get(sourceId) ?? 0) + pair.moved - moved);
    now.set(keyOf(lineId, sourceId), { ...pair, cents, moved });
  }
};

const grow = (
  now: Now,
  rooms: Map<string, number>,
  lineId: string,
  sources: readonly StockSource[],
  by: number,
): void => {
  let left = by;
  for (const { id } of sources) {
    if (left === 0) return;
    const pair = now.get(keyOf(lineId, id)) ?? {
      ...{ lineId, sourceId: id, cents: 0, moved: 0, held: 0 },
    };
    const free = Math.max(0, rooms.get(id) ?? 0);
    const part = Math.min(left, free + pair.moved - pair.cents);
    if (part <= 0) continue;
    left -= part;
    const cents = pair.cents + part;
    const moved = Math.max(cents, pair.moved);
    rooms.set(id, (rooms.get(id) ?? 0) - (moved - pair.moved));
    now.set(keyOf(lineId, id), { ...pair, cents, moved });
  }
};

/**
 * Which cents of which costs issues bear: of the order that brought the goods, oldest first, then of
 * other orders of the same stock (the mean of several prices may be more than one of them cost). What
 * an issue no longer took goes back, newest first; what a funder holds of it stays moved, so that no
 * cent is claimed twice. `taken` stands in the order of the movements; sources from the oldest. Gives
 * the pairs that changed.
 */
export const planStockCosts = (
  sources: readonly StockSource[],
  pairs: readonly StockPair[],
  taken: readonly StockTaken[],
): StockPair[] => {
  const rooms = roomsOf(sources);
  const now: Now = new Map(pairs.map((pair) => [keyOf(pair.lineId, pair.sourceId), pair]));
  const known = new Set(sources.map(({ id }) => id));
  const newestFirst = [
    ...pairs.map(({ sourceId }) => sourceId).filter((id) => !known.has(id)),
    ...sources.map(({ id }) => id).toReversed(),
  ];
  const lines = [...new Set(taken.map(({ lineId }) => lineId))];
  const borne = (lineId: string): number =>
    [...now.values()].reduce((sum, pair) => sum + (pair.lineId === lineId ? pair.cents : 0), 0);
  const wanted = (lineId: string): number =>
    taken.reduce((sum, one) => sum + (one.lineId === lineId ? one.cents : 0), 0);
  for (const lineId of lines) {
    const gone = pairs.filter((pair) => pair.lineId === lineId && !known.has(pair.sourceId));
    for (const { sourceId, cents } of gone) shrink(now, rooms, lineId, [sourceId], cents);
    const over = borne(lineId) - wanted(lineId);
    if (over > 0) shrink(now, rooms, lineId, newestFirst, over);
  }
  for (const lineId of lines) {
    const own = new Set(
      taken.filter((one) => one.lineId === lineId).map(({ orderLineId }) => orderLineId),
    );
    const inOrder = [
      ...sources.filter(({ orderLineId }) => own.has(orderLineId)),
      ...sources.filter(({ orderLineId }) => !own.has(orderLineId)),
    ];
    grow(now, rooms, lineId, inOrder, wanted(lineId) - borne(lineId));
  }
  const before = new Map(pairs.map((pair) => [keyOf(pair.lineId, pair.sourceId), pair]));
  return [...now].flatMap(([key, pair]) => {
    const was = before.get(key);
    return was?.cents === pair.cents && was.moved === pair.moved ? [] : [pair];
  });
};
