import { generateKeyPairSync } from "node:crypto";
import type { App } from "#server/app.ts";
import { deriveKey } from "#server/auth/secrets.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { fetchOf } from "#server/outgoing/operator.ts";
import { artifactStore } from "./artifact.service.ts";
import { endBySystem } from "./connection.service.ts";
import { newOidc, type InvalidTarget, type Oidc, type OidcSettings } from "./oidc.ts";
import { connectedNow } from "./standing.service.ts";

/** What a program may be let do. */
export const scopes = ["read", "propose"] as const;

/** So long somebody has to answer what a program asks for. */
const answerSeconds = 900;
const accessSeconds = 600;
const refreshSeconds = 30 * 86_400;

/** So many days a program stays connected before it asks anew. */
export const connectionDays = 90;

/** The one address that a token opens (RFC 8707). */
export const resourceOf = (app: App): string => `${app.config.origin}/mcp`;

type Entered = { clientId: string; name: string; redirectUris: string[] };

const isOwnMachine = (address: string): boolean => address.startsWith("http://");

// RFC 8252: a program on somebody's machine is a native one, and its port is its own.
const metadataOf = ({ clientId, name, redirectUris }: Entered) => ({
  client_id: clientId,
  client_name: name,
  redirect_uris: redirectUris,
  application_type: redirectUris.some(isOwnMachine) ? "native" : "web",
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
});

const enteredClient = async (app: App, clientId: string) => {
  const found = await identityDb(app.database).maybe<Entered>(sql`
    select client_id, name, redirect_uris
    from agent_client
    where kind = 'entered' and status = 'active' and client_id = ${clientId}
  `);
  return found ? metadataOf(found) : undefined;
};

const isAllowedHost = async (app: App, address: string): Promise<boolean> => {
  const { hostname } = new URL(address);
  return (
    (await identityDb(app.database).maybe(sql`
      select 1 as allowed
      from agent_client
      where kind = 'document' and status = 'active' and client_id = ${hostname}
      limit 1
    `)) !== null
  );
};

const adapterOf = (app: App): OidcSettings["adapter"] =>
  class {
    constructor(model: string) {
      const store = artifactStore(identityDb(app.database), model);
      if (model !== "Client") return store as never;
      return { ...store, find: (id: string) => enteredClient(app, id) } as never;
    }
  } as never;

// Nothing is signed with it: no program asks who somebody is. The library wants one all the same.
const unusedKey = () => ({
  ...generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  ...{ use: "sig", alg: "ES256" },
});

const routes = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  revocation: "/oauth/revoke",
  jwks: "/oauth/keys",
};

const cookies = () => ({
  keys: [deriveKey("oauth-cookies").toString("base64url")],
  names: {
    session: "levee_oauth_session",
    interaction: "levee_oauth_asked",
    resume: "levee_oauth_resume",
  },
  long: { signed: true },
  // Sent with the answer of whoever was asked, and with nothing else.
  short: { signed: true, path: "/api/v1/agent-consents" },
});

const featuresOf = (app: App, Refused: InvalidTarget) => ({
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: (_: unknown, client: { clientId: string }, token: { clientId: string }) =>
      token.clientId === client.clientId,
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => resourceOf(app),
    useGrantedResource: () => true,
    getResourceServerInfo: (_: unknown, resource: string) => {
      if (resource !== resourceOf(app))
        throw new Refused("tokens of this server open /mcp and nothing else");
      return {
        scope: scopes.join(" "),
        audience: resource,
        accessTokenTTL: accessSeconds,
        accessTokenFormat: "opaque",
      };
    },
  },
  clientIdMetadataDocument: {
    enabled: true,
    ack: "draft-02",
    allowFetch: (_: unknown, address: string) => isAllowedHost(app, address),
    allowClient: (_: unknown, { clientId }: { clientId: string }) => isAllowedHost(app, clientId),
  },
});

const settingsFor = (app: App, Refused: InvalidTarget): OidcSettings => ({
  adapter: adapterOf(app),
  jwks: { keys: [unusedKey()] },
  clientDefaults: { id_token_signed_response_alg: "ES256" },
  // They belong to /mcp (RFC 8707): the server itself has none, and says nobody who anybody is.
  scopes: [],
  responseTypes: ["code"],
  clientAuthMethods: ["none"],
  routes,
  cookies: cookies(),
  features: featuresOf(app, Refused),
  pkce: { required: () => true },
  fetch: fetchOf(
    app.outgoing.of(null),
    { wholeMs: 5000, mostBytes: 64 * 1024 },
    { trusted: false, purpose: "sign-on" },
  ),
  issueRefreshToken: () => true,
  rotateRefreshToken: () => true,
  ttl: {
    AccessToken: accessSeconds,
    AuthorizationCode: 60,
    Grant: connectionDays * 86_400,
    Interaction: answerSeconds,
    RefreshToken: refreshSeconds,
    Session: answerSeconds,
  },
  interactions: {
    url: (_: unknown, { uid }: { uid: string }) => `/ai-agent-platform/connect/${uid}`,
  },
  // The account of the library is the connection: what ended finds nobody.
  findAccount: async (_: unknown, id: string) =>
    (await connectedNow(app, id))
      ? { accountId: id, claims: () => Promise.resolve({ sub: id }) }
      : undefined,
  renderError: (context: { body: unknown; type: string }, out: Record<string, unknown>) => {
    context.type = "application/json";
    context.body = JSON.stringify(out);
  },
});

const servers = new WeakMap<object, Promise<Oidc>>();

const begin = async (app: App): Promise<Oidc> => {
  const server = await newOidc(app.config.origin, (Refused) => settingsFor(app, Refused));
  server.proxy = true;
  // A refresh token that came twice: somebody else holds it too.
  server.on("grant.revoked", ((context: { oidc?: { account?: { accountId: string } } }) => {
    const id = context.oidc?.account?.accountId;
    if (id) void endBySystem(app, id, "Its token was used twice or given back.").catch(() => {});
  }) as never);
  return server;
};

/** The authorization server of an instance; all instances share what it keeps. */
export const authorizationServer = (app: App): Promise<Oidc> => {
  let server = servers.get(app.database);
  if (!server) servers.set(app.database, (server = begin(app)));
  return server;
};
