import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { notSignedIn } from "#kernel/errors.ts";
import { buildApp } from "#server/http/app.ts";
import type { TestDatabase } from "#server/testing/database.ts";

type Told = { status: number; headers: Headers; body: any };

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });

/** Instances of one installation under one address each, whose people say who they are by their id. */
export const openInstances = async (t: TestDatabase, people: ReadonlyMap<string, Actor>) => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const config = { ...t.app.config, origin };
  const principal = async ({ headers }: { headers: Record<string, unknown> }) => {
    const actor = people.get(String(headers.authorization));
    if (!actor) throw notSignedIn();
    return actor;
  };
  const open = async (at: number): Promise<FastifyInstance> => {
    const server = await buildApp({
      ...{ ...t.app, config, principal: principal as never },
      endpoints: areaServers.flatMap(({ endpoints }) => endpoints),
    });
    await server.listen({ port: at, host: "127.0.0.1" });
    return server;
  };
  const [first, second] = [await open(port), await open(0)];
  const { port: secondPort } = second.server.address() as { port: number };
  return {
    origin,
    second: `http://127.0.0.1:${secondPort}`,
    app: { ...t.app, config },
    close: async () => {
      await Promise.all([first.close(), second.close()]);
    },
  };
};

const told = async (response: Response): Promise<Told> => {
  const text = await response.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // It is no JSON, and told as it came.
  }
  return { status: response.status, headers: response.headers, body };
};

/** A browser: it keeps cookies by their path and follows nothing by itself. */
export const browserOf = (origin: string) => {
  const jar = new Map<string, { value: string; path: string }>();
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair, ...rest] = line.split("; ");
      const [name, value] = pair!.split(/=(.*)/s) as [string, string];
      const path = rest.find((each) => /^path=/i.test(each))?.slice(5) ?? "/";
      if (value) jar.set(`${name} ${path}`, { value: `${name}=${value}`, path });
      else jar.delete(`${name} ${path}`);
    }
  };
  return async (path: string, init: RequestInit = {}): Promise<Told> => {
    const url = new URL(path, origin);
    const cookies = [...jar.values()].filter((each) => url.pathname.startsWith(each.path));
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      headers: {
        ...(init.headers as Record<string, string>),
        cookie: cookies.map(({ value }) => value).join("; "),
      },
    });
    keep(response);
    return told(response);
  };
};
export type Browser = ReturnType<typeof browserOf>;

export const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

export const redirectUri = "http://127.0.0.1/answer";

/** A program that asks to be let in: its question, and how it takes its tokens for a code. */
export const programOf = (origin: string, clientId: string) => {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const question = (over: Record<string, string> = {}) =>
    `/oauth/authorize?${new URLSearchParams({
      ...{ response_type: "code", client_id: clientId, redirect_uri: redirectUri },
      ...{ code_challenge: challenge, code_challenge_method: "S256", state: "its-own" },
      ...{ scope: "read propose", resource: `${origin}/mcp`, ...over },
    }).toString()}`;
  const token = (fields: Record<string, string>) =>
    fetch(`${origin}/oauth/token`, form({ client_id: clientId, ...fields })).then(told);
  return {
    question,
    byCode: (code: string, over: Record<string, string> = {}) =>
      token({
        ...{ grant_type: "authorization_code", code, redirect_uri: redirectUri },
        ...{ code_verifier: verifier, ...over },
      }),
    byRefresh: (refresh: string) => token({ grant_type: "refresh_token", refresh_token: refresh }),
  };
};

/** Asks a member in a browser, who answers; the address to which the browser then goes. */
export const letIn = async (
  browser: Browser,
  question: string,
  { actor, allow = true }: { actor: Actor; allow?: boolean },
): Promise<URL> => {
  const asked = await browser(question);
  const page = asked.headers.get("location") ?? "";
  const uid = page.split("/").at(-1)!;
  const answered = await browser(`/api/v1/agent-consents/${uid}`, {
    method: "POST",
    headers: { authorization: actor.personId!, "content-type": "application/json" },
    body: JSON.stringify({ allow }),
  });
  const back = await browser((answered.body as { location: string }).location);
  return new URL(back.headers.get("location") ?? `http://none/${JSON.stringify(back.body)}`);
};

/** Calls a tool over the protocol; its text, or what the door said. */
export const callTool = async (
  origin: string,
  token: string,
  name: string,
  input: object = {},
): Promise<{ status: number; headers: Headers; refused: boolean; answer: any }> => {
  const response = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name, arguments: input },
    }),
  });
  const { status, headers, body } = await told(response);
  const line =
    typeof body === "string" ? body.split("\n").find((each) => each.startsWith("data: ")) : null;
  const message = line ? JSON.parse(line.slice(6)) : body;
  const text = message?.result?.content?.[0]?.text as string | undefined;
  const refused = message?.result?.isError === true || message?.error !== undefined;
  let answer: unknown = text ?? message;
  try {
    if (text && !refused) answer = JSON.parse(text);
  } catch {
    // It is told as it came.
  }
  return { status, headers, refused, answer };
};
