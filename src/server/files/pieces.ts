import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";
import { Server, Upload, type DataStore } from "@tus/server";
import type { FastifyRequest } from "fastify";
import { databaseMs } from "../db/database-clock.ts";
import { FilesAway } from "./away.ts";
import type { Place } from "./place.ts";

/** What has come of files that are sent in pieces, on this machine's disk. */
class Pieces extends FileStore {
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const place = createWriteStream(join(this.directory, id), { flags: "r+", start: offset });
    // The disk's own error goes on, so that whoever runs the server hears of it.
    await pipeline(source, place);
    return offset + place.bytesWritten;
  }
}

/** `idOf`: what an upload is called where its pieces gather. */
type Room = {
  pieces: DataStore;
  idOf: (id: string) => string;
  server: Server;
  failures: WeakMap<object, unknown>;
};
const rooms = new WeakMap<Place, Promise<Room>>();
const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const inFolder = async (place: Place) => {
  const directory = join(place.name, "uploads");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return { store: new Pieces({ directory }), idOf: (id: string) => id };
};

const openRoom = async (place: Place): Promise<Room> => {
  const { store, idOf } = await (place.pieces ? place.pieces() : inFolder(place));
  const failures = new WeakMap<object, unknown>();
  const server = new Server({
    path: "/uploads",
    datastore: store,
    getFileIdFromRequest: (_request, last) => (last && idForm.test(last) ? idOf(last) : undefined),
    onResponseError: (request, error) => void failures.set(request, error),
  });
  return { pieces: store, idOf, server, failures };
};

const roomOf = (place: Place): Promise<Room> => {
  const known = rooms.get(place) ?? openRoom(place);
  rooms.set(place, known);
  known.catch(() => rooms.delete(place));
  return known;
};

const isAbsent = (error: unknown): boolean => {
  const { status_code: status, code } = error as { status_code?: number; code?: string };
  return status === 404 || status === 410 || code === "ENOENT";
};

/** How much of an upload has come, in bytes; where nothing is there its place is made. */
export const offsetOf = async (place: Place, id: string, size: number): Promise<number> => {
  const { pieces, idOf } = await roomOf(place);
  try {
    return (await pieces.getUpload(idOf(id))).offset;
  } catch (error) {
    if (!isAbsent(error)) throw error;
    // A storage that fails looks to it as if nothing had come.
    if (await place.head(`uploads/${id}.info`))
      throw new FilesAway("It gave nothing of an upload that is there.");
    await pieces.create(new Upload({ id: idOf(id), size, offset: 0 }));
    return 0;
  }
};

/** The bytes that came. */
export const readPieces = async (place: Place, id: string): Promise<Readable> =>
  (await place.open(`uploads/${id}`)).stream;

/** Takes away what came of an upload. */
export const dropPieces = async (place: Place, id: string): Promise<void> => {
  const names = ["", ".json", ".info", ".part"].map((end) => `uploads/${id}${end}`);
  await Promise.all(names.map((key) => place.remove(key)));
};

/** Takes away what came over so many milliseconds ago; gives how many uploads that were. */
export const dropOldPieces = async (place: Place, olderMs: number): Promise<number> => {
  const old = new Set<string>();
  for await (const { key, changedMs } of place.list("uploads/")) {
    const id = key.slice("uploads/".length).replace(/\.info$/, "");
    if (idForm.test(id) && databaseMs() - changedMs >= olderMs) old.add(id);
  }
  for (const id of old) await dropPieces(place, id);
  return old.size;
};

const heard = ["tus-resumable", "upload-offset", "content-type", "content-length"] as const;

/** What tus answers to a request for an upload: its status and headers, and what went wrong. */
type Said = { status: number; headers: Record<string, string>; failure: unknown };

/**
 * Lets tus (1.0.0, core protocol) answer a HEAD or PATCH for an upload that the caller may have. Only
 * the protocol's own headers reach it; the length stands since the upload began.
 */
export const askTus = async (
  place: Place,
  id: string,
  { method, headers, raw }: Pick<FastifyRequest, "method" | "headers" | "raw">,
): Promise<Said> => {
  const { server, failures } = await roomOf(place);
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
