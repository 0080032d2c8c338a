import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Interactions = {
  callback: () => (request: IncomingMessage, response: ServerResponse) => void;
  interactionDetails: (
    request: IncomingMessage,
    response: ServerResponse,
  ) => Promise<{
    uid: string;
    prompt: { name: string };
    params: { client_id: string };
    session?: { accountId: string };
  }>;
  interactionFinished: (
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
    options: object,
  ) => Promise<void>;
  Grant: new (of: { accountId: string; clientId: string }) => {
    addOIDCScope: (scope: string) => void;
    save: () => Promise<string>;
  };
};

/** Somebody at the provider; `amr` and `acr` say how they signed in there. */
type Account = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
  amr?: string[];
  acr?: string;
};

/** An OpenID provider on this machine that consents at once, as whoever `account` is. */
export type LocalOidc = {
  issuer: string;
  account: Account;
  close: () => Promise<void>;
};

const clientId = "levee";
export const clientSecret = "a-secret-of-the-client";

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
};

const settingsFor = (state: { account: Account }, redirects: () => readonly string[]) => ({
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [...redirects()],
      grant_types: ["authorization_code"],
      response_types: ["code"],
    },
  ],
  conformIdTokenClaims: false,
  claims: {
    openid: ["sub", "amr", "acr"],
    email: ["email", "email_verified"],
    profile: ["name", "groups"],
  },
  features: { devInteractions: { enabled: false } },
  findAccount: async () => ({
    accountId: state.account.sub,
    claims: async () => ({ ...state.account }),
  }),
  interactions: { url: (_: unknown, at: { uid: string }) => `/interaction/${at.uid}` },
});

const answerInteraction = async (
  provider: Interactions,
  state: { account: Account },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const details = await provider.interactionDetails(request, response);
  const { sub, amr, acr } = state.account;
  if (details.prompt.name === "login")
    return provider.interactionFinished(
      request,
      response,
      { login: { accountId: sub, remember: false, ...(amr && { amr }), ...(acr && { acr }) } },
      { mergeWithLastSubmission: false },
    );
  const grant = new provider.Grant({
    accountId: details.session!.accountId,
    clientId: details.params.client_id,
  });
  grant.addOIDCScope("openid email profile");
  return provider.interactionFinished(
    request,
    response,
    { consent: { grantId: await grant.save() } },
    { mergeWithLastSubmission: true },
  );
};

/** Opens a certified provider (`oidc-provider`) at a free port of the loopback address. */
export const openOidc = async (): Promise<
  LocalOidc & { allowRedirects: (addresses: readonly string[]) => Promise<void> }
> => {
  const { default: Provider } = (await import("oidc-provider" as string)) as {
    default: new (issuer: string, settings: object) => Interactions;
  };
  const state: { account: Account; provider: Interactions | null } = {
    account: { sub: "nobody" },
    provider: null,
  };
  const server = createServer((request, response) => {
    if (!state.provider) return void response.writeHead(503).end();
    if (request.url?.startsWith("/interaction/"))
      return void answerInteraction(state.provider, state, request, response).catch(
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    state.provider.callback()(request, response);
  });
  const issuer = `http://127.0.0.1:${await listening(server)}`;
  return {
    issuer,
    get account() {
      return state.account;
    },
    set account(account) {
      state.account = account;
    },
    allowRedirects: async (addresses) => {
      state.provider = new Provider(
        issuer,
        settingsFor(state, () => addresses),
      );
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};
