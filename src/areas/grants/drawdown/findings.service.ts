import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { booksOf } from "../award/books.service.ts";
import { termsOf } from "../award/terms.service.ts";
import { award } from "../grants.tables.ts";
import { whyNot } from "./costs.service.ts";
import type { DrawdownRecord } from "./drawdown.noun.ts";

export type Finding = { ok: boolean; text: string };

/** What is checked of a request before it is certified, each as a sentence. */
export const findingsOf = async (
  db: Db,
  d: Pick<DrawdownRecord, "id" | "awardId" | "kind" | "through">,
): Promise<Finding[]> => {
  const w = await getRow(db, award, d.awardId, "award");
  const [books, terms] = await Promise.all([booksOf(db, w), termsOf(db, w.id)]);
  const mine = books.claims.filter((c) => c.claimerId === d.id);
  const costs = new Map(books.costs.map((c) => [c.id, c]));
  const lacking = mine.filter((c) => c.uncovered !== 0 && !c.ahead);
  const outside = [...new Set(mine.filter((c) => c.cents > 0).map((c) => c.costLineId))].flatMap(
    (id) => {
      const cost = costs.get(id);
      const why = cost ? whyNot(w, terms, cost) : "Charged to no account of this award any more";
      return why ? [`${cost?.documentNumber ?? "A cost"}: ${why}.`] : [];
    },
  );
  const federal = books.claims.reduce((n, c) => n + (c.share === "federal" ? c.cents : 0), 0);
  const openCredits = books.costs.filter(
    (c) => c.movesId === null && c.paid < 0 && c.claimed > c.paid && c.incurredTo <= d.through,
  );
  return [
    { ok: mine.length > 0, text: "Every cent names a line of the books." },
    {
      ok: lacking.length === 0,
      text: lacking.length
        ? `${formatCents(lacking.reduce((n, c) => n + c.uncovered, 0))} of it have no payment behind them any more: cancel the request and draw anew.`
        : d.kind === "advance"
          ? "Every line is approved and falls due within the days of the award's term."
          : "Every line is paid, and no other request holds these cents.",
    },
    {
      ok: outside.length === 0,
      text: outside.length
        ? outside.join(" ")
        : `Every line lies within ${formatDate(w.preawardFrom ?? w.periodFrom)} to ${formatDate(w.periodTo)} and is allowed.`,
    },
    {
      ok: federal <= w.amount,
      text: `With this ${formatCents(federal)} of ${formatCents(w.amount)} are drawn.`,
    },
    {
      ok: openCredits.length === 0,
      text: openCredits.length
        ? `Credits are left out: ${openCredits.map((c) => c.documentNumber).join(", ")}. They reduce the request (2 CFR 200.406).`
        : "Credits that reduce the costs are in it (2 CFR 200.406).",
    },
  ];
};
