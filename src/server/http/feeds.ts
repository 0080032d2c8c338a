import type { FastifyInstance } from "fastify";
import { productName } from "#kernel/page-title.ts";
import { utcDay } from "#kernel/time.ts";
import { articles } from "#web/site/blog/articles.ts";
import { isListed, publicPageAt, publicPages } from "#web/site/site.paths.ts";
import { databaseMs } from "../db/database-clock.ts";

type Answer = { type: string; body: string };
type Build = (
  at: (path: string) => string,
  textOf: (path: string) => string,
  today: Date,
) => Answer;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const xml = (text: string) => text.replace(/[&<>"']/g, (c) => entities[c]!);
const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';
const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const about = () => publicPageAt("/")!.description;
const blogName = `${productName} blog`;

const element = (name: string, text: string) => `<${name}>${xml(text)}</${name}>`;

const rssItem = (article: (typeof articles)[number], url: string, text: string): string =>
  [
    "<item>",
    element("title", article.title),
    element("link", url),
    `<guid isPermaLink="true">${xml(url)}</guid>`,
    element("pubDate", noon(article.published).toUTCString()),
    element("category", article.topic),
    element("description", article.description),
    element("content:encoded", text),
    "</item>",
  ].join("");

const rss: Build = (at, textOf) => {
  const items = articles.map((a) => {
    const path = `/blog/${a.slug}`;
    return rssItem(a, at(path), textOf(path));
  });
  const head = [
    `<title>${blogName}</title>`,
    element("link", at("/blog")),
    element("description", publicPageAt("/blog")!.description),
    "<language>en-us</language>",
    `<atom:link href="${xml(at("/blog/rss.xml"))}" rel="self" type="application/rss+xml"/>`,
  ];
  const namespaces = [
    'xmlns:atom="http://www.w3.org/2005/Atom"',
    'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  ];
  const channel = `<channel>${head.join("")}${items.join("")}</channel>`;
  return {
    type: "application/rss+xml; charset=utf-8",
    body: `${xmlHead}<rss version="2.0" ${namespaces.join(" ")}>${channel}</rss>\n`,
  };
};

const jsonFeed: Build = (at, textOf) => ({
  type: "application/feed+json; charset=utf-8",
  body: JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: blogName,
    home_page_url: at("/blog"),
    feed_url: at("/blog/feed.json"),
    description: publicPageAt("/blog")!.description,
    language: "en-US",
    items: articles.map((a) => ({
      id: at(`/blog/${a.slug}`),
      url: at(`/blog/${a.slug}`),
      title: a.title,
      summary: a.description,
      content_html: textOf(`/blog/${a.slug}`),
      date_published: noon(a.published).toISOString(),
      date_modified: noon(a.updated ?? a.published).toISOString(),
      tags: [a.topic],
    })),
  }),
});

const listing = (url: string, updated: string | undefined): string =>
  `<url>${element("loc", url)}${updated ? `<lastmod>${updated}</lastmod>` : ""}</url>`;

const sitemap: Build = (at) => {
  const urls = publicPages.filter(isListed).map((page) => listing(at(page.path), page.updated));
  return {
    type: "application/xml; charset=utf-8",
    body: [
      `${xmlHead}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
      ...urls,
      "</urlset>\n",
    ].join(""),
  };
};

// Screens behind the sign-in have nothing for a crawler; their addresses are not listed here, since
// the server answers all of them with the same empty frame.
const robots: Build = (at) => ({
  type: "text/plain; charset=utf-8",
  body: [
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /auth/v1/",
    "Disallow: /functions/",
    "",
    `Sitemap: ${at("/sitemap.xml")}`,
    "",
  ].join("\n"),
});

const llms: Build = (at) => {
  const line = (page: (typeof publicPages)[number]) =>
    `- [${page.name}](${at(page.path)}): ${page.description}`;
  const part = (title: string, of: (path: string) => boolean) =>
    `## ${title}\n\n${publicPages
      .filter((page) => isListed(page) && of(page.path))
      .map(line)
      .join("\n")}\n`;
  const isBlog = (path: string) => path.startsWith("/blog/");
  const isGuide = (path: string) => path.startsWith("/documentation");
  const isOther = (path: string) => path !== "/" && !isBlog(path) && !isGuide(path);
  return {
    type: "text/plain; charset=utf-8",
    body: [
      `# ${productName}\n`,
      `> ${about()}\n`,
      part("Guide", isGuide),
      part("Articles", isBlog),
      part("Pages", isOther),
    ].join("\n"),
  };
};

// RFC 9116 wants an expiry less than a year ahead; it moves with the day of the request.
const security: Build = (at, _, today) => ({
  type: "text/plain; charset=utf-8",
  body: `Contact: ${at("/contact")}\nExpires: ${utcDay(new Date(today.getTime() + 180 * 86_400_000))}T00:00:00Z\nPreferred-Languages: en\nCanonical: ${at("/.well-known/security.txt")}\nPolicy: ${at("/trust-center")}\n`,
});

/**
 * The machine-readable documents of the public site by address. Built from the pages' data when
 * they are asked for.
 */
export const feeds: Readonly<Record<string, Build>> = {
  "/blog/rss.xml": rss,
  "/blog/feed.json": jsonFeed,
  "/sitemap.xml": sitemap,
  "/robots.txt": robots,
  "/llms.txt": llms,
  "/.well-known/security.txt": security,
};

/**
 * Serves the feeds. `origin` is the address of the installation without a slash at its end;
 * `textOf` gives the HTML of an article's text.
 */
export const serveFeeds = (
  server: FastifyInstance,
  origin: string,
  textOf: (path: string) => string,
): void => {
  const at = (path: string) => `${origin}${path}`;
  for (const [path, build] of Object.entries(feeds))
    server.get(path, { schema: { hide: true } }, async (_, reply) => {
      const { type, body } = build(at, textOf, new Date(databaseMs()));
      return reply.header("cache-control", "public, max-age=3600").type(type).send(body);
    });
};
