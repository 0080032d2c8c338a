import { parse, type HTMLElement } from "node-html-parser";

/** What a page says without script. */
export type PageFacts = {
  title: string;
  description: string;
  canonical: string;
  robots: string;
  language: string;
  mainHeadings: number;
  words: number;
  /** `href` of its links, as written, each once. */
  links: readonly string[];
  /** Names of places in it that links may lead to. */
  places: ReadonlySet<string>;
  structured: readonly Structured[];
};
type Structured = { types: string[]; errors: string[] };

/**
 * What search engines demand of a type before they show it, beside what schema.org allows
 * (developers.google.com/search/docs/appearance/structured-data, read 2026-11-24; unverified).
 */
const demanded: Readonly<Record<string, readonly string[]>> = {
  Organization: ["name", "url"],
  WebSite: ["name", "url"],
  SoftwareApplication: ["name", "offers"],
  FAQPage: ["mainEntity"],
  Question: ["name", "acceptedAnswer"],
  Answer: ["text"],
  AggregateOffer: ["lowPrice", "priceCurrency"],
  Offer: ["price", "priceCurrency"],
  Article: ["headline", "datePublished"],
  BlogPosting: ["headline", "datePublished"],
  TechArticle: ["headline"],
  BreadcrumbList: ["itemListElement"],
  ListItem: ["position"],
  Dataset: ["name", "description"],
};

type Thing = Record<string, unknown>;
const isThing = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const errorsOf = (thing: Thing): string[] => {
  const type = String(thing["@type"] ?? "");
  const lacking = (demanded[type] ?? [])
    .filter((name) => thing[name] === undefined || thing[name] === "")
    .map((name) => `${type} lacks ${name}.`);
  const inside = Object.values(thing).flatMap((value) => [value].flat());
  return [...lacking, ...inside.filter(isThing).flatMap(errorsOf)];
};

const structuredOf = (text: string): Structured => {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return { types: [], errors: ["Structured data is not valid JSON."] };
  }
  const things = [isThing(read) && Array.isArray(read["@graph"]) ? read["@graph"] : read]
    .flat()
    .filter(isThing);
  const untyped = things.some((thing) => !thing["@type"]);
  return {
    types: things.map((thing) => String(thing["@type"] ?? "")).filter(Boolean),
    errors: [
      ...(untyped ? ["Structured data names no type."] : []),
      ...things.flatMap((thing) => errorsOf(thing)),
    ],
  };
};

const meta = (root: HTMLElement, name: string): string =>
  root.querySelector(`meta[name="${name}"]`)?.getAttribute("content")?.trim() ?? "";

/** Reads a page as it is served. */
export const factsOf = (html: string): PageFacts => {
  const root = parse(html, { comment: false });
  const body = root.querySelector("body");
  const structured = root
    .querySelectorAll('script[type="application/ld+json"]')
    .map((script) => structuredOf(script.rawText));
  const links = (body?.querySelectorAll("a[href]") ?? []).map((a) => a.getAttribute("href")!);
  for (const hidden of body?.querySelectorAll("script, style, template") ?? []) hidden.remove();
  return {
    title: root.querySelector("title")?.text.trim() ?? "",
    description: meta(root, "description"),
    canonical: root.querySelector('link[rel="canonical"]')?.getAttribute("href") ?? "",
    robots: meta(root, "robots"),
    language: root.querySelector("html")?.getAttribute("lang") ?? "",
    mainHeadings: body?.querySelectorAll("h1").length ?? 0,
    words: body?.structuredText.split(/\s+/).filter(Boolean).length ?? 0,
    links: [...new Set(links)],
    places: new Set((body?.querySelectorAll("[id]") ?? []).map((at) => at.id)),
    structured,
  };
};
