/**
 * A section of the guide: the text below one heading. `anchor` is empty for the beginning of a
 * page.
 */
export type Section = { slug: string; page: string; heading: string; anchor: string; text: string };
export type Hit = { href: string; page: string; heading: string; snippet: string };

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const around = (text: string, word: string): string => {
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const from = at < 60 ? 0 : text.indexOf(" ", at - 60) + 1;
  return `${from > 0 ? "… " : ""}${text.slice(from, from + 160).trim()}${text.length > from + 160 ? " …" : ""}`;
};

// A word counts most in the name of the page, then in the heading, then in the text; the beginning
// of a word is enough.
const score = (section: Section, word: string): number => {
  const count = (text: string) =>
    words(text).filter((candidate) => candidate.startsWith(word)).length;
  return count(section.page) * 8 + count(section.heading) * 6 + Math.min(5, count(section.text));
};

/**
 * The sections that hold every word of the query, best first, at most `limit`; none for an empty
 * query.
 */
export const searchGuide = (sections: readonly Section[], query: string, limit = 8): Hit[] => {
  const asked = words(query);
  if (asked.length === 0) return [];
  return sections
    .map((section) => ({ section, scores: asked.map((word) => score(section, word)) }))
    .filter(({ scores }) => scores.every((points) => points > 0))
    .map(({ section, scores }) => ({ section, points: scores.reduce((a, b) => a + b, 0) }))
    .sort((a, b) => b.points - a.points)
    .slice(0, limit)
    .map(({ section }) => ({
      href: `/documentation/${section.slug}${section.anchor ? `#${section.anchor}` : ""}`,
      page: section.page,
      heading: section.heading,
      snippet: around(section.text, asked[0]!),
    }));
};
