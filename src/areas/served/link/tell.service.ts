import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { queueMail } from "#server/mail/mail.ts";
import type { RequestStored } from "../request/request.noun.ts";
import { servedClient } from "../served.tables.ts";
import { requestLetter } from "./letters.service.ts";

/** Writes to a client's own address how its request stands. */
export const tellClient = async (
  tx: Tx,
  { clientId, number, title }: Pick<RequestStored, "clientId" | "number" | "title">,
  what: string,
  text: string,
): Promise<void> => {
  const client = await getRow(tx, servedClient, clientId, "client");
  await queueMail(tx, {
    ...requestLetter({ client: client.name, number, title, what, text: text.slice(0, 2000) }),
    orgId: tx.scope.orgId!,
    to: client.email,
  });
};
