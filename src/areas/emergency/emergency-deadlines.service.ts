import type { Actor } from "#kernel/access.ts";
import { dateIn, formatInstant } from "#kernel/dates.ts";
import type { Day, Instant } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import {
  keepDeadlines,
  type DeadlineRecordOf,
  type DeadlineSource,
} from "#areas/workflow/workflow.server.ts";

type Held = {
  id: string;
  number: string;
  title: string;
  status: string;
  holdsUntil: Instant;
  term: string;
};

const open = ["declared", "continued"];
const declarationDays = async (db: Db, id: string | null): Promise<DeadlineRecordOf[]> => {
  const { timeZone } = await readOrganization(db);
  const rows = await db.rows<Held>(sql`
    select id, number, title, status, holds_until, term
    from local_declaration
    where org_id = ${db.scope.orgId}
      and case when ${id}::uuid is null then status = any(${open}::text[]) else id = ${id}::uuid end
  `);
  return rows.map((d) => ({
    id: d.id,
    number: d.number,
    link: `/emergency-procurement/declarations/${d.id}`,
    deadlines: open.includes(d.status)
      ? [
          {
            key: "holds",
            title: `${d.title} expires`.slice(0, 200),
            dueOn: dateIn(d.holdsUntil, timeZone),
            follows: `It holds until ${formatInstant(d.holdsUntil, timeZone)} unless the governing body continues it.`,
            citation: d.term,
            notices: [1, 0],
            byHand: false,
          },
        ]
      : [],
  }));
};

/** The day of a declaration as it follows now; called by every step that moves it. */
export const keepDeclarationDays = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const [record] = await declarationDays(tx, id);
  await keepDeadlines(tx, actor, "localDeclaration", record!);
};

export const declarationDeadlines: DeadlineSource = {
  type: "localDeclaration",
  label: "Local declaration",
  permission: "emergency.read",
  duty: "duty_officer",
  all: (db) => declarationDays(db, null),
};

type Ordered = {
  id: string;
  number: string;
  title: string;
  status: string;
  ratifyBy: Instant;
  approverId: string;
  orderedBy: string | null;
  recompeteOn: Day | null;
};

const purchaseDays = async (db: Db, id: string | null): Promise<DeadlineRecordOf[]> => {
  const { timeZone } = await readOrganization(db);
  const rows = await db.rows<Ordered>(sql`
    select id, number, title, status, ratify_by, approver_id, ordered_by, recompete_on
    from emergency_purchase
    where org_id = ${db.scope.orgId}
      and case
        when ${id}::uuid is null then status in ('to_ratify', 'returned') or recompete_on is not null
        else id = ${id}::uuid
      end
  `);
  return rows.map((p) => ({
    id: p.id,
    number: p.number,
    link: `/emergency-procurement/orders/${p.id}`,
    deadlines: [
      ...(p.status === "to_ratify" || p.status === "returned"
        ? [
            {
              key: "ratify",
              title: `Ratify ${p.title}`.slice(0, 200),
              dueOn: dateIn(p.ratifyBy, timeZone),
              follows: `The verbal approval is ratified until ${formatInstant(p.ratifyBy, timeZone)}.`,
              ownerId: p.status === "returned" ? p.orderedBy : p.approverId,
              notices: [1, 0],
              byHand: false,
            },
          ]
        : []),
      ...(p.recompeteOn
        ? [
            {
              key: "recompete",
              title: `Compete what is still needed of ${p.title}`.slice(0, 200),
              dueOn: p.recompeteOn,
              follows: "So it stands in the file of the emergency order.",
              ownerId: p.orderedBy,
              notices: [30, 7],
            },
          ]
        : []),
    ],
  }));
};

/** The days of an emergency order as they follow now. */
export const keepPurchaseDays = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const [record] = await purchaseDays(tx, id);
  await keepDeadlines(tx, actor, "emergencyPurchase", record!);
};

export const purchaseDeadlines: DeadlineSource = {
  type: "emergencyPurchase",
  label: "Emergency order",
  permission: "emergency.read",
  duty: "duty_officer",
  all: (db) => purchaseDays(db, null),
};
