import { z } from "zod";
import { Problem } from "#kernel/errors.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import type { Actor } from "#kernel/access.ts";
import { clientOf } from "./client.service.ts";
import { demoJobs, usualDemoPassword } from "./demo-accounts.model.ts";
import { authSettings, demoAccounts, passkeyAnswer, passkeyRow } from "./identity.model.ts";
import { kickMail } from "./mail.jobs.ts";
import { OutgoingRefusal } from "#server/outgoing/refusal.ts";
import { beginOAuth, finishOAuth, forgetAttempt, googleConfigured } from "./oauth.service.ts";
import { addPasskey, beginPasskey, passkeyQuestion, removePasskey } from "./passkey.service.ts";
import { assertProved } from "./proof.service.ts";
import { passkeysOf } from "./ways.service.ts";

const common = { tag: "auth", ownAccount: true, ownTransaction: true, unkept: true } as const;
const who = (actor: Actor) => ({
  personId: actor.personId!,
  name: actor.name,
  email: actor.email,
  sessionId: actor.sessionId,
});

/**
 * What went wrong at the provider, as a word for our own page; the person never sees a library's
 * text.
 */
const reasonOf = (error: unknown): string => {
  if (error instanceof Problem && !(error instanceof OutgoingRefusal)) return error.code;
  const answered = (error as { error?: unknown }).error;
  return answered === "access_denied" ? "access_denied" : "provider_failed";
};

const outside: Endpoint[] = [
  endpoint({
    ...common,
    method: "GET",
    path: "/auth/v1/settings",
    permission: "public",
    summary: "Which ways to sign in this server offers",
    response: authSettings,
    handler: async ({ app }) => ({
      google: googleConfigured(app.config),
      passkeys: true,
      demo: app.config.demo,
      demoMail: app.config.demo && !app.config.LEVEE_SMTP_URL,
    }),
  }),
  endpoint({
    ...common,
    method: "GET",
    path: "/auth/v1/demo-accounts",
    permission: "public",
    summary: "People of the demo to sign in as, by job; none outside of demo mode",
    response: demoAccounts,
    handler: async ({ app: { config } }) => ({
      password:
        config.demo && config.LEVEE_DEMO_PASSWORD === usualDemoPassword ? usualDemoPassword : null,
      jobs: config.demo ? demoJobs() : [],
    }),
  }),
  endpoint({
    ...common,
    method: "GET",
    path: "/auth/v1/authorize",
    permission: "public",
    summary: "Send the browser to the provider's sign-in",
    raw: true,
    query: z.object({ provider: z.literal("google") }),
    handler: async ({ app, reply }) => {
      const begun = await beginOAuth(app.config);
      return reply.header("set-cookie", begun.cookie).redirect(begun.location, 302);
    },
  }),
  endpoint({
    ...common,
    method: "GET",
    path: "/auth/v1/callback",
    permission: "public",
    summary:
      "Where the provider sends the browser back to; goes on to /auth with a code for this browser alone",
    raw: true,
    handler: async ({ app, request, reply }) => {
      try {
        const code = await finishOAuth(
          identityDb(app.database),
          app.config,
          request.url,
          request.headers.cookie,
        );
        return await reply.redirect(`/auth#oauth_code=${encodeURIComponent(code)}`, 302);
      } catch (error) {
        if (!(error instanceof Problem) || error instanceof OutgoingRefusal)
          request.log.error({ err: error }, "sign-in with the provider failed");
        return reply
          .header("set-cookie", forgetAttempt(app.config))
          .redirect(`/auth?oauth_error=${reasonOf(error)}`, 302);
      }
    },
  }),
];

const passkeys: Endpoint[] = [
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/passkeys/question",
    permission: "public",
    opensIn: "suspended",
    summary: "A challenge for signing in with a passkey; names nobody",
    response: z.looseObject({ challenge: z.string() }),
    handler: async ({ app, request }) => ({
      ...(await passkeyQuestion(identityDb(app.database), app.config, clientOf(request))),
    }),
  }),
  endpoint({
    ...common,
    method: "GET",
    path: "/auth/v1/passkeys",
    permission: "signed-in",
    summary: "Your passkeys",
    response: z.object({ items: z.array(passkeyRow) }),
    handler: async ({ app, actor }) => ({
      items: await passkeysOf(identityDb(app.database), actor.personId!),
    }),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/passkeys/options",
    permission: "signed-in",
    summary: "Begin adding a passkey; after a proof that it is you (/auth/v1/proof)",
    response: z.looseObject({ challenge: z.string() }),
    handler: async ({ app, actor }) => {
      const db = identityDb(app.database);
      await assertProved(db, actor);
      return { ...(await beginPasskey(db, app.config, who(actor))) };
    },
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/passkeys",
    permission: "signed-in",
    summary: "Add the passkey that answered; after a proof that it is you (/auth/v1/proof)",
    body: z.object({
      name: z.string().trim().min(1, "Name the passkey").max(80),
      answer: passkeyAnswer,
    }),
    response: passkeyRow,
    handler: async ({ app, actor, body }) => {
      const db = identityDb(app.database);
      await assertProved(db, actor);
      const row = await addPasskey(db, app.config, who(actor), body.name, body.answer);
      kickMail(app);
      return row;
    },
  }),
  endpoint({
    ...common,
    method: "DELETE",
    path: "/auth/v1/passkeys/{id}",
    permission: "signed-in",
    summary: "Remove a passkey; after a proof that it is you (/auth/v1/proof)",
    params: idParams,
    response: z.object({ id: z.string() }),
    handler: async ({ app, actor, params }) => {
      const db = identityDb(app.database);
      await assertProved(db, actor);
      const gone = await removePasskey(db, actor.personId!, params.id);
      kickMail(app);
      return gone;
    },
  }),
];

export const outsideEndpoints: Endpoint[] = [...outside, ...passkeys];
