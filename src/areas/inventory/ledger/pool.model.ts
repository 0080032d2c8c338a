import { splitCents } from "#kernel/money.ts";
import { quantityText } from "#kernel/quantity.ts";

/** How what goes out is priced: at the mean of all that is there, or oldest receipt first. */
export type CostMethod = "average" | "fifo";

/**
 * What of one receipt is still there. Quantities are ten-thousandths of the item's unit, values
 * integer cents. Under the mean a layer's own cents are not looked at: the pool has one value.
 */
export type Layer = { receipt: string; lot: string | null; quantity: bigint; cents: number };

/** What an issue took of one receipt, and at what. */
export type Piece = Layer;

/**
 * Stock of one item of one fund, over all places. `value` is the sum of all that moved in and out;
 * without quantity there is no value.
 */
export type Pool = { method: CostMethod; quantity: bigint; value: number; layers: Layer[] };

/** More goes out than there is: how much is missing, in ten-thousandths. */
export type Missing = { missing: bigint };

export const emptyPool = (method: CostMethod): Pool => ({
  method,
  quantity: 0n,
  value: 0,
  layers: [],
});

/**
 * The part of cents that a part of a quantity is worth, rounded half up; all of the quantity takes
 * all of the cents, so what goes out last leaves nothing behind.
 */
export const shareOf = (cents: number, part: bigint, whole: bigint): number =>
  part === whole ? cents : Number((BigInt(cents) * part * 2n + whole) / (whole * 2n));

/** What came in, at what it cost: the newest layer. */
export const takeIn = (pool: Pool, layer: Layer): Pool => ({
  ...pool,
  quantity: pool.quantity + layer.quantity,
  value: pool.value + layer.cents,
  layers: [...pool.layers, layer],
});

/**
 * What goes out: of a named lot its own layers, else the oldest of all. Says what it took of which
 * receipt; its cost is their sum. `Missing` where the layers do not reach.
 */
export const takeOut = (
  pool: Pool,
  wanted: bigint,
  lot: string | null,
): { pool: Pool; pieces: Piece[] } | Missing => {
  let left = wanted;
  const pieces: Piece[] = [];
  const layers = pool.layers.map((layer) => {
    if (left === 0n || layer.quantity === 0n || (lot !== null && layer.lot !== lot)) return layer;
    const part = left < layer.quantity ? left : layer.quantity;
    left -= part;
    const cents = shareOf(layer.cents, part, layer.quantity);
    pieces.push({ ...layer, quantity: part, cents });
    return { ...layer, quantity: layer.quantity - part, cents: layer.cents - cents };
  });
  if (left > 0n) return { missing: left };
  const priced =
    pool.method === "fifo" ? pieces : spread(shareOf(pool.value, wanted, pool.quantity), pieces);
  const after = {
    ...pool,
    quantity: pool.quantity - wanted,
    value: pool.value - valueOf(priced),
    layers,
  };
  return { pool: after, pieces: priced };
};

/**
 * What an issue used comes back at what it went out for: the pieces taken last come back first, into
 * the layers that they came from. Says what came back and what the issue still has out. `Missing`
 * where more comes back than went out.
 */
export const takeBack = (
  pool: Pool,
  out: readonly Piece[],
  back: bigint,
): { pool: Pool; pieces: Piece[]; left: Piece[] } | Missing => {
  let rest = back;
  const pieces: Piece[] = [];
  const left = out.toReversed().map((piece) => {
    const part = rest < piece.quantity ? rest : piece.quantity;
    if (part === 0n) return piece;
    rest -= part;
    const cents = shareOf(piece.cents, part, piece.quantity);
    pieces.push({ ...piece, quantity: part, cents });
    return { ...piece, quantity: piece.quantity - part, cents: piece.cents - cents };
  });
  if (rest > 0n) return { missing: rest };
  return {
    pool: {
      ...pool,
      quantity: pool.quantity + back,
      value: pool.value + valueOf(pieces),
      layers: pool.layers.map((layer) =>
        pieces.filter((p) => p.receipt === layer.receipt).reduce(joined, layer),
      ),
    },
    pieces,
    left: left.toReversed().filter((piece) => piece.quantity > 0n),
  };
};

/**
 * The same stock under another method, from a day on: its value stays. Oldest-first begins with the
 * value spread over what is left of each receipt, the mean with the sum.
 */
export const underMethod = (pool: Pool, method: CostMethod): Pool =>
  pool.method === method
    ? pool
    : {
        ...pool,
        method,
        layers: method === "fifo" ? spread(pool.value, pool.layers) : pool.layers,
      };

/** Cents of pieces or layers together. */
export const valueOf = (pieces: readonly Layer[]): number =>
  pieces.reduce((sum, { cents }) => sum + cents, 0);

const joined = (layer: Layer, piece: Piece): Layer => ({
  ...layer,
  quantity: layer.quantity + piece.quantity,
  cents: layer.cents + piece.cents,
});

// By largest remainder: the parts add up to the cents exactly.
const spread = (cents: number, layers: readonly Layer[]): Layer[] => {
  if (layers.every(({ quantity }) => quantity === 0n))
    return layers.map((layer) => ({ ...layer, cents: 0 }));
  const parts = splitCents(
    cents,
    layers.map(({ quantity }) => quantityText(quantity)),
  );
  return layers.map((layer, at) => ({ ...layer, cents: parts[at]! }));
};
