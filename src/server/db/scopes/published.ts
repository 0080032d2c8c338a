import type { Database, Db } from "../db.ts";
import { over } from "./identity.ts";

const opened = new WeakMap<Database, Db>();

/**
 * Reads what agencies have published, and can name nothing else: the role `levee_anon` with its row
 * policies and column grants. For the public site.
 */
export const published = (database: Database): Db => {
  let db = opened.get(database);
  if (!db) opened.set(database, (db = over(database.poolAs("levee_anon", { max: 8 }))));
  return db;
};
