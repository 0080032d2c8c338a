import type { Day } from "#kernel/time.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { statementDocument, type StatementRow } from "../bill/paper.model.ts";
import { servedClient } from "../served.tables.ts";
import { agingOf } from "./aging.service.ts";

const rowsUntil = (db: Db, clientId: string, on: Day) =>
  db.rows<StatementRow>(sql`
    select b.issued_on as on_day, 'Bill ' || b.number as what, b.total as cents
    from served_bill b
    where b.org_id = ${db.scope.orgId} and b.client_id = ${clientId} and b.issued_on <= ${on}
    union all
    select r.received_on, 'Received for ' || b.number || ', ' || r.reference, -r.cents
    from served_receipt r
    join served_bill b on b.org_id = r.org_id and b.id = r.bill_id
    where r.org_id = ${db.scope.orgId}
      and b.client_id = ${clientId}
      and r.live
      and r.received_on <= ${on}
    union all
    select b.written_off_on, 'Written off of ' || b.number, b.received - b.total
    from served_bill b
    where b.org_id = ${db.scope.orgId} and b.client_id = ${clientId} and b.written_off_on <= ${on}
    order by on_day, what
  `);

/** The statement of a client at the end of a day (today) as a document for its PDF. 404. */
export const statementPaper = async (
  db: Db,
  clientId: string,
  asked: Day | null,
): Promise<{ number: string; html: string }> => {
  const client = await getRow(db, servedClient, clientId, "client");
  const agency = await readOrganization(db);
  const on = asked ?? businessDate(db.scope, agency.timeZone);
  const [rows, aging] = await Promise.all([rowsUntil(db, clientId, on), agingOf(db, clientId, on)]);
  const { name, address, number } = client;
  const document = statementDocument({
    agency: agency.name,
    client: name,
    address,
    on,
    rows,
    aging,
  });
  return { number, html: inLook(document, agency.branding) };
};
