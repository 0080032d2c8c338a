import type { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { closingPreview } from "../budget.model.ts";
import { allCarryovers } from "./carryover.service.ts";
import { carriedBudget, shortOf, type LineAtClose } from "./closing.model.ts";
import { type Year, yearColumns, following, obstacle, linesOf } from "./year-end.service.ts";

type Preview = z.output<typeof closingPreview>;

const yearOf = async (db: Db, id: string): Promise<Year> => {
  const year = await db.maybe<Year>(
    sql`select ${yearColumns} from fiscal_year where org_id = ${db.scope.orgId} and id = ${id}`,
  );
  if (!year) throw notFound("fiscal year");
  return year;
};

const largest = 50;

/**
 * What closing a fiscal year would do: what stands in its way, how many documents go along with
 * what they hold, what of the budget goes with them and what lapses, and which accounts of the next
 * year are short, for both ways. Cents.
 */
export const previewClosing = async (db: Db, id: string): Promise<Preview> => {
  const year = await yearOf(db, id);
  const next = await following(db, year);
  const [blocked, lines, ...under] = await Promise.all([
    obstacle(db, year, next),
    linesOf(db, year, next, false),
    ...allCarryovers().map(async (c) => ({
      c,
      docs: await c.underway(db, id, false),
      held: await c.holds(db, id),
    })),
  ]);
  // What comes in does not lapse, and is not added to what may be spent.
  const spending = lines.filter((l) => !l.comesIn);
  const sum = (of: (l: LineAtClose) => number) => spending.reduce((n, l) => n + of(l), 0);
  const documents = under.flatMap(({ c, docs, held }) => {
    const holds = new Map<string, number>();
    for (const h of held) holds.set(h.id, (holds.get(h.id) ?? 0) + h.preEncumbered + h.encumbered);
    return docs.map((d) => ({
      documentType: c.documentType,
      kind: c.one,
      id: d.id,
      number: d.number,
      href: `${c.href}/${d.id}`,
      amount: d.amount,
      held: holds.get(d.id) ?? 0,
    }));
  });
  return {
    year,
    next,
    blocked,
    groups: under.map(({ c, docs, held }) => ({
      documentType: c.documentType,
      label: docs.length === 1 ? c.one : c.many,
      count: docs.length,
      amount: docs.reduce((n, d) => n + d.amount, 0),
      held: held.reduce((n, h) => n + h.preEncumbered + h.encumbered, 0),
    })),
    documents: documents
      .sort((a, b) => b.held - a.held || (a.number < b.number ? -1 : 1))
      .slice(0, largest),
    preEncumbered: sum((l) => l.preEncumbered),
    encumbered: sum((l) => l.encumbered),
    expended: sum((l) => l.expended),
    budget: sum((l) => l.budget),
    carriedBudget: sum(carriedBudget),
    lapses: {
      carry: sum((l) => l.budget - l.expended - carriedBudget(l)),
      next: sum((l) => l.budget - l.expended),
    },
    short: {
      carry: lines.flatMap((l) => shortOf(l, "carry") ?? []).slice(0, largest),
      next: lines.flatMap((l) => shortOf(l, "next") ?? []).slice(0, largest),
    },
  };
};
