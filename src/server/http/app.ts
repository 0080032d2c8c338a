import type { App } from "../app.ts";
import { randomUUID } from "node:crypto";
import fastifyMultipart from "@fastify/multipart";
import fastifySwagger from "@fastify/swagger";
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from "fastify-type-provider-zod";
import { anonymous, type Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { permissions } from "#roles.ts";
import { tellAnswered } from "./answered.ts";
import { noScope, type Database } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { takeEnding } from "./chain.ts";
import { refuseOddTexts, usedBy } from "./call.ts";
import { boundConnections, patienceOf } from "./connections.ts";
import { practiceDisposition, practising } from "../agencies/practice-now.ts";
import { visiting } from "../agencies/visiting.ts";
import { keepDoors, opensInOf, permit } from "./doors.ts";
import { isDraining, letGo } from "./draining.ts";
import { witnessSupport } from "../agencies/support.ts";
import type { Endpoint } from "./endpoint.ts";
import { refuseUnknownHosts } from "./hosts.ts";
import { diskTrouble } from "../operation/disk.ts";
import { forceHttps } from "./https.ts";
import { mayNotLag, refuseLate } from "./may-lag.ts";
import { lateOf } from "../db/standby/late.ts";
import { metrics } from "./metrics.ts";
import { idempotent, idempotentAround } from "./idempotency.ts";
import { proxiesOf } from "./proxy.ts";
import { handleError, sendProblem } from "./problems.ts";
import { problemSchema } from "./endpoint.ts";
import { logAnswers, loggerOf } from "../telemetry/log.ts";
import type { Telemetry } from "../telemetry/sending.ts";

export type Parts = App & {
  endpoints: readonly Endpoint[];
  /** Who sends this request; throws 401 for a bad or ended token, gives `anonymous` without one. */
  principal: (request: FastifyRequest) => Promise<Actor>;
  /** Milliseconds after which a connection that asks for nothing is let go; ten seconds. */
  silenceMs?: number;
  /** Serves pages and everything that no endpoint takes. */
  site?: (server: FastifyInstance) => Promise<void>;
  /** What sends traces and figures out, where a collector is named. */
  telemetry?: Telemetry | null;
};

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor;
  }
}

const known = new Set<string>(Object.keys(permissions));
const check = (e: Endpoint) => {
  if (!e.permission || (Array.isArray(e.permission) && e.permission.length === 0))
    throw new Error(`${e.method} ${e.path} declares no permission`);
  for (const name of [e.permission].flat())
    if (name !== "public" && name !== "signed-in" && !known.has(name))
      throw new Error(`${e.method} ${e.path} names ${name}, which src/roles.ts does not list`);
  const lagging = mayNotLag(e);
  if (lagging) throw new Error(lagging);
  if (e.unkept && !e.ownTransaction)
    throw new Error(`${e.method} ${e.path} is unkept, but runs in a transaction`);
};

const versionOf = (request: FastifyRequest): number | null => {
  const header = request.headers["if-match"];
  if (!header) return null;
  const version = Number(/^(?:W\/)?"(\d+)"$/.exec(header)?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(version))
    throw new Problem(
      "invalid",
      "bad_if_match",
      `If-Match must be a quoted version number such as "3".`,
    );
  return version;
};

