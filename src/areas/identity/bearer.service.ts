import type { FastifyRequest } from "fastify";
import type { Actor } from "#kernel/access.ts";
import { notAllowed } from "#kernel/errors.ts";
import { extensionPoint } from "#server/area.ts";
import type { Database } from "#server/db/db.ts";

/** Something else than a person's access token that says who calls, known by its first letters. */
export type Bearer = {
  begins: string;
  /** Refuses an address that holds one: what stands there is kept in logs. @throws Problem. */
  refuseIn: (address: string) => void;
  /** Who shows it. @throws Problem 401 for one that opens nothing. */
  actor: (database: Database, request: FastifyRequest, token: string) => Promise<Actor>;
};

const all: Bearer[] = [];

/** Other ways to say who calls than a person's access token. */
export const bearers = extensionPoint<Bearer>("ways to say who calls", (bearer) => {
  all.push(bearer);
});

// Where people sign in, and what acts for visitors: nobody but a person is known there.
const ofPeople = /^\/(?:auth|functions)\//;

/** Who calls by something else than a person's access token; null where nothing of it was sent. */
export const actorOfBearer = async (
  database: Database,
  request: FastifyRequest,
): Promise<Actor | null> => {
  for (const { refuseIn } of all) refuseIn(request.url);
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const bearer = token ? all.find(({ begins }) => token.startsWith(begins)) : undefined;
  if (!token || !bearer) return null;
  if (ofPeople.test(request.url)) throw notAllowed("A program does not sign in.");
  return bearer.actor(database, request, token);
};
