// The key store's door: HTTP on the loopback interface (or behind TLS on a host of its own), one
// shared secret, JSON.
import { createHash, timingSafeEqual } from "node:crypto";
import { appendFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Refused } from "./refused.ts";
import type { Vault } from "./vault.ts";

const mostBytes = 1_000_000;
const refusalsPerMinute = 30;

export type HttpOptions = {
  vault: Vault;
  secret: string;
  /** Every refusal is a line of this file. */
  log: string;
  clock?: () => number;
};

const read = async (request: IncomingMessage): Promise<Record<string, any>> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if ((size += (chunk as Buffer).length) > mostBytes)
      throw new Refused(413, "too_large", "The request is too large.");
    chunks.push(chunk as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}") as Record<string, any>;
  } catch {
    throw new Refused(422, "bad_json", "The request is not JSON.");
  }
};

const text = (value: unknown, most = 20_000): string => {
  if (typeof value !== "string" || value.length === 0 || value.length > most)
    throw new Refused(422, "bad_field", "A field is missing or of another kind.");
  return value;
};
const texts = (value: unknown): string[] => {
  if (!Array.isArray(value) || value.length > 5000)
    throw new Refused(422, "bad_field", "A list is missing or too long.");
  return value.map((each) => text(each, 100));
};

const routes = (vault: Vault): Record<string, (body: Record<string, any>) => unknown> => ({
  "GET /v1/status": () => ({ publicKey: vault.publicKey, now: vault.now() }),
  "POST /v1/pin": (b) => vault.pin(text(b.verifierKey)),
  "POST /v1/promise": (b) => vault.promise(text(b.group, 100), text(b.opensAt, 40)),
  "POST /v1/parts": (b) =>
    vault.put({
      id: text(b.id, 100),
      group: text(b.group, 100),
      opensAt: text(b.opensAt, 40),
      binding: (b.binding ?? {}) as never,
      enc: text(b.enc, 200),
      ct: text(b.ct, 200),
      hash: text(b.hash, 64),
    }),
  "POST /v1/release": async (b) => ({
    parts: await vault.release(text(b.group, 100), texts(b.ids), text(b.now, 40)),
  }),
  "POST /v1/lacking": (b) => vault.lacking(texts(b.ids)),
  "POST /v1/unlock": (b) => vault.unlock(text(b.group, 100), text(b.statement)),
  "POST /v1/erase": (b) =>
    b.group === undefined ? vault.erase(texts(b.ids)) : vault.eraseGroup(text(b.group, 100)),
});

/** Refusals of the last minute; past the limit nothing is given out until the minute has passed. */
const brake = (clock: () => number) => {
  let times: number[] = [];
  const recent = () => (times = times.filter((time) => clock() - time < 60_000)).length;
  return { hit: () => void times.push(clock()), tooMany: () => recent() >= refusalsPerMinute };
};

const answer = (response: ServerResponse, status: number, body: unknown) =>
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify(body ?? {}));

const digest = (value: string) => createHash("sha256").update(value).digest();

/** Refuses whoever does not know the secret, and everybody after too many wrong ones. */
const doorman = (secret: string, clock: () => number) => {
  const expected = digest(`Bearer ${secret}`);
  const strangers = brake(clock);
  return (request: IncomingMessage) => {
    if (timingSafeEqual(digest(request.headers.authorization ?? ""), expected)) return;
    if (strangers.tooMany()) throw new Refused(429, "slow_down", "Too many wrong secrets.");
    strangers.hit();
    throw new Refused(401, "secret", "Wrong secret.");
  };
};

/** The lines that applications hold open to say that they are there. */
const attendance = () => {
  const lines = new Set<ServerResponse>();
  let ever = false;
  return {
    attend: (response: ServerResponse) => {
      ever = true;
      lines.add(response);
      response.writeHead(200, { "content-type": "text/plain" }).write("here\n");
      response.on("close", () => void lines.delete(response));
    },
    attended: () => lines.size,
    everAttended: () => ever,
    hangUp: () => lines.forEach((line) => line.destroy()),
  };
};

/**
 * The server, not yet listening. `attended()` tells how many applications hold their line open
 * (`GET /v1/attend`). A wrong secret, a release before
 * its time and anything else refused is written to the log with its reason, never with a part.
 */
export const keyStoreServer = ({ vault, secret, log, clock = Date.now }: HttpOptions) => {
  const handlers = routes(vault);
  const authorize = doorman(secret, clock);
  const refusals = brake(clock);
  const { attend, ...presence } = attendance();

  const refuse = (request: string, response: ServerResponse, refused: Refused) => {
    const { status, code, message, detail } = refused;
    const at = new Date(clock()).toISOString();
    const line = JSON.stringify({ at, request, status, code, ...detail });
    appendFileSync(log, `${line}\n`, { mode: 0o600 });
    return answer(response, status, { code, message, ...detail });
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const name = `${request.method} ${request.url}`;
    try {
      authorize(request);
      if (name === "GET /v1/attend") return attend(response);
      const handler = handlers[name];
      if (!handler) throw new Refused(404, "unknown", "No such address.");
      if (name === "POST /v1/release" && refusals.tooMany())
        throw new Refused(429, "slow_down", "Too much was refused in the last minute.");
      const body = request.method === "POST" ? await read(request) : {};
      return answer(response, 200, await handler(body));
    } catch (error) {
      const refused =
        error instanceof Refused ? error : new Refused(500, "failed", (error as Error).message);
      if (name === "POST /v1/release" && refused.status === 403) refusals.hit();
      return refuse(name, response, refused);
    }
  };

  const server = createServer((request, response) => void handle(request, response));
  return { server, ...presence };
};
