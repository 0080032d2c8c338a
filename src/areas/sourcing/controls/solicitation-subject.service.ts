import type { LedgerEntry } from "#server/audit/ledger.ts";
import type { ControlHead, ControlSubject } from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { askersOf } from "#server/origin/origin.ts";
import { approversOf } from "#areas/workflow/workflow.server.ts";
import { awardsOf } from "./awarded.ts";

const itself = async (_db: Db, { objectId }: LedgerEntry) => [objectId];

type Head = Omit<ControlHead, "amount" | "people"> & {
  estimateCents: number | null;
  requesterId: string | null;
};

const headsOf = async (db: Db, ids: readonly string[]): Promise<ControlHead[]> => {
  const [rows, awards] = await Promise.all([
    db.rows<Head>(sql`
      select
        id, number, title, department_id, buyer_id as owner_id, federal, estimate_cents,
        requester_id
      from solicitation
      where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
    `),
    awardsOf(db, ids),
  ]);
  return rows.map(({ estimateCents, requesterId, ...head }) => ({
    ...head,
    amount: awards.get(head.id)?.cents ?? estimateCents ?? 0,
    people: requesterId === null ? [] : [requesterId],
  }));
};

// Who asked for it or for what it serves, drafted, estimated, approved or published it, and who had a
// hand in its award.
const handsOf = async (db: Db, id: string): Promise<readonly string[]> => {
  const served = sql`
    select l.requisition_id
    from solicitation_item i
    join requisition_line l on l.org_id = i.org_id and l.id = i.requisition_line_id
    where i.org_id = ${db.scope.orgId} and i.solicitation_id = ${id}
  `;
  const [written, asked, approved, awards] = await Promise.all([
    db.maybe<{ people: (string | null)[] }>(sql`
      select array[buyer_id, requester_id, estimate_by, approved_by, published_by] as people
      from solicitation
      where org_id = ${db.scope.orgId} and id = ${id}
    `),
    askersOf(db, { type: "solicitation", id }),
    approversOf(db, served),
    awardsOf(db, [id]),
  ]);
  const people = [
    ...(written?.people ?? []),
    ...asked,
    ...approved,
    ...(awards.get(id)?.people ?? []),
  ];
  return [...new Set(people.filter((person) => person !== null))];
};

const steps = [
  "publish",
  "addendum",
  "outreach",
  "close",
  "reopen",
  "open",
  "evaluate",
  "reevaluate",
  "postIntent",
  "award",
  "awardAnew",
  "noAward",
  "fail",
  "cancel",
];

/** Solicitations up to their award, as controls judge them. */
export const solicitationSubject: ControlSubject = {
  noun: "solicitation",
  label: "Solicitation",
  stage: "solicitation",
  page: (id) => `/rfq-builder/${id}`,
  heard: Object.fromEntries(steps.map((step) => [`solicitation.${step}`, itself])),
  heads: headsOf,
  hands: handsOf,
  all: async (db, after, limit) =>
    (
      await db.rows<{ id: string }>(sql`
        select id
        from solicitation
        where org_id = ${db.scope.orgId} and (${after}::uuid is null or id > ${after})
        order by id
        limit ${limit}
      `)
    ).map(({ id }) => id),
};
