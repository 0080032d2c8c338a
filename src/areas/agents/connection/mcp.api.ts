import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { endpoint, type Endpoint, type Method } from "#server/http/endpoint.ts";
import { sendProblem } from "#server/http/problems.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { limitEvents } from "#areas/identity/identity.server.ts";
import { authorizationServer, resourceOf, scopes } from "./authorization.service.ts";
import { noteCall } from "./connection.service.ts";
import { connectedNow, type Connected } from "./standing.service.ts";

type Exchange = { app: App; request: FastifyRequest; reply: FastifyReply };

const metadataPath = "/.well-known/oauth-protected-resource/mcp";

// RFC 9728, 5.1: whoever comes without a token learns where one is given.
const challenge = (app: App, error = ""): string =>
  [
    `Bearer resource_metadata="${app.config.origin}${metadataPath}"`,
    'scope="read propose"',
    ...(error ? [`error="${error}"`] : []),
  ].join(", ");

const unauthorized = ({ app, request, reply }: Exchange, error = "") => {
  reply.header("www-authenticate", challenge(app, error));
  return sendProblem(
    request,
    reply,
    new Problem(
      "notSignedIn",
      error || "connect_first",
      error
        ? "This token opens nothing any more. Connect the program anew."
        : "Connect the program first.",
    ),
  );
};

/** The connection behind a token of ours for /mcp, with the rights of this moment; null for any other. */
const connectionOf = async (app: App, token: string): Promise<Connected | null> => {
  const server = await authorizationServer(app);
  const found = await server.AccessToken.find(token);
  if (!found || ![found.aud].flat().includes(resourceOf(app))) return null;
  const connected = await connectedNow(app, found.accountId);
  if (!connected || connected.address !== found.clientId) return null;
  const granted = (found.scope ?? "").split(" ");
  if (!granted.includes("read")) return null;
  return { ...connected, proposes: connected.proposes && granted.includes("propose") };
};

const answer = async ({ app, request, reply }: Exchange, connected: Connected) => {
  const [{ createMcpHandler }, { toolsFor }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("./tools.ts"),
  ]);
  const handler = createMcpHandler(() => toolsFor({ app, connected }));
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string" && name !== "content-length") headers.set(name, value);
  const response = await handler.fetch(
    new Request(resourceOf(app), { method: "POST", headers, body: JSON.stringify(request.body) }),
    { parsedBody: request.body },
  );
  for (const [name, value] of response.headers) reply.header(name, value);
  reply.header("cache-control", "no-store");
  return reply.code(response.status).send(await response.text());
};

const serveMcp = async (exchange: Exchange) => {
  const { app, request } = exchange;
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (!token) return unauthorized(exchange);
  const connected = await connectionOf(app, token);
  if (!connected) {
    await limitEvents(identityDb(app.database), `mcp ${addressForLimits(request.ip)}`);
    return unauthorized(exchange, "invalid_token");
  }
  await limitEvents(identityDb(app.database), `mcp ${connected.id}`);
  await noteCall(app, connected);
  return answer(exchange, connected);
};

/** Hands a request to the authorization server as it came, under the address that everybody knows. */
const toServer = async ({ app, request, reply }: Exchange) => {
  const server = await authorizationServer(app);
  const { host, protocol } = new URL(app.config.origin);
  const raw = request.raw as typeof request.raw & { body?: unknown };
  raw.headers.host = host;
  raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  raw.headers["x-forwarded-host"] = host;
  if (request.body !== undefined) raw.body = request.body;
  // Whoever begins is asked anew: what this browser let another program do says nothing.
  if (request.url.startsWith("/oauth/authorize?"))
    raw.headers.cookie = (raw.headers.cookie ?? "")
      .split(/; */)
      .filter((each) => !each.startsWith("levee_oauth_session"))
      .join("; ");
  reply.hijack();
  await server.callback()(raw, reply.raw);
};

const protectedResource = ({ app }: Exchange) => ({
  resource: resourceOf(app),
  resource_name: "Levee",
  authorization_servers: [app.config.origin],
  scopes_supported: [...scopes],
  bearer_methods_supported: ["header"],
});

const open = (
  method: Method,
  path: string,
  summary: string,
  handler: (exchange: Exchange) => unknown,
  more: Partial<Pick<Endpoint, "form" | "bodyLimit" | "opensIn">> = {},
): Endpoint =>
  endpoint({
    ...{ method, path, permission: "public", summary, tag: "mcp", raw: true },
    ...more,
    handler: async ({ app, request, reply }) => handler({ app, request, reply }),
  });

/** The Model Context Protocol for programs of members, and the authorization server that lets them in. */
export const mcpEndpoints: readonly Endpoint[] = [
  open(
    "POST",
    "/mcp",
    "The Model Context Protocol: a connected program reads and proposes in a member's name",
    serveMcp,
    { bodyLimit: 256 * 1024, opensIn: "read_only" },
  ),
  open("GET", metadataPath, "Who lets programs in here (RFC 9728)", protectedResource),
  open(
    "GET",
    "/.well-known/oauth-authorization-server",
    "What the authorization server offers (RFC 8414)",
    toServer,
  ),
  open("GET", "/oauth/keys", "Its keys; it signs nothing", toServer),
  open("GET", "/oauth/authorize", "A program asks to be let in (RFC 6749, with PKCE)", toServer),
  open("GET", "/oauth/authorize/{uid}", "Back from the member's answer to the program", toServer),
  open("POST", "/oauth/token", "A code or a refresh token for a token", toServer, {
    form: true,
    opensIn: "suspended",
  }),
  open("POST", "/oauth/revoke", "A program gives a token back (RFC 7009)", toServer, {
    form: true,
    opensIn: "suspended",
  }),
];
