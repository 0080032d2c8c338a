import type { FastifyInstance } from "fastify";
import { XMLParser } from "fast-xml-parser";
import robotsModule from "robots-parser";
import type { App } from "#server/app.ts";
import { operatorFetch } from "#server/outgoing/operator.ts";
import { publicPages } from "#web/site/site.paths.ts";
import { crawlers, type Crawler } from "./crawlers.labels.ts";
import type {
  CrawlerSaw,
  Discoverability,
  DocumentSeen,
  PageSeen,
} from "./discoverability.model.ts";
import { factsOf, type PageFacts } from "./page-facts.service.ts";

// Its types describe a module of another kind than it is.
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

/** What came back of an address: of the running server itself, or through the public address. */
type Answer = { status: number; body: string; location: string; robots: string };
type Ask = (path: string, userAgent: string) => Promise<Answer>;

const browser = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0";
const fewWords = 40;
const longDescription = 160;
const atOnce = 4;

/** Asks the running server, without the network. */
const askProduct =
  (server: FastifyInstance): Ask =>
  async (path, userAgent) => {
    const answer = await server.inject({ url: path, headers: { "user-agent": userAgent } });
    return {
      status: answer.statusCode,
      body: answer.body,
      location: String(answer.headers["location"] ?? ""),
      robots: String(answer.headers["x-robots-tag"] ?? ""),
    };
  };

const reach = operatorFetch("own pages", {
  wholeMs: 10_000,
  atOnce,
  mostBytes: 4 * 1024 * 1024,
  backOff: false,
});

/** Asks through the address that people use; what stands before the server is met on the way. */
const askAddress =
  (origin: string): Ask =>
  async (path, userAgent) => {
    try {
      const answer = await reach(`${origin}${path}`, { headers: { "user-agent": userAgent } });
      return {
        status: answer.status,
        body: await answer.text(),
        location: answer.headers.get("location") ?? "",
        robots: answer.headers.get("x-robots-tag") ?? "",
      };
    } catch {
      return { status: 0, body: "", location: "", robots: "" };
    }
  };

const each = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const answers: R[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    answers.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return answers;
};

const addressesOf = (sitemap: string): string[] => {
  const read = new XMLParser().parse(sitemap) as {
    urlset?: { url?: { loc: string } | { loc: string }[] };
  };
  return [read.urlset?.url ?? []].flat().map((one) => String(one.loc));
};

type Documents = {
  robots: ReturnType<typeof robotsParser>;
  listed: ReadonlySet<string>;
  told: ReadonlySet<string>;
  seen: DocumentSeen[];
};

const missing = ({ status }: Answer): string[] =>
  status === 200 ? [] : [`It answers ${status}: crawlers go on without it.`];

const readDocuments = async (ask: Ask, origin: string): Promise<Documents> => {
  const [robots, sitemap, llms, security] = await Promise.all(
    ["/robots.txt", "/sitemap.xml", "/llms.txt", "/.well-known/security.txt"].map((path) =>
      ask(path, browser),
    ),
  );
  const rules = robotsParser(`${origin}/robots.txt`, robots!.body);
  const listed = addressesOf(sitemap!.body);
  const told = [...llms!.body.matchAll(/\]\((\S+?)\)/g)].map((match) => match[1]!);
  const foreign = [...listed, ...told].filter((address) => !address.startsWith(`${origin}/`));
  const strange = foreign.length
    ? [`${foreign.length} addresses are not of ${origin}. Set LEVEE_ORIGIN to the public address.`]
    : [];
  return {
    robots: rules,
    listed: new Set(listed),
    told: new Set(told),
    seen: [
      {
        path: "/robots.txt",
        status: robots!.status,
        entries: robots!.body.match(/^Disallow:/gm)?.length ?? 0,
        what: "rules",
        findings: [
          ...missing(robots!),
          ...(rules.getSitemaps().length ? [] : ["It does not name the sitemap."]),
        ],
      },
      {
        path: "/sitemap.xml",
        status: sitemap!.status,
        entries: listed.length,
        what: "pages",
        findings: [...missing(sitemap!), ...strange],
      },
      {
        path: "/llms.txt",
        status: llms!.status,
        entries: told.length,
        what: "pages",
        findings: missing(llms!),
      },
      {
        path: "/.well-known/security.txt",
        status: security!.status,
        entries: security!.body.match(/^Contact:/gm)?.length ?? 0,
        what: "contacts",
        findings: missing(security!),
      },
    ],
  };
};

