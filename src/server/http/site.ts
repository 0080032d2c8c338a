import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "#kernel/errors.ts";
import type { Page } from "#kernel/access.ts";
import { documentTitle } from "#kernel/page-title.ts";
import type { App } from "../app.ts";
import { isAway } from "../db/away.ts";
import { clientFolder } from "./built.ts";
import { documents } from "./documents.ts";
import { fillLive, type LivePage } from "./live.ts";
import type { Config } from "../config.ts";
import { serveFeeds } from "./feeds.ts";
import { preloads } from "./preloads.ts";
import { sendProblem } from "./problems.ts";
import { serveStreets } from "./streets.ts";
import { hasTongue } from "./tongues.ts";

const fallback = "__spa-fallback.html";
// Names with a hash never change what they hold; site.js and wake.js keep their names and are asked
// for anew.
const hashed = /\/assets\/.*-[\w-]{8}\.\w+(\.br|\.gz)?$/;

type Policies = Record<string, string[]>;

/** True when `path` fits the page's path, `:name` standing for one segment. */
const fits = (pattern: string, path: string): boolean => {
  const a = pattern.split("/");
  const b = path.split("/");
  return a.length === b.length && a.every((part, i) => part.startsWith(":") || part === b[i]);
};

const policyOf = (hashes: readonly string[]) =>
  [
    "default-src 'self'",
    `script-src 'self' ${hashes.map((h) => `'${h}'`).join(" ")}`.trim(),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

// A worker lives by the policy of its own file: the solver and the reader of codes may compile WebAssembly,
// the pages that start them need not.
const compiles = /\/assets\/(solver|scan)\.worker-[\w-]{8}\.js(\.br|\.gz)?$/;
const compilesPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

// The worker of the app runs by its own policy: it fetches our files and nothing else.
const workerFile = /[\\/]sw\.js(\.br|\.gz)?$/;
const workerPolicy = "default-src 'none'; connect-src 'self'";

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

const pageHeaders = (reply: FastifyReply, hashes: readonly string[]) =>
  reply
    .header("content-security-policy", policyOf(hashes))
    .header("x-frame-options", "DENY")
    .header("referrer-policy", "strict-origin-when-cross-origin")
    .header("cross-origin-opener-policy", "same-origin")
    .header("permissions-policy", "camera=(self), geolocation=(self), microphone=()")
    .header("cache-control", "no-cache")
    .type("text/html; charset=utf-8");

const assetHeaders = (reply: FastifyReply, path: string) => {
  reply.header(
    "cache-control",
    hashed.test(path) ? "public, max-age=31536000, immutable" : "no-cache",
  );
  if (workerFile.test(path)) reply.header("content-security-policy", workerPolicy);
  if (compiles.test(path)) reply.header("content-security-policy", compilesPolicy);
};

/** The text of a prerendered article, its links absolute. */
const articleText = (page: string, origin: string) =>
  (/<div class="prose-text">([\s\S]*?)<\/div><nav /.exec(page)?.[1] ?? "").replace(
    / href="(?=\/)/g,
    ` href="${origin}`,
  );

const fileOf = (page: Page | undefined, path: string): string | undefined => {
  if (page?.access !== "public") return undefined;
  return path === "/" ? "index.html" : `${path.slice(1)}/index.html`;
};

const isNoPage = (method: string, path: string) =>
  /^\/(api|auth\/v1|functions|assets)\//.test(path) || (method !== "GET" && method !== "HEAD");

type Live = { app: App; pages: Readonly<Record<string, LivePage>> };

/** What serves pages: which there are, their files, policies, preloads and live parts. */
type ServedPages = {
  pages: readonly Page[];
  html: ReturnType<typeof documents>;
  policies: Policies;
  linksFor: ReturnType<typeof preloads>;
  live: Live | null;
};

/** What a page of the app shows where no script runs: the live part of that name. */
const withoutScript = async (
  live: Live | null,
  page: Page | undefined,
  request: FastifyRequest,
): Promise<string> => {
  const fill = page && live?.pages[page.path];
  if (!fill) return "";
  try {
    const { withoutScript: part } = await fill(live.app, request);
    return part ? `<noscript>${part.text}</noscript>` : "";
  } catch (error) {
    // The page itself needs no database; what it reads later says that it is away.
    if (isAway(error)) return "";
    throw error;
  }
};

/** The app's own page, under the title of the page asked for; 404 for an address of none. */
const sendFrame = async (
  { html, policies, linksFor, live }: ServedPages,
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page | undefined,
) => {
  const text = html.read(fallback);
  if (!text)
    return reply.code(503).type("text/plain").send("The browser part is not built. Run npm start.");
  const known = page && !(page.access === "public" && page.path.includes(":"));
  const title = documentTitle(known ? page.title : "Page not found");
  const head = `<title>${escapeHtml(title)}</title>${known ? linksFor(page.path, text) : ""}`;
  const whole = text.replace(/<title>.*?<\/title>|(?=<\/head>)/, head);
  const headed = pageHeaders(reply, policies[fallback] ?? []).code(known ? 200 : 404);
  const still = await withoutScript(live, page, request);
  return still
    ? headed.send(whole.replace(/<body[^>]*>/, (body) => body + still))
    : html.send(request, headed, `${fallback} ${known ? page.path : title}`, whole);
};

/** The page at the address: a prerendered one, with its live places filled, or the app's frame. */
const sendPage = async (served: ServedPages, request: FastifyRequest, reply: FastifyReply) => {
  const { pages, html, policies, live } = served;
  const path = request.url.split("?")[0]!.replace(/(.)\/$/, "$1");
  if (isNoPage(request.method, path) || hasTongue(path))
    return sendProblem(
      request,
      reply,
      new Problem("notFound", "no_such_address", `No such address: ${path}`),
    );
  const page = pages.find((p) => p.path === path) ?? pages.find((p) => fits(p.path, path));
  const own = fileOf(page, path);
  const still = own && !own.includes("..") ? html.read(own) : null;
  if (!own || !still) return sendFrame(served, request, reply, page);
  const fill = live?.pages[page!.path];
  if (!fill) return html.send(request, pageHeaders(reply, policies[own] ?? []), own, still);
  const filled = fillLive(still, await fill(live.app, request));
  const headed = pageHeaders(reply, policies[own] ?? []);
  return fill.everybody ? html.send(request, headed, own, filled) : headed.send(filled);
};

const readPolicies = (client: string): Policies => {
  const file = join(client, "../csp.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
};

/**
 * Serves the built browser part: hashed assets for ever, pre-rendered public pages, feeds, the
 * app's page for every known address, 404 otherwise.
 * Canonical and social addresses are absolute, as feeds': of `LEVEE_ORIGIN`, else of the address
 * that the server listens at.
 * `live` fills places of pages by path.
 */
export const site =
  (
    pages: readonly Page[],
    config?: Pick<Config, "origin" | "LEVEE_DATA_DIR">,
    live: Live | null = null,
  ) =>
  async (server: FastifyInstance) => {
    const origin = config?.origin ?? "";
    const client = clientFolder();
    const html = documents(client, origin);
    const policies = readPolicies(client);
    const served = { pages, html, policies, linksFor: preloads(client), live };
    serveFeeds(server, origin, (path) =>
      articleText(html.read(`${path.slice(1)}/index.html`) ?? "", origin),
    );
    await server.register(fastifyStatic, {
      root: client,
      serve: true,
      index: false,
      wildcard: false,
      decorateReply: false,
      preCompressed: true,
      globIgnore: ["**/*.html"],
      setHeaders: (reply: unknown, path: string) => assetHeaders(reply as FastifyReply, path),
    } as never);
    if (config) await serveStreets(server, config.LEVEE_DATA_DIR);
    server.setNotFoundHandler((request, reply) => sendPage(served, request, reply));
  };
