import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { newToken, tokenHash } from "#areas/identity/identity.server.ts";
import { directory, directoryToken } from "../directory.tables.ts";
import type { CallRow, DirectoryRow, ShownToken } from "./connection.model.ts";

const mostDirectories = 5;
/** Two at once, so that one takes over from the other. */
const mostTokens = 2;
const shownLetters = 12;
const callDays = 30;

/** The agency's directories with their tokens (never the secret) and what they brought. */
export const listDirectories = (db: Db): Promise<DirectoryRow[]> =>
  db.rows<DirectoryRow>(sql`
    select
      d.id, d.name, d.status, d.version,
      (
        select count(*)::int
        from directory_user u
        where u.org_id = d.org_id and u.directory_id = d.id and u.active and u.deleted_at is null
      ) as users,
      (
        select count(*)::int
        from directory_user u
        where u.org_id = d.org_id
          and u.directory_id = d.id
          and (not u.active or u.deleted_at is not null)
      ) as ended,
      (
        select count(*)::int
        from directory_user u
        where u.org_id = d.org_id
          and u.directory_id = d.id
          and u.active
          and u.person_id is null
          and u.deleted_at is null
      ) as unlinked,
      array(
        select g.display_name
        from directory_group g
        where g.org_id = d.org_id and g.directory_id = d.id
        order by g.display_name
        limit 500
      ) as groups,
      coalesce(
        (
          select json_agg(json_build_object(
              'id', t.id, 'prefix', t.prefix, 'expiresAt', t.expires_at, 'revokedAt', t.revoked_at,
              'lastUsedAt', t.last_used_at, 'good',
              t.revoked_at is null and t.expires_at > clock_timestamp()
            ) order by t.created_at desc)
          from directory_token t
          where t.org_id = d.org_id and t.directory_id = d.id
        ),
        '[]'::json
      ) as tokens
    from directory d
    where d.org_id = ${db.scope.orgId}
    order by d.created_at, d.id
  `);

type Written = { id: string; version: number };

export const addDirectory = async (tx: Tx, actor: Actor, name: string): Promise<Written> => {
  const before = await listDirectories(tx);
  if (before.length >= mostDirectories)
    throw conflict("too_many", `An agency has ${mostDirectories} directories at most.`);
  const made = await insertRow(tx, directory, {
    orgId: tx.scope.orgId!,
    id: newId(),
    name,
    createdBy: actor.personId!,
  });
  note(tx, actor, "directory", made.id, { number: made.name, action: "create", after: { name } });
  return { id: made.id, version: made.version };
};

/** Stops or takes up a directory: while it is disabled its tokens open nothing. */
export const setDirectory = async (
  tx: Tx,
  actor: Actor,
  id: string,
  status: "active" | "disabled",
): Promise<Written> => {
  const before = await lockRow(tx, directory, id, "directory");
  if (before.status === status) return { id, version: before.version };
  const after = await updateRow(tx, directory, id, { status });
  note(tx, actor, "directory", after.id, {
    number: after.name,
    action: status === "active" ? "enable" : "disable",
    after: { status },
  });
  return { id, version: after.version };
};

/** A new token with its end; its secret is in this answer alone. 409 while two are good. */
export const addToken = async (
  tx: Tx,
  actor: Actor,
  directoryId: string,
  days: number,
): Promise<ShownToken> => {
  const of = await lockRow(tx, directory, directoryId, "directory");
  const { good, end } = await tx.one<{ good: number; end: string }>(sql`
    select
      (clock_timestamp() + make_interval(days => ${days}::int)) as end,
      count(*) filter (where revoked_at is null and expires_at > clock_timestamp())::int as good
    from directory_token
    where org_id = ${tx.scope.orgId} and directory_id = ${directoryId}
  `);
  if (good >= mostTokens)
    throw conflict("two_tokens", "Two tokens are good already. Revoke one first.");
  const token = `lvd_${newToken()}`;
  const made = await insertRow(tx, directoryToken, {
    orgId: tx.scope.orgId!,
    id: newId(),
    directoryId,
    prefix: token.slice(0, shownLetters),
    hash: tokenHash(token),
    expiresAt: end,
    createdBy: actor.personId!,
  });
  const { id, prefix, expiresAt } = made;
  note(tx, actor, "directory", of.id, {
    number: of.name,
    action: "token",
    after: { prefix, expiresAt },
  });
  return { id, token, prefix, expiresAt };
};

/** From the next call on it opens nothing, on every instance. */
export const revokeToken = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const before = await lockRow(tx, directoryToken, id, "token");
  const of = await getRow(tx, directory, before.directoryId, "directory");
  if (before.revokedAt !== null) return { id };
  await tx.rows(sql`
    update directory_token
    set revoked_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  note(tx, actor, "directory", of.id, {
    number: of.name,
    action: "revokeToken",
    after: { prefix: before.prefix },
  });
  return { id };
};

/** The newest calls of a directory, each with its effect. 404. */
export const listCalls = async (db: Db, directoryId: string): Promise<CallRow[]> => {
  await getRow(db, directory, directoryId, "directory");
  return db.rows<CallRow>(sql`
    select id, at, method, path, status, effect
    from directory_call
    where org_id = ${db.scope.orgId} and directory_id = ${directoryId}
    order by at desc, id desc
    limit 200
  `);
};

/** Each night of an agency: calls of a month ago are forgotten. */
export const callsDay: AgencyDay = {
  name: "directory-calls",
  at: "03:10",
  afterRestore: "goes on",
  run: (app, orgId) =>
    app.database.transaction({ orgId, personId: null }, (tx) =>
      tx.rows(sql`
        delete from directory_call
        where org_id = ${orgId} and at < clock_timestamp() - make_interval(days => ${callDays}::int)
      `),
    ),
};
