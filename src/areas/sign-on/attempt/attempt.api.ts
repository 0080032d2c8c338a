import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "#kernel/errors.ts";
import { instantField } from "#kernel/time-fields.ts";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import {
  clientOf,
  limitProviderSignIn,
  markBrowser,
  secondFactorNeeded,
  tokenPair,
} from "#areas/identity/identity.server.ts";
import { ownMetadata } from "../saml/saml.service.ts";
import { beginAttempt, providerAnywhere } from "./attempt.service.ts";
import { linkAccount, oidcCameBack, redeemCode, samlCameBack } from "./finish.service.ts";
import { myProviders, offerFor, unlinkMine } from "./offer.service.ts";

const common = { tag: "auth", ownAccount: true, ownTransaction: true, unkept: true } as const;
const byProvider = z.object({ providerId: z.uuid("Not a provider's id.") });
const code = z.object({ code: z.string().min(1).max(200) });
const offered = z.object({ id: z.string(), name: z.string() });

const came = (request: FastifyRequest) => ({
  client: clientOf(request),
  cookies: request.headers.cookie,
});

const begin = async (
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  providerId: string,
): Promise<FastifyReply> => {
  await limitProviderSignIn(identityDb(app.database), clientOf(request));
  try {
    const provider = await providerAnywhere(app, providerId);
    const { location, cookie } = await beginAttempt(app, provider, "sign_in", {
      actor: null,
      cookies: request.headers.cookie,
    });
    return await reply.header("set-cookie", cookie).redirect(location, 302);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const reason = error.kind === "notFound" ? "provider_off" : error.code;
    return reply.redirect(`/auth?sso_error=${reason}`, 302);
  }
};

const ways: readonly Endpoint[] = [
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/sso/offer",
    permission: "public",
    opensIn: "suspended",
    summary:
      "The providers of an address's domain. People that are known and unknown get the same answer",
    body: z.object({ email: z.string().trim().toLowerCase().max(320) }),
    response: z.object({ providers: z.array(offered) }),
    handler: async ({ app, body, request }) => {
      const db = identityDb(app.database);
      await limitProviderSignIn(db, clientOf(request));
      return { providers: await offerFor(db, body.email) };
    },
  }),
  endpoint({
    ...common,
    method: "GET",
    path: "/auth/v1/sso/begin",
    permission: "public",
    summary: "Send the browser to the sign-in of an agency's own provider",
    raw: true,
    query: z.object({ provider: z.uuid("Not a provider's id.") }),
    handler: ({ app, query, request, reply }) => begin(app, request, reply, query.provider),
  }),
  endpoint({
    ...common,
    method: "GET",
    path: "/auth/v1/oidc/{providerId}/callback",
    permission: "public",
    summary: "Where a provider of OpenID Connect sends the browser back to",
    raw: true,
    params: byProvider,
    handler: async ({ app, params, request, reply }) => {
      const provider = await providerAnywhere(app, params.providerId);
      const { path } = await oidcCameBack(app, provider, request.url, came(request));
      return reply.redirect(path, 302);
    },
  }),
];

const saml: readonly Endpoint[] = [
  endpoint({
    ...common,
    method: "GET",
    path: "/auth/v1/saml/{providerId}/metadata",
    permission: "public",
    summary: "Our metadata for a SAML provider",
    raw: true,
    params: byProvider,
    handler: async ({ app, params, reply }) => {
      const provider = await providerAnywhere(app, params.providerId);
      if (provider.kind !== "saml") throw new Problem("notFound", "not_found", "No metadata here.");
      return reply
        .header("content-type", "application/samlmetadata+xml; charset=utf-8")
        .send(ownMetadata(app, provider));
    },
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/saml/{providerId}/acs",
    permission: "public",
    opensIn: "suspended",
    summary: "Where a SAML provider has its answer posted",
    raw: true,
    form: true,
    bodyLimit: 400_000,
    params: byProvider,
    body: z.looseObject({
      SAMLResponse: z.string().max(300_000).default(""),
      RelayState: z.string().max(200).optional(),
    }),
    handler: async ({ app, params, body, request, reply }) => {
      const provider = await providerAnywhere(app, params.providerId);
      await limitProviderSignIn(identityDb(app.database), clientOf(request));
      const { path } = await samlCameBack(app, provider, body, clientOf(request));
      return reply.redirect(path, 303);
    },
  }),
];

const mine: readonly Endpoint[] = [
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/sso/session",
    permission: "public",
    opensIn: "suspended",
    summary: "Exchange the code of a provider's answer, in the browser that began",
    body: code,
    response: z.union([
      tokenPair,
      secondFactorNeeded,
      z.object({
        link_needed: z.literal(true),
        code: z.string(),
        provider: z.string(),
        email: z.string(),
      }),
    ]),
    handler: async ({ app, body, request, reply }) => {
      const { client, cookies } = came(request);
      const answer = await redeemCode(app, body.code, { client, cookies });
      if ("access_token" in answer) markBrowser(reply, app.config, client.browser);
      return answer;
    },
  }),
  endpoint({
    ...common,
    method: "GET",
    path: "/auth/v1/sso/links",
    permission: "signed-in",
    summary: "Providers of your agencies, and which of them open your account",
    response: z.object({
      items: z.array(
        offered.extend({
          agency: z.string(),
          linkedAt: instantField.nullable(),
          enforced: z.boolean(),
        }),
      ),
    }),
    handler: async ({ app, actor }) => ({ items: await myProviders(app, actor) }),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/sso/links/{providerId}",
    permission: "signed-in",
    summary: "Begin to link your account to a provider of your agency",
    params: byProvider,
    response: z.object({ location: z.string() }),
    handler: async ({ app, actor, params, request, reply }) => {
      const provider = await providerAnywhere(app, params.providerId);
      const begun = await beginAttempt(app, provider, "link", {
        actor,
        cookies: request.headers.cookie,
      });
      reply.header("set-cookie", begun.cookie);
      return { location: begun.location };
    },
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/sso/links",
    permission: "signed-in",
    summary: "Link your account by the code of a provider's answer",
    body: code,
    response: z.object({ provider: z.string() }),
    handler: ({ app, actor, body, request }) => linkAccount(app, actor, body.code, came(request)),
  }),
  endpoint({
    ...common,
    method: "DELETE",
    path: "/auth/v1/sso/links/{providerId}",
    permission: "signed-in",
    summary: "End the link of your account; after a proof that it is you (/auth/v1/proof)",
    params: byProvider,
    response: z.object({ id: z.string() }),
    handler: ({ app, actor, params }) => unlinkMine(app, actor, params.providerId),
  }),
];

export const attemptEndpoints: readonly Endpoint[] = [...ways, ...saml, ...mine];
