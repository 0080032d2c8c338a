import type { PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import {
  differencesBetween,
  factsOfBody,
  type DefinitionFile,
  type Difference,
  type PublishCheck,
} from "#kernel/definition.ts";
import { invalidField } from "#kernel/errors.ts";
import type { Db, Tx } from "../db/db.ts";
import { getRow } from "../db/rows.ts";
import { readFile, writeFile } from "./file.ts";
import { bodyOf, type Kind, type Version } from "./kind.ts";
import {
  changeVersion,
  checksOf,
  draftVersion,
  publishVersion,
  retireVersion,
  versionBegunWith,
  versionInForce,
} from "./versions.ts";

/** Two versions of a family and where they differ. */
type Comparison<T extends PgTable> = {
  before: Version<T>;
  after: Version<T>;
  items: Difference[];
};

/**
 * What can be done with the definitions of a kind. `id` is a version's, `definitionId` a family's;
 * `version` is the one that the person read (If-Match; null is refused, 428). All in the scope's
 * agency: others' answer 404.
 */
export type Definition<T extends PgTable, S extends z.ZodObject> = {
  kind: Kind<T, S, z.ZodObject>;
  /** A draft: version 1 of a new family, or the next of `definitionId` (409 when there is none). */
  draft: (
    tx: Tx,
    actor: Actor,
    body: z.output<S>,
    definitionId?: string | null,
  ) => Promise<Version<T>>;
  /** Changes a draft; 409 for what was published. */
  change: (
    tx: Tx,
    actor: Actor,
    id: string,
    patch: Partial<z.output<S>>,
    version: number | null,
  ) => Promise<Version<T>>;
  /**
   * Puts a draft in force and retires the version before it. 422 while its check list does not
   * hold, with the path of each open line; 409 for anything but a draft.
   */
  publish: (tx: Tx, actor: Actor, id: string, version: number | null) => Promise<Version<T>>;
  /** Takes a version out of use; what began with it goes on. */
  retire: (tx: Tx, actor: Actor, id: string, version: number | null) => Promise<Version<T>>;
  /** What must hold before this version is published. */
  checks: (db: Db, id: string) => Promise<PublishCheck[]>;
  /** Where version `id` differs from `against`, of the same family (422). */
  compare: (db: Db, id: string, against: string) => Promise<Comparison<T>>;
  /** A version as a file that another agency can import. */
  toFile: (db: Db, id: string) => Promise<DefinitionFile>;
  /** A file as the draft of a new family; 422 by path for what is not known here. */
  fromFile: (tx: Tx, actor: Actor, file: DefinitionFile) => Promise<Version<T>>;
  /**
   * The version in force, held until the transaction ends: an instance that begins stores its id as
   * `definitionVersionId`. 409 when none is in force.
   */
  begin: (tx: Tx, definitionId: string) => Promise<Version<T>>;
  /** The version that an instance began with, whatever was published since. */
  begunWith: (db: Db, definitionVersionId: string) => Promise<Version<T>>;
};

const versionOf = async <T extends PgTable>(
  db: Db,
  { table, what }: { table: T; what: string },
  id: string,
) => (await getRow(db, table, id, what)) as Version<T>;

const compare = async <T extends PgTable>(
  db: Db,
  kind: Kind<T, z.ZodObject, z.ZodObject>,
  id: string,
  against: string,
): Promise<Comparison<T>> => {
  const [before, after] = await Promise.all([
    versionOf(db, kind, against),
    versionOf(db, kind, id),
  ]);
  if (before.definitionId !== after.definitionId)
    throw invalidField("against", `Compare two versions of the same ${kind.what}.`);
  const both = [before, after];
  const [old = [], now = []] = kind.facts
    ? await kind.facts(db, both)
    : both.map((each) => factsOfBody(bodyOf(kind.body, each)));
  return { before, after, items: differencesBetween(old, now) };
};

/**
 * Declares a kind of definitions: things that an agency writes itself and that must not change under
 * what began with them (policies, forms, templates, workflows). A family has versions; each is
 * draft, then published (one of a family at a time; the database refuses changes from then on),
 * then retired. Every step is audited as `<name>.draft`, `.change`, `.publish`, `.retire`.
 *
 *     export const checklists = defineDefinition({
 *       name: "checklist", what: "checklist", table: checklist, body: checklistInput,
 *       checks: async (_db, list) => [
 *         { sentence: "It has an item.", ok: list.items.length > 0, path: "items" },
 *       ],
 *       file: { schema: "levee.checklist", version: 1 },
 *     });
 *
 * `definitionEndpoints` gives it an API, `kit/definition` the dialogs of its screen.
 */
export const defineDefinition = <
  T extends PgTable,
  S extends z.ZodObject,
  C extends z.ZodObject = S,
>(
  own: Kind<T, S, C>,
): Definition<T, S> => {
  const kind = own as unknown as Kind<T, S, z.ZodObject>;
  const any = own as unknown as Kind<T, z.ZodObject, z.ZodObject>;
  return {
    kind,
    draft: (tx, actor, body, definitionId = null) =>
      draftVersion(tx, actor, any, body, definitionId),
    change: (tx, actor, id, patch, version) => changeVersion(tx, actor, any, id, patch, version),
    publish: (tx, actor, id, version) => publishVersion(tx, actor, any, id, version),
    retire: (tx, actor, id, version) => retireVersion(tx, actor, any, id, version),
    checks: async (db, id) => checksOf(db, any, await versionOf(db, own, id)),
    compare: (db, id, against) => compare(db, any, id, against),
    toFile: async (db, id) => writeFile(db, own, await versionOf(db, own, id)),
    fromFile: async (tx, actor, file) =>
      draftVersion(tx, actor, any, await readFile(tx, own, file), null, "Imported from a file."),
    begin: (tx, definitionId) => versionInForce(tx, any, definitionId),
    begunWith: (db, id) => versionBegunWith(db, any, id),
  };
};
