import { systemActor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { queueMail } from "#server/mail/mail.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { digestLetter } from "./digest.letter.ts";
import { searchFor, type StoredSearch } from "./search.service.ts";

const isMonday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 1;

/**
 * Sends each person what their searches found since the last letter; a search that found nothing
 * sends none. What it told of is not told again.
 */
export const sendDigests = async (app: App, orgId: string, today: string): Promise<number> => {
  const actor = systemActor(orgId, undefined, "Saved searches");
  return app.database.transaction(actor, async (tx) => {
    const due = await tx.rows<StoredSearch & { email: string }>(sql`
      select s.*, p.email
      from grant_search s
      join person p on p.id = s.person_id
      join organization_member m on m.org_id = s.org_id and m.person_id = s.person_id and m.active
      where s.org_id = ${orgId}
        and (s.digest = 'daily' or (s.digest = 'weekly' and ${isMonday(today)}))
      for update of s
    `);
    let sent = 0;
    for (const search of due) {
      const found = await searchFor(tx, search, search.toldUntil);
      if (found.length === 0) continue;
      await queueMail(tx, {
        ...digestLetter({ name: search.name, found }),
        to: search.email,
        orgId,
      });
      await tx.rows(sql`
        update grant_search
        set told_until = clock_timestamp()
        where org_id = ${orgId} and id = ${search.id}
      `);
      sent++;
    }
    return sent;
  });
};

/** Each morning of an agency, behind the sources' usual hour. */
export const searchDay: AgencyDay = {
  name: "grant-searches",
  at: "06:45",
  rests: true,
  afterRestore: {
    kind: "searches",
    due: `
      select
        count(*)::int as due, count(distinct person_id)::int as people, min(told_until) as since
      from grant_search
      where digest in ('daily', 'weekly')
    `,
  },
  run: async (app, orgId) => {
    const db = app.database.read({ orgId, personId: null });
    const { timeZone } = await readOrganization(db);
    await sendDigests(app, orgId, businessDate(db.scope, timeZone));
  },
};
