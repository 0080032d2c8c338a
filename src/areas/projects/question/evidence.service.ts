import { systemActor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { rfiPaper } from "./paper.service.ts";

/** The paper of each question, for the evidence package. */
export const papersOfRfis = async (db: Db, objectIds: readonly string[]) => {
  const found = await db.rows<{ id: string; number: string }>(sql`
    select id, number
    from rfi
    where org_id = ${db.scope.orgId}
      and id = any(${[...objectIds]}::uuid[])
      and sequence is not null
    order by number
  `);
  const reader = systemActor(db.scope.orgId!);
  return found.map(({ id, number }) => ({
    name: `${number}.pdf`,
    make: async () => makePdf((await rfiPaper(db, reader, id)).document),
  }));
};
