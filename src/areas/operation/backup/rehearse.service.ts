import { dirname, join } from "node:path";
import { systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { counted } from "#kernel/words.ts";
import type { App } from "#server/app.ts";
import { restoreBackup, type Restored } from "#server/backup/restore.ts";
import type { Database } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { sql } from "#server/db/sql.ts";
import { lookedAtFiles } from "#server/files/looked-at.ts";
import { auditKeys } from "#server/keys.ts";
import { allInvariants } from "#server/operation/checking.ts";
import { clientOf } from "#server/db/wire/hosts.ts";

/** The agencies of a database, oldest first. */
export const agenciesOf = (database: Database) =>
  identityDb(database).rows<{ id: string; name: string; timeZone: string }>(
    sql`select id, name, time_zone from organization order by created_at, id`,
  );

/** A rule of the books that a restored database breaks, in the agency that it was found in. */
export type Broken = { agency: string; rule: string; sentences: string[] };

/**
 * Asks every rule of the books of every agency: balances recounted, audit record verified, files by
 * their hash. For a database that nobody works in.
 */
export const checkAllBooks = async (
  app: App,
  say: (line: string) => void = () => {},
): Promise<Broken[]> => {
  const agencies = await agenciesOf(app.database);
  const broken: Broken[] = [];
  for (const { id, name, timeZone } of agencies) {
    const actor = { ...systemActor(id), timeZone };
    for (const rule of allInvariants()) {
      const db = app.database.read(actor);
      const found = await rule.check({ app, actor, db, beat: async () => {} });
      const sentences = found.map((one) => one.sentence);
      if (sentences.length) broken.push({ agency: name, rule: rule.label, sentences });
    }
    say(`${name}: ${counted(allInvariants().length, "rule")} of the books asked`);
  }
  return broken;
};

/** What broke, in lines for whoever reads them. */
export const brokenLines = (broken: readonly Broken[]): string[] =>
  broken.map(
    ({ agency, rule, sentences }) =>
      `${agency}, ${rule}: ${sentences.slice(0, 3).join(" ")}${sentences.length > 3 ? ` and ${sentences.length - 3} more` : ""}`,
  );

const asOwner = async (url: string, statement: string): Promise<void> => {
  const client = clientOf(url);
  client.on("error", () => {});
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

export type Rehearsed = { restored: Restored; broken: Broken[] };

/**
 * Restores a backup beside the database, on the same server, asks every rule of the books of what
 * came back, and throws it away. The account must be allowed to make databases.
 * @throws BackupRefused as a restore does.
 */
export const rehearse = async (
  app: Pick<App, "config" | "outgoing">,
  url: string,
  folder: string,
  say: (line: string) => void = () => {},
): Promise<Rehearsed> => {
  const name = `levee_rehearsal_${newId().replaceAll("-", "")}`;
  await asOwner(url, `create database ${name}`);
  const beside = new URL(url);
  beside.pathname = `/${name}`;
  try {
    const target = { url: beside.href, files: null, keys: auditKeys(), say };
    const restored = await restoreBackup(folder, target);
    const database = openDatabase(beside.href, { max: 4 });
    try {
      const files = lookedAtFiles(join(dirname(folder), "files"), database, null);
      return { restored, broken: await checkAllBooks({ ...app, database, files }, say) };
    } finally {
      await database.close();
    }
  } finally {
    await asOwner(url, `drop database if exists ${name} with (force)`);
  }
};
