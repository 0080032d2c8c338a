import { formatInstant } from "#kernel/dates.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { bulletinLetter } from "../letters.service.ts";
import { idUnderSeal, sealedId } from "../token.service.ts";
import type { Heard } from "#areas/sourcing/sourcing.server.ts";

const most = 20_000;
const purpose = "bulletin-end";

/**
 * The token that ends a subscription from any letter of it: its id under the installation's key.
 */
const endToken = (id: string): string => sealedId(purpose, id);

/** The subscription that such a token ends, or null for any other text. */
export const subscriptionOf = (token: string): string | null => idUnderSeal(purpose, token);

/**
 * Writes to everybody who confirmed the agency's bulletin and wants to hear of these goods when a
 * solicitation is published for everybody. At most 20,000 letters at once.
 */
export const announceBulletin: Heard = async (tx, _actor, row, event) => {
  if (event !== "published" || row.invitedOnly) return;
  const readers = await tx.rows<{ id: string; email: string }>(sql`
    select b.id, b.email
    from bulletin_subscriber b
    where b.org_id = ${row.orgId}
      and b.confirmed_at is not null
      and b.ended_at is null
      and (
        b.commodity_prefixes = '{}'
        or exists (
          select 1
          from solicitation_item i, unnest(b.commodity_prefixes) p
          where i.org_id = b.org_id
            and i.solicitation_id = ${row.id}
            and i.commodity_code like p || '%'
        )
      )
    order by b.id
    limit ${most}
  `);
  await Promise.all(
    readers.map((reader) =>
      queueMail(tx, {
        ...bulletinLetter({
          id: row.id,
          number: row.number,
          title: row.title,
          summary: row.summary,
          due: formatInstant(row.dueAt!, tx.scope.timeZone ?? "UTC"),
          endToken: endToken(reader.id),
        }),
        to: reader.email,
        orgId: row.orgId,
        bulk: true,
      }),
    ),
  );
};
