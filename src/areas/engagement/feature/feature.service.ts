import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { wishLetter } from "../letters.service.ts";
import { freshBytes } from "#server/random.ts";
import { featureRequest } from "../engagement.tables.ts";
import { visitorNumber, type Host } from "../host.service.ts";
import { featureCycle } from "./feature.labels.ts";
import { publicStatuses, type featureInput, type PublicFeature } from "./feature.model.ts";
import { featureNoun } from "./feature.noun.ts";

/** Everything that people wished for, most votes first. */
export const featureList: ListDefinition = {
  name: "feature-requests",
  from: "feature_request f",
  alias: "f",
  columns: {
    id: { sql: "f.id", hidden: true },
    votes: { sql: "f.votes", label: "Votes", sort: true },
    title: { sql: "f.title", label: "Wish" },
    description: { sql: "f.description", label: "Description" },
    status: { sql: "f.status", label: "Status", codes: featureCycle.statuses },
    email: { sql: "f.email", label: "Email" },
    createdAt: { sql: "f.created_at", label: "Received", sort: true },
    version: { sql: "f.version", hidden: true },
  },
  filters: { status: { kind: "set", sql: "f.status", type: "text" } },
  search: ["f.title", "f.description"],
  defaultSort: "-votes",
};

const cookieName = "levee_visitor";
const year = 365 * 86_400;

/**
 * The visitor's mark for voting once: a random cookie, made at the first vote. Only its digest is
 * stored.
 */
export const visitorMark = (
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): string => {
  const known = /(?:^|;\s*)levee_visitor=([\w-]{20,60})/.exec(request.headers.cookie ?? "")?.[1];
  const mark = known ?? freshBytes(24).toString("base64url");
  if (!known)
    reply.header(
      "set-cookie",
      `${cookieName}=${mark}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
    );
  return createHash("sha256").update(mark).digest("base64url");
};
/** The visitor's digest if the browser has voted before. */
export const knownMark = (request: FastifyRequest): string | null => {
  const known = /(?:^|;\s*)levee_visitor=([\w-]{20,60})/.exec(request.headers.cookie ?? "")?.[1];
  return known ? createHash("sha256").update(known).digest("base64url") : null;
};

/** What visitors see: published wishes, most votes first, with the visitor's own votes. */
export const publicFeatures = (
  db: Db,
  host: Host,
  voter: string | null,
): Promise<PublicFeature[]> =>
  db.rows<PublicFeature>(sql`
    select
      f.id, f.status, f.title, f.description, f.votes,
      exists (
        select 1
        from feature_vote v
        where v.org_id = f.org_id and v.feature_request_id = f.id and v.voter = ${voter}
      ) as voted
    from feature_request f
    where f.org_id = ${host.id} and f.status = any(${publicStatuses}::text[])
    order by f.votes desc, f.id desc
    limit 200
  `);

/** Takes a wish; people see it once an administrator published it. Gives its id. */
export const proposeFeature = async (
  tx: Tx,
  actor: Actor,
  host: Host,
  input: z.output<typeof featureInput>,
): Promise<string> => {
  const row = await insertRow(tx, featureRequest, {
    orgId: host.id,
    id: newId(),
    status: "proposed",
    title: input.title,
    description: input.description,
    email: input.email,
  });
  note(tx, actor, "featureRequest", row.id, {
    number: visitorNumber(row.id),
    action: "create",
    after: row,
  });
  if (input.email) await queueMail(tx, { ...wishLetter(input), to: input.email, orgId: host.id });
  return row.id;
};

/**
 * Votes once for a published wish, or takes the vote back; the same twice changes nothing. Gives
 * the number of votes. @throws 404 for one that is not published.
 */
export const voteFor = async (
  tx: Tx,
  host: Host,
  id: string,
  voter: string,
  on: boolean,
): Promise<number> => {
  const open = await tx.maybe<{ status: string }>(sql`
    select status
    from feature_request
    where org_id = ${host.id} and id = ${id} and status = any(${publicStatuses}::text[])
    for update
  `);
  if (!open) throw notFound("wish");
  const changed = on
    ? await tx.rows(sql`
      insert into feature_vote (org_id, feature_request_id, voter)
      values (${host.id}, ${id}, ${voter})
      on conflict
      do nothing
      returning voter
    `)
    : await tx.rows(sql`
      delete from feature_vote
      where org_id = ${host.id} and feature_request_id = ${id} and voter = ${voter}
      returning voter
    `);
  const { votes } = await tx.one<{ votes: number }>(sql`
    update feature_request
    set votes = votes + ${changed.length * (on ? 1 : -1)}
    where org_id = ${host.id} and id = ${id}
    returning votes
  `);
  return votes;
};

/** A wish with what may be done with it. */
export const readFeature = async (db: Db, actor: Actor, id: string) => {
  const row = await getRow(db, featureRequest, id, "feature request");
  return { ...row, number: row.title, actions: actionsFor(actor, featureNoun, row) };
};
