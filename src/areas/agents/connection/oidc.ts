import type { IncomingMessage, ServerResponse } from "node:http";
import type { ArtifactStore } from "./artifact.service.ts";

/** What a program asked for, as the authorization server keeps it until somebody answers. */
export type Interaction = {
  uid: string;
  params: { client_id: string; redirect_uri: string; scope?: string };
};

/** A token that opens /mcp. */
type AccessToken = {
  accountId: string;
  clientId: string;
  aud: string | string[];
  scope?: string;
};

type OidcClient = { clientId: string; clientName?: string; redirectUris: string[] };

/** The parts of `oidc-provider` that are used here. */
export type Oidc = {
  proxy: boolean;
  callback: () => (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  interactionDetails: (request: IncomingMessage, response: ServerResponse) => Promise<Interaction>;
  interactionResult: (
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
    options: { mergeWithLastSubmission: boolean },
  ) => Promise<string>;
  Client: { find: (id: string) => Promise<OidcClient | undefined> };
  AccessToken: { find: (token: string) => Promise<AccessToken | undefined> };
  Grant: new (of: { accountId: string; clientId: string }) => {
    addResourceScope: (resource: string, scope: string) => void;
    save: () => Promise<string>;
  };
  on: (event: string, hear: (...told: never[]) => void) => void;
};

export type OidcSettings = Readonly<Record<string, unknown>> & {
  adapter: new (model: string) => ArtifactStore;
};

/** How the library refuses: an error of RFC 8707. */
export type InvalidTarget = new (description?: string) => Error;

/** The library, loaded when the first program asks: no start waits for it. */
export const newOidc = async (
  issuer: string,
  settingsFor: (InvalidTarget: InvalidTarget) => OidcSettings,
): Promise<Oidc> => {
  const { Provider, errors } = (await import("oidc-provider" as string)) as {
    Provider: new (issuer: string, settings: object) => Oidc;
    errors: { InvalidTarget: InvalidTarget };
  };
  return new Provider(issuer, settingsFor(errors.InvalidTarget));
};
