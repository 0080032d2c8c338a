/** How many sentences and questions of each page hold a term. */
export type PageTerms = ReadonlyMap<string, ReadonlyMap<string, number>>;

type Told = { terms: ReadonlySet<string> };
type Section = { slug: string; sentences: readonly Told[]; lines: readonly Told[] };

/** What each page speaks of, by its slug. */
export const pagesOf = (units: readonly Section[]): PageTerms => {
  const pages = new Map<string, Map<string, number>>();
  for (const { slug, sentences, lines } of units) {
    const held = pages.get(slug) ?? new Map<string, number>();
    pages.set(slug, held);
    for (const { terms } of [...sentences, ...lines])
      for (const each of terms) held.set(each, (held.get(each) ?? 0) + 1);
  }
  return pages;
};

/** How often a page speaks of a thing before it is half of what it speaks of. */
const halfSpoken = 5;
/** How much the whole page speaks of what is asked, 0 to 1. */
export const spokenOf = (
  page: ReadonlyMap<string, number>,
  asked: readonly { term: string; weight: number }[],
): number => {
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
  const said = asked.reduce((sum, { term: name, weight }) => {
    const times = page.get(name) ?? 0;
    return sum + (weight * times) / (times + halfSpoken);
  }, 0);
  return whole > 0 ? said / whole : 0;
};
