import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { newId } from "#kernel/ids.ts";
import { contentKey, contentsOf, isNotThere, within, type Place } from "./place.ts";

/** What a copy brought over: `there` lay at the target already, `gone` went from the source meanwhile. */
export type Copied = {
  brought: number;
  bytes: number;
  there: number;
  gone: number;
  wrong: string[];
};
/** What lies at the target and not (or not any more) at the source. */
export type Left = { part: "open" | "private"; sha256: string }[];

/** Lists that grow, and what names the installation: beside the contents, by names of their own. */
const lists = ["deleted-agencies.jsonl"];
const mark = "installation.id";

/** A copy that is refused, in a sentence that says what to do. */
export class CopyRefused extends Error {}

const spooled = async (place: Place, stream: Readable) => {
  await mkdir(place.spool, { recursive: true, mode: 0o700 });
  const file = join(place.spool, newId());
  const hash = createHash("sha256");
  let size = 0;
  try {
    await pipeline(
      stream,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(file, { mode: 0o600, flush: true }),
    );
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return { file, size, sha256: hash.digest("hex") };
};

const hashOf = async (place: Place, key: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of (await place.open(key)).stream) hash.update(chunk as Buffer);
  return hash.digest("hex");
};

/** Refuses two places of two installations; a target without a mark is of nobody, and gets ours. */
const shareMark = async (from: Place, to: Place): Promise<void> => {
  const [ours, theirs] = [await from.read(mark), await to.read(mark)];
  if (!ours)
    throw new CopyRefused(
      `${from.name} holds no files of an installation: name its folder, or its bucket.`,
    );
  if (theirs && theirs.toString("utf8").trim() !== ours.toString("utf8").trim())
    throw new CopyRefused(`${to.name} holds the files of another installation: name an empty one.`);
  if (!theirs) await to.write(mark, ours, "once");
};

const copyLists = async (from: Place, to: Place): Promise<void> => {
  for (const key of lists) {
    const known = new Set((await to.appended(key)).split("\n"));
    for (const line of (await from.appended(key)).split("\n"))
      if (line !== "" && !known.has(line)) await to.append(key, line);
  }
};

type Telling = (done: Copied) => void;
type Pair = { from: Place; to: Place; done: Copied; tell: Telling };

const copyContent = async ({ from, to, done }: Pair, sha256: string, size: number) => {
  const key = contentKey(sha256);
  const there = await to.head(key);
  if (there?.size === size && (await hashOf(to, key)) === sha256) return void done.there++;
  try {
    const { stream } = await from.open(key);
    const came = await spooled(to, stream);
    if (came.sha256 !== sha256) {
      await rm(came.file, { force: true });
      return void done.wrong.push(sha256);
    }
    // What lies there under its name and is something else makes room.
    if (there) await to.remove(key);
    await to.keep(key, came.file, came);
    done.brought++;
    done.bytes += came.size;
  } catch (error) {
    if (!isNotThere(error)) throw error;
    done.gone++;
  }
};

const copyPart = async (pair: Pair, part: "open" | "private", seen: Set<string>) => {
  const of = (place: Place) => (part === "open" ? place : within(place, part));
  const these = { ...pair, from: of(pair.from), to: of(pair.to) };
  for await (const { sha256, size } of contentsOf(these.from)) {
    if (seen.has(`${part} ${sha256}`)) continue;
    await copyContent(these, sha256, size);
    seen.add(`${part} ${sha256}`);
    pair.tell(pair.done);
  }
};

const copyExports = async ({ from, to }: Pair): Promise<void> => {
  for await (const { key, size } of from.list("exports/")) {
    if ((await to.head(key))?.size === size) continue;
    const came = await spooled(to, (await from.open(key)).stream);
    await to.keep(key, came.file, came);
  }
};

/**
 * Brings an installation's files from one place to another while it serves from the first: contents by
 * hash, each proven at the target, and what lies beside them. Goes round until a round brings nothing
 * new; stopped and begun again it goes on. `wrong` names contents whose bytes at the source are not
 * their hash: they stay behind.
 * @throws CopyRefused where the places are not of one installation
 */
export const copyFiles = async (
  from: Place,
  to: Place,
  tell: Telling = () => {},
): Promise<Copied> => {
  await shareMark(from, to);
  const done: Copied = { brought: 0, bytes: 0, there: 0, gone: 0, wrong: [] };
  const seen = new Set<string>();
  for (let before = -1; before < done.brought;) {
    before = done.brought;
    // The private part last: a content that is put apart meanwhile comes with it.
    await copyPart({ from, to, done, tell }, "open", seen);
    await copyPart({ from, to, done, tell }, "private", seen);
  }
  await copyExports({ from, to, done, tell });
  await copyLists(from, to);
  return done;
};

/** Contents of the target that the source has not, or has in another part; with `remove` they are taken away. */
export const leftAt = async (from: Place, to: Place, remove = false): Promise<Left> => {
  const left: Left = [];
  for (const part of ["open", "private"] as const) {
    const [source, target] = part === "open" ? [from, to] : [within(from, part), within(to, part)];
    for await (const { sha256 } of contentsOf(target)) {
      if (await source.head(contentKey(sha256))) continue;
      left.push({ part, sha256 });
      if (remove) await target.remove(contentKey(sha256));
    }
  }
  return left;
};
