import type { PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { unknownPaths, type DefinitionFile } from "#kernel/definition.ts";
import { invalid, invalidField, Problem, type FieldError } from "#kernel/errors.ts";
import { validated } from "#kernel/fields.ts";
import type { Db } from "../db/db.ts";
import { bodyOf, type Kind, type Version } from "./kind.ts";

/** The most that a file may hold, in bytes. */
export const mostFileBytes = 512 * 1024;

const within = (errors: readonly FieldError[]) =>
  errors.map(({ path, message }) => ({
    path: path ? `definition.${path}` : "definition",
    message,
  }));

// The same refusals, with the paths of the file.
const inFile = async <R>(read: () => R | Promise<R>): Promise<R> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Problem) || error.errors.length === 0) throw error;
    throw invalid(error.code, error.message, within(error.errors));
  }
};

const assertForm = (file: DefinitionFile, schema: string, version: number): void => {
  if (file.schema !== schema)
    throw invalidField(
      "schema",
      `This file holds "${file.schema.slice(0, 80)}"; "${schema}" is expected. Choose a file that was exported here.`,
    );
  if (file.schemaVersion > version)
    throw invalidField(
      "schemaVersion",
      `A newer Levee wrote this file (form ${file.schemaVersion}, this one reads ${version}). Update this installation first.`,
    );
  if (file.schemaVersion < version)
    throw invalidField(
      "schemaVersion",
      `This file has form ${file.schemaVersion}, which is no longer read. Export it again from a Levee of today.`,
    );
};

/** A version as a file, without ids of the agency. */
export const writeFile = async <T extends PgTable, S extends z.ZodObject, C extends z.ZodObject>(
  db: Db,
  { body, file }: Kind<T, S, C>,
  version: Version<T>,
): Promise<DefinitionFile> => ({
  schema: file.schema,
  schemaVersion: file.version,
  definition: file.elsewhere ? await file.elsewhere.write(db, version) : bodyOf(body, version),
});

/**
 * The body that a file holds, valid in this agency. @throws Problem 422 for another kind or form,
 * for keys that the kind does not know, and what the agency does not have, each by its path.
 */
export const readFile = async <T extends PgTable, S extends z.ZodObject, C extends z.ZodObject>(
  db: Db,
  { body, file }: Kind<T, S, C>,
  given: DefinitionFile,
): Promise<z.output<S>> => {
  assertForm(given, file.schema, file.version);
  const { elsewhere } = file;
  const content = await inFile(() => validated(elsewhere?.content ?? body, given.definition));
  const [unknown] = unknownPaths(given.definition, content);
  if (unknown !== undefined)
    throw invalid("unknown_key", `"${unknown}" is not known here. Take it out of the file.`, [
      { path: `definition.${unknown}`, message: "This key is not known here." },
    ]);
  if (!elsewhere) return content as z.output<S>;
  return inFile(async () => validated(body, await elsewhere.read(db, content as z.output<C>)));
};
