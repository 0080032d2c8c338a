/** A record of a population: what it is called, and its cents. */
export type FrozenItem = { id: string; number: string; cents: number };

/** The rows of a population as its file holds them: one a line, in the order of their ids. */
export const linesOf = (items: readonly FrozenItem[]): string =>
  items.map(({ id, number, cents }) => `${id}\t${cents}\t${number}\n`).join("");

/** The rows of such a file; null for what is no such line. */
export const itemsOf = (text: string): FrozenItem[] | null => {
  const items = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [id = "", cents = "", ...number] = line.split("\t");
      return { id, cents: Number(cents), number: number.join("\t") };
    });
  return items.every(({ id, cents }) => id.length === 36 && Number.isSafeInteger(cents))
    ? items
    : null;
};

/** How rows differ from those that were frozen. */
export const differenceOf = (
  frozen: readonly FrozenItem[],
  now: readonly FrozenItem[],
): { changed: number; gone: number; came: number } => {
  const before = new Map(frozen.map(({ id, cents }) => [id, cents]));
  const ids = new Set(now.map(({ id }) => id));
  return {
    changed: now.filter(({ id, cents }) => before.has(id) && before.get(id) !== cents).length,
    gone: frozen.filter(({ id }) => !ids.has(id)).length,
    came: now.filter(({ id }) => !before.has(id)).length,
  };
};
