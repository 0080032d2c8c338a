import { pageAt } from "#areas.ts";
import { namedPages } from "#areas/platform/platform.server.ts";
import { roleSatisfies, type Actor } from "#kernel/access.ts";
import { termsIn, wordsIn } from "./words.model.ts";

/** A screen that words name. */
export type FoundPage = { title: string; href: string };

const termsOf = (text: string): string[] => termsIn(wordsIn(text)).map(({ term }) => term);

type Known = FoundPage & { named: readonly string[]; all: ReadonlySet<string> };
let known: readonly Known[] | undefined;
/** Pages with the terms of their titles and other names, read once; what is still to come is not among them. */
const knownPages = (): readonly Known[] =>
  (known ??= namedPages
    .filter(({ soon }) => !soon)
    .map(({ title, also, path }) => ({
      title,
      href: path,
      named: termsOf(title),
      all: new Set([...termsOf(title), ...also.split(",").flatMap(termsOf)]),
    })));

/** Whether somebody may open a page. */
const mayOpen = (actor: Actor, href: string): boolean => {
  const page = pageAt(href);
  if (!page) return false;
  if (page.access === "public" || page.access === "open") return true;
  if (actor.orgId === null) return false;
  return (
    page.access === "signed-in" ||
    roleSatisfies(actor.role, page.access) ||
    (page.alsoWith !== undefined && actor.permissions.has(page.alsoWith))
  );
};

/** Words that ask for a screen, beside its name. */
const around = new Set(termsOf("where find open go to show list overview screen page menu"));

/**
 * Pages that the words name and that the actor may open, the nearest first: every term is one of the
 * title or of the page's other names, synonyms counted as the same.
 */
export const pagesOf = (actor: Actor, words: readonly string[], most = 4): FoundPage[] => {
  const asked = termsIn(words)
    .map(({ term }) => term)
    .filter((term) => !around.has(term));
  if (asked.length === 0) return [];
  return knownPages()
    .filter(({ all, href }) => asked.every((term) => all.has(term)) && mayOpen(actor, href))
    .toSorted((a, b) => a.named.length - b.named.length)
    .slice(0, most)
    .map(({ title, href }) => ({ title, href }));
};

/** The page whose whole title the words say, and nothing else; null where they say more or less. */
export const pageCalled = (actor: Actor, words: readonly string[]): FoundPage | null => {
  const asked = new Set(termsIn(words).map(({ term }) => term));
  const found = pagesOf(actor, words, Number.POSITIVE_INFINITY).find(({ title }) =>
    termsOf(title).every((term) => asked.has(term)),
  );
  return found ?? null;
};
