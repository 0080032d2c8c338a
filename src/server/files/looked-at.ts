import type { Readable } from "node:stream";
import { Problem } from "#kernel/errors.ts";
import { databaseMs } from "../db/database-clock.ts";
import { noScope, type Database } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { mayAskScanner, noteScannerAnswer, noteScannerAway } from "../operation/scanner.ts";
import { clamd, ScannerAway, type ClamdAddress, type Scanner, type Verdict } from "./clamd.ts";
import { keptOrMade } from "./derived.ts";
import { FilesAway } from "./away.ts";
import { placedFiles, type PlaceFiles } from "./files.ts";
import { folderPlace } from "./folder.ts";
import { within, type Place } from "./place.ts";
import { isKept, moveApart, removeContent, sweepPlace } from "./private.ts";

/** How a content stands with the scanner; null is one that nobody looked at. */
type LookState = "waiting" | "clean" | "infected" | "unscannable" | "unscanned";
type Look = { state: LookState; signature: string | null };

/** Contents behind the scanner: nobody gets what waits for it or was refused. */
type Looked = PlaceFiles & {
  /**
   * What is made of a content (`what`: a preview), made once and kept beside it; refuses as `open`
   * does.
   */
  derived: (
    sha256: string,
    what: string,
    make: (path: string) => Promise<Uint8Array>,
  ) => Promise<Buffer>;
  /** Its bytes, where it may be read now; refuses as `open` does, and reads nothing. */
  ready: (sha256: string) => Promise<number>;
};

/** Contents of confidential records, and those that end with the record that names them, in a part of their own. */
type PrivateFiles = Looked & {
  /**
   * Takes away every content that was put here over a day ago and that `named` does not give back;
   * gives how many.
   */
  sweep: (named: (sha256s: readonly string[]) => Promise<ReadonlySet<string>>) => Promise<number>;
};

/** Stored files behind the scanner. */
export type FileStore = Looked & {
  private: PrivateFiles;
  /** Where they lie, with what lies beside them by a name of its own. */
  place: Place;
  /** Puts a content to the private files, where it is still read by this store. */
  setApart: (sha256: string) => Promise<void>;
  /** Takes a content away for good, wherever it lies, with what was made of it. */
  remove: (sha256: string) => Promise<void>;
  /** Whether a scanner is set. */
  scanned: boolean;
  /** Has the scanner look at what is due, until nothing is or it is away; gives how many it saw. */
  lookDue: () => Promise<number>;
};

/** A sender waits so long for the scanner, in seconds; then the file waits in the queue. */
const senderSeconds = 10;
/** A job waits so long for the scanner, in seconds. */
const jobSeconds = 60;
/** After so many looks without an answer, while it answers for others, a content cannot be scanned. */
const mostTries = 5;

const sentences: Readonly<Record<"waiting" | "infected" | "unscannable", (look: Look) => string>> =
  {
    waiting: () =>
      "This file is being looked at by the virus scanner. Nobody gets it before that. Try again in a minute.",
    infected: ({ signature }) => `This file was refused: it holds ${signature}. Nobody gets it.`,
    unscannable: () =>
      "The virus scanner cannot look at this file, so nobody gets it. It may be larger than the scanner takes: send it in parts, or ask those who run the server to raise the limit.",
  };
const codes = {
  waiting: "file_waiting",
  infected: "file_refused",
  unscannable: "file_unscannable",
} as const;

const held = (state: LookState): state is keyof typeof codes => state in codes;

/** What whoever asks for a held content is told: 423 while it waits, 409 where it was refused. */
const refusalOf = (look: Look & { state: keyof typeof codes }): Problem =>
  new Problem("conflict", codes[look.state], sentences[look.state](look), {
    status: look.state === "waiting" ? 423 : 409,
    extra: look.state === "waiting" ? { retryAfter: 60 } : {},
  });

const lookOf = (database: Database, sha256: string): Promise<Look | null> =>
  database
    .read(noScope)
    .maybe<Look>(sql`select state, signature from file_look where sha256 = ${sha256}`);

/** Refuses what waits or was refused. */
const allow = async (database: Database, sha256: string): Promise<void> => {
  const look = await lookOf(database, sha256);
  if (look && held(look.state)) throw refusalOf({ ...look, state: look.state });
};

