import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";
import { Server, Upload } from "@tus/server";
import type { FastifyRequest } from "fastify";
import { databaseMs } from "../db/database-clock.ts";

/** What has come of files that are sent in pieces, on this machine's disk. */
class Pieces extends FileStore {
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const place = createWriteStream(join(this.directory, id), { flags: "r+", start: offset });
    // The disk's own error goes on, so that whoever runs the server hears of it.
    await pipeline(source, place);
    return offset + place.bytesWritten;
  }
}

type Room = { pieces: Pieces; server: Server; failures: WeakMap<object, unknown> };
const rooms = new Map<string, Promise<Room>>();
const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const openRoom = async (files: string): Promise<Room> => {
  const directory = join(files, "uploads");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const pieces = new Pieces({ directory });
  const failures = new WeakMap<object, unknown>();
  const server = new Server({
    path: "/uploads",
    datastore: pieces,
    getFileIdFromRequest: (_request, last) => (idForm.test(last ?? "") ? last : undefined),
    onResponseError: (request, error) => void failures.set(request, error),
  });
  return { pieces, server, failures };
};

const roomOf = (files: string): Promise<Room> => {
  const known = rooms.get(files) ?? openRoom(files);
  rooms.set(files, known);
  known.catch(() => rooms.delete(files));
  return known;
};

const isAbsent = (error: unknown): boolean => {
  const { status_code: status, code } = error as { status_code?: number; code?: string };
  return status === 404 || status === 410 || code === "ENOENT";
};

/** How much of an upload has come, in bytes; where nothing is there its place is made. */
export const offsetOf = async (files: string, id: string, size: number): Promise<number> => {
  const { pieces } = await roomOf(files);
  try {
    return (await pieces.getUpload(id)).offset;
  } catch (error) {
    if (!isAbsent(error)) throw error;
    await pieces.create(new Upload({ id, size, offset: 0 }));
    return 0;
  }
};

/** The bytes that came. */
export const readPieces = async (files: string, id: string): Promise<Readable> =>
  (await roomOf(files)).pieces.read(id);

/** Takes away what came of an upload. */
export const dropPieces = async (files: string, id: string): Promise<void> => {
  const directory = join(files, "uploads");
  await Promise.all([id, `${id}.json`].map((name) => rm(join(directory, name), { force: true })));
};

/** Takes away what came over so many milliseconds ago; gives how many uploads that were. */
export const dropOldPieces = async (files: string, olderMs: number): Promise<number> => {
  const directory = join(files, "uploads");
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  let dropped = 0;
  for (const id of names.filter((name) => idForm.test(name))) {
    const { mtimeMs } = await stat(join(directory, id));
    if (databaseMs() - mtimeMs < olderMs) continue;
    await dropPieces(files, id);
    dropped++;
  }
  return dropped;
};

const heard = ["tus-resumable", "upload-offset", "content-type", "content-length"] as const;

/** What tus answers to a request for an upload: its status and headers, and what went wrong. */
type Said = { status: number; headers: Record<string, string>; failure: unknown };

/**
 * Lets tus (1.0.0, core protocol) answer a HEAD or PATCH for an upload that the caller may have. Only
 * the protocol's own headers reach it; the length stands since the upload began.
 */
export const askTus = async (
  files: string,
  id: string,
  { method, headers, raw }: Pick<FastifyRequest, "method" | "headers" | "raw">,
): Promise<Said> => {
  const { server, failures } = await roomOf(files);
  const asked = new Headers();
  for (const name of heard) {
    const value = headers[name];
    if (typeof value === "string") asked.set(name, value);
  }
  const body = method === "PATCH" ? Readable.toWeb(raw) : null;
  const request = new Request(`http://levee.invalid/uploads/${id}`, {
    method,
    headers: asked,
    ...(body ? { body: body as unknown as BodyInit, duplex: "half" } : {}),
  } as RequestInit);
  const answer = await server.handleWeb(request);
  const said = ["tus-resumable", "upload-offset", "upload-length"].flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    status: answer.status,
    headers: Object.fromEntries(said),
    failure: failures.get(request) ?? null,
  };
};
