import type { DisabledEndpoint, EndedDelivery } from "#server/webhooks/topics.ts";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { notify } from "#areas/organization/organization.server.ts";

const hostOf = (address: string) => new URL(address).host;

/** Whoever registered the receiver hears once that a message was given up after a day of tries. */
export const tellFailed = async (
  tx: Tx,
  actor: Actor,
  { status, ownerId, address, topic, reason }: EndedDelivery,
): Promise<void> => {
  if (status !== "failed" || actor.kind !== "system") return;
  notify(tx, [ownerId], {
    kind: "webhook",
    title: `${topic} was not delivered to ${hostOf(address)}`,
    body: reason ?? "",
    link: "/utility-form-filler?tab=webhooks",
  });
};

/** The same where the receiver is gone, and its endpoint was disabled by that. */
export const tellGone = async (
  tx: Tx,
  { address, ownerId, reason }: DisabledEndpoint,
): Promise<void> =>
  notify(tx, [ownerId], {
    kind: "webhook",
    title: `The webhook endpoint at ${hostOf(address)} was disabled`,
    body: `${reason} What waited for it was cancelled, and can be sent again once it is enabled.`,
    link: "/utility-form-filler?tab=webhooks",
  });
