import { hash } from "node:crypto";
import { invalid } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import type { Answer } from "#server/outgoing/outgoing.ts";
import { importerRowOf } from "../connector/importer.service.ts";
import { headersFor, refuseAnswer, type Connector } from "./answer.ts";
import { countCall } from "./quota.service.ts";
import type { ReadRows } from "./reader.service.ts";

const mostPages = 1000;
const mostItems = 200_000;
const mostPageBytes = 20 * 1024 * 1024;

// What stands at a path of names in a value; undefined where there is nothing.
const valueAt = (value: unknown, path: string): unknown =>
  path === ""
    ? value
    : path
        .split(".")
        .reduce<unknown>(
          (found, name) =>
            found !== null && typeof found === "object" && Object.hasOwn(found, name)
              ? (found as Record<string, unknown>)[name]
              : undefined,
          value,
        );

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ""
    : typeof value === "object"
      ? Array.isArray(value) && value.every((each) => typeof each !== "object")
        ? value.join("; ")
        : JSON.stringify(value)
      : String(value);

type Page = { body: unknown; text: string; next: string | undefined };

/**
 * Reads one answer of a source as JSON, or what it answers to `question`, which is posted as JSON.
 * @throws OutgoingRefusal, Problem 502 for an answer that brings nothing, 422 for what is no JSON.
 */
export const readPage = async (
  app: App,
  one: Connector,
  address: URL,
  question?: unknown,
): Promise<Page> => {
  await countCall(app, one);
  const answer: Answer = await app.outgoing.of(one.orgId).call(address, {
    purpose: "connector",
    ...(question === undefined ? {} : { method: "POST", body: JSON.stringify(question) }),
    headers: {
      accept: "application/json",
      ...(question === undefined ? {} : { "content-type": "application/json" }),
      ...headersFor(one),
    },
    redirects: 0,
    limits: { wholeMs: 120_000, mostBytes: mostPageBytes, atOnce: 2 },
  });
  refuseAnswer(answer);
  const parts: Buffer[] = [];
  for await (const part of answer.body) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  try {
    return { body: JSON.parse(text), text, next: answer.headers["link"] };
  } catch {
    throw invalid("no_json", "The source answered something that is no JSON.");
  }
};

const linkOf = (header: string | undefined): string | null =>
  /<([^>]+)>\s*;[^,]*\brel="?next"?/i.exec(header ?? "")?.[1] ?? null;

// Where the next page is; null after the last. What lets us in stays with the source's own host.
const nextAddress = (one: Connector, at: URL, page: Page, pages: number, items: number) => {
  const { paging, parameter, cursor } = one.settings;
  const next = new URL(at);
  if (paging === "none" || items === 0) return null;
  if (paging === "page") next.searchParams.set(parameter || "page", String(pages + 1));
  else if (paging === "cursor") {
    const value = textOf(valueAt(page.body, cursor));
    if (value === "") return null;
    next.searchParams.set(parameter || "cursor", value);
  } else {
    const link = linkOf(page.next);
    if (link === null) return null;
    const to = new URL(link, at);
    if (to.origin !== at.origin)
      throw invalid(
        "other_host",
        "The next page is on another host. Nothing was taken from there.",
      );
    return to;
  }
  return next;
};

const itemsOf = (one: Connector, page: Page): unknown[] => {
  const items = valueAt(page.body, one.settings.items);
  if (!Array.isArray(items))
    throw invalid(
      "no_list",
      `There is no list of items at ${one.settings.items || "the top of the answer"}.`,
    );
  return items;
};

// Where it was read up to is asked for again: what has that very value may be new.
const firstAddress = ({ address, settings: { since }, watermark }: Connector): URL => {
  const at = new URL(address);
  if (since && watermark !== null) at.searchParams.set(since, watermark);
  return at;
};

const later = (one: string, other: string): boolean =>
  /^-?\d+$/.test(one) && /^-?\d+$/.test(other) ? BigInt(one) > BigInt(other) : one > other;

/** The highest value of the field that says how new an item is; that of before where none is higher. */
const watermarkOf = (
  { settings, watermark }: Connector,
  items: readonly unknown[],
): string | null =>
  settings.watermark
    ? items
        .map((item) => textOf(valueAt(item, settings.watermark)).slice(0, 200))
        .filter(Boolean)
        .reduce<string | null>(
          (highest, each) => (highest === null || later(each, highest) ? each : highest),
          watermark,
        )
    : null;

// Of a few new items not every column has a value; what must have one still shows a changed source.
const keptColumns = (one: Connector): Set<string> => {
  if (!one.settings.watermark || one.watermark === null) return new Set();
  const needed = (importerRowOf(one.importer)?.fields ?? [])
    .filter(({ required }) => required)
    .map(({ name }) => one.mapping[name]);
  return new Set(one.columns.filter((column) => !needed.includes(column)));
};

const collect = async (app: App, one: Connector): Promise<unknown[]> => {
  const all: unknown[] = [];
  let before = "";
  let at: URL | null = firstAddress(one);
  for (let pages = 1; at; pages++) {
    const page: Page = await readPage(app, one, at);
    const items = itemsOf(one, page);
    const same = hash("sha256", page.text);
    if (items.length > 0 && same === before)
      throw invalid(
        "endless",
        "The source answers the same page again and again. Nothing was taken.",
      );
    before = same;
    all.push(...items);
    if (pages >= mostPages || all.length > mostItems)
      throw invalid("too_many", "The source has more pages than are taken at once.");
    at = nextAddress(one, at, page, pages, items.length);
  }
  return all;
};

/**
 * Reads all pages of a REST source as rows of texts. A field that no item has is no column: a source
 * that changed its names is seen by its heading. @throws Problem 422 for endless or broken pages.
 */
export const fetchRest = async (app: App, one: Connector): Promise<ReadRows> => {
  const items = await collect(app, one);
  const kept = keptColumns(one);
  const columns = one.settings.fields.filter(
    (field) => kept.has(field) || items.some((item) => valueAt(item, field) !== undefined),
  );
  return {
    columns,
    rows: items.map((item) => columns.map((path) => textOf(valueAt(item, path)))),
    watermark: watermarkOf(one, items),
  };
};
