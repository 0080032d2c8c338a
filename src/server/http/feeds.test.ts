import { XMLParser, XMLValidator } from "fast-xml-parser";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pages } from "#areas.ts";
import { articles } from "#web/site/blog/articles.ts";
import { feeds } from "./feeds.ts";

const today = new Date("2026-11-20T12:00:00Z");
const origin = "https://levee.example.gov";
const build = (path: string) =>
  feeds[path]!(
    (part) => `${origin}${part}`,
    (part) => `<p>Text of ${part} & more</p>`,
    today,
  );
const parse = (path: string) => {
  const { body } = build(path);
  expect(XMLValidator.validate(body)).toBe(true);
  return new XMLParser({ ignoreAttributes: false }).parse(body) as Record<string, unknown>;
};

describe("documents for machines", () => {
  test("RSS: every article once, newest data, text escaped", () => {
    const { item } = (
      parse("/blog/rss.xml") as {
        rss: {
          channel: {
            item: { title: string; link: string; pubDate: string; "content:encoded": string }[];
          };
        };
      }
    ).rss.channel;
    expect(item.map((i) => i.link)).toEqual(articles.map((a) => `${origin}/blog/${a.slug}`));
    expect(item.every((i) => !Number.isNaN(Date.parse(i.pubDate)))).toBe(true);
    expect(item[0]!["content:encoded"]).toContain("& more");
  });

  test("JSON feed 1.1: version, addresses, text and dates of every article", () => {
    const feed = JSON.parse(build("/blog/feed.json").body) as {
      version: string;
      items: { id: string; content_html: string; date_published: string }[];
    };
    expect(feed.version).toBe("https://jsonfeed.org/version/1.1");
    expect(feed.items).toHaveLength(articles.length);
    expect(
      feed.items.every(
        (i) =>
          i.id.startsWith(origin) && i.content_html.length > 0 && i.date_published.endsWith("Z"),
      ),
    ).toBe(true);
  });

  test("the sitemap has every public page and nothing behind the sign-in", () => {
    const locations = (
      parse("/sitemap.xml") as { urlset: { url: { loc: string }[] } }
    ).urlset.url.map((u) => u.loc.slice(origin.length));
    const fixed = pages
      .filter(
        (page) =>
          page.access === "public" && !page.path.includes(":") && page.path !== "/thank-you",
      )
      .map((page) => page.path);
    expect(locations).toEqual(
      expect.arrayContaining([...fixed, ...articles.map((a) => `/blog/${a.slug}`)]),
    );
    expect(new Set(locations).size).toBe(locations.length);
    expect(
      pages.filter((page) => page.access !== "public" && locations.includes(page.path)),
    ).toEqual([]);
  });

  test("robots names the sitemap; llms.txt lists pages with their sentence; security.txt expires within a year", () => {
    expect(build("/robots.txt").body).toContain(`Sitemap: ${origin}/sitemap.xml`);
    expect(build("/llms.txt").body).toContain(`(${origin}/blog/sealed-bids): `);
    const text = build("/.well-known/security.txt").body;
    expect(text).toMatch(/^Contact: https:/);
    const days = (Date.parse(/Expires: (.*)/.exec(text)![1]!) - today.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  test("every article has 500 to 900 words, names its sources, and links only to pages that exist", () => {
    const known = new Set([
      ...pages.map((page) => page.path),
      ...articles.map((a) => `/blog/${a.slug}`),
    ]);
    for (const { slug } of articles) {
      const text = readFileSync(`src/web/site/blog/articles/${slug}.mdx`, "utf8");
      const words = text.split(/\s+/).length;
      expect(words, slug).toBeGreaterThan(500);
      expect(words, slug).toBeLessThan(900);
      expect(text, slug).toMatch(/## Sources\n\n- /);
      for (const [, href] of text.matchAll(/\]\((\/[^)#]*)/g))
        expect(known, `${slug} → ${href}`).toContain(href);
    }
  });
});
