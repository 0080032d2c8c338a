import { z } from "zod";
import { crawlers } from "./crawlers.labels.ts";

/** A public page as it is served without script. */
const pageSeen = z
  .object({
    path: z.string(),
    status: z.number(),
    title: z.string(),
    description: z.string(),
    canonical: z.string(),
    /** What the page itself tells robots; empty where it says nothing. */
    robots: z.string(),
    /** Whether the sitemap and llms.txt name it, and robots.txt lets crawlers in. */
    inSitemap: z.boolean(),
    inLlms: z.boolean(),
    allowed: z.boolean(),
    /** Types of its structured data. */
    structured: z.array(z.string()),
    words: z.number(),
    /** What is wrong and what to do, a sentence each. */
    findings: z.array(z.string()),
  })
  .meta({ id: "PublicPageSeen" });
export type PageSeen = z.infer<typeof pageSeen>;

/** A document for machines: robots.txt and its like. */
const documentSeen = z.object({
  path: z.string(),
  status: z.number(),
  entries: z.number(),
  what: z.string(),
  findings: z.array(z.string()),
});
export type DocumentSeen = z.infer<typeof documentSeen>;

export const discoverability = z
  .object({
    origin: z.string(),
    documents: z.array(documentSeen),
    pages: z.array(pageSeen),
    links: z.number(),
  })
  .meta({ id: "Discoverability" });
export type Discoverability = z.infer<typeof discoverability>;

export const crawlerParams = z.object({
  token: z.enum(crawlers.map((one) => one.token) as [string, ...string[]]),
});
export const crawlerQuery = z.object({
  /** `product`: what this server answers; `address`: what comes back through the public address. */
  over: z.enum(["product", "address"]).default("product"),
});

/** What a crawler is given in place of what a browser is given. */
export const crawlerSaw = z
  .object({
    token: z.string(),
    pages: z.number(),
    refused: z.array(z.string()),
    differences: z.array(z.object({ path: z.string(), what: z.array(z.string()) })),
  })
  .meta({ id: "CrawlerSaw" });
export type CrawlerSaw = z.infer<typeof crawlerSaw>;