/** Waits until a content no longer waits for the scanner, a minute at most. */
const settled = async (database: Database, sha256: string, beat: () => Promise<unknown>) => {
  for (let waited = 0; waited < jobSeconds; waited++) {
    if ((await lookOf(database, sha256))?.state !== "waiting") return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await beat();
  }
};

// What is clean today is looked at again a month later, with the signatures of then.
const settle = (database: Database, sha256: string, verdict: Verdict) =>
  database.transaction(noScope, (tx) =>
    tx.rows(sql`
      update file_look
      set
        state = ${verdict.state},
        signature = ${verdict.state === "infected" ? verdict.signature : null},
        looked_at = clock_timestamp(), tries = 0,
        due_at = case
          when ${verdict.state} = 'clean' then clock_timestamp() + interval '30 days'
        end
      where sha256 = ${sha256}
    `),
  );

/** Puts a content into quarantine where it is new; gives how it stands. */
const quarantine = (database: Database, sha256: string): Promise<Look> =>
  database.transaction(noScope, (tx) =>
    tx.one<Look>(sql`
      insert into file_look as l (sha256, state, due_at)
      values (${sha256}, 'waiting', clock_timestamp() + make_interval(secs => ${senderSeconds * 2}))
      on conflict (sha256)
      do update set sha256 = l.sha256
      returning state, signature
    `),
  );

/** `filesIn` says in which of the parts a content lies. */
type Parts = {
  database: Database;
  filesIn: (sha256: string) => Promise<PlaceFiles>;
  scanner: Scanner;
};

const isAlive = (scanner: Scanner): Promise<boolean> =>
  scanner.ping().then(
    () => true,
    () => false,
  );

/** Asks the scanner; null where it is away, which is noted. */
const look = async (
  { filesIn, scanner }: Parts,
  sha256: string,
  seconds?: number,
): Promise<Verdict | null> => {
  const { stream } = await (await filesIn(sha256)).open(sha256);
  try {
    const verdict = await scanner.scan(stream, seconds);
    noteScannerAnswer();
    return verdict;
  } catch (error) {
    if (!(error instanceof ScannerAway)) throw error;
    // A line that broke while it was sent to may be the content's fault, or the scanner's end.
    if (!error.byContent || !(await isAlive(scanner))) noteScannerAway(new Date(databaseMs()));
    return null;
  }
};

const nextDue = (database: Database) =>
  database.transaction(noScope, (tx) =>
    tx.maybe<{ sha256: string; tries: number }>(sql`
      update file_look
      set due_at = clock_timestamp() + interval '5 minutes', tries = tries + 1
      where sha256 = (
        select sha256
        from file_look
        where due_at <= clock_timestamp()
        order by due_at
        limit 1
        for update skip locked
      )
      returning sha256, tries
    `),
  );

// A look that the storage of files did not let happen is none.
const lookLater = (database: Database, sha256: string) =>
  database.transaction(noScope, (tx) =>
    tx.rows(sql`
      update file_look
      set due_at = clock_timestamp() + interval '5 seconds', tries = greatest(tries - 1, 0)
      where sha256 = ${sha256}
    `),
  );

const again = (database: Database, sha256: string, lost: boolean) =>
  database.transaction(noScope, (tx) =>
    tx.rows(sql`
      update file_look
      set due_at = case when not ${lost}::boolean then clock_timestamp() + interval '5 seconds' end
      where sha256 = ${sha256}
    `),
  );

const lookDue = async (parts: Parts): Promise<number> => {
  const { database, scanner } = parts;
  for (let seen = 0; ; seen++) {
    if (!mayAskScanner()) return seen;
    const due = await nextDue(database);
    if (!due) return seen;
    const verdict = await look(parts, due.sha256).catch((error: unknown) => {
      if (error instanceof Problem) return error;
      throw error;
    });
    if (verdict instanceof FilesAway) {
      await lookLater(database, due.sha256);
      throw verdict;
    }
    if (verdict instanceof Problem) await again(database, due.sha256, true);
    else if (verdict) await settle(database, due.sha256, verdict);
    else {
      const alive = await isAlive(scanner);
      if (alive) noteScannerAnswer();
      if (alive && due.tries >= mostTries)
        await settle(database, due.sha256, { state: "unscannable" });
      else await again(database, due.sha256, false);
      if (!alive) return seen;
    }
  }
};

