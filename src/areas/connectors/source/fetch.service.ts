import { basename } from "node:path";
import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { invalid } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import type { Stored } from "#server/files/files.ts";
import { recordFile } from "#server/files/stored-file.ts";
import type { ConnectorKind } from "../connector/connector.labels.ts";
import { headersFor, refuseAnswer, type Connector } from "./answer.ts";
import { countCall } from "./quota.service.ts";
import { readerOf } from "./reader.service.ts";
import { fetchRest } from "./rest.service.ts";
import { unzipped } from "./unzip.service.ts";
import { takerOf } from "./taker.service.ts";

type Fetched = {
  file: Stored;
  name: string;
  etag: string | null;
  modified: string | null;
  watermark: string | null;
};

const minutes = 60_000;
const megabyte = 1024 * 1024;
const mostBytes = 100 * megabyte;
// The public extract of exclusions is larger than anything that people upload.
const mostBytesOf: Readonly<Partial<Record<ConnectorKind, number>>> = {
  "sam-exclusions": 400 * megabyte,
};

const nameOf = (one: Connector, { mediaType }: Stored): string => {
  // A file that is taken whole may say its day in its name.
  const last = basename(new URL(one.address).pathname);
  if (takerOf(one.kind)) return /^[\w.-]{1,120}$/.test(last) ? last : "source.csv";
  return mediaType === "text/plain" ? "source.csv" : "source.xlsx";
};

const fetchFile = async (app: App, one: Connector): Promise<Fetched | null> => {
  await countCall(app, one);
  const most = mostBytesOf[one.kind] ?? mostBytes;
  const headers = headersFor(one);
  const answer = await app.outgoing.of(one.orgId).call(one.address, {
    purpose: "connector",
    headers,
    etag: one.etag,
    modified: one.modified,
    // What lets us in is sent to the address that was typed, and nowhere that it leads to.
    redirects: one.credential ? 0 : 3,
    limits: { wholeMs: 15 * minutes, mostBytes: most, atOnce: 2 },
  });
  if (answer.status === 304) {
    answer.body.destroy();
    return null;
  }
  refuseAnswer(answer);
  const stored = await app.files.put(answer.body, most);
  // The federal extract comes as a ZIP of one CSV too.
  const inner = one.kind === "sam-exclusions" ? await unzipped(app, stored, most) : null;
  const { etag, modified } = answer;
  if (inner) return { ...inner, etag, modified, watermark: null };
  const file = stored;
  return { file, name: nameOf(one, file), etag, modified, watermark: null };
};

const cell = (text: string): string =>
  /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * Fetches what a connector names into the file store; null where the source says that nothing
 * changed. @throws OutgoingRefusal, Problem 502 for an answer that brings nothing, 422 for one that
 * cannot be read.
 */
const fetchSource = async (app: App, one: Connector): Promise<Fetched | null> => {
  if (one.kind === "file" || takerOf(one.kind)) return fetchFile(app, one);
  const read = one.kind === "rest" ? fetchRest : readerOf(one.kind);
  const { columns, rows, watermark = null } = await read(app, one);
  // Asked for what is newer, a source that has nothing newer says nothing.
  if (rows.length === 0 && one.watermark !== null) return null;
  if (rows.length === 0)
    throw invalid("no_items", "The source answered no items at this path. Look at its settings.");
  const lines = [columns, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`);
  const file = await app.files.put(Readable.from(lines), mostBytes);
  return { file, name: "source.csv", etag: null, modified: null, watermark };
};

/**
 * Fetches what a connector has not taken yet and records it as a file of the agency; null where
 * nothing is new. A dry run looks at all of the source, whatever was seen of it before.
 */
export const fetchNew = async (
  app: App,
  actor: Actor,
  one: Connector,
  dry: boolean,
): Promise<(Fetched & { fileId: string }) | null> => {
  const seen = dry ? { ...one, etag: null, modified: null, watermark: null } : one;
  const fetched = await fetchSource(app, seen);
  if (!fetched || (!dry && fetched.file.sha256 === one.sha256)) return null;
  const { file, name } = fetched;
  const fileId = await app.database.transaction(actor, (tx) =>
    recordFile(tx, { ...file, orgId: one.orgId, name, uploadedBy: actor.personId }),
  );
  return { ...fetched, fileId };
};
