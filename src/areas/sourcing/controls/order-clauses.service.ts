import type { Day, Instant } from "#kernel/time.ts";
import { workOfAccounts } from "#areas/budget/budget.server.ts";
import {
  judgedBy,
  rulesOn,
  wagesTogether,
  type Rule,
} from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { clausesOfOrders, type ClausedOrder } from "#areas/procurement/procurement.server.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import type { ControlCheck, Judged } from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { chooseClauses } from "../solicitation/clause.model.ts";
import { judgeOrderClauses, type ClauseControlFacts } from "./order-clauses.model.ts";

type Sought = {
  id: string;
  number: string;
  publishedAt: Instant | null;
  clauses: { key: string; leftOut: string | null }[];
};

const solicitationsOf = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Sought>> =>
  new Map(
    (
      await db.rows<Sought>(sql`
        select
          s.id, s.number, s.published_at,
          coalesce(
            (
              select jsonb_agg(jsonb_build_object(
                  'key', c.rule_key, 'leftOut', c.left_out
                ) order by c.position)
              from solicitation_clause c
              where c.org_id = s.org_id and c.solicitation_id = s.id
            ),
            '[]'
          ) as clauses
        from solicitation s
        where s.org_id = ${db.scope.orgId} and s.id = any(${[...ids]}::uuid[])
      `)
    ).map((row) => [row.id, row]),
  );

type Paid = Awaited<ReturnType<typeof workOfAccounts>>;

const clausesAsked = (rules: readonly Rule[], o: ClausedOrder, paid: Paid, day: Day) => {
  const work = o.accountStringIds.flatMap((id) => paid.get(id) ?? []);
  return chooseClauses(
    rules,
    {
      kind: "contract",
      federal: o.federal,
      construction: work.some(({ construction }) => construction),
      insuranceRequired: false,
      estimateCents: o.amount,
      wages: wagesTogether(work.map(({ wages }) => wages)),
    },
    day,
  );
};

// What came of a solicitation bears its clauses, by the law of the day on which it was published.
const read = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const [orders, rules] = await Promise.all([clausesOfOrders(db, ids), listRules(db)]);
  const [sought, paid] = await Promise.all([
    solicitationsOf(
      db,
      orders.flatMap(({ solicitationId }) => solicitationId ?? []),
    ),
    workOfAccounts(
      db,
      orders.flatMap(({ accountStringIds }) => accountStringIds),
    ),
  ]);
  return orders.map((o): Judged => {
    const solicitation = o.solicitationId ? sought.get(o.solicitationId) : undefined;
    const issued = o.issuedAt && dayIn(db.scope, o.issuedAt);
    const asked = solicitation?.publishedAt ?? o.issuedAt;
    const day = asked ? dayIn(db.scope, asked) : businessDate(db.scope);
    const clauses = clausesAsked(rules, o, paid, day);
    const facts: ClauseControlFacts = {
      issued,
      federal: o.federal,
      underContract: o.underContract,
      asked: Object.fromEntries(clauses.map(({ ruleKey, title }) => [ruleKey, title])),
      present: solicitation
        ? solicitation.clauses.flatMap(({ key, leftOut }) => (leftOut === null ? [key] : []))
        : o.clauses,
      leftOut: Object.fromEntries(
        (solicitation?.clauses ?? []).flatMap(({ key, leftOut }) =>
          leftOut === null ? [] : [[key, leftOut]],
        ),
      ),
    };
    return {
      subjectId: o.id,
      part: 0,
      binding: issued !== null,
      day,
      rules: judgedBy(
        rulesOn(rules, day),
        clauses.map(({ ruleKey }) => ruleKey),
      ),
      facts,
      shown: [
        { label: o.number, href: `/purchase-orders/${o.id}` },
        ...(solicitation
          ? [{ label: solicitation.number, href: `/rfq-builder/${solicitation.id}` }]
          : []),
      ],
    };
  });
};

/** Finds orders on federal money without the clauses that rules ask for. */
export const orderClausesCheck: ControlCheck = {
  name: "order.clauses",
  label: "Clauses of an order",
  family: "order",
  kind: "detective",
  subject: "purchaseOrder",
  demands:
    "An order on federal money bears the clauses that the rules of its day ask for, or its solicitation says why one is left out.",
  dayNamed: "the day on which the order goes out, or its solicitation was published",
  ruleKeys: ["clause.records", "clause.remedies", "clause.termination"],
  severity: "medium",
  owner: "buyer",
  days: 10,
  remedy:
    "Agree the missing clauses with the vendor by a change of the order, or ask for a waiver.",
  read,
  judge: judgeOrderClauses,
};
