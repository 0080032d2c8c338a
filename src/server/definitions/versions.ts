import type { PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { PublishCheck } from "#kernel/definition.ts";
import { conflict, invalid, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "../audit/audit.ts";
import type { Db, Tx } from "../db/db.ts";
import { countRow, idRow, maybeAs, oneAs } from "../db/read-as.ts";
import { getRow, insertRow, lockRow, shapeOf, updateRow, type NewRow } from "../db/rows.ts";
import { raw, sql } from "../db/sql.ts";
import { requireVersion } from "../http/endpoint.ts";
import type { Kind, Version } from "./kind.ts";

type Any<T extends PgTable> = Kind<T, z.ZodObject, z.ZodObject>;

const nameOf = (table: PgTable) => raw(`"${shapeOf(table).name}"`);
const insertion = <T extends PgTable>(values: object) => values as NewRow<T>;
const patched = <T extends PgTable>(values: object) => values as Partial<NewRow<T>>;

const written = <T extends PgTable>(
  tx: Tx,
  actor: Actor,
  kind: Any<T>,
  action: string,
  before: Version<T> | null,
  after: Version<T>,
  note?: string,
) =>
  audit(tx, actor, {
    action: `${kind.name}.${action}`,
    objectType: kind.name,
    objectId: after.id,
    objectNumber: after.name,
    before,
    after,
    ...(note ? { note } : {}),
  });

// Whoever numbers or publishes a version of a family waits for who does it already. Documents on
// their way, which only hold the version that they name, wait for nobody.
const lockFamily = (tx: Tx, table: PgTable, definitionId: string) =>
  tx.rows(sql`
    select id
    from ${nameOf(table)}
    where org_id = ${tx.scope.orgId} and definition_id = ${definitionId}
    order by version_no
    for no key update
  `);

const lockVersion = async <T extends PgTable>(
  tx: Tx,
  kind: Any<T>,
  id: string,
  version: number | null,
): Promise<Version<T>> => {
  const row = (await lockRow(tx, kind.table, id, kind.what)) as Version<T>;
  requireVersion(row.version, version);
  return row;
};

const lastNumber = async (tx: Tx, { table, what }: Any<PgTable>, definitionId: string) => {
  const [, { n }] = await Promise.all([
    lockFamily(tx, table, definitionId),
    oneAs(
      tx,
      countRow,
      sql`
        select coalesce(max(version_no), 0)::int as n
        from ${nameOf(table)}
        where org_id = ${tx.scope.orgId} and definition_id = ${definitionId}
      `,
    ),
  ]);
  if (n === 0)
    throw conflict(`no_such_${what.replaceAll(" ", "_")}`, `This ${what} no longer exists.`);
  return n;
};

const assertReady = async <T extends PgTable>(
  tx: Tx,
  kind: Any<T>,
  version: Version<T>,
): Promise<void> => {
  const open = (await checksOf(tx, kind, version)).filter((each) => !each.ok);
  if (open.length === 0) return;
  const errors = open.map(({ path, sentence }) => ({ path, message: sentence }));
  throw invalid(
    "not_ready",
    `Not published: ${open.map((each) => each.sentence).join(" ")}`,
    errors,
  );
};

/** The publish check list of a version. */
export const checksOf = async <T extends PgTable>(
  db: Db,
  kind: Any<T>,
  version: Version<T>,
): Promise<PublishCheck[]> => (await kind.checks?.(db, version)) ?? [];

/** Stores a draft: version 1 of a new family, or the next version of `definitionId`. */
export const draftVersion = async <T extends PgTable>(
  tx: Tx,
  actor: Actor,
  kind: Any<T>,
  body: object,
  definitionId: string | null,
  note?: string,
): Promise<Version<T>> => {
  const last = definitionId
    ? await lastNumber(tx, kind as unknown as Any<PgTable>, definitionId)
    : 0;
  const row = (await insertRow(
    tx,
    kind.table,
    insertion<T>({
      ...body,
      orgId: actor.orgId!,
      id: newId(),
      definitionId: definitionId ?? newId(),
      versionNo: last + 1,
    }),
  )) as Version<T>;
  written(tx, actor, kind, "draft", null, row, note);
  return row;
};

/** Changes a draft; 409 for a version that was published. */
export const changeVersion = async <T extends PgTable>(
  tx: Tx,
  actor: Actor,
  kind: Any<T>,
  id: string,
  patch: object,
  version: number | null,
): Promise<Version<T>> => {
  const before = await lockVersion(tx, kind, id, version);
  if (before.status !== "draft")
    throw conflict(
      "published",
      `A published ${kind.what} does not change. Draft its next version.`,
    );
  const after = (await updateRow(tx, kind.table, id, patched<T>(patch))) as Version<T>;
  written(tx, actor, kind, "change", before, after);
  return after;
};

const retireInForce = async <T extends PgTable>(
  tx: Tx,
  actor: Actor,
  kind: Any<T>,
  next: Version<T>,
) => {
  const found = await maybeAs(
    tx,
    idRow,
    sql`
      select id
      from ${nameOf(kind.table)}
      where org_id = ${tx.scope.orgId}
        and definition_id = ${next.definitionId}
        and status = 'published'
    `,
  );
  if (!found) return;
  const inForce = (await getRow(tx, kind.table, found.id, kind.what)) as Version<T>;
  const patch = patched<T>({ status: "retired" });
  const after = (await updateRow(tx, kind.table, inForce.id, patch)) as Version<T>;
  written(tx, actor, kind, "retire", inForce, after, `Version ${next.versionNo} was published.`);
};

/** Publishes a draft whose check list holds, and retires the version in force before it. */
export const publishVersion = async <T extends PgTable>(
  tx: Tx,
  actor: Actor,
  kind: Any<T>,
  id: string,
  version: number | null,
): Promise<Version<T>> => {
  const seen = (await getRow(tx, kind.table, id, kind.what)) as Version<T>;
  await lockFamily(tx, kind.table, seen.definitionId);
  const before = await lockVersion(tx, kind, id, version);
  if (before.status !== "draft") throw conflict("not_a_draft", "Only a draft can be published.");
  await assertReady(tx, kind, before);
  await retireInForce(tx, actor, kind, before);
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  const patch = patched<T>({
    status: "published",
    publishedAt: at,
    publishedBy: actor.personId,
  });
  const after = (await updateRow(tx, kind.table, id, patch)) as Version<T>;
  written(tx, actor, kind, "publish", before, after);
  return after;
};

/** Takes a version out of use, also a draft; 409 when it is out of use. */
export const retireVersion = async <T extends PgTable>(
  tx: Tx,
  actor: Actor,
  kind: Any<T>,
  id: string,
  version: number | null,
): Promise<Version<T>> => {
  const before = await lockVersion(tx, kind, id, version);
  if (before.status === "retired")
    throw conflict("retired", `This ${kind.what} is retired already.`);
  const patch = patched<T>({ status: "retired" });
  const after = (await updateRow(tx, kind.table, id, patch)) as Version<T>;
  written(tx, actor, kind, "retire", before, after);
  return after;
};

const inForceOf = async <T extends PgTable>(tx: Tx, kind: Any<T>, definitionId: string) => {
  const found = await maybeAs(
    tx,
    idRow,
    sql`
      select id
      from ${nameOf(kind.table)}
      where org_id = ${tx.scope.orgId} and definition_id = ${definitionId} and status = 'published'
      for share
    `,
  );
  return found && ((await getRow(tx, kind.table, found.id, kind.what)) as Version<T>);
};

/**
 * The version in force, which stays so until the transaction ends. Who waited for somebody who
 * published looks once more: the version that they found is retired, the next one was not there.
 */
export const versionInForce = async <T extends PgTable>(
  tx: Tx,
  kind: Any<T>,
  definitionId: string,
): Promise<Version<T>> => {
  const found =
    (await inForceOf(tx, kind, definitionId)) ?? (await inForceOf(tx, kind, definitionId));
  if (!found)
    throw conflict(
      "not_in_force",
      `No version of this ${kind.what} is in force. Publish one first.`,
    );
  return found;
};

/** The version that an instance began with, in force or retired since; 404 for a draft. */
export const versionBegunWith = async <T extends PgTable>(
  db: Db,
  kind: Any<T>,
  definitionVersionId: string,
): Promise<Version<T>> => {
  const row = (await getRow(db, kind.table, definitionVersionId, kind.what)) as Version<T>;
  if (row.publishedAt === null) throw notFound(kind.what);
  return row;
};
