import { newId } from "#kernel/ids.ts";
import { readBaseline } from "../../db/baseline.ts";
import { noScope, type Database, type Scope } from "../../db/db.ts";
import { isContract, migrationsHere } from "../../db/migrate.ts";
import { ident, sql } from "../../db/sql.ts";
import type { Asked, Probe, ProbeAnswer } from "../checking.ts";
import { tablesWith, unguardedTables } from "./tables.ts";

/** Migrations that belong here and did not run, or ran with another text. */
const migrationsOff = async (database: Database): Promise<string[]> => {
  const ran = new Map(
    (
      await database
        .read(noScope)
        .rows<{ name: string; sha256: string }>(sql`select name, sha256 from levee_migration`)
    ).map(({ name, sha256 }) => [name, sha256]),
  );
  const off: string[] = [];
  for (const { name, sha256, text } of await migrationsHere()) {
    const known = ran.get(name);
    // One that takes away may wait for an older version.
    if (!known && isContract({ text })) continue;
    if (!known) off.push(`${name} did not run.`);
    else if (known !== sha256) off.push(`${name} ran with another text.`);
    ran.delete(name);
  }
  for (const { name } of (await readBaseline()).migrations) ran.delete(name);
  return [...off, ...[...ran.keys()].map((name) => `${name} ran, and belongs to a newer version.`)];
};

class Undone extends Error {}

/** Writes a row, reads it back, and takes it back; true where all three happened. */
const writeAndUndo = async (database: Database, scope: Scope): Promise<boolean> => {
  const kind = `~test ${newId()}`;
  let read = 0;
  await database
    .transaction(scope, async (tx) => {
      await tx.rows(sql`
        insert into record_counter (org_id, kind, year, last)
        values (${scope.orgId}, ${kind}, 1, 1)
      `);
      read = (await tx.rows(sql`select 1 as n from record_counter where kind = ${kind}`)).length;
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  const left = await database
    .read(scope)
    .rows(sql`select 1 as n from record_counter where kind = ${kind}`);
  return read === 1 && left.length === 0;
};

const databaseProbe: Probe = {
  name: "database",
  label: "Database",
  what: "Writes a row, reads it, takes it back; compares the migrations that ran with those that belong to this version.",
  run: async ({ app: { database }, actor }): Promise<ProbeAnswer> => {
    const { version } = await database
      .read(noScope)
      .one<{ version: string }>(sql`select current_setting('server_version') as version`);
    const [undone, off] = [
      await writeAndUndo(database, { orgId: actor.orgId, personId: null }),
      await migrationsOff(database),
    ];
    if (!undone)
      return {
        outcome: "red",
        said: "A row that was written could not be read, or was not taken back.",
        todo: "Stop the instances and look in the log of PostgreSQL.",
      };
    return off.length === 0
      ? {
          outcome: "green",
          said: `PostgreSQL ${version.split(" ")[0]}: a row written, read and taken back; every migration of this version ran.`,
        }
      : {
          outcome: "red",
          said: off.join(" "),
          todo: "Start the instance of this version anew: it migrates. Where the database is newer than the program, start the newer program.",
        };
  },
};

/** Tables of which another agency gets rows, or a count of them. */
const leaks = async ({ app: { database }, actor }: Asked): Promise<string[]> => {
  const stranger = database.read({ orgId: newId(), personId: null });
  const found: string[] = [];
  for (const table of await tablesWith(stranger, ["org_id"])) {
    const rows = await stranger
      .rows(sql`select 1 as n from ${ident(table)} where org_id = ${actor.orgId} limit 1`)
      .catch((error: unknown) => {
        // What the role may not read at all leaks nothing.
        if ((error as { code?: string }).code === "42501") return [];
        throw error;
      });
    if (rows.length > 0) found.push(table);
  }
  return found;
};

/** Whether writing as another agency is refused by the database. */
const strangerIsRefused = (database: Database, orgId: string): Promise<boolean> =>
  database
    .transaction({ orgId: newId(), personId: null }, async (tx) => {
      await tx.rows(sql`
        insert into record_counter (org_id, kind, year, last)
        values (${orgId}, ${`~test ${newId()}`}, 1, 1)
      `);
      throw new Undone();
    })
    .then(
      () => false,
      (error: unknown) => {
        if (error instanceof Undone) return false;
        if ((error as { code?: string }).code === "42501") return true;
        throw error;
      },
    );

const rowSecurityProbe: Probe = {
  name: "row-security",
  label: "Row security",
  what: "Asks every table as another agency for this agency's rows, tries to write one, and looks at every table's policy.",
  run: async (asked): Promise<ProbeAnswer> => {
    const { database } = asked.app;
    const tables = await tablesWith(database.read(noScope), ["org_id"]);
    const [leaking, refused, unguarded] = [
      await leaks(asked),
      await strangerIsRefused(database, asked.actor.orgId!),
      await unguardedTables(database.read(noScope)),
    ];
    const wrong = [
      ...leaking.map((table) => `${table} gave rows to another agency.`),
      ...(refused ? [] : ["Another agency could write a row."]),
      ...unguarded,
    ];
    return wrong.length === 0
      ? {
          outcome: "green",
          said: `${tables.length} tables asked as another agency: none gave a row, a write was refused, every policy is there.`,
        }
      : {
          outcome: "red",
          said: wrong.join(" "),
          todo: "Take the installation off the network until every table is secured again (select levee_secure of the table as its owner), then look who changed it.",
        };
  },
};

export const databaseProbes: readonly Probe[] = [databaseProbe, rowSecurityProbe];
