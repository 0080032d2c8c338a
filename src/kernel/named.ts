/** A record that a sentence names, and its page. */
export type NamedRecord = { number: string; href: string };

/** A sentence in parts, so that each record that it names is a link; the words stay as they are. */
export const partsOf = (
  text: string,
  records: readonly NamedRecord[],
): { text: string; href: string | null }[] => {
  const found = records
    .flatMap(({ number, href }) => {
      const from = text.indexOf(number);
      return from < 0 ? [] : [{ from, to: from + number.length, href }];
    })
    .toSorted((a, b) => a.from - b.from || b.to - a.to);
  const parts: { text: string; href: string | null }[] = [];
  let at = 0;
  for (const { from, to, href } of found) {
    if (from < at) continue;
    if (from > at) parts.push({ text: text.slice(at, from), href: null });
    parts.push({ text: text.slice(from, to), href });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null });
  return parts;
};
