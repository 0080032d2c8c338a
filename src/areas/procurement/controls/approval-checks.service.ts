import type { Day, Instant } from "#kernel/time.ts";
import { judgedBy, rulesOn, type Rule } from "#areas/governance/governance.public.ts";
import { rulesOfKeys } from "#areas/governance/governance.server.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import { belowPolicies, pacedDecisions } from "#areas/workflow/workflow.server.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import type { ControlCheck, Judged } from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  judgeBand,
  judgeOverrides,
  judgePace,
  type BandFacts,
  type OverrideFacts,
  type PaceFacts,
} from "./approval-checks.model.ts";
import { figureOn } from "./figures.ts";

type Override = OverrideFacts["overrides"][number];
type Stored = {
  id: string;
  number: string;
  issuedAt: Instant | null;
  requisitions: string[];
  askers: string[];
  overrides: Override[];
};

const storedOf = (db: Db, ids: readonly string[]): Promise<Stored[]> =>
  db.rows<Stored>(sql`
    select
      o.id, o.number, o.issued_at, coalesce(r.ids, '{}') as requisitions,
      array(
        select distinct p
        from unnest(array[o.buyer_id] || coalesce(r.askers, '{}') || array(
          select v.created_by
          from purchase_order_version v
          where v.org_id = o.org_id and v.purchase_order_id = o.id
        )) p
        where p is not null
        order by p
      ) as askers,
      coalesce(r.overrides, '[]') || coalesce(
        (
          select jsonb_agg(jsonb_build_object(
              'kind', 'insurance', 'number', o.number, 'decidedBy', i.person_id
            ) order by i.at)
          from insurance_override i
          where i.org_id = o.org_id
            and i.vendor_id = o.vendor_id
            and (
              i.purchase_order_id = o.id
              or i.solicitation_id in (
                select w.solicitation_id
                from award_order a
                join award w on w.org_id = a.org_id and w.id = a.award_id
                where a.org_id = o.org_id and a.purchase_order_id = o.id
              )
            )
        ),
        '[]'
      ) as overrides
    from purchase_order o
    left join lateral (
        select
          array_agg(q.id order by q.id) as ids, array_agg(q.requester_id order by q.id) as askers,
          jsonb_agg(
            jsonb_build_object(
              'kind', 'budget', 'number', q.number, 'decidedBy', q.budget_override ->> 'decidedBy'
            ) order by q.number
          ) filter (where q.budget_override ->> 'status' = 'granted') as overrides
        from requisition q
        where q.org_id = o.org_id
          and q.id in (
            select l.requisition_id
            from purchase_order_line n
            join requisition_line l on l.org_id = n.org_id and l.id = n.requisition_line_id
            where n.org_id = o.org_id and n.purchase_order_id = o.id
          )
      ) r
      on true
    where o.org_id = ${db.scope.orgId} and o.id = any(${[...ids]}::uuid[])
  `);

type Read = { o: Stored; day: Day; documents: readonly string[]; rules: readonly Rule[] };

const readOrders = async (db: Db, ids: readonly string[], key: string): Promise<Read[]> => {
  const [orders, rules] = await Promise.all([storedOf(db, ids), rulesOfKeys(db, [key])]);
  return orders.map((o) => ({
    o,
    day: o.issuedAt ? dayIn(db.scope, o.issuedAt) : businessDate(db.scope),
    documents: [o.id, ...o.requisitions],
    rules,
  }));
};

const judged = ({ o, day, rules }: Read, key: string, facts: Judged["facts"]): Judged => ({
  subjectId: o.id,
  part: 0,
  binding: o.issuedAt !== null,
  day,
  rules: judgedBy(rulesOn(rules, day), [key]),
  facts,
  shown: [{ label: o.number, href: `/purchase-orders/${o.id}` }],
});

const namedOf = async (db: Db, people: readonly string[]) => {
  const names = await namesOf(db, [...new Set(people)]);
  return (some: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      [...new Set(some)]
        .toSorted()
        .flatMap((person) => (names.has(person) ? [[person, names.get(person)!]] : [])),
    );
};

const readBand = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const orders = await readOrders(db, ids, "belowApproval");
  const approvals = await belowPolicies(
    db,
    orders.flatMap(({ documents }) => documents),
  );
  return orders.map((read) => {
    const facts: BandFacts = {
      approvals: approvals
        .filter(({ documentId }) => read.documents.includes(documentId))
        .map(({ number, amount, policy, below }) => ({ number, amount, policy, below })),
      belowPercent: figureOn(read.rules, "belowApproval", "belowPercent", read.day),
    };
    return judged(read, "belowApproval", facts);
  });
};

const readPace = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const orders = await readOrders(db, ids, "approvalPace");
  const decisions = await pacedDecisions(
    db,
    orders.flatMap(({ documents }) => documents),
  );
  const named = await namedOf(
    db,
    decisions.map(({ personId }) => personId),
  );
  return orders.map((read) => {
    const own = decisions.filter(({ documentId }) => read.documents.includes(documentId));
    const facts: PaceFacts = {
      decisions: own.map(({ number, personId, behind }) => ({ number, person: personId, behind })),
      names: named(own.map(({ personId }) => personId)),
      seconds: figureOn(read.rules, "approvalPace", "seconds", read.day),
    };
    return judged(read, "approvalPace", facts);
  });
};

const readOverrides = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const orders = await readOrders(db, ids, "ownOverride");
  const decidedBy = ({ o }: Read) => o.overrides.flatMap((each) => each.decidedBy ?? []);
  const named = await namedOf(db, orders.flatMap(decidedBy));
  return orders.map((read) => {
    const facts: OverrideFacts = {
      overrides: read.o.overrides,
      askers: read.o.askers,
      names: named(decidedBy(read)),
    };
    return judged(read, "ownOverride", facts);
  });
};

const of = {
  family: "people",
  kind: "detective",
  subject: "purchaseOrder",
  dayNamed: "the day on which the order goes out",
  owner: "compliance_officer",
  days: 15,
} as const;

/** Controls of how an order was approved. */
export const approvalChecks: readonly ControlCheck[] = [
  {
    ...of,
    name: "order.belowApproval",
    aboutPeople: true,
    stage: "requisition",
    label: "Just below another approval",
    demands: "No order or requisition of it stands just below the policy that asks somebody else.",
    ruleKeys: ["belowApproval"],
    severity: "low",
    remedy: "Say how the amount came about; what was approved stays as it is.",
    read: readBand,
    judge: judgeBand,
  },
  {
    ...of,
    name: "order.approvalPace",
    aboutPeople: true,
    stage: "requisition",
    label: "Approved within seconds",
    demands: "Nobody decides an order or requisition within seconds of another document.",
    ruleKeys: ["approvalPace"],
    severity: "low",
    remedy: "Have whoever decided say that they read it; a batch of small orders may be right.",
    read: readPace,
    judge: judgePace,
  },
  {
    ...of,
    name: "order.ownOverride",
    aboutPeople: true,
    stage: "requisition",
    label: "Override by whoever asked",
    demands: "Whoever asked for a purchase or ordered it overrides no rule for it.",
    ruleKeys: ["ownOverride"],
    severity: "high",
    days: 10,
    remedy: "Say what happened, and have somebody without a hand in it look at the override.",
    heard: { "purchaseOrder.overrideInsurance": async (_db, { objectId }) => [objectId] },
    read: readOverrides,
    judge: judgeOverrides,
  },
];
