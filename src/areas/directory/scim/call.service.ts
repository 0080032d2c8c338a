import type { FastifyReply, FastifyRequest } from "fastify";
import { isAway } from "#server/db/away.ts";
import { Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { inOneLine, type Tongue } from "#server/http/tongues.ts";
import { limitEvents, tokenHash } from "#areas/identity/identity.server.ts";
import { ScimRefusal, type ScimType } from "./refusal.ts";

/** Who calls: a directory by one of its tokens. `name` is the directory's. */
export type Caller = { orgId: string; directoryId: string; tokenId: string; name: string };

/** An answer: `effect` is what the agency reads of it. */
export type Answer = {
  status: number;
  body?: object | null;
  headers?: Record<string, string>;
  effect: string;
};

const callerOf = async (app: App, request: FastifyRequest): Promise<Caller> => {
  const token = /^Bearer ([\w.~+/-]{20,200})$/i.exec(request.headers.authorization ?? "")?.[1];
  const identity = identityDb(app.database);
  // Asked at each call: a token that is revoked opens nothing from then on, on every instance.
  const found =
    token === undefined
      ? null
      : await identity.maybe<Caller>(sql`
        select t.org_id, t.directory_id, t.id as token_id, d.name
        from directory_token t
        join directory d on d.org_id = t.org_id and d.id = t.directory_id
        where t.hash = ${tokenHash(token)}
          and t.revoked_at is null
          and t.expires_at > clock_timestamp()
          and d.status = 'active'
      `);
  if (found) return found;
  await limitEvents(identity, `scim:${addressForLimits(request.ip)}`);
  throw new ScimRefusal(401, "The token is missing, unknown, revoked, or at its end.");
};

type Refused = { status: number; detail: string; scimType: ScimType | null };

const refusedBy = (error: unknown): Refused => {
  if (error instanceof ScimRefusal)
    return { status: error.status, detail: error.message, scimType: error.scimType };
  if (error instanceof Problem) {
    const { status, message } = error;
    return { status, detail: message, scimType: status === 422 ? "invalidValue" : null };
  }
  if ((error as { code?: string }).code === "23505")
    return {
      status: 409,
      detail: "Another resource of this directory, or another directory, has this already.",
      scimType: "uniqueness",
    };
  throw error;
};

const errorBody = ({ status, detail, scimType }: Refused) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
  status: String(status === 422 ? 400 : status),
  ...(scimType && { scimType }),
  detail,
});

/** What is refused before a call begins (an unknown address, no JSON, a database that is away). */
export const scimTongue: Tongue = {
  speaks: (path) => path.startsWith("/scim/v2"),
  say: (problem) => {
    const status = problem.status === 422 ? 400 : problem.status;
    const scimType = status === 400 ? ("invalidSyntax" as const) : null;
    return {
      status,
      type: "application/scim+json; charset=utf-8",
      body: JSON.stringify(errorBody({ status, detail: inOneLine(problem), scimType })),
    };
  },
};

/** A group of many may lose as many rights; names beyond these letters stand in the audit record. */
const mostEffect = 4000;

const note = (app: App, caller: Caller, request: FastifyRequest, answer: Answer) =>
  app.database.transaction({ orgId: caller.orgId, personId: null }, async (tx) => {
    await tx.rows(sql`
      insert into directory_call (org_id, id, directory_id, method, path, status, effect)
      values (
        ${caller.orgId}, ${newId()}, ${caller.directoryId}, ${request.method},
        ${decodeURIComponent(request.url.replaceAll("%00", "")).slice(0, 500)}, ${answer.status},
        ${answer.effect.slice(0, mostEffect)}
      )
    `);
    await tx.rows(sql`
      update directory_token
      set last_used_at = clock_timestamp()
      where org_id = ${caller.orgId}
        and id = ${caller.tokenId}
        and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute')
    `);
  });

const send = (reply: FastifyReply, { status, body, headers }: Answer) => {
  reply.code(status).headers(headers ?? {});
  if (status === 204 || status === 304 || !body) return reply.send();
  return reply.type("application/scim+json; charset=utf-8").send(JSON.stringify(body));
};

const refusal = (error: unknown): Answer => {
  const refused = refusedBy(error);
  return {
    status: refused.status === 422 ? 400 : refused.status,
    body: errorBody(refused),
    ...(refused.status === 401 && { headers: { "www-authenticate": "Bearer" } }),
    effect: `Refused: ${refused.detail}`,
  };
};

/** The address of a request, also one that is written badly. */
const work = async (given: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await given();
  } catch (error) {
    if (isAway(error)) throw error;
    return refusal(error);
  }
};

/**
 * Answers a call of a directory in SCIM's words, refusals too, and lists it with its effect. Who shows
 * no token in force hears nothing else than that.
 */
export const answerCall = async (
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (caller: Caller) => Promise<Answer>,
): Promise<FastifyReply> => {
  let caller: Caller;
  try {
    caller = await callerOf(app, request);
  } catch (error) {
    return send(reply, refusal(error));
  }
  const answer = await work(() => handle(caller));
  await note(app, caller, request, answer);
  return send(reply, answer);
};

/** A body as JSON, whatever type it is sent as. 400 for what is none. */
export const bodyOf = (request: FastifyRequest): unknown => {
  if (typeof request.body !== "string") return request.body;
  try {
    return JSON.parse(request.body) as unknown;
  } catch {
    throw new ScimRefusal(400, "This is no JSON.", "invalidSyntax");
  }
};
