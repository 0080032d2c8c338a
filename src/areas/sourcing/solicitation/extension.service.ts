import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import { databaseNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { planAddendum, storeAddendum, type AddendumRecord } from "./addendum.service.ts";
import { extensionPage, type ExtensionRecord } from "./extension-asking.service.ts";
import type { SolicitationRecord } from "./solicitation.noun.ts";
import { solicitation, solicitationExtension } from "./solicitation.tables.ts";

type Waiting = { row: SolicitationRecord; asked: ExtensionRecord };

/** The solicitation first, as everything else locks it, then what waits. 404, 409 when decided. */
const lockWaiting = async (tx: Tx, solicitationId: string, id: string): Promise<Waiting> => {
  const row = await lockRow(tx, solicitation, solicitationId, "solicitation");
  const asked = await lockRow(tx, solicitationExtension, id, "request for a later deadline");
  if (asked.solicitationId !== row.id || asked.status !== "waiting")
    throw conflict("already_decided", "This was decided or withdrawn meanwhile.");
  return { row, asked };
};

const requireSecondPerson = (actor: Actor, asked: ExtensionRecord): void => {
  if (!actor.personId || actor.personId === asked.askedBy)
    throw notAllowed("Somebody else has to agree: you wrote this addendum yourself.");
};

const decide = async (
  tx: Tx,
  actor: Actor,
  { row, asked }: Waiting,
  status: "published" | "declined" | "withdrawn",
  reason: string | null,
): Promise<void> => {
  await updateRow(tx, solicitationExtension, asked.id, {
    status,
    decidedBy: actor.personId,
    decidedAt: (await databaseNow(tx)).toISOString(),
    declineReason: reason,
  });
  note(tx, actor, "solicitation", row, {
    action: `extension-${status}`,
    before: { extension: "waiting" },
    after: { extension: status, askedBy: asked.askedBy, reason },
    event: "solicitation.extension",
  });
};

const tellAsker = (tx: Tx, actor: Actor, { row, asked }: Waiting, said: string, why: string) =>
  notify(tx, [asked.askedBy], {
    kind: "solicitation",
    title: `${row.number}: ${said}`,
    body: `${actor.name} ${why}`,
    link: extensionPage(row.id),
  });

/**
 * A second person agrees to a later deadline: the addendum is looked at once more and published in
 * their name and the writer's. 403 for the writer, 409 when it was decided or the deadline passed,
 * 422 where what it changes is no longer possible.
 */
export const agreeToExtension = async (
  tx: Tx,
  actor: Actor,
  solicitationId: string,
  id: string,
): Promise<AddendumRecord> => {
  const waiting = await lockWaiting(tx, solicitationId, id);
  requireSecondPerson(actor, waiting.asked);
  const { row, asked } = waiting;
  const plan = await planAddendum(tx, { ...actor, personId: asked.askedBy }, row, asked.addendum);
  await decide(tx, actor, waiting, "published", null);
  tellAsker(tx, actor, waiting, "your addendum is published", "agreed to the later deadline.");
  return storeAddendum(tx, actor, row, asked.addendum, plan);
};

/** A second person declines with a reason; the deadline stays. 403 for the writer, 409, 422. */
export const declineExtension = async (
  tx: Tx,
  actor: Actor,
  solicitationId: string,
  id: string,
  reason: string | null,
): Promise<void> => {
  const waiting = await lockWaiting(tx, solicitationId, id);
  requireSecondPerson(actor, waiting.asked);
  if (!reason?.trim()) throw invalidField("reason", "Say why the deadline stays.");
  await decide(tx, actor, waiting, "declined", reason.trim());
  tellAsker(tx, actor, waiting, "the deadline stays", `declined: ${reason.trim()}`);
};

/** Who wrote the addendum takes it back. 403 for anybody else, 409. */
export const withdrawExtension = async (
  tx: Tx,
  actor: Actor,
  solicitationId: string,
  id: string,
): Promise<void> => {
  const waiting = await lockWaiting(tx, solicitationId, id);
  if (actor.personId !== waiting.asked.askedBy)
    throw notAllowed("Who wrote the addendum takes it back.");
  await decide(tx, actor, waiting, "withdrawn", null);
};
