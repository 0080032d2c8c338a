import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "../area.ts";
import type { Database } from "../db/db.ts";

/** Writes down that support read something; awaited before it is answered. */
type SupportWitness = (database: Database, actor: Actor, address: string) => Promise<void>;

const witnesses: SupportWitness[] = [];

/** Who writes down what support reads. */
export const supportWitness = extensionPoint<SupportWitness>("support that reads", (witness) => {
  witnesses.push(witness);
});

/** So often a long answer to support asks whether they are still let in, in milliseconds. */
const askAgainMs = 25_000;

/**
 * Writes down what support reads before it is answered: what cannot be written down is not read. A long
 * answer ends when support does. @throws what the witness throws.
 */
export const witnessSupport = async (
  database: Database,
  actor: Actor,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  now: () => Promise<Actor>,
): Promise<void> => {
  const { support } = actor;
  if (!support) return;
  if (witnesses.length === 0) throw new Error("nobody writes down what support reads");
  for (const witness of witnesses) await witness(database, actor, request.url);
  const asking = setInterval(() => {
    now()
      .then((later) => later.support?.id === support.id)
      .catch(() => false)
      .then((still) => still || reply.raw.destroy());
  }, askAgainMs);
  reply.raw.once("close", () => clearInterval(asking));
};
