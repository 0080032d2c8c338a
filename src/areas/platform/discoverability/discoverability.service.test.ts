import Fastify from "fastify";
import { expect, test } from "vitest";
import { publicPages } from "#web/site/site.paths.ts";
import { fetchAsCrawler, readDiscoverability } from "./discoverability.service.ts";

const origin = "https://levee.test";
const app = { config: { origin } } as never;

type Lie = { path: string; html?: string; status?: number; forBot?: string };

/** A site in order, whose one page lies. */
const siteWith = ({ path: liar, html, status, forBot }: Lie, robots = "Disallow: /api/") => {
  const server = Fastify();
  const good = (path: string, title: string) =>
    `<html lang="en"><head><title>${title}</title><meta name="description" content="Of ${path}">
    <link rel="canonical" href="${origin}${path}"></head><body><h1 id="top">${title}</h1>
    <p>${"word ".repeat(60)}</p><a href="/#top">Up</a></body></html>`;
  server.get("/robots.txt", () => `User-agent: *\n${robots}\nSitemap: ${origin}/sitemap.xml\n`);
  server.get("/sitemap.xml", () =>
    [
      "<urlset>",
      ...publicPages.map(({ path }) => `<url><loc>${origin}${path}</loc></url>`),
      "</urlset>",
    ].join(""),
  );
  server.get("/llms.txt", () =>
    publicPages.map(({ path }) => `- [x](${origin}${path}): y`).join("\n"),
  );
  server.get("/.well-known/security.txt", () => "Contact: https://levee.test/contact");
  for (const { path } of publicPages)
    server.get(path, (request, reply) => {
      const whole = good(path, `The page ${path}`);
      const lies = path === liar && (!forBot || request.headers["user-agent"]!.includes(forBot));
      return reply
        .type("text/html")
        .code((lies && status) || 200)
        .send(lies ? (html ?? whole) : whole);
    });
  return { server, whole: (path: string) => good(path, `The page ${path}`) };
};

const findings = async (lie: Lie, robots?: string) => {
  const { pages } = await readDiscoverability(app, siteWith(lie, robots).server);
  return pages.filter((page) => page.findings.length > 0).map((page) => [page.path, page.findings]);
};

test("a site in order has no finding, and every page is read", async () => {
  const seen = await readDiscoverability(app, siteWith({ path: "" }).server);
  expect(seen.pages.length).toBe(publicPages.length);
  expect(seen.pages.flatMap((page) => page.findings)).toEqual([]);
  expect(seen.documents.flatMap((one) => one.findings)).toEqual([]);
});

const at = "/pricing";
const { whole } = siteWith({ path: "" });
test.each([
  ["gone", { status: 404 }, "It answers 404."],
  ["without title", { html: whole(at).replace(/<title>.*<\/title>/, "") }, "It has no title."],
  [
    "of another address",
    { html: whole(at).replace(`${origin}${at}`, `${origin}/other`) },
    `Its canonical address is another one: ${origin}/other.`,
  ],
  [
    "hidden though listed",
    { html: whole(at).replace("</head>", '<meta name="robots" content="noindex"></head>') },
    "The sitemap lists it, and the page says noindex.",
  ],
  [
    "with a link to nothing",
    { html: whole(at).replace("/#top", "/nowhere") },
    "A link leads to /nowhere, which answers 404.",
  ],
  [
    "with a link to no place",
    { html: whole(at).replace("/#top", "/#bottom") },
    "A link leads to a place that is not there: /#bottom.",
  ],
  [
    "drawn by script alone",
    { html: whole(at).replace(/<p>.*<\/p>/s, "") },
    "Without script it says",
  ],
  [
    "with broken structured data",
    {
      html: whole(at).replace(
        "</head>",
        '<script type="application/ld+json">{"@type":"FAQPage",}</script></head>',
      ),
    },
    "Structured data is not valid JSON.",
  ],
  [
    "with structured data that lacks what is demanded",
    {
      html: whole(at).replace(
        "</head>",
        '<script type="application/ld+json">{"@type":"Organization","name":"L"}</script></head>',
      ),
    },
    "Organization lacks url.",
  ],
])("a page %s is named, and no other", async (_, lie, sentence) => {
  const found = await findings({ path: at, ...lie });
  expect(found.map(([path]) => path)).toEqual([at]);
  expect(found[0]![1]).toEqual(expect.arrayContaining([expect.stringContaining(sentence)]));
});

test("what robots.txt keeps out although the sitemap lists it is named", async () => {
  expect(await findings({ path: "" }, `Disallow: ${at}`)).toEqual([
    [at, ["The sitemap lists it, and robots.txt keeps crawlers out."]],
  ]);
});

test("a crawler that is given something else than a browser is told apart from one that is not", async () => {
  const { server } = siteWith({
    path: at,
    html: "<html><title>Go away</title></html>",
    forBot: "GPTBot",
  });
  const bot = await fetchAsCrawler(app, server, "GPTBot", "product");
  expect(bot.differences.map(({ path }) => path)).toEqual([at]);
  expect(bot.differences[0]!.what).toContain('Its title is "Go away".');
  expect((await fetchAsCrawler(app, server, "Googlebot", "product")).differences).toEqual([]);
});
