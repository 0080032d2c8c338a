import { systemActor, type Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { readToken, tokenOf } from "#server/mail/letter-link.ts";
import type { Paper } from "#server/mail/letter.model.ts";
import { queueMail } from "#server/mail/mail.ts";
import type { LinkInput } from "../client/client.model.ts";
import { servedClient, servedLink, servedRequest } from "../served.tables.ts";
import { copyLetter, linkLetter } from "./letters.service.ts";

type Link = typeof servedLink.$inferSelect;
type Client = typeof servedClient.$inferSelect;

/** So long a link lasts that somebody renews themselves, in days. */
const renewedDays = 90;

const sendLink = async (tx: Tx, client: Client, link: Link): Promise<void> => {
  const path = `/served/${tokenOf("served-client", { orgId: link.orgId, id: link.id })}`;
  const { name, untilOn } = link;
  await queueMail(tx, {
    ...linkLetter({ name, client: client.name, untilOn, path }),
    orgId: link.orgId,
    to: link.email,
  });
};

/** Gives somebody at a client a link until a day, by mail. 404; 422 `client_ended`, `link_over`, `link_known`. */
export const giveLink = async (
  tx: Tx,
  actor: Actor,
  clientId: string,
  input: LinkInput,
): Promise<{ id: string }> => {
  const client = await lockRow(tx, servedClient, clientId, "client");
  if (client.status !== "active")
    throw invalidField("email", `${client.name} is no more served.`, "client_ended");
  const untilOn = input.untilOn as Day;
  const today = businessDate(tx.scope);
  if (untilOn < today)
    throw invalidField("untilOn", "The link would have ended already.", "link_over");
  const known = await tx.maybe<{ id: string; untilOn: Day }>(sql`
    select id, until_on
    from served_link
    where org_id = ${tx.scope.orgId}
      and client_id = ${clientId}
      and lower(email) = lower(${input.email})
      and ended_at is null
  `);
  if (known && known.untilOn >= today)
    throw invalidField("email", "This address has a link: end it first.", "link_known");
  if (known) await updateRow(tx, servedLink, known.id, { endedAt: nowOf(tx) });
  const link = await insertRow(tx, servedLink, {
    ...{ ...input, untilOn, id: newId(), orgId: client.orgId, clientId },
    invitedBy: actor.personId,
  });
  await sendLink(tx, client, link);
  note(tx, actor, "servedClient", clientId, {
    ...{ action: "servedClient.link", note: `${link.name}, ${link.email}`, event: null },
    after: { name: link.name, email: link.email, untilOn },
  });
  return { id: link.id };
};

const nowOf = (tx: Tx) => businessNow(tx.scope).toISOString();

/** Ends a link at once: it shows nothing any more, and is not renewed. 404; 409 `link_ended`. */
export const endLink = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const link = await lockRow(tx, servedLink, id, "link");
  if (link.endedAt) throw conflict("link_ended", "This link is ended already.");
  await updateRow(tx, servedLink, id, { endedAt: nowOf(tx) });
  note(tx, actor, "servedClient", link.clientId, {
    ...{ action: "servedClient.endLink", note: `${link.name}, ${link.email}`, event: null },
    after: { name: link.name, email: link.email },
  });
  return { id };
};

/** Why a link shows nothing any more, and whether its address may have a new one. */
export const standingOfLink = (
  link: Pick<Link, "endedAt" | "untilOn" | "renewedById">,
  client: Pick<Client, "status">,
  today: Day,
): { closed: string | null; renewable: boolean } => {
  if (client.status !== "active")
    return { closed: "This agency is no more served. Please call us.", renewable: false };
  if (link.renewedById)
    return { closed: "A newer link was sent to you by mail. Open that one.", renewable: false };
  if (link.endedAt)
    return { closed: "This link was ended. Please ask whoever gave it to you.", renewable: false };
  if (link.untilOn < today)
    return { closed: `This link ended on ${formatDate(link.untilOn)}.`, renewable: true };
  return { closed: null, renewable: false };
};

/** Who comes by a link, within a transaction of their agency. 404 for any other token. */
export const byLink = <T>(
  app: App,
  token: string,
  work: (tx: Tx, of: { link: Link; client: Client; actor: Actor }) => Promise<T>,
  { open = true } = {},
): Promise<T> => {
  const { orgId, id } = readToken("served-client", token);
  return app.database.transaction({ orgId, personId: null }, async (tx) => {
    const link = await lockRow(tx, servedLink, id, "link");
    const [client, { timeZone }] = await Promise.all([
      getRow(tx, servedClient, link.clientId, "client"),
      readOrganization(tx),
    ]);
    // Whoever comes by a link brings no time zone: its last day ends as the agency's day does.
    const { closed } = standingOfLink(link, client, businessDate(tx.scope, timeZone));
    if (open && closed) throw conflict("link_closed", closed);
    const actor = {
      ...systemActor(orgId, undefined, `${link.name}, by the mailed link`),
      timeZone,
    };
    return work(tx, { link, client, actor });
  });
};

/** A record of the client that the link is for. 404 for any other. */
export const requireOwn = (row: { clientId: string }, client: Client, what: string): void => {
  if (row.clientId !== client.id) throw notFound(what);
};

/** The request of the client that the link is for. 404 for any other. */
export const ownRequest = async (tx: Tx, client: Client, id: string) => {
  const row = await getRow(tx, servedRequest, id, "request");
  requireOwn(row, client, "request");
  return row;
};

/** Sends somebody the copy of what they sent. */
export const sendCopy = (
  tx: Tx,
  { link, client }: { link: Link; client: Client },
  copied: { number: string; title: string; text: string },
  papers: readonly Paper[] = [],
): Promise<string> =>
  queueMail(tx, {
    ...copyLetter({ ...copied, name: link.name, client: client.name }),
    orgId: link.orgId,
    to: link.email,
    papers,
  });

/**
 * Gives the address of a link that ended by its day a new one, by mail alone. 404; 409 `link_stands` for any
 * other link.
 */
export const renewLink = (app: App, token: string): Promise<{ sentTo: string }> =>
  byLink(
    app,
    token,
    async (tx, { link, client, actor }) => {
      const today = businessDate(tx.scope, actor.timeZone);
      if (!standingOfLink(link, client, today).renewable)
        throw conflict("link_stands", "This link is not renewed by itself.");
      await updateRow(tx, servedLink, link.id, { endedAt: nowOf(tx) });
      const { name, email, clientId, orgId, invitedBy } = link;
      const made = await insertRow(tx, servedLink, {
        ...{ name, email, clientId, orgId, invitedBy, id: newId() },
        untilOn: addDays(today, renewedDays),
      });
      await updateRow(tx, servedLink, link.id, { renewedById: made.id });
      await sendLink(tx, client, made);
      note(tx, actor, "servedClient", clientId, {
        ...{ action: "servedClient.renewLink", note: `${name}, ${email}`, event: null },
        after: { name, email, untilOn: made.untilOn },
      });
      return { sentTo: hidden(email) };
    },
    { open: false },
  );

// Whoever holds an old link is not told the whole address.
const hidden = (email: string): string => email.replace(/^(.).*@/, "$1…@");
