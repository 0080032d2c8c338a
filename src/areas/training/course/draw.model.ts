// Numbers from a seed (mulberry32): the same on every machine.
const numbersOf = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** So many of a bank's questions in the order of a seed: the same bank and seed give the same ones. */
export const drawn = (bank: readonly string[], asks: number, seed: number): string[] => {
  const next = numbersOf(seed);
  const all = bank.toSorted();
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
  return all.slice(0, asks);
};

type Key = { id: string; right: readonly number[] };

/** How many questions were answered rightly: exactly the right options, no more and no fewer. */
export const rightOf = (
  keys: readonly Key[],
  answers: Readonly<Record<string, readonly number[]>>,
): number =>
  keys.filter(({ id, right }) => {
    const given = new Set(answers[id] ?? []);
    return given.size === new Set(right).size && right.every((at) => given.has(at));
  }).length;