type Read = { path: string; answer: Answer; facts: PageFacts };

const readPages = (ask: Ask): Promise<Read[]> =>
  each(publicPages, async ({ path }) => {
    const answer = await ask(path, browser);
    return { path, answer, facts: factsOf(answer.body) };
  });

const twice = (pages: readonly Read[], of: (facts: PageFacts) => string): ReadonlySet<string> => {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const { facts } of pages) {
    const text = of(facts);
    if (seen.has(text)) again.add(text);
    seen.add(text);
  }
  return again;
};

type Around = {
  origin: string;
  documents: Documents;
  titles: ReadonlySet<string>;
  descriptions: ReadonlySet<string>;
  dead: ReadonlyMap<string, string>;
};

const ofHead = ({ facts }: Read, { titles, descriptions }: Around): (string | false)[] => [
  !facts.title && "It has no title.",
  titles.has(facts.title) && "Another page has the same title.",
  !facts.description && "It has no description for results and previews.",
  facts.description.length > longDescription &&
    `Its description has ${facts.description.length} characters; results show some ${longDescription}.`,
  facts.description !== "" &&
    descriptions.has(facts.description) &&
    "Another page has the same description.",
  !facts.language && "It does not say its language.",
  facts.mainHeadings !== 1 && `It has ${facts.mainHeadings} main headings in place of one.`,
  facts.words < fewWords && `Without script it says ${facts.words} words only.`,
];

const ofIndexing = (
  { path, answer, facts }: Read,
  { origin, documents }: Around,
): (string | false)[] => {
  const address = `${origin}${path}`;
  const listed = documents.listed.has(address);
  const hidden = /noindex/i.test(`${facts.robots} ${answer.robots}`);
  return [
    answer.status !== 200 && `It answers ${answer.status}.`,
    facts.canonical === "" && "It names no canonical address.",
    facts.canonical !== "" &&
      facts.canonical.replace(/\/$/, "") !== address.replace(/\/$/, "") &&
      `Its canonical address is another one: ${facts.canonical}.`,
    listed && hidden && "The sitemap lists it, and the page says noindex.",
    listed &&
      documents.robots.isDisallowed(address, "*") === true &&
      "The sitemap lists it, and robots.txt keeps crawlers out.",
    !listed && !hidden && "The sitemap does not list it, and nothing says noindex.",
  ];
};

const seenOf = (page: Read, around: Around): PageSeen => {
  const { path, answer, facts } = page;
  const { origin, documents, dead } = around;
  const address = `${origin}${path}`;
  const links = facts.links.flatMap((link) => dead.get(resolved(link, path)) ?? []);
  return {
    path,
    status: answer.status,
    title: facts.title,
    description: facts.description,
    canonical: facts.canonical,
    robots: [facts.robots, answer.robots].filter(Boolean).join(", "),
    inSitemap: documents.listed.has(address),
    inLlms: documents.told.has(address),
    allowed: documents.robots.isAllowed(address, "*") !== false,
    structured: facts.structured.flatMap((one) => one.types),
    words: facts.words,
    findings: [
      ...ofIndexing(page, around),
      ...ofHead(page, around),
      ...facts.structured.flatMap((one) => one.errors),
      ...links,
    ].filter((finding) => finding !== false),
  };
};

/** A link within the site as path and place (`/pricing#plans`); empty where it leads elsewhere. */
const resolved = (link: string, from: string): string => {
  if (!URL.canParse(link, `http://here${from}`)) return "";
  const { protocol, host, pathname, hash } = new URL(link, `http://here${from}`);
  return protocol === "http:" && host === "here" ? pathname.replace(/(.)\/$/, "$1") + hash : "";
};

