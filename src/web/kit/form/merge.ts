/** A field on which two people differ; `untouched` when this person left it as it was opened. */
export type Difference = { field: string; mine: unknown; theirs: unknown; untouched?: true };

type Row = Record<string, unknown>;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const keyOf = (value: unknown): string | null =>
  isRow(value) ? String(value.id ?? value.purchaseOrderLineId ?? value.key ?? "") || null : null;
const keyed = (...lists: readonly unknown[]): boolean =>
  lists.every((list) => Array.isArray(list) && list.every(keyOf));
const withKey = (list: unknown, key: string | null): unknown =>
  (list as unknown[]).find((each) => keyOf(each) === key);

/**
 * What a form holds after two people changed one record: what this person changed, over what the
 * record says now. Where both changed the same,
 * `wins` decides. Lines with an id (or a key of the form's own) are taken apart; others count as
 * one value.
 */
export const merge = (
  mine: unknown,
  theirs: unknown,
  base: unknown,
  wins: "mine" | "theirs" = "mine",
): unknown => {
  if (same(mine, base)) return theirs;
  if (same(theirs, base)) return mine;
  if (isRow(mine) && isRow(theirs) && isRow(base))
    return Object.fromEntries(
      [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].map((key) => [
        key,
        merge(mine[key], theirs[key], base[key], wins),
      ]),
    );
  if (!keyed(mine, theirs, base)) return wins === "mine" ? mine : theirs;
  const kept = (theirs as unknown[]).filter(
    (each) => withKey(mine, keyOf(each)) || !withKey(base, keyOf(each)),
  );
  const added = (mine as unknown[]).filter(
    (each) => !withKey(base, keyOf(each)) && !withKey(theirs, keyOf(each)),
  );
  return [
    ...kept.map((each) =>
      withKey(mine, keyOf(each))
        ? merge(withKey(mine, keyOf(each)), each, withKey(base, keyOf(each)), wins)
        : each,
    ),
    ...added,
  ];
};

/**
 * The fields on which two people differ, those of groups by themselves. `mine` holds what this
 * person typed, `theirs` the record as it is now, `base` as it was opened.
 */
export const differences = (mine: Row, theirs: Row, base: Row, prefix = ""): Difference[] =>
  Object.keys(mine).flatMap((key) => {
    const [my, their, was] = [mine[key], theirs[key], base[key]];
    const field = `${prefix}${key}`;
    if (same(their, was) || same(my, their)) return [];
    if (keyed(my, their, was))
      return (my as Row[]).flatMap((line, at) => {
        const now = withKey(their, keyOf(line));
        const before = withKey(was, keyOf(line));
        return isRow(now) && isRow(before) ? differences(line, now, before, `${field}.${at}.`) : [];
      });
    if (isRow(my) && isRow(their) && isRow(was)) return differences(my, their, was, `${field}.`);
    return [
      { field, mine: my, theirs: their, ...(same(my, was) ? { untouched: true as const } : {}) },
    ];
  });
