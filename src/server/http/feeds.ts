import type { FastifyInstance } from "fastify";
import { productName } from "#kernel/page-title.ts";
import { articles } from "#web/site/blog/articles.ts";
import { isListed, publicPageAt, publicPages } from "#web/site/site.paths.ts";

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
const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const about = () => publicPageAt("/")!.description;
const blogName = `${productName} blog`;

const rss: Build = (at, textOf) => {
  const items = articles.map((a) => {
    const url = at(`/blog/${a.slug}`);
    return `<item><title>${xml(a.title)}</title><link>${xml(url)}</link><guid isPermaLink="true">${xml(url)}</guid><pubDate>${noon(a.published).toUTCString()}</pubDate><category>${xml(a.topic)}</category><description>${xml(a.description)}</description><content:encoded>${xml(textOf(`/blog/${a.slug}`))}</content:encoded></item>`;
  });
  const head = `<title>${blogName}</title><link>${xml(at("/blog"))}</link><description>${xml(publicPageAt("/blog")!.description)}</description><language>en-us</language><atom:link href="${xml(at("/blog/rss.xml"))}" rel="self" type="application/rss+xml"/>`;
  return {
    type: "application/rss+xml; charset=utf-8",
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>${head}${items.join("")}</channel></rss>\n`,
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

const sitemap: Build = (at) => ({
  type: "application/xml; charset=utf-8",
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${publicPages
    .filter(isListed)
    .map(
      (page) =>
        `<url><loc>${xml(at(page.path))}</loc>${page.updated ? `<lastmod>${page.updated}</lastmod>` : ""}</url>`,
    )
    .join("")}</urlset>\n`,
});

// Screens behind the sign-in have nothing for a crawler; their addresses are not listed here, since
// the server answers all of them with the same empty frame.
const robots: Build = (at) => ({
  type: "text/plain; charset=utf-8",
  body: `User-agent: *\nDisallow: /api/\nDisallow: /auth/v1/\nDisallow: /functions/\n\nSitemap: ${at("/sitemap.xml")}\n`,
});

const llms: Build = (at) => {
  const line = (page: (typeof publicPages)[number]) =>
    `- [${page.name}](${at(page.path)}): ${page.description}`;
  const part = (title: string, of: (path: string) => boolean) =>
    `## ${title}\n\n${publicPages
      .filter((page) => isListed(page) && of(page.path))
      .map(line)
      .join("\n")}\n`;
  const blog = (path: string) => path.startsWith("/blog/");
  const guide = (path: string) => path.startsWith("/documentation");
  return {
    type: "text/plain; charset=utf-8",
    body: `# ${productName}\n\n> ${about()}\n\n${part("Guide", guide)}\n${part("Articles", blog)}\n${part("Pages", (path) => path !== "/" && !blog(path) && !guide(path))}`,
  };
};

// RFC 9116 wants an expiry less than a year ahead; it moves with the day of the request.
const security: Build = (at, _, today) => ({
  type: "text/plain; charset=utf-8",
  body: `Contact: ${at("/contact")}\nExpires: ${new Date(today.getTime() + 180 * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z\nPreferred-Languages: en\nCanonical: ${at("/.well-known/security.txt")}\nPolicy: ${at("/trust-center")}\n`,
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
      const { type, body } = build(at, textOf, new Date());
      return reply.header("cache-control", "public, max-age=3600").type(type).send(body);
    });
};
