// Which addresses there are to see: every page of the product once, with a record of the demo where
// its address names one. Records are found as people find them, by the links of the pages before.
import { pageAt, pages, type PageEntry } from "#areas.ts";
import { publicPages } from "#web/site/site.paths.ts";
import type { Seen } from "./kept.ts";
import { peopleFor } from "./who.ts";

/** Somebody who is to look at an address. */
export type Step = { path: string; page: string; who: string };

/** What a record does not allow now is refused to everybody: so many people are asked. */
const mostTries = 3;

const isPublic = ({ access }: PageEntry) => access === "public";

/** Where the walk begins: what needs no record, the app first, and each article of the public site. */
const beginnings = (): { path: string; page: PageEntry }[] => [
  ...pages
    .filter(({ path }) => !path.includes(":"))
    .toSorted((a, b) => Number(isPublic(a)) - Number(isPublic(b)))
    .map((page) => ({ path: page.path, page })),
  ...publicPages
    .filter(({ path }) => pageAt(path)?.path.includes(":"))
    .map(({ path }) => ({ path, page: pageAt(path)! })),
];

/** The page of a link, with its tab where it names one; null for what is no page of the app. */
const placeOf = (link: string): { path: string; key: string; page: PageEntry } | null => {
  const [path = "", query = ""] = link.split("#")[0]!.split("?");
  const page = pageAt(path);
  if (!page || /\/(api|auth|dev)\//.test(path)) return null;
  const tab = new URLSearchParams(query).get("tab");
  const key = page.path + (tab ? `?tab=${tab}` : "");
  return { path: tab ? `${path}?tab=${tab}` : path, key, page };
};

/** What is done with a record that was seen: its address with a word behind it, by the same person. */
const below = (seen: readonly Seen[]): Step[] =>
  pages.flatMap((page): Step[] => {
    const word = /^(.*\/:\w+)\/([\w-]+)$/.exec(page.path);
    const record = seen.find((s) => s.page === word?.[1] && s.refused.length === 0);
    return word && record
      ? [{ page: page.path, path: `${record.path.split("?")[0]!}/${word[2]!}`, who: record.who }]
      : [];
  });

/**
 * What is still to be seen after `seen`: a page that was seen without being refused is done; of one
 * that was refused the next person is tried, and the last one's sight counts.
 * Where pages lead no further, `further` and what is done with a record come.
 */
export const stepsAfter = (seen: readonly Seen[], further: readonly Step[] = []): Step[] => {
  const steps = new Map<string, Step>();
  const done = (key: string) => seen.some((s) => s.page === key && s.refused.length === 0);
  const tried = (path: string, who: string) => seen.some((s) => s.path === path && s.who === who);
  const offer = (path: string, key: string, page: PageEntry, first?: string) => {
    if (done(key) || steps.has(key)) return;
    const people = [...new Set([...(first ? [first] : []), ...peopleFor(page)])];
    const tries = seen.filter((s) => s.page === key).length;
    if (page.path.includes(":") && tries >= mostTries) return;
    const who = people.find((name) => !tried(path, name));
    if (who) steps.set(key, { path, page: key, who });
  };
  const offerStep = (step: Step) => {
    if (!done(step.page) && !tried(step.path, step.who)) steps.set(step.page, step);
  };
  for (const { path, page } of beginnings())
    offer(path, page.path.includes(":") ? path : page.path, page);
  for (const each of seen)
    for (const link of each.links) {
      const place = placeOf(link);
      if (place) offer(place.path, place.key, place.page, each.who);
    }
  if (steps.size === 0) for (const each of [...further, ...below(seen)]) offerStep(each);
  return [...steps.values()];
};

/** Pages of the product that nothing seen leads to, in the order of their addresses. */
export const unreached = (seen: readonly Seen[]): string[] => {
  const reached = new Set(seen.map(({ path }) => pageAt(path.split("?")[0]!)?.path));
  return pages
    .map(({ path }) => path)
    .filter((path) => !reached.has(path))
    .toSorted();
};
