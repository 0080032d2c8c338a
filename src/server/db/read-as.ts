import { z } from "zod";
import type { Db } from "./db.ts";
import type { Sql } from "./sql.ts";

// What a statement answers that stands in the program is proved when the house is checked
// (db/statements). Of one that is made while the program runs nobody knows it before: it is held
// against its shape as it comes.

/**
 * All rows of a statement that is made while the program runs, held against `shape` (names in
 * camelCase; further columns are left out). @throws ZodError where it answers otherwise: a fault of
 * the program.
 */
export const rowsAs = async <S extends z.ZodType>(
  db: Db,
  shape: S,
  statement: Sql,
): Promise<z.output<S>[]> => z.array(shape).parse(await db.rows(statement));

/** The same of exactly one row; throws when there is none. */
export const oneAs = async <S extends z.ZodType>(
  db: Db,
  shape: S,
  statement: Sql,
): Promise<z.output<S>> => shape.parse(await db.one(statement));

/** The same of the first row, or null. */
export const maybeAs = async <S extends z.ZodType>(
  db: Db,
  shape: S,
  statement: Sql,
): Promise<z.output<S> | null> => shape.nullable().parse(await db.maybe(statement));

/** Rows of which only the id is read. */
export const idRow = z.object({ id: z.string() });
/** A row that counts. */
export const countRow = z.object({ n: z.number() });
