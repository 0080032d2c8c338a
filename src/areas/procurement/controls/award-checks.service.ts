import type { Instant } from "#kernel/time.ts";
import { judgedBy, rulesOn, strictestThreshold } from "#areas/governance/governance.public.ts";
import { rulesOfKeys } from "#areas/governance/governance.server.ts";
import { screenedBefore } from "#areas/vendors/vendors.server.ts";
import { businessDate, businessNow, dayIn } from "#server/clock.ts";
import type { ControlCheck, Judged } from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  judgeAnalysis,
  judgeExclusion,
  judgeInsured,
  type AnalysisFacts,
  type ExclusionFacts,
  type InsuredFacts,
} from "./award-checks.model.ts";
import { coverageOn } from "./coverage.ts";
import { judgedVersion, readOrders, type ReadOrder } from "./order-checks.service.ts";

const analysisFacts = (read: ReadOrder): AnalysisFacts => {
  const { o, base, raised, competition } = read;
  const prices = o.quotes.filter(({ answer }) => answer === "quoted");
  const inTime = prices.filter((q) => base.issued === null || q.answeredOn <= base.issued);
  return {
    ...base,
    raised,
    simplifiedCents:
      strictestThreshold(read.rules, "simplifiedAcquisition", read.day)?.cents ?? null,
    solicitation: competition?.number ?? null,
    underContract: o.contractId !== null || o.blanketId !== null,
    quoted: inTime.length,
    late: prices.length - inTime.length,
  };
};

const analysisLaw = ["costPriceAnalysis", "simplifiedAcquisition"];
const exclusionLaw = ["exclusionScreening"];
const insuranceLaw = ["insurancePolicy"];

const readExclusion = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const orders = await readOrders(db, ids);
  const now = businessNow(db.scope).toISOString() as Instant;
  const screened = await screenedBefore(
    db,
    orders.map(({ o }) => ({
      vendorId: o.vendorId,
      before: (o.issuedAt as Instant | null) ?? now,
    })),
  );
  return orders.map((read, n) => {
    const found = screened[n]!;
    const facts: ExclusionFacts = {
      ...read.base,
      federal: read.o.federal,
      cents: strictestThreshold(read.rules, "exclusionScreening", read.day)?.cents ?? null,
      screened: found && {
        outcome: found.outcome,
        decision: found.decision,
        on: dayIn(db.scope, found.at),
      },
    };
    return judgedVersion(read, { facts, law: exclusionLaw });
  });
};

type Insured = {
  id: string;
  number: string;
  status: string;
  amount: number;
  issuedAt: Instant | null;
  contractId: string | null;
  until: InsuredFacts["until"];
  solicitation: string | null;
  overriddenBy: string | null;
};

const insuredOf = (db: Db, ids: readonly string[]): Promise<Insured[]> =>
  db.rows<Insured>(sql`
    select
      o.id, o.number, o.status, o.amount, o.issued_at, o.contract_id,
      v.insurance_expires_on as until, s.number as solicitation, x.name as overridden_by
    from purchase_order o
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    left join award_order a on a.org_id = o.org_id and a.purchase_order_id = o.id
    left join award w on w.org_id = a.org_id and w.id = a.award_id
    left join solicitation s
      on s.org_id = w.org_id
      and s.id = w.solicitation_id
      and exists (
        select 1
        from solicitation_clause c
        where c.org_id = s.org_id
          and c.solicitation_id = s.id
          and c.rule_key = 'clause.insurance'
          and c.left_out is null
      )
    left join lateral (
        select p.display_name as name
        from insurance_override i
        join person p on p.id = i.person_id
        where i.org_id = o.org_id
          and i.vendor_id = o.vendor_id
          and (i.purchase_order_id = o.id or i.solicitation_id = w.solicitation_id)
          and i.at <= coalesce(o.issued_at, i.at)
        order by i.at desc
        limit 1
      ) x
      on true
    where o.org_id = ${db.scope.orgId} and o.id = any(${[...ids]}::uuid[])
  `);

const readInsured = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const [stored, rules] = await Promise.all([insuredOf(db, ids), rulesOfKeys(db, insuranceLaw)]);
  const orders = stored.map((o) => {
    const issued = o.issuedAt && dayIn(db.scope, o.issuedAt);
    return { o, issued, day: issued ?? businessDate(db.scope) };
  });
  const coverage = await coverageOn(
    db,
    orders.flatMap(({ o, day }) =>
      o.contractId ? [{ orderId: o.id, contractId: o.contractId, day }] : [],
    ),
  );
  return orders.map(({ o, issued, day }): Judged => {
    const contract = coverage.get(o.id);
    const facts: InsuredFacts = {
      status: o.status,
      issued,
      amount: o.amount,
      demandedBy: contract?.demanded ? contract.contract : o.solicitation,
      certificate: (contract?.certificate ?? false) || o.solicitation !== null,
      until: o.until,
      day,
      gaps: contract?.gaps ?? [],
      overriddenBy: o.overriddenBy,
    };
    return {
      subjectId: o.id,
      part: 0,
      binding: issued !== null,
      day,
      rules: judgedBy(rulesOn(rules, day), insuranceLaw),
      facts,
      shown: [{ label: o.number, href: `/purchase-orders/${o.id}` }],
    };
  });
};

const of = {
  kind: "preventive",
  subject: "purchaseOrder",
  stops: "order.issue",
  dayNamed: "the day on which the order goes out",
  owner: "buyer",
  severity: "high",
  days: 10,
} as const;

/** Controls of the price and the vendor of an order. */
export const awardChecks: readonly ControlCheck[] = [
  {
    ...of,
    name: "order.priceAnalysis",
    label: "Cost or price analysis",
    family: "price",
    demands:
      "Above the simplified acquisition threshold the cost or price of an order, and of what a change adds, is analyzed before.",
    ruleKeys: analysisLaw,
    remedy: "Record the prices that were asked for before the order went out.",
    tab: "quotes",
    read: async (db, ids) =>
      (await readOrders(db, ids)).map((read) =>
        judgedVersion(read, { facts: analysisFacts(read), law: analysisLaw }),
      ),
    judge: judgeAnalysis,
  },
  {
    ...of,
    name: "order.exclusion",
    label: "Vendor screened before the order",
    family: "vendor",
    demands:
      "Before an order on federal money from an amount on, its vendor is found not to be excluded.",
    ruleKeys: exclusionLaw,
    remedy: "Screen the vendor, and decide a possible match before the order goes out.",
    read: readExclusion,
    judge: judgeExclusion,
  },
  {
    ...of,
    name: "order.insured",
    label: "Insurance in force",
    family: "vendor",
    demands:
      "Where the contract or the solicitation of an order demands insurance, it is in force on the day of the order.",
    ruleKeys: insuranceLaw,
    remedy:
      "Accept what the vendor hands in on the contract's page, or enter the certificate's last day in its record.",
    read: readInsured,
    judge: judgeInsured,
  },
];
