import { createHash } from "node:crypto";
import { seal, unseal } from "#server/auth/sealing.ts";
import { identityDb, type IdentityDb } from "#server/db/scopes/identity.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { Schedule } from "#server/jobs/jobs.ts";

type Payload = Record<string, unknown>;

/** What the authorization server asks of its store, by the names that it uses. */
export type ArtifactStore = {
  upsert: (id: string, payload: Payload, expiresIn: number) => Promise<void>;
  find: (id: string) => Promise<Payload | undefined>;
  findByUid: (uid: string) => Promise<Payload | undefined>;
  findByUserCode: (code: string) => Promise<undefined>;
  consume: (id: string) => Promise<void>;
  destroy: (id: string) => Promise<void>;
  revokeByGrantId: (grantId: string) => Promise<void>;
};

const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

type Stored = { digest: string; sealed: string; consumed: number | null };

const opened = (model: string, row: Stored | null): Payload | undefined =>
  row
    ? {
        ...(JSON.parse(unseal("oauth-artifact", `${model} ${row.digest}`, row.sealed)) as Payload),
        ...(row.consumed !== null && { consumed: row.consumed }),
      }
    : undefined;

const store = async (
  identity: IdentityDb,
  model: string,
  { id, payload, expiresIn }: { id: string; payload: Payload; expiresIn: number },
): Promise<void> => {
  const digest = digestOf(id);
  const text = (key: string) => (typeof payload[key] === "string" ? payload[key] : null);
  const [grant, uid] = [text("grantId"), text("uid")];
  await identity.rows(sql`
    insert into oauth_artifact (model, digest, sealed, grant_digest, uid_digest, expires_at)
    values (
      ${model}, ${digest}, ${seal("oauth-artifact", `${model} ${digest}`, JSON.stringify(payload))},
      ${grant && digestOf(grant)}, ${uid && digestOf(uid)},
      clock_timestamp() + make_interval(secs => ${expiresIn})
    )
    on conflict (model, digest)
    do update set
      sealed = excluded.sealed, grant_digest = excluded.grant_digest,
      uid_digest = excluded.uid_digest, expires_at = excluded.expires_at
  `);
};

const found = (identity: IdentityDb, model: string, by: Sql): Promise<Stored | null> =>
  identity.maybe<Stored>(sql`
    select digest, sealed, extract(epoch from consumed_at)::int as consumed
    from oauth_artifact
    where model = ${model} and ${by} and expires_at > clock_timestamp()
  `);

const drop = async (identity: IdentityDb, model: string, by: Sql): Promise<void> => {
  await identity.rows(sql`delete from oauth_artifact where model = ${model} and ${by}`);
};

/**
 * Codes, tokens and consents of one kind. A name is kept as its digest and the words sealed, so that
 * neither the database nor a backup of it holds anything that opens a door.
 */
export const artifactStore = (identity: IdentityDb, model: string): ArtifactStore => ({
  upsert: (id, payload, expiresIn) => store(identity, model, { id, payload, expiresIn }),
  find: async (id) => opened(model, await found(identity, model, sql`digest = ${digestOf(id)}`)),
  findByUid: async (uid) =>
    opened(model, await found(identity, model, sql`uid_digest = ${digestOf(uid)}`)),
  findByUserCode: async () => undefined,
  consume: async (id) => {
    await identity.rows(sql`
      update oauth_artifact
      set consumed_at = clock_timestamp()
      where model = ${model} and digest = ${digestOf(id)}
    `);
  },
  destroy: (id) => drop(identity, model, sql`digest = ${digestOf(id)}`),
  revokeByGrantId: (grantId) => drop(identity, model, sql`grant_digest = ${digestOf(grantId)}`),
});

/** Takes away what has run out, every hour. */
export const artifactsClock: Schedule = {
  name: "oauth-artifacts",
  cron: "17 * * * *",
  afterRestore: "goes on",
  run: async ({ database }) => {
    await identityDb(database).rows(sql`
      delete from oauth_artifact
      where expires_at < clock_timestamp()
    `);
  },
};
