import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import "#kernel/plain-words.ts";
import { type FieldError, Problem } from "#kernel/errors.ts";
import { placeInWords } from "#kernel/place-words.ts";
import { isAway } from "../db/away.ts";
import { databaseMs } from "../db/database-clock.ts";
import { logFailed } from "../telemetry/log.ts";
import { inItsTongue } from "./tongues.ts";
import { diskSentences, noteDiskTrouble, type DiskTrouble } from "../operation/disk.ts";

const titles: Record<number, string> = {
  400: "Bad request",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  409: "Conflict",
  412: "Changed meanwhile",
  413: "Too large",
  415: "Wrong content type",
  421: "Unknown host",
  422: "Invalid input",
  428: "Version required",
  429: "Too many requests",
  500: "Internal error",
  502: "Upstream error",
  503: "Not available now",
  504: "Upstream time-out",
  507: "No room left",
};

// For a form that was sent without script: the browser shows this as a page, and going back shows
// the form as it was filled in.
const inWords = (problem: Problem) =>
  [
    problem.message,
    ...problem.errors.map((e) => `- ${placeInWords(e.path)}: ${e.message}`),
    "",
    "Go back with your browser: what you typed is still there.",
  ].join("\n");

/** Answers with RFC 9457 problem+json, or as the protocol at this address writes its errors. */
export const sendProblem = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => {
  const retryAfter = problem.extra.retryAfter ?? (problem.status === 503 ? 5 : null);
  if (typeof retryAfter === "number") reply.header("retry-after", String(retryAfter));
  const said = inItsTongue(problem, request.url);
  if (said)
    return reply
      .code(said.status)
      .header("access-control-allow-origin", "*")
      .type(said.type)
      .serializer((body: unknown) => String(body))
      .send(said.body);
  if ((request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded"))
    return reply.code(problem.status).type("text/plain; charset=utf-8").send(inWords(problem));
  return reply
    .code(problem.status)
    .type("application/problem+json")
    .serializer((body: unknown) => JSON.stringify(body))
    .send({
      type: `/problems/${problem.code}`,
      title: titles[problem.status] ?? "Problem",
      status: problem.status,
      detail: problem.message,
      code: problem.code,
      errors: problem.errors,
      instance: request.id,
      ...problem.extra,
    });
};

/** Calls with path and text of every text in a value of JSON, however deep. */
const eachText = (value: unknown, see: (path: string, text: string) => void): void => {
  const left: [string, unknown][] = [["", value]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, found] = next;
    if (typeof found === "string") see(path, found);
    else if (
      Array.isArray(found) ||
      (found !== null &&
        typeof found === "object" &&
        [Object.prototype, null].includes(Object.getPrototypeOf(found)))
    )
      for (const [key, inner] of Object.entries(found))
        left.push([path ? `${path}.${key}` : key, inner]);
  }
};

type Issue = {
  instancePath?: string;
  keyword?: string;
  message?: string;
  params?: { keys?: string[] };
};

const fieldErrors = (issues: readonly Issue[]): FieldError[] =>
  issues.flatMap((issue) => {
    const path = (issue.instancePath ?? "").split("/").filter(Boolean).join(".");
    const keys = issue.keyword === "unrecognized_keys" ? (issue.params?.keys ?? []) : [];
    if (keys.length)
      return keys.map((k) => ({
        path: path ? `${path}.${k}` : k,
        message: "This field cannot be set here.",
      }));
    return [{ path, message: issue.message ?? "Not valid." }];
  });

/** What schemas refuse of values that came in, as the problem that every address answers. */
const invalidInput = (errors: FieldError[]): Problem =>
  new Problem("invalid", "invalid_input", "Some values are not valid. Nothing was saved.", {
    errors,
  });

/** The same of values that came by no request: what a schema says of them. */
export const invalidValues = (
  issues: readonly {
    path: readonly PropertyKey[];
    code?: string;
    message: string;
    keys?: string[];
  }[],
): Problem =>
  invalidInput(
    fieldErrors(
      issues.map(({ path, code, message, keys }) => ({
        instancePath: path.map(String).join("/"),
        keyword: code,
        message,
        ...(keys && { params: { keys } }),
      })),
    ),
  );

const camel = (column: string) =>
  column.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

// The key's name holds table and column ("invoice_org_id_file_id_fkey"); where the request has that
// field once, its path is told.
const unknownReference = (
  { constraint = "", table = "" }: DatabaseError,
  sent: unknown,
): FieldError[] => {
  const column = constraint.startsWith(`${table}_`)
    ? /^(?:org_id_)?(\w+)_fkey$/.exec(constraint.slice(table.length + 1))?.[1]
    : undefined;
  const field = column && camel(column);
  const paths: string[] = [];
  if (field)
    eachText(sent, (path) => {
      if (path === field || path.endsWith(`.${field}`)) paths.push(path);
    });
  return paths.length === 1 ? [{ path: paths[0]!, message: "There is no such record here." }] : [];
};

const inTheWay = () =>
  new Problem("upstream", "busy", "Somebody else is changing this record. Try again in a moment.", {
    status: 503,
    extra: { retryAfter: 2 },
  });
const busy = () =>
  new Problem("upstream", "busy", "The service is busy. Try again in a moment.", {
    status: 503,
    extra: { retryAfter: 5 },
  });

// What PostgreSQL refuses, in words that say what to do; anything else is ours and becomes a 500
// without its text.
type DatabaseError = { constraint?: string; table?: string };
const ofDatabase: Record<string, (e: DatabaseError, sent: unknown) => Problem> = {
  "23505": () =>
    new Problem("conflict", "already_exists", "A record with these values exists already."),
  "23503": (e, sent) =>
    new Problem("invalid", "unknown_reference", "A record named here does not exist.", {
      errors: unknownReference(e, sent),
    }),
  "23514": () =>
    new Problem("invalid", "out_of_range", "A value is outside of what this field allows."),
  "22003": () => new Problem("invalid", "out_of_range", "A number is too large for this field."),
  "22P02": () => new Problem("invalid", "not_valid", "A value has the wrong form."),
  "22021": () =>
    new Problem("invalid", "not_valid", "The text contains a character that cannot be stored."),
  "22P05": () =>
    new Problem("invalid", "not_valid", "The text contains a character that cannot be stored."),
  "42501": () => new Problem("notFound", "not_found", "No such record."),
  "55P03": () => inTheWay(),
  "40001": () => inTheWay(),
  "40P01": () => inTheWay(),
  "53000": () => busy(),
  "53200": () => busy(),
  "53300": () => busy(),
  "53400": () => busy(),
  "57014": () =>
    new Problem(
      "upstream",
      "took_too_long",
      "This took too long and was stopped; nothing was saved. Ask for less at once, or try again in a moment.",
      { status: 503, extra: { retryAfter: 5 } },
    ),
};
const databaseAway = () =>
  new Problem(
    "upstream",
    "database_away",
    "The database does not answer at the moment, so nothing can be read or saved. Try again in a moment.",
    { status: 503, extra: { retryAfter: 5 } },
  );
const diskProblem = (trouble: DiskTrouble) =>
  new Problem("upstream", `disk_${trouble}`, diskSentences[trouble], {
    status: trouble === "full" ? 507 : 503,
    extra: { retryAfter: 60 },
  });
// What the reader of multipart bodies throws; the second kind has neither code nor status.
const ofUpload: Record<string, () => Problem> = {
  FST_INVALID_MULTIPART_CONTENT_TYPE: () =>
    new Problem(
      "invalid",
      "wrong_content_type",
      "Send the file with content-type multipart/form-data, in the field `file`.",
      { status: 415 },
    ),
  FST_FILES_LIMIT: () =>
    new Problem("invalid", "one_file", "Send one file at a time.", { status: 413 }),
};
const brokenUpload =
  /^(Unexpected end of multipart data|(Part|File) terminated early.*|Multipart: Boundary not found)$/;

const toProblem = (error: FastifyError & DatabaseError, sent: unknown): Problem | null => {
  if (error instanceof Problem) return error;
  const disk = noteDiskTrouble(error, new Date(databaseMs()));
  if (disk) return diskProblem(disk);
  if (isAway(error)) return databaseAway();
  if (hasZodFastifySchemaValidationErrors(error))
    return invalidInput(fieldErrors(error.validation as Issue[]));
  const mapped = error.code && ofDatabase[error.code];
  if (mapped) return mapped(error, sent);
  const upload = error.code && ofUpload[error.code];
  if (upload) return upload();
  if (brokenUpload.test(error.message))
    return new Problem(
      "invalid",
      "broken_upload",
      "The upload arrived broken: its parts or its end are missing. Send the file again.",
      { status: 400 },
    );
  if (error.statusCode === 413)
    return new Problem(
      "invalid",
      "too_large",
      "The request is larger than this address takes. Send less at once.",
      { status: 413 },
    );
  if (error.statusCode === 415)
    return new Problem(
      "invalid",
      "wrong_content_type",
      "Send JSON with content-type application/json.",
      { status: 415 },
    );
  if (error.statusCode && error.statusCode < 500)
    return new Problem(
      "invalid",
      "bad_request",
      "The request could not be read: it is not valid JSON, or it contains a forbidden key.",
      { status: error.statusCode },
    );
  return null;
};

/** The one error handler: a 500 never carries a library's message, SQL or parameters. */
export const handleError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const problem = toProblem(error, request.body);
  if (!problem || problem.status >= 500) logFailed(request, error);
  return sendProblem(
    request,
    reply,
    problem ??
      new Problem(
        "upstream",
        "internal",
        `Something failed on our side. Nothing was saved. Quote ${request.id} when you ask about it.`,
        { status: 500 },
      ),
  );
};

/**
 * Refuses the character NUL in any text of a body or query: PostgreSQL stores it in no text.
 * @throws 422 with the path of each such text.
 */
export const refuseNul = (...sources: readonly unknown[]): void => {
  const errors: FieldError[] = [];
  const open: [string, unknown][] = sources.map((source) => ["", source]);
  const bad = (path: string) =>
    void errors.push({
      path,
      message: "Take out the character NUL (U+0000): it cannot be stored.",
    });
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, value] = next;
    if (typeof value === "string") {
      if (value.includes("\u0000")) bad(path);
    } else if (
      Array.isArray(value) ||
      (value !== null &&
        typeof value === "object" &&
        !Buffer.isBuffer(value) &&
        !("pipe" in value && typeof value.pipe === "function"))
    ) {
      for (const [key, inner] of Object.entries(value)) {
        const at = path ? `${path}.${key}` : key;
        if (key.includes("\u0000")) bad(at.replaceAll("\u0000", "\ufffd"));
        open.push([at, inner]);
      }
    }
  }
  if (errors.length > 0)
    throw new Problem(
      "invalid",
      "not_valid",
      "A text contains a character that cannot be stored. Nothing was saved.",
      { errors: errors.slice(0, 50) },
    );
};
