import { Webhook } from "standardwebhooks";
import { seal, unseal } from "../auth/sealing.ts";
import { freshBytes } from "../random.ts";

type Of = { orgId: string; id: string };

const ownerOf = ({ orgId, id }: Of) => `${orgId}/${id}`;

/** A secret of its own for an endpoint: shown once, kept sealed. */
export const newSecret = (of: Of): { shown: string; sealed: string } => {
  const shown = `whsec_${freshBytes(32).toString("base64")}`;
  return { shown, sealed: seal("webhook", ownerOf(of), shown) };
};

/**
 * The headers of one message by Standard Webhooks 1.0, signed with each of the endpoint's secrets.
 */
export const signedHeaders = (
  of: Of,
  sealed: readonly (string | null)[],
  message: { id: string; body: string },
  at: Date,
): Record<string, string> => ({
  "content-type": "application/json",
  "webhook-id": message.id,
  "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
  "webhook-signature": sealed
    .filter((secret) => secret !== null)
    .map((secret) =>
      new Webhook(unseal("webhook", ownerOf(of), secret)).sign(message.id, at, message.body),
    )
    .join(" "),
});
