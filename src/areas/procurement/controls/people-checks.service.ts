import type { Day, Instant } from "#kernel/time.ts";
import { judgedBy, rulesOn } from "#areas/governance/governance.public.ts";
import { rulesOfKeys } from "#areas/governance/governance.server.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import { approversByDocument } from "#areas/workflow/workflow.server.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import type { ControlCheck, Judged } from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { judgeEnds, type EndsFacts } from "./people-checks.model.ts";

type Stored = {
  id: string;
  number: string;
  revision: number;
  issuedAt: Instant | null;
  requisitions: string[];
  ordered: string[];
  received: string[];
};

const storedOf = (db: Db, ids: readonly string[]): Promise<Stored[]> =>
  db.rows<Stored>(sql`
    select
      o.id, o.number, o.revision, o.issued_at,
      array(
        select distinct l.requisition_id
        from purchase_order_line n
        join requisition_line l on l.org_id = n.org_id and l.id = n.requisition_line_id
        where n.org_id = o.org_id and n.purchase_order_id = o.id
      ) as requisitions,
      array(
        select distinct v.created_by
        from purchase_order_version v
        where v.org_id = o.org_id and v.purchase_order_id = o.id and v.created_by is not null
      ) as ordered,
      array(
        select distinct c.received_by
        from receipt c
        where c.org_id = o.org_id
          and c.purchase_order_id = o.id
          and c.status = 'posted'
          and c.received_by is not null
      ) as received
    from purchase_order o
    where o.org_id = ${db.scope.orgId} and o.id = any(${[...ids]}::uuid[])
  `);

const rule = "separationOfDuties";

const read = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const [orders, rules] = await Promise.all([storedOf(db, ids), rulesOfKeys(db, [rule])]);
  const documents = orders.flatMap(({ id, requisitions }) => [id, ...requisitions]);
  const approvers = await approversByDocument(db, documents);
  const people = [
    ...orders.flatMap((o) => [...o.ordered, ...o.received]),
    ...[...approvers.values()].flat(),
  ];
  const names = await namesOf(db, people);
  return orders.map((o) => {
    const approved = [o.id, ...o.requisitions].flatMap((id) => approvers.get(id) ?? []);
    const facts: EndsFacts = {
      ordered: o.ordered.toSorted(),
      approved: [...new Set(approved)].toSorted(),
      received: o.received.toSorted(),
      names: Object.fromEntries(
        [...new Set([...o.ordered, ...approved, ...o.received])]
          .toSorted()
          .flatMap((person) => (names.has(person) ? [[person, names.get(person)!]] : [])),
      ),
    };
    const day: Day = o.issuedAt ? dayIn(db.scope, o.issuedAt) : businessDate(db.scope);
    return {
      subjectId: o.id,
      part: 0,
      binding: o.issuedAt !== null,
      day,
      rules: judgedBy(rulesOn(rules, day), [rule]),
      facts,
      shown: [{ label: o.number, href: `/purchase-orders/${o.id}` }],
    };
  });
};

/** Controls of who did what of a purchase. */
export const peopleChecks: readonly ControlCheck[] = [
  {
    name: "order.bothEnds",
    aboutPeople: true,
    label: "One person on two ends of a purchase",
    family: "people",
    kind: "detective",
    subject: "purchaseOrder",
    demands:
      "Nobody orders and approves, orders and receives, or approves and receives one purchase.",
    dayNamed: "the day on which the order goes out",
    ruleKeys: [rule],
    severity: "high",
    owner: "compliance_officer",
    days: 10,
    remedy: "Say what happened, and who looked at it since; what was done cannot be undone.",
    read,
    judge: judgeEnds,
  },
];
