import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import pg from "pg";
import { startEmbedded } from "../db/embedded/embedded.ts";
import { migrate } from "../db/migrate.ts";

const migrations = new URL("../../../db/migrations/", import.meta.url);
const stampOf = () => {
  const hash = createHash("sha256");
  for (const name of readdirSync(migrations).sort())
    hash.update(name).update(readFileSync(new URL(name, migrations)));
  return hash.digest("hex").slice(0, 12);
};

/**
 * Starts (or adopts) the test server, makes the migrated template when the migrations changed,
 * drops what an earlier run left. Sets LEVEE_TEST_DATABASE.
 */
export const prepareTestServer = async (): Promise<{
  url: string;
  template: string;
  stop: () => Promise<void>;
}> => {
  const server = process.env.LEVEE_TEST_SERVER
    ? { url: process.env.LEVEE_TEST_SERVER, stop: async () => {} }
    : await startEmbedded(resolve(".cache/test-data"));
  const template = `levee_template_${stampOf()}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  // What tests write need not outlive the machine: each file makes a database and drops it again,
  // and each waited for the disk.
  if (!process.env.LEVEE_TEST_SERVER) {
    for (const setting of ["fsync", "synchronous_commit", "full_page_writes"])
      await admin.query(`alter system set ${setting} = off`);
    await admin.query("select pg_reload_conf()");
  }
  await admin.query("select pg_advisory_lock(71003)");
  const { rows } = await admin.query(
    "select datname from pg_database where datname like 'levee_t%'",
  );
  const names = rows.map((r) => r.datname as string);
  for (const old of names.filter(
    (n) => n !== template && (n.startsWith("levee_template_") || n.startsWith("levee_test_")),
  ))
    await admin.query(`drop database if exists ${old} with (force)`);
  if (!names.includes(template)) {
    await admin.query(`create database ${template}_new`).catch(() => {});
    const url = new URL(server.url);
    url.pathname = `/${template}_new`;
    await migrate(url.href);
    await admin.query(`alter database ${template}_new rename to ${template}`);
  }
  await admin.end();
  process.env.LEVEE_TEST_DATABASE = server.url;
  process.env.LEVEE_TEST_TEMPLATE = template;
  return { url: server.url, template, stop: server.stop };
};

export default async () => {
  const server = await prepareTestServer();
  return () => server.stop();
};
