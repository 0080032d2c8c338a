import type { ClosingMatter } from "#server/agencies/ending.ts";
import type { App } from "#server/app.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { keyStore } from "#server/keystore.ts";

/** Solicitations that were published and neither opened nor cancelled: bidders wait for their opening. */
export const solicitationsThatRefuseEnd = async (db: Db): Promise<ClosingMatter[]> => {
  const open = await db.rows<{ id: string; number: string; title: string }>(sql`
    select id, number, title
    from solicitation
    where org_id = ${db.scope.orgId} and status in ('published', 'questions_closed', 'closed')
    order by due_at, id
    limit 20
  `);
  return open.map(({ id, number, title }) => ({
    sentence: `${number} (${title}) was published and is not opened: open or cancel it.`,
    href: `/solicitations/${id}`,
  }));
};

/** Has the key store erase what it keeps for the agency's bids. 503 while it does not answer. */
export const eraseKeysOf = async (app: App, orgId: string): Promise<void> => {
  const kept = await app.database.read({ orgId, personId: null }).rows<{ id: string }>(sql`
    select distinct b.solicitation_id as id
    from bid b
    where b.org_id = ${orgId} and b.key_store is not null
  `);
  for (const { id } of kept) await keyStore().eraseAll(id);
};
