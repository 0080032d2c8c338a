import type { Database, Db } from "../db.ts";
import { over } from "./identity.ts";

const opened = new WeakMap<Database, Db>();

/**
 * Reads what whoever runs the installation may know of every agency: that it is there, in which state,
 * its counters, its plan and bills, and the machine. The role `levee_operator` with its row policies and
 * column grants decides: it can name no business row.
 */
export const operatorDb = (database: Database): Db => {
  let db = opened.get(database);
  if (!db) opened.set(database, (db = over(database.poolAs("levee_operator", { max: 4 }))));
  return db;
};
