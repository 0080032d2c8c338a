import { counted } from "#kernel/words.ts";
import { formatCents } from "#kernel/money.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { chargedTo } from "../money/money.service.ts";
import type { ProjectStored } from "./project.noun.ts";

/** Something that stands open on a project: what it is, in words, and where it opens. */
export type Matter = { what: string; says: string; href: string | null };
type Matters = (db: Db, project: ProjectStored) => Promise<readonly Matter[]>;

const more: Matters[] = [];

/** Areas and nouns say what else must be settled before a project is closed. */
export const projectMatters = extensionPoint<Matters>(
  "what must be settled before a project is closed",
  (of) => void more.push(of),
);

const unpaid = [
  "received",
  "exception",
  "matched",
  "in_approval",
  "disputed",
  "approved",
  "scheduled",
];

/** Everything that stands open on a project: requests, orders, bills, what is withheld, what others bring. */
export const mattersOf = async (db: Db, project: ProjectStored): Promise<Matter[]> => {
  const { documents, invoices } = await chargedTo(db, project.segmentId);
  const brought = await Promise.all(more.map((of) => of(db, project)));
  return [
    ...documents
      .filter((d) => d.open)
      .map((d) => ({
        what: d.number,
        says: d.type === "requisition" ? "asked for and not ordered" : "an open order",
        href: d.type === "requisition" ? `/smart-requisition/${d.id}` : `/purchase-orders/${d.id}`,
      })),
    ...invoices
      .filter((i) => unpaid.includes(i.status))
      .map((i) => ({ what: i.number, says: "not paid", href: `/invoices/${i.id}` })),
    ...invoices
      .filter((i) => i.status === "paid" && i.withheld > 0)
      .map((i) => ({
        what: i.number,
        says: `${formatCents(i.withheld)} of retainage not released`,
        href: `/invoices/${i.id}`,
      })),
    ...brought.flat(),
  ];
};

/** What is told of open matters at once; the page lists all. */
const mostTold = 5;

/** Why a project is not closed yet, in words; null when nothing of it is open. */
export const stillOpen = (open: readonly Matter[]): string | null => {
  if (open.length === 0) return null;
  const told = open.slice(0, mostTold).map(({ what, says }) => `${what} (${says})`);
  const rest = open.length - told.length;
  return `Settle first: ${told.join(", ")}${rest > 0 ? ` and ${counted(rest, "more matter")}` : ""}.`;
};
