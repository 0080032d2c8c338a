import type { InferSelectModel } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { DefinitionHead, Fact, PublishCheck } from "#kernel/definition.ts";
import type { Db } from "../db/db.ts";

/**
 * A kind of definitions: what is its own. Everything else, from draft to file, is the mechanism's.
 * `T`: its table, with `definitionColumns`; `S`: its body, whose keys are columns of the table, one
 * of them `name`; `C`: its body as a file holds it.
 */
export type Kind<T extends PgTable, S extends z.ZodObject, C extends z.ZodObject> = {
  /** The noun in audit entries, in camelCase: "approvalPolicy". */
  name: string;
  /** What people call one: "policy". */
  what: string;
  table: T;
  body: S;
  /** What must hold before a draft is published, beside its schema. None: it can always be. */
  checks?: (db: Db, version: Version<T>) => Promise<PublishCheck[]>;
  /**
   * What each of these versions says, line by line, in words. None: the fields of its body, with
   * their names as words.
   */
  facts?: (db: Db, versions: readonly Version<T>[]) => Promise<Fact[][]>;
  file: FileForm<T, S, C>;
};

type FileForm<T extends PgTable, S extends z.ZodObject, C extends z.ZodObject> = {
  /** "levee.approval-policy" */
  schema: string;
  /** Counts up when files of before can no longer be read. */
  version: number;
  /**
   * Where the body names records of the agency by id: its form with codes or addresses in place of
   * ids, which mean nothing elsewhere. `read` refuses (422, by path) what this agency does not have.
   */
  elsewhere?: {
    content: C;
    write: (db: Db, version: Version<T>) => Promise<z.output<C>>;
    read: (db: Db, content: z.output<C>) => Promise<z.output<S>>;
  };
};

/** A version as stored. */
export type Version<T extends PgTable> = InferSelectModel<T> & DefinitionHead;

/**
 * The fields of a version's body, without the mechanism's, in the order of its schema (jsonb keeps
 * none); as stored where the schema has changed since and does not take it any more.
 */
export const bodyOf = (body: z.ZodObject, version: object): Record<string, unknown> => {
  const stored = Object.fromEntries(
    Object.keys(body.shape).map((key) => [key, (version as Record<string, unknown>)[key]]),
  );
  return body.safeParse(stored).data ?? stored;
};
