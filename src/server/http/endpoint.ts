import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Actor, Permission } from "#kernel/access.ts";
import type { OpensIn } from "#kernel/agency-state.ts";
import { Problem, staleVersion } from "#kernel/errors.ts";
import type { Db, Tx } from "../db/db.ts";
import type { Late } from "../db/standby/late.ts";
import type { App } from "../app.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** How an endpoint is named: `GET /api/v1/invoices/{id}`. */
export type EndpointName = `${Method} /${string}`;

type Shape = z.ZodType;
type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

export type Context<P, Q, B> = {
  actor: Actor;
  params: P;
  query: Q;
  body: B;
  /** The version that the client read, from `If-Match`; null when not given. */
  ifMatch: number | null;
  app: App;
  /** What may come from a standby, where the endpoint says `mayLag`; anywhere else it throws. */
  late: Late;
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * An endpoint as data. `permission` is a name of `src/roles.ts` (or several, any of which
 * suffices), or "public", or "signed-in".
 * GET handlers get `db` (each statement its own read); the others run in one transaction `tx`,
 * repeat safely under an Idempotency-Key,
 * and answer `status` (201 for POST without a verb, else 200). `raw` endpoints answer by themselves
 * (files, streams).
 */
export type Endpoint = {
  method: Method;
  path: string;
  permission: Permission | readonly Permission[] | "public" | "signed-in";
  summary: string;
  tag?: string;
  params?: Shape;
  query?: Shape;
  body?: Shape;
  response?: Shape;
  status?: number;
  raw?: boolean;
  /**
   * Not run in a transaction of the agency: the handler opens its own (identity, uploads). Its
   * answer is kept for the Idempotency-Key behind the work.
   */
  ownTransaction?: boolean;
  /**
   * The answer is a secret, serves once, or doing it twice harms nobody: it is never kept for an
   * Idempotency-Key. Only with `ownTransaction`.
   */
  unkept?: boolean;
  /**
   * About the person and not about an agency: also open to a session without the second factor that
   * its agency demands.
   */
  ownAccount?: boolean;
  /**
   * Stays open although it changes something while the agency is read-only, or even suspended
   * (`kernel/agency-state.ts`).
   */
  opensIn?: OpensIn;
  bodyLimit?: number;
  /**
   * Its `db` and `late` may read from a standby: at least what was acknowledged in the agency before, and
   * seconds behind in what is not the agency's. Never what decides (`http/may-lag.ts`).
   */
  mayLag?: boolean;
  /** Also takes what a browser sends of a plain form, without script. */
  form?: boolean;
  /**
   * What takes long and changes nothing runs before the transaction begins, with reads alone: what it
   * gives is `ahead` for the handler.
   */
  ahead?: (context: Context<any, any, any> & { db: Db }) => Promise<unknown>;
  handler: (
    context: Context<any, any, any> & { db: Db; tx: Tx; ahead: unknown },
  ) => Promise<unknown>;
};

/** What an endpoint says beside its method and its path, with the types of its schemas. */
export type Told<
  M extends Method,
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends Shape | undefined,
  R extends Shape | undefined,
  A = undefined,
> = Omit<
  Endpoint,
  "method" | "path" | "params" | "query" | "body" | "response" | "ahead" | "handler" | "mayLag"
> & {
  mayLag?: M extends "GET" ? boolean : never;
  params?: P;
  query?: Q;
  body?: B;
  response?: R;
  ahead?: (context: Context<Out<P>, Out<Q>, Out<B>> & { db: Db }) => Promise<A>;
  handler: (
    context: Context<Out<P>, Out<Q>, Out<B>> & { ahead: A } & (M extends "GET"
        ? { db: Db }
        : { tx: Tx; db: Tx }),
  ) => Promise<R extends z.ZodType ? z.input<R> : unknown>;
};
type Definition<
  M extends Method,
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends Shape | undefined,
  R extends Shape | undefined,
  A = undefined,
> = Told<M, P, Q, B, R, A> & { method: M; path: string };

/**
 * Declares an endpoint with types inferred from its schemas. Objects in bodies refuse unknown keys,
 * so that nothing is assigned in passing.
 */
export const endpoint = <
  M extends Method,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
  R extends Shape | undefined = undefined,
  A = undefined,
>(
  definition: Definition<M, P, Q, B, R, A>,
): Endpoint => {
  const body = definition.body instanceof z.ZodObject ? definition.body.strict() : definition.body;
  return { ...definition, body } as unknown as Endpoint;
};

const writtenLine = z.object({
  id: z.string(),
  lineNo: z.number(),
  description: z.string(),
  quantity: z.string(),
  unit: z.string(),
  unitPrice: z.string(),
  amount: z.number(),
});

/**
 * What a write of a document answers: which record it wrote and how that stands now; `approvalId`
 * where it was sent to approvers. Everything else
 * is one GET away: no write holds its locks while a whole record is read.
 */
export const writtenRecord = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.string(),
    version: z.number(),
    approvalId: z.string().nullish(),
  })
  .meta({ id: "WrittenRecord" });

/** The same of a new document, with its lines as stored. */
export const writtenDocument = writtenRecord
  .extend({ lines: z.array(writtenLine) })
  .meta({ id: "WrittenDocument" });

/** The path parameter of every record. */
export const idParams = z.object({ id: z.uuid("Not a record id.") });

/** 428 when no version was sent. */
export const requireGiven = (given: number | null): void => {
  if (given === null)
    throw new Problem(
      "conflict",
      "version_required",
      "Send the version that you read in the If-Match header.",
      { status: 428 },
    );
};

/** 428 when no version was sent, 412 when it is not the current one. */
export const requireVersion = (current: number, given: number | null) => {
  requireGiven(given);
  if (given !== null && given !== current) throw staleVersion(current, given);
};

/** The answer of a problem, for the OpenAPI document. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number(),
    detail: z.string(),
    code: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })),
  })
  .loose()
  .meta({ id: "Problem" });
