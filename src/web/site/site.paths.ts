import { pages, type PageEntry } from "#areas.ts";
import { documentTitle } from "#kernel/page-title.ts";
import { articles } from "./blog/articles.ts";
import { descriptions } from "./descriptions.ts";
import { guides } from "./documentation/guides.ts";

/**
 * A public page with its address filled in: `name` is the page's own, `title` the document's.
 * `updated` is a day, YYYY-MM-DD.
 */
export type PublicPage = {
  id: PageEntry["id"];
  path: string;
  name: string;
  title: string;
  description: string;
  updated?: string;
};

type Instance = { slug: string; title: string; description: string; updated?: string };

/** The pages behind a path with `:slug`. */
const instances: Readonly<Record<string, readonly Instance[]>> = {
  "/blog/:slug": articles.map((article) => ({
    ...article,
    updated: article.updated ?? article.published,
  })),
  "/documentation/:slug": guides.map((guide) => ({
    ...guide,
    title: `${guide.title}: documentation`,
  })),
};

/** Every public page in the order of the lists, those with a `:slug` once for each value. */
export const publicPages: readonly PublicPage[] = pages
  .filter((page) => page.access === "public")
  .flatMap((page): PublicPage[] => {
    if (!page.path.includes(":"))
      return [
        {
          id: page.id,
          path: page.path,
          name: page.title,
          title: documentTitle(page.title),
          description: descriptions[page.path] ?? "",
        },
      ];
    return (instances[page.path] ?? []).map((one) => ({
      id: page.id,
      path: page.path.replace(":slug", one.slug),
      name: one.title,
      title: documentTitle(one.title),
      description: one.description,
      ...(one.updated ? { updated: one.updated } : {}),
    }));
  });

/** The public page at an address, or null. */
export const publicPageAt = (path: string): PublicPage | null =>
  publicPages.find((page) => page.path === path) ?? null;

/** Pages that lead nowhere by themselves: no sitemap lists them, and they ask not to be indexed. */
export const isListed = (page: PublicPage): boolean => page.path !== "/thank-you";
