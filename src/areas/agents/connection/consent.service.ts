import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "#kernel/access.ts";
import { notAllowed, Problem } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { keyInWords } from "#kernel/words.ts";
import type { App } from "#server/app.ts";
import { businessNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { authorizationServer, connectionDays, resourceOf } from "./authorization.service.ts";
import type { ConsentAsked } from "./client.model.ts";
import type { ClientStored } from "./client.noun.ts";
import { connect } from "./connection.service.ts";
import type { Interaction, Oidc } from "./oidc.ts";

type Asking = { app: App; actor: Actor; request: FastifyRequest; reply: FastifyReply };

const over = () =>
  new Problem(
    "notFound",
    "asking_over",
    "What the program asked for is over, or was asked in another browser. Connect it anew from the program.",
  );

// The cookie of the browser in which the program asked: an address that somebody was sent shows nothing.
const askedIn = async (
  server: Oidc,
  { request, reply }: Asking,
  uid: string,
): Promise<Interaction> => {
  const found = await server.interactionDetails(request.raw, reply.raw).catch(() => null);
  if (!found || found.uid !== uid) throw over();
  return found;
};

const hostOf = (address: string): string | null =>
  URL.canParse(address) ? new URL(address).hostname : null;

/** The program that this agency lets its members connect, by what it calls itself. @throws 403. */
const allowedClient = async (db: Db, clientId: string): Promise<ClientStored> => {
  const found = await db.maybe<ClientStored>(sql`
    select *
    from agent_client
    where org_id = ${db.scope.orgId}
      and status = 'active'
      and (
        (kind = 'entered' and client_id = ${clientId})
        or (kind = 'document' and client_id = ${hostOf(clientId)})
      )
  `);
  if (!found)
    throw notAllowed(
      "Your agency does not let its members connect this program. An administrator does, on the agent platform.",
      "client_not_allowed",
    );
  return found;
};

const proposesBy = ({ params }: Interaction): boolean =>
  (params.scope ?? "").split(" ").includes("propose");

const nameOf = async (server: Oidc, client: ClientStored, clientId: string): Promise<string> => {
  if (client.kind === "entered") return client.name;
  const told = (await server.Client.find(clientId))?.clientName;
  return `${told?.slice(0, 80) ?? "A program"} (${client.clientId})`;
};

/**
 * What a program asks a member for: what it is called, where its answer goes, what it would read. 403
 * `client_not_allowed`; 404 `asking_over`.
 */
export const readConsent = async (asking: Asking, uid: string): Promise<ConsentAsked> => {
  const { app, actor } = asking;
  const server = await authorizationServer(app);
  const asked = await askedIn(server, asking, uid);
  const client = await allowedClient(app.database.read(actor), asked.params.client_id);
  return {
    name: await nameOf(server, client, asked.params.client_id),
    host: new URL(asked.params.redirect_uri).host,
    proposes: proposesBy(asked),
    areas: client.areas.map(keyInWords),
    days: connectionDays,
  };
};

const grant = async (server: Oidc, app: App, connectionId: string, asked: Interaction) => {
  const given = new server.Grant({ accountId: connectionId, clientId: asked.params.client_id });
  given.addResourceScope(resourceOf(app), proposesBy(asked) ? "read propose" : "read");
  return given.save();
};

const refused = { error: "access_denied", error_description: "The member did not let it." };

/**
 * Lets the program do what it asked for, or not, and answers where the browser goes next. 403
 * `client_not_allowed`; 404 `asking_over`.
 */
export const answerConsent = async (
  asking: Asking,
  uid: string,
  { allow }: { allow: boolean },
): Promise<{ location: string }> => {
  const { app, actor, request, reply } = asking;
  const server = await authorizationServer(app);
  const asked = await askedIn(server, asking, uid);
  const answer = (result: object) =>
    server.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false });
  if (!allow) return { location: await answer(refused) };
  const connection = await app.database.transaction(actor, async (tx) => {
    const client = await allowedClient(tx, asked.params.client_id);
    const endsAt = new Date(businessNow(tx.scope).getTime() + connectionDays * 86_400_000);
    return connect(
      tx,
      actor,
      { ...client, name: await nameOf(server, client, asked.params.client_id) },
      {
        ...{ address: asked.params.client_id, proposes: proposesBy(asked) },
        endsAt: endsAt.toISOString() as Instant,
      },
    );
  });
  const grantId = await grant(server, app, connection.id, asked);
  return {
    location: await answer({
      login: { accountId: connection.id, remember: false },
      consent: { grantId },
    }),
  };
};
