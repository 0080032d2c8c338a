import { z } from "zod";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { clientOf, kickMail, ownSignIns, sayNotMe } from "#areas/identity/identity.server.ts";
import {
  administratorsOf,
  membershipsOf,
  notify,
} from "#areas/organization/organization.server.ts";
import { readStatements } from "./statement.service.ts";
import { signInRow, statementsAnswer } from "./statement.model.ts";

// Whoever works in several agencies has administrators in each.
const tellAdministrators = async (app: App, personId: string, name: string): Promise<void> => {
  for (const { orgId } of await membershipsOf(identityDb(app.database), personId))
    await app.database.transaction({ orgId, personId: null }, async (tx) =>
      notify(
        tx,
        (await administratorsOf(tx)).filter((id) => id !== personId),
        {
          kind: "securityAlert",
          title: `${name} says: that was not me`,
          body: "Every session of theirs has ended, and a letter asks for a new password. Ask them what happened.",
          link: "/security-dashboard",
        },
      ),
    );
};

export const ownEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/me/sign-ins",
    permission: "signed-in",
    ownAccount: true,
    summary: "Your last sign-ins, attempts, and changes of your factors",
    response: z.object({ items: z.array(signInRow) }),
    handler: async ({ app, actor }) => ({
      items: await ownSignIns(identityDb(app.database), actor.personId!, actor.sessionId),
    }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/me/not-me",
    permission: "signed-in",
    ownAccount: true,
    ownTransaction: true,
    unkept: true,
    status: 200,
    summary:
      "A sign-in was not yours: ends all your sessions, asks for a new password by letter, tells your administrators",
    body: z.object({}),
    response: z.object({ message: z.string() }),
    handler: async ({ app, actor, request }) => {
      await sayNotMe(identityDb(app.database), actor.personId!, {
        client: clientOf(request),
        origin: app.config.origin,
        sessionId: actor.sessionId,
      });
      await tellAdministrators(app, actor.personId!, actor.name);
      kickMail(app);
      return {
        message: "All your sessions have ended. Choose a new password by the letter that we sent.",
      };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/security-statements",
    permission: "organization.read",
    summary: "How the agency is protected: statements, each as its probe finds it now",
    response: statementsAnswer,
    handler: ({ app, db, actor, reply }) => readStatements({ app, db, actor, reply }),
  }),
];
