import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

type Account = { sub: string; email: string; email_verified: boolean; name: string };
type Asked = { nonce: string; challenge: string; account: Account };

const body = async (request: IncomingMessage) => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
};

/**
 * An OpenID Connect provider on this machine: consents at once as `account`, checks client,
 * redirect, PKCE and that a code serves once.
 */
export const openProvider = async (client: { id: string; secret: string }) => {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "1", alg: "RS256", use: "sig" };
  const codes = new Map<string, Asked>();
  const state = { account: null as Account | null, deny: false, issuer: "", breakNonce: false };
  const json = (response: ServerResponse, status: number, value: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  const authorize = (url: URL, response: ServerResponse) => {
    const back = new URL(url.searchParams.get("redirect_uri")!);
    back.searchParams.set("state", url.searchParams.get("state")!);
    back.searchParams.set("iss", state.issuer);
    if (state.deny) back.searchParams.set("error", "access_denied");
    else {
      const code = randomUUID();
      codes.set(code, {
        nonce: url.searchParams.get("nonce")!,
        challenge: url.searchParams.get("code_challenge")!,
        account: state.account!,
      });
      back.searchParams.set("code", code);
    }
    response.writeHead(302, { location: back.href }).end();
  };
  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await body(request);
    const basic = request.headers.authorization?.startsWith("Basic ")
      ? Buffer.from(request.headers.authorization.slice(6), "base64").toString().split(":")
      : [form.get("client_id"), form.get("client_secret")];
    const asked = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const proved = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (
      basic[0] !== client.id ||
      basic[1] !== client.secret ||
      !asked ||
      proved !== asked.challenge
    )
      return json(response, 400, { error: "invalid_grant" });
    const { sub, ...claims } = asked.account;
    const idToken = await new SignJWT({
      ...claims,
      nonce: state.breakNonce ? "another" : asked.nonce,
    })
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .setIssuer(state.issuer)
      .setAudience(client.id)
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(privateKey);
    json(response, 200, {
      access_token: randomUUID(),
      token_type: "Bearer",
      expires_in: 300,
      id_token: idToken,
    });
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", state.issuer);
    if (url.pathname === "/.well-known/openid-configuration") {
      return void json(response, 200, {
        issuer: state.issuer,
        authorization_endpoint: `${state.issuer}/authorize`,
        token_endpoint: `${state.issuer}/token`,
        jwks_uri: `${state.issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        authorization_response_iss_parameter_supported: true,
      });
    }
    if (url.pathname === "/jwks") return void json(response, 200, { keys: [jwk] });
    if (url.pathname === "/authorize") return authorize(url, response);
    if (url.pathname === "/token") return void token(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  state.issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return Object.assign(state, {
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  });
};
