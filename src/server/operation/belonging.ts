import { createHash, randomUUID } from "node:crypto";
import { deriveKey } from "../auth/secrets.ts";
import type { Database } from "../db/db.ts";
import { noScope } from "../db/db.ts";
import { openDatabase } from "../db/open-database.ts";
import { sql } from "../db/sql.ts";
import { contentsOf, type Place } from "../files/place.ts";
import { keyStore } from "../keystore.ts";
import { clientOf } from "../db/wire/hosts.ts";

/**
 * What instances of one database must share, as values that tell nothing of it: the secret, the
 * place of files, the key store. Null where this instance has none yet, or it does not answer.
 */
export type Belongings = {
  secretCheck: string;
  filesCheck: string | null;
  keyStoreCheck: string | null;
};

const digest = (what: string, value: string | Buffer): string =>
  createHash("sha256").update(`levee/${what}/1:`).update(value).digest("hex");

/** The key of what names the installation whose files lie in a place. */
export const markKey = "installation.id";

/** The mark of a place; null where it has none. */
export const readMark = async (files: Place): Promise<string | null> =>
  (await files.read(markKey))?.toString("utf8").trim() ?? null;

// Whoever comes first makes it; another one reads what that one wrote.
const makeMark = async (files: Place): Promise<string> => {
  await files.write(markKey, Buffer.from(`${randomUUID()}\n`), "once");
  return (await readMark(files))!;
};

/** What this instance has; with `make`, its place of files gets its mark where it has none. */
export const belongingsOf = async (files: Place, make = false): Promise<Belongings> => {
  const mark = await (make ? makeMark(files) : readMark(files));
  const store = await keyStore()
    .status()
    .catch(() => null);
  return {
    secretCheck: digest("secret", deriveKey("installation")),
    filesCheck: mark && digest("files", mark),
    keyStoreCheck: store && digest("key-store", store.publicKey),
  };
};

const remedies = {
  secretCheck:
    "LEVEE_SECRET (or keys/identity.key of the data folder) is another one than the instances of this database use. Set LEVEE_SECRET to theirs: with another one nobody's two-step sign-in, and no stored bank account, can be read.",
  filesCheck:
    "The folder `files` of this data folder (or the bucket of LEVEE_FILES) is not the one that the instances of this database share. Put their shared folder there (LEVEE_DATA_DIR, or a mount at its `files`), or name their bucket: without it documents and sealed bids are missing here.",
  keyStoreCheck:
    "The key store is another one than the instances of this database use. Set LEVEE_KEYSTORE_URL and LEVEE_KEYSTORE_SECRET to theirs: with another one the bids that they took in cannot be opened.",
} as const;
const takeOver =
  "Was this database restored from a backup, or moved here for good? Then run `node bin/take-over.mjs` with the settings of this instance.";

const stored = (database: Database): Promise<Belongings | null> =>
  database
    .read(noScope)
    .maybe<Belongings>(
      sql`select secret_check, files_check, key_store_check from installation where single`,
    );

const write = (database: Database, mine: Belongings): Promise<unknown> =>
  database.transaction(noScope, (tx) =>
    tx.rows(sql`
      insert into installation (secret_check, files_check, key_store_check)
      values (${mine.secretCheck}, ${mine.filesCheck}, ${mine.keyStoreCheck})
      on conflict (single)
      do nothing
    `),
  );

/** A new database takes no bucket that another installation's files lie in. */
const refuseTaken = async (files: Place): Promise<void> => {
  if (!files.shared || (await readMark(files)) === null) return;
  for await (const _one of contentsOf(files))
    throw new Error(
      `${files.name} holds the files of another installation, and this database is new: name an empty prefix in LEVEE_FILES. ${takeOver}`,
    );
};

/**
 * Refuses to start an instance that does not belong to its database: another secret, another folder
 * of files, another key store. The first start says what belongs to it. Throws with what to do.
 */
export const refuseStranger = async (database: Database, files: Place): Promise<void> => {
  if (!(await stored(database))) {
    await refuseTaken(files);
    await write(database, await belongingsOf(files, true));
  }
  const theirs = (await stored(database))!;
  const mine = await belongingsOf(files);
  const wrong = (Object.keys(remedies) as (keyof typeof remedies)[]).filter(
    (part) =>
      theirs[part] !== null &&
      mine[part] !== theirs[part] &&
      !(part === "keyStoreCheck" && mine[part] === null),
  );
  if (wrong.length)
    throw new Error(
      [
        "this instance does not belong to its database.",
        ...wrong.map((part) => remedies[part]),
        takeOver,
      ].join("\n  "),
    );
  if (theirs.keyStoreCheck === null && mine.keyStoreCheck !== null)
    await database.transaction(noScope, (tx) =>
      tx.rows(sql`
        update installation
        set key_store_check = ${mine.keyStoreCheck}
        where single and key_store_check is null
      `),
    );
};

/**
 * The same before anything is changed: a stranger does not even migrate the database. One that is
 * new, or of an older version, knows no instances yet.
 */
export const refuseStrangerFirst = async (ownerUrl: string, files: Place): Promise<void> => {
  const client = clientOf(ownerUrl);
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client
    .query<{ known: boolean }>("select to_regclass('public.installation') is not null as known")
    .finally(() => client.end());
  if (!rows[0]!.known) return;
  const database = openDatabase(ownerUrl, { max: 1 });
  await refuseStranger(database, files).finally(() => database.close());
};

/**
 * Says that from now on the instances with this secret, folder and key store belong to the
 * database, and gives which of the three have changed. For whoever runs the server, after a restore.
 */
export const takeOverDatabase = async (
  database: Database,
  files: Place,
): Promise<(keyof Belongings)[]> => {
  const mine = await belongingsOf(files, true);
  const before = await stored(database);
  await database.transaction(noScope, (tx) =>
    tx.rows(sql`
      insert into installation (secret_check, files_check, key_store_check)
      values (${mine.secretCheck}, ${mine.filesCheck}, ${mine.keyStoreCheck})
      on conflict (single)
      do update set
        secret_check = excluded.secret_check, files_check = excluded.files_check,
        key_store_check = excluded.key_store_check, taken_over_at = clock_timestamp()
    `),
  );
  return (Object.keys(remedies) as (keyof typeof remedies)[]).filter(
    (part) => before?.[part] !== mine[part],
  );
};
