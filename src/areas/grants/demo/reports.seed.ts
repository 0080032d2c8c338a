import type { Actor } from "#kernel/access.ts";
import { addDays, type Day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { grantReport } from "../grants.tables.ts";
import type { reportKinds } from "../report/report.labels.ts";
import { reportNoun } from "../report/report.noun.ts";
import { certifyReport, prepareReport, submitReport } from "../report/report.service.ts";

type Kind = keyof typeof reportKinds;
type Due = { id: string; kind: Kind; dueOn: Day };
type People = Readonly<Record<"grants" | "certifier", Actor>>;

const narrative =
  "The work of the quarter followed the plan; nothing is asked of the grantor beyond what was reported.";

const send = async ({ database }: App, { grants, certifier }: People, { id, dueOn }: Due) => {
  const at = { id, version: null, reason: null };
  await database.transaction(grants, (tx) => prepareReport(tx, grants, at, { narrative }));
  await database.transaction(certifier, (tx) => certifyReport(tx, certifier, at));
  await database.transaction(grants, (tx) =>
    submitReport(tx, grants, at, { reference: "Sent by the grantor's system" }),
  );
  await database.transaction(grants, async (tx) => {
    await transition(tx, grants, reportNoun, { ...at, action: "accept" });
    // It went out in time: the county has kept this award for longer than the demonstration lives.
    await updateRow(tx, grantReport, id, { submittedOn: addDays(dueOn, -4) });
  });
};

/** What fell due before today was reported in time, but for the newest report of each `late` kind. */
export const reportDemo = async (
  app: App,
  people: People,
  { awardId, today, late }: { awardId: string; today: string; late: readonly Kind[] },
): Promise<void> => {
  const due = await app.database.read(people.grants).rows<Due>(sql`
    select id, kind, due_on
    from grant_report
    where org_id = ${people.grants.orgId} and award_id = ${awardId} and due_on < ${today}::date
    order by due_on desc, kind
  `);
  const open = late.map((kind) => due.find((r) => r.kind === kind)?.id);
  for (const report of due.filter(({ id }) => !open.includes(id)).reverse())
    await send(app, people, report);
};
