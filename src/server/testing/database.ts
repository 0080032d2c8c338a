import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { permissionsOf, type Duty } from "#roles.ts";
import type { Actor, Role } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { readConfig } from "../config.ts";
import type { Database } from "../db/db.ts";
import { openDatabase } from "../db/open-database.ts";
import { lookedAtFiles } from "../files/looked-at.ts";
import { outgoingDoor } from "../outgoing/door.ts";
import { openOutgoing } from "../outgoing/outgoing.ts";
import type { App } from "../app.ts";

export type TestDatabase = {
  database: Database;
  ownerUrl: string;
  app: App;
  drop: () => Promise<void>;
};

/**
 * A database of its own for one test file, cloned from the migrated template; the application
 * connects as `levee_app`.
 */
export const freshDatabase = async (): Promise<TestDatabase> => {
  const serverUrl = process.env.LEVEE_TEST_DATABASE!;
  const name = `levee_test_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(
    `create database ${name} template ${process.env.LEVEE_TEST_TEMPLATE} strategy wal_log`,
  );
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = openDatabase(url.href, { max: 12 });
  const dataDir = mkdtempSync(join(tmpdir(), "levee-test-"));
  const config = readConfig({
    LEVEE_DATA_DIR: dataDir,
    LEVEE_LOG: "silent",
    LEVEE_TEST_CLOCK: "on",
    DATABASE_URL: url.href,
  });
  return {
    database,
    ownerUrl: url.href,
    app: {
      database,
      config,
      files: lookedAtFiles(join(dataDir, "files"), database, null),
      outgoing: outgoingDoor(openOutgoing(), database),
    },
    drop: async () => {
      await database.close();
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/**
 * A member of an agency, for service tests; the rows of person and member are not needed for the
 * services.
 */
export const memberActor = (
  orgId: string,
  role: Role = "user",
  duties: readonly Duty[] = [],
  over: Partial<Actor> = {},
): Actor => ({
  kind: "member",
  personId: newId(),
  name: `${role} ${duties.join(" ")}`.trim(),
  email: "someone@test.levee.test",
  orgId,
  role,
  duties,
  permissions: permissionsOf(role, duties),
  departmentIds: [],
  vendorIds: [],
  sessionId: newId(),
  ...over,
});