/** True for what a browser sends of a form by itself. */
export const isPlainForm = (request: FastifyRequest): boolean =>
  (request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");

const refuseOdd = async (request: FastifyRequest) => refuseOddTexts(request);

// The ticket of a download says who asks, and is no word of the question.
const dropTicket = async (request: FastifyRequest) => {
  const { ticket: _ticket, ...asked } = (request.query ?? {}) as Record<string, unknown>;
  request.query = asked;
};

// A step that is taken without a word says nothing besides; `null` is a word, and none that fits.
const sayNothing = async (request: FastifyRequest) => {
  if (request.body === undefined) request.body = {};
};

const beforeChecking = (e: Endpoint) =>
  e.method === "GET"
    ? [dropTicket, refuseOdd]
    : e.body && e.path.includes("/actions/")
      ? [sayNothing, refuseOdd]
      : [refuseOdd];

// Before the body is read: who may not do it learns nothing about what it takes.
const letIn = async (app: Parts, e: Endpoint, request: FastifyRequest, reply: FastifyReply) => {
  request.actor = await permit(app.database, e, request.actor);
  if (!e.ownAccount && e.permission !== "public")
    await witnessSupport(app.database, request.actor, { request, reply }, () =>
      app.principal(request),
    );
  if (!e.form && isPlainForm(request))
    throw new Problem(
      "invalid",
      "wrong_content_type",
      "Send JSON with content-type application/json.",
      { status: 415 },
    );
};

const mount = (server: FastifyInstance, app: Parts, e: Endpoint) => {
  const status =
    e.status ??
    (e.method === "POST" && !/\/actions\/|\/rpc\/|^\/auth\/|^\/functions\//.test(e.path)
      ? 201
      : 200);
  server.route({
    method: e.method,
    url: e.path.replace(/\{(\w+)\}/g, ":$1"),
    bodyLimit: e.bodyLimit,
    schema: {
      summary: e.summary,
      tags: [e.tag ?? e.path.split("/")[3] ?? "app"],
      ...(e.params && { params: e.params }),
      ...(e.query && { querystring: e.query }),
      ...(e.body && { body: e.body }),
      ...(e.response && !e.raw && { response: { [status]: e.response, "4xx": problemSchema } }),
      ...(e.permission !== "public" && { security: [{ bearer: [] }] }),
    },
    onRequest: (request, reply) => letIn(app, e, request, reply),
    preValidation: beforeChecking(e),
    handler: (request, reply) =>
      practising(request.actor?.inPractice === true, () =>
        answered(app, e, status, request, reply),
      ),
  });
};

const answered = async (
  app: Parts,
  e: Endpoint,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const context = {
    actor: request.actor,
    params: request.params,
    query: request.query,
    body: request.body,
    ifMatch: versionOf(request),
    app,
    late: e.mayLag ? lateOf(app.database) : refuseLate(e),
    request,
    reply,
  };
  const db = e.mayLag ? context.late.read(request.actor) : app.database.read(request.actor);
  const door = { ...e, opensIn: opensInOf(e) };
  const handled = (over: object) =>
    visiting(door, request.actor, () => e.handler({ ...context, db, ...over } as never));
  if (e.raw) return handled({});
  reply.code(status);
  const ahead = await e.ahead?.({ ...context, db });
  const own = () => handled({ ahead });
  const answer =
    e.method === "GET" || e.unkept
      ? await own()
      : e.ownTransaction
        ? await idempotentAround(app.database, request.actor, request, status, own)
        : await app.database.transaction(request.actor, (tx) =>
            idempotent(tx, request.actor, request, status, () => handled({ ahead, tx, db: tx })),
          );
  usedBy(app.database, request.actor, e);
  return reply.sent ? reply : (answer ?? null);
};

const isOfPerson = (path: string) =>
  path.startsWith("/api/") || path.startsWith("/auth/v1/") || path.startsWith("/functions/");

/** Says of every request who sends it; answers of the API are nobody's to store. */
const know = (server: FastifyInstance, { principal, database }: Parts) => {
  server.decorateRequest("actor", null as unknown as Actor);
  server.addHook("onRequest", async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url;
    // What breaks one answer's line breaks that answer: an error that nobody hears ends the process.
    reply.raw.on("error", () => {});
    reply.header("x-content-type-options", "nosniff");
    request.actor = isOfPerson(path) ? await principal(request) : anonymous;
    if (path.startsWith("/api/") || path.startsWith("/auth/v1/"))
      reply.header("cache-control", "no-store");
  });
  server.addHook("preValidation", async (request: FastifyRequest) => {
    const ending = request.url.includes("/actions/") ? takeEnding(request.body) : undefined;
    if (ending) request.actor = { ...request.actor, ending };
  });
  server.addHook("onSend", async (request: FastifyRequest, reply: FastifyReply) => {
    const name = request.actor?.inPractice && reply.getHeader("content-disposition");
    if (typeof name === "string") reply.header("content-disposition", practiceDisposition(name));
  });
  server.addHook("onResponse", async (request: FastifyRequest, reply: FastifyReply) => {
    if (isOfPerson(request.url)) tellAnswered(database, request, reply.statusCode);
  });
};

