import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import type { App } from "#server/app.ts";
import { isPlainForm } from "#server/http/app.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { kickMail, limitPublicForm } from "#areas/identity/identity.server.ts";
import { said, type Taken } from "./engagement.public.ts";
import { hostAgency, visitorIn, type Host } from "./host.service.ts";

type Visit<B> = {
  tx: Tx;
  actor: Actor;
  host: Host;
  body: B;
  app: App;
  request: FastifyRequest;
  reply: FastifyReply;
};

type PublicForm<S extends z.ZodType> = {
  path: string;
  summary: string;
  body: S;
  /**
   * What the person reads when it worked; also what a program that filled in the hidden field
   * reads.
   */
  message: string;
  /** Stores it, and gives what the person may take at once. */
  store: (visit: Visit<z.output<S>>) => Promise<void | Taken>;
  /** Where a browser without script goes afterwards. */
  next?: string;
};

/**
 * A form of the public site: taken from anybody, stored with the host agency in one transaction,
 * confirmed by mail. A filled-in hidden field is
 * answered as if it had worked and stores nothing. 20 forms an hour from one address (429).
 */
export const publicForm = <S extends z.ZodType<{ website: string }>>(
  form: PublicForm<S>,
): Endpoint =>
  endpoint({
    method: "POST",
    path: form.path,
    permission: "public",
    tag: "public site",
    summary: form.summary,
    ownTransaction: true,
    form: true,
    status: 200,
    body: form.body,
    response: said,
    handler: async ({ app, body, request, reply }) => {
      const host = await hostAgency(app);
      const input = body as z.output<S>;
      await limitPublicForm(identityDb(app.database), addressForLimits(request.ip));
      let take: void | Taken = undefined;
      if (!(input as { website: string }).website) {
        const actor = visitorIn(host);
        take = await app.database.transaction(actor, (tx) =>
          form.store({ tx, actor, host, body: input, app, request, reply }),
        );
        kickMail(app);
      }
      if (isPlainForm(request)) return reply.redirect(form.next ?? "/thank-you", 303);
      return { message: form.message, ...(take && { take }) };
    },
  }) as Endpoint;
