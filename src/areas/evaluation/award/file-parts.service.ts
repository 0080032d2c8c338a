import type { FileElement, FilePart } from "#kernel/purchase-file.ts";
import { counted } from "#kernel/words.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { dayIn } from "#server/clock.ts";
import type { FiledOrder } from "#server/controls/purchase-files.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Awarded = {
  orderId: string;
  solicitationId: string;
  solicitation: string;
  kind: string;
  answers: number;
  vendor: string;
  awardId: string;
  award: string;
  basis: string;
  departure: string;
  finalisedAt: Instant | null;
  evaluationId: string | null;
  analysisKind: "price" | "cost" | null;
  estimateCents: number | null;
};

const awardsOf = (db: Db, orderIds: readonly string[]): Promise<Awarded[]> =>
  db.rows<Awarded>(sql`
    select
      o.purchase_order_id as order_id, s.id as solicitation_id, s.number as solicitation, s.kind,
      a.id as award_id, a.number as award, a.basis, a.departure, a.finalised_at, a.evaluation_id,
      e.analysis_kind, s.estimate_cents, v.name as vendor,
      (
        select count(*)::int
        from bid b
        where b.org_id = s.org_id and b.solicitation_id = s.id and b.opened_at is not null
      ) as answers
    from award_order o
    join award a on a.org_id = o.org_id and a.id = o.award_id
    join solicitation s on s.org_id = a.org_id and s.id = a.solicitation_id
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    left join evaluation e on e.org_id = a.org_id and e.id = a.evaluation_id
    where o.org_id = ${db.scope.orgId} and o.purchase_order_id = any(${[...orderIds]}::uuid[])
    order by a.id
  `);

const analyses = {
  price: "Price analysis in the evaluation.",
  cost: "Cost analysis in the evaluation.",
};

// On what the price rests: an analysis, or several answers that competed, beside the estimate.
const priceOf = ({ analysisKind, answers, estimateCents }: Awarded): string =>
  [
    ...(analysisKind ? [analyses[analysisKind]] : []),
    ...(!analysisKind && answers > 1 ? [`Competition of ${counted(answers, "answer")}.`] : []),
    ...((analysisKind || answers > 1) && estimateCents !== null
      ? [`Estimate ${formatCents(estimateCents)}.`]
      : []),
  ].join(" ");

const selectionOf = (a: Awarded): string => {
  const words = [a.basis, a.departure].map((text) => text.trim()).filter(Boolean);
  const decided = `${a.vendor}, of ${counted(a.answers, "answer")}, decided in ${a.award}.`;
  return [decided, ...words].join(" ");
};

/** What solicitations, evaluations and awards put into the files of orders that came of them. */
export const awardPartsOfFiles = async (
  db: Db,
  orders: readonly FiledOrder[],
): Promise<FilePart[]> => {
  const orderIds = orders.map(({ id }) => id);
  const day = (at: Instant | null): Day | null => at && dayIn(db.scope, at);
  return (await awardsOf(db, orderIds)).flatMap((a) => {
    const request = [{ label: a.solicitation, href: `/rfq-builder/${a.solicitationId}` }];
    const judged = a.evaluationId
      ? [{ label: a.award, href: `/bid-evaluation/${a.evaluationId}` }]
      : [{ label: a.award, href: `/bid-evaluation/quotes/${a.solicitationId}` }];
    const price = priceOf(a);
    const elements: [FileElement, string | null, Day | null, typeof request][] = [
      ["notice", `${a.solicitation} was published.`, null, request],
      ["answers", a.answers > 0 ? `${counted(a.answers, "answer")} opened.` : null, null, request],
      ["selection", selectionOf(a), day(a.finalisedAt), judged],
      ["price", price, null, judged],
      ["award", `${a.award} to ${a.vendor}.`, day(a.finalisedAt), judged],
    ];
    const records = [a.solicitationId, a.awardId, ...(a.evaluationId ? [a.evaluationId] : [])];
    return elements.flatMap(([element, said, on, shown]) =>
      said ? [{ orderId: a.orderId, element, said, on, shown, records }] : [],
    );
  });
};
