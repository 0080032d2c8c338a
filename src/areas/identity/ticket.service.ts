import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { invalidField, notSignedIn } from "#kernel/errors.ts";
import { identityDb, type IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { principalOfSession } from "./principal.service.ts";

const digest = (ticket: string) => createHash("sha256").update(ticket).digest("hex");
const lifeSeconds = 60;

/** The address of a request without its ticket, as it was when the ticket was drawn. */
const withoutTicket = (url: string): string => {
  const { pathname, searchParams } = new URL(url, "http://levee.invalid");
  searchParams.delete("ticket");
  const rest = searchParams.toString();
  return rest ? `${pathname}?${rest}` : pathname;
};

/**
 * The actor of a single-use ticket in the query of a GET; null when the address carries none.
 * @throws Problem 401 when it is used, old, or for another address.
 */
export const actorOfTicket = async (
  db: IdentityDb,
  method: string,
  url: string,
): Promise<Actor | null> => {
  const ticket =
    method === "GET" && url.includes("ticket=")
      ? new URL(url, "http://levee.invalid").searchParams.get("ticket")
      : null;
  if (!ticket) return null;
  const found = await db.maybe<{
    sessionId: string;
    personId: string;
    path: string;
    good: boolean;
  }>(sql`
    delete from download_ticket
    where hash = ${digest(ticket)}
    returning session_id, person_id, path, expires_at > clock_timestamp() as good
  `);
  if (!found?.good || found.path !== withoutTicket(url))
    throw notSignedIn(
      "bad_ticket",
      "This download link was used already, or is too old. Ask for the file again.",
    );
  return principalOfSession(db, found.sessionId, found.personId);
};

export const ticketEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/download-tickets",
    permission: "signed-in",
    summary: "A link to one file: single use, one minute",
    ownTransaction: true,
    unkept: true,
    status: 201,
    body: z.object({ path: z.string().min(1).max(4000) }),
    response: z.object({ url: z.string() }),
    handler: async ({ actor, app, body }) => {
      const path = withoutTicket(body.path);
      if (!path.startsWith("/api/v1/") || !body.path.startsWith("/api/v1/"))
        throw invalidField("path", "Name an address of the API.");
      const ticket = randomBytes(24).toString("base64url");
      const db = identityDb(app.database);
      await db.rows(
        sql`delete from download_ticket where expires_at < clock_timestamp() - interval '1 hour'`,
      );
      await db.rows(sql`
        insert into download_ticket (hash, session_id, person_id, path, expires_at)
        values (
          ${digest(ticket)}, ${actor.sessionId}, ${actor.personId}, ${path},
          clock_timestamp() + make_interval(secs => ${lifeSeconds})
        )
      `);
      return { url: `${path}${path.includes("?") ? "&" : "?"}ticket=${ticket}` };
    },
  }),
];