/** Bodies beside JSON: plain forms, ciphertext (which goes to the file store as it comes), files. */
const readBodies = async (server: FastifyInstance) => {
  server.removeContentTypeParser("text/plain");
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: FastifyRequest, text: string | Buffer) =>
      Object.fromEntries(new URLSearchParams(String(text))),
  );
  server.addContentTypeParser(
    "application/octet-stream",
    (
      _request: FastifyRequest,
      payload: NodeJS.ReadableStream,
      done: (error: Error | null, body: unknown) => void,
    ) => done(null, payload),
  );
  // A piece of a file: its handler reads it from the connection.
  server.addContentTypeParser(
    "application/offset+octet-stream",
    (
      _request: FastifyRequest,
      _payload: NodeJS.ReadableStream,
      done: (error: Error | null) => void,
    ) => done(null),
  );
  // Read by its handler, which says in its own words what is wrong with it.
  server.addContentTypeParser(
    "application/scim+json",
    { parseAs: "string" },
    async (_request: FastifyRequest, text: string | Buffer) => String(text),
  );
  await server.register(fastifyMultipart, {
    limits: { fileSize: 25 * 1024 * 1024, files: 1, fields: 10 },
  });
};

/** Whether the instance lives and can work, for those who watch over it. */
const tellHealth = (server: FastifyInstance, database: Database) => {
  server.get("/healthz", { schema: { hide: true } }, async () => ({ status: "ok" }));
  server.get("/readyz", { schema: { hide: true } }, async (_request, reply) => {
    if (isDraining(server)) return reply.code(503).send({ status: "stopping" });
    const trouble = diskTrouble();
    if (trouble)
      return reply
        .code(503)
        .header("retry-after", "60")
        .send({ status: trouble.kind === "full" ? "the disk is full" : "the disk reports errors" });
    try {
      await database.read(noScope).one(sql`select 1 as ok`);
      return { status: "ready" };
    } catch {
      return reply.code(503).header("retry-after", "5").send({ status: "database not reachable" });
    }
  });
};

const refuseUnknownAddresses = (server: FastifyInstance) =>
  server.setNotFoundHandler((request, reply) =>
    sendProblem(
      request,
      reply,
      new Problem("notFound", "no_such_address", `No such address: ${request.url.split("?")[0]}`),
    ),
  );

/**
 * The HTTP server of one instance; refuses to build when an endpoint declares no known permission
 * or two share an address.
 */
export const buildApp = async (parts: Parts): Promise<FastifyInstance> => {
  const server = Fastify({
    logger: loggerOf(parts.config.LEVEE_LOG),
    logController: new LogController({ disableRequestLogging: parts.config.LEVEE_LOG === "json" }),
    bodyLimit: 1024 * 1024,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    trustProxy: proxiesOf(parts.config.LEVEE_TRUST_PROXY),
    // What still comes on an open connection while the server closes is answered, not sent away.
    return503OnClosing: false,
    ...patienceOf(parts.silenceMs),
  });
  if (parts.config.LEVEE_LOG === "json") logAnswers(server);
  await parts.telemetry?.watch(server);
  boundConnections(server.server, parts.config, parts.silenceMs);
  letGo(server);
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(handleError);
  refuseUnknownHosts(server, parts.config);
  forceHttps(server, parts.config);
  const figures = metrics(server, parts);
  parts.telemetry?.tell(figures);
  know(server, parts);
  await readBodies(server);
  await server.register(fastifySwagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Levee", version: "1" },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  for (const e of parts.endpoints) {
    check(e);
    mount(server, parts, e);
  }
  keepDoors(parts.database, parts.endpoints);
  server.get("/openapi.json", { schema: { hide: true } }, async () => server.swagger());
  tellHealth(server, parts.database);
  if (parts.site) await parts.site(server);
  else refuseUnknownAddresses(server);
  return server;
};