/** What an upload hears whose content the scanner refused. */
const refusedUpload = (look: Look & { state: keyof typeof codes }): Problem => {
  const message = sentences[look.state](look);
  return new Problem("invalid", codes[look.state], message, {
    errors: [{ path: "file", message }],
  });
};

/** Has a new content looked at while its sender waits; refuses the upload where it is held. */
const lookAtUpload = async (parts: Parts, sha256: string): Promise<void> => {
  let now = await quarantine(parts.database, sha256);
  if (now.state === "waiting" && mayAskScanner()) {
    const verdict = await look(parts, sha256, senderSeconds);
    if (verdict) {
      await settle(parts.database, sha256, verdict);
      now = { signature: null, ...verdict };
    }
  }
  if (now.state === "infected" || now.state === "unscannable")
    throw refusedUpload({ ...now, state: now.state });
};

/** A part of the place, and the contents in it. */
type Part = { place: Place; files: PlaceFiles };
/** `files` takes contents in, `partOf` says where one lies. */
type Room = {
  database: Database;
  files: PlaceFiles;
  partOf: (sha256: string) => Promise<Part>;
  parts: Parts | null;
};

/** What is taken in and given out, with the scanner's verdict before it. */
const lookedAt = ({ database, files, partOf, parts }: Room): Looked => ({
  put: async (source: Readable, most, origin = "upload") => {
    const stored = await files.put(source, most, origin);
    if (origin === "sealed" || origin === "own") return stored;
    if (parts && origin === "upload") await lookAtUpload(parts, stored.sha256);
    else if (parts) await quarantine(database, stored.sha256);
    else if (origin === "upload") {
      const known = await lookOf(database, stored.sha256);
      if (known?.state === "infected") throw refusedUpload({ ...known, state: "infected" });
    }
    return stored;
  },
  open: async (sha256, piece) => {
    await allow(database, sha256);
    return (await partOf(sha256)).files.open(sha256, piece);
  },
  pathOf: async (sha256, beat) => {
    if (beat) await settled(database, sha256, beat);
    await allow(database, sha256);
    return (await partOf(sha256)).files.pathOf(sha256);
  },
  derived: async (sha256, what, make) => {
    await allow(database, sha256);
    const { place, files: there } = await partOf(sha256);
    return keptOrMade(place, `${sha256}-${what}`, async () => make(await there.pathOf(sha256)));
  },
  sizeOf: async (sha256) => (await partOf(sha256)).files.sizeOf(sha256),
  ready: async (sha256) => {
    await allow(database, sha256);
    return (await partOf(sha256)).files.sizeOf(sha256);
  },
});

/**
 * The files of a place (of a folder by its path) behind the scanner at `address`. Without a scanner
 * nothing new is looked at, and what was held stays held.
 */
export const lookedAtFiles = (
  where: Place | string,
  database: Database,
  address: ClamdAddress | null,
): FileStore => {
  const place = typeof where === "string" ? folderPlace(where) : where;
  const open: Part = { place, files: placedFiles(place) };
  const apartPlace = within(place, "private");
  const apart: Part = { place: apartPlace, files: placedFiles(apartPlace) };
  const scanner = address && clamd(address);
  const partOf = async (sha256: string) => ((await isKept(apartPlace, sha256)) ? apart : open);
  const filesIn = async (sha256: string) => (await partOf(sha256)).files;
  const parts = scanner && { database, filesIn, scanner };
  return {
    ...lookedAt({ database, files: open.files, partOf, parts }),
    private: {
      ...lookedAt({ database, files: apart.files, partOf: async () => apart, parts }),
      sweep: (named) => sweepPlace(apartPlace, named),
    },
    place,
    setApart: (sha256) => moveApart(place, "private", sha256),
    remove: async (sha256) => {
      await removeContent(place, sha256);
      await removeContent(apartPlace, sha256);
    },
    scanned: parts !== null,
    lookDue: async () => (parts ? lookDue(parts) : 0),
  };
};
