import { Readable } from "node:stream";
import { invalid } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import type { Stored } from "#server/files/files.ts";
import { headersFor, refuseAnswer, type Connector } from "./answer.ts";
import { readerOf } from "./reader.service.ts";
import { fetchRest } from "./rest.service.ts";

type Fetched = { file: Stored; name: string; etag: string | null; modified: string | null };

const minutes = 60_000;
const mostBytes = 100 * 1024 * 1024;

const fetchFile = async (app: App, one: Connector): Promise<Fetched | null> => {
  const headers = headersFor(one);
  const answer = await app.outgoing.call(one.address, {
    headers,
    etag: one.etag,
    modified: one.modified,
    // What lets us in is sent to the address that was typed, and nowhere that it leads to.
    redirects: one.credential ? 0 : 3,
    limits: { wholeMs: 15 * minutes, mostBytes, atOnce: 2 },
  });
  if (answer.status === 304) {
    answer.body.destroy();
    return null;
  }
  refuseAnswer(answer);
  const file = await app.files.put(answer.body, mostBytes);
  const { etag, modified } = answer;
  const name = file.mediaType === "text/plain" ? "source.csv" : "source.xlsx";
  return { file, name, etag, modified };
};

const cell = (text: string): string =>
  /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * Fetches what a connector names into the file store; null where the source says that nothing
 * changed. @throws OutgoingRefusal, Problem 502 for an answer that brings nothing, 422 for one that
 * cannot be read.
 */
export const fetchSource = async (app: App, one: Connector): Promise<Fetched | null> => {
  if (one.kind === "file") return fetchFile(app, one);
  const { columns, rows } = await (one.kind === "rest" ? fetchRest : readerOf(one.kind))(app, one);
  if (rows.length === 0)
    throw invalid("no_items", "The source answered no items at this path. Look at its settings.");
  const lines = [columns, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`);
  const file = await app.files.put(Readable.from(lines), mostBytes);
  return { file, name: "source.csv", etag: null, modified: null };
};