/** Links of the pages that lead to no page, or to a place that is not on it; by link, in words. */
const deadLinks = async (ask: Ask, pages: readonly Read[]): Promise<Map<string, string>> => {
  const links = new Set(
    pages.flatMap(({ path, facts }) => facts.links.map((link) => resolved(link, path))),
  );
  links.delete("");
  const known = new Map(pages.map((page) => [page.path, page]));
  const status = new Map<string, number>();
  const others = [...new Set([...links].map((link) => link.split("#")[0]!))].filter(
    (path) => !known.has(path),
  );
  await each(others, async (path) => status.set(path, (await ask(path, browser)).status));
  const dead = new Map<string, string>();
  for (const link of links) {
    const [path, place] = link.split("#") as [string, string | undefined];
    const page = known.get(path);
    const answered = page?.answer.status ?? status.get(path) ?? 0;
    if (answered >= 400) dead.set(link, `A link leads to ${path}, which answers ${answered}.`);
    else if (page && place && !page.facts.places.has(decodeURIComponent(place)))
      dead.set(link, `A link leads to a place that is not there: ${link}.`);
  }
  return dead;
};

/**
 * Every public page as search engines and assistants get it: read from the running server without
 * script, with what is wrong in words, and the documents that lead them to the pages.
 */
export const readDiscoverability = async (
  app: Pick<App, "config">,
  server: FastifyInstance,
): Promise<Discoverability> => {
  const { origin } = app.config;
  const ask = askProduct(server);
  const [documents, pages] = await Promise.all([readDocuments(ask, origin), readPages(ask)]);
  const around: Around = {
    origin,
    documents,
    titles: twice(pages, (facts) => facts.title),
    descriptions: twice(pages, (facts) => facts.description),
    dead: await deadLinks(ask, pages),
  };
  return {
    origin,
    documents: documents.seen,
    pages: pages.map((page) => seenOf(page, around)),
    links: new Set(pages.flatMap(({ facts }) => facts.links)).size,
  };
};

const differences = (browsers: Answer, theirs: Answer): string[] => {
  if (theirs.status === 0) return ["Nothing came back within ten seconds."];
  const [mine, other] = [factsOf(browsers.body), factsOf(theirs.body)];
  return [
    browsers.status !== theirs.status &&
      `It answers ${theirs.status}; a browser gets ${browsers.status}.`,
    browsers.location !== theirs.location && `It is sent to ${theirs.location || "nowhere else"}.`,
    mine.title !== other.title && `Its title is "${other.title}".`,
    mine.canonical !== other.canonical && `Its canonical address is ${other.canonical || "gone"}.`,
    /noindex/i.test(theirs.robots + other.robots) &&
      !/noindex/i.test(browsers.robots + mine.robots) &&
      "It is told not to index the page.",
    mine.words !== other.words && `It reads ${other.words} words; a browser reads ${mine.words}.`,
  ].filter((what) => what !== false);
};

/**
 * Fetches every public page as one crawler and as a browser, and says what differs. `over`: asked of
 * the running server, or through the public address with what stands before the server.
 */
export const fetchAsCrawler = async (
  app: Pick<App, "config">,
  server: FastifyInstance,
  token: string,
  over: "product" | "address",
): Promise<CrawlerSaw> => {
  const { origin } = app.config;
  const { userAgent } = crawlers.find((one) => one.token === token) as Crawler;
  const ask = over === "address" ? askAddress(origin) : askProduct(server);
  const rules = robotsParser(`${origin}/robots.txt`, (await ask("/robots.txt", userAgent)).body);
  const paths = publicPages.map(({ path }) => path);
  const differing = await each(paths, async (path) => {
    const [mine, theirs] = await Promise.all([ask(path, browser), ask(path, userAgent)]);
    return { path, what: differences(mine, theirs) };
  });
  return {
    token,
    pages: paths.length,
    refused: paths.filter((path) => rules.isDisallowed(`${origin}${path}`, token) === true),
    differences: differing.filter(({ what }) => what.length > 0),
  };
};
