// Counts of people in several parts of a packet, or in versions and other publications, betray each other:
// the few that one hides stand in the difference of two others.

/** What a part asked, as far as it tells which people its counts are of. */
export type Asked = {
  measures: readonly string[];
  by: readonly string[];
  where: Readonly<Record<string, readonly string[]>>;
  from: string | null;
  until: string | null;
};

const sorted = (values: readonly string[]) => [...values].toSorted();
const shapeOf = ({ by, where, from, until }: Asked): string =>
  JSON.stringify([
    by,
    Object.keys(where)
      .toSorted()
      .map((name) => [name, sorted(where[name]!)]),
    from,
    until,
  ]);

const meet = (one: Asked, other: Asked): boolean =>
  (one.from === null || other.until === null || one.from <= other.until) &&
  (other.from === null || one.until === null || other.from <= one.until);

const factOf = (measure: string) => measure.slice(0, measure.lastIndexOf("."));

/**
 * How a part stands to one that was shown before, measure by measure: `alike` where the same is asked
 * of the same days, so that the same rows are hidden; `crossing` where the same people may be counted
 * in another way, so that its counts are hidden in whole. Days that do not meet tell nothing.
 */
export const overlapOf = (
  shown: Asked,
  part: Asked,
  people: ReadonlySet<string>,
): { alike: string[]; crossing: string[] } => {
  const facts = new Set(shown.measures.filter((each) => people.has(each)).map(factOf));
  const common = part.measures.filter((each) => people.has(each) && facts.has(factOf(each)));
  if (!common.length || !meet(shown, part)) return { alike: [], crossing: [] };
  return shapeOf(shown) === shapeOf(part)
    ? { alike: common.filter((each) => shown.measures.includes(each)), crossing: [] }
    : { alike: [], crossing: common };
};
