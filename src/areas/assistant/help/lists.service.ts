import { pageAt } from "#areas.ts";
import { approvalList } from "#areas/workflow/workflow.server.ts";
import { vendorLists, vendorWaiting } from "#areas/vendor-portal/vendor-portal.server.ts";
import { roleSatisfies, type Actor } from "#kernel/access.ts";
import { counted } from "#kernel/words.ts";
import { allAsked } from "#server/area.ts";
import { businessDate } from "#server/clock.ts";
import type { Database, Db } from "#server/db/db.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery, type ListDefinition } from "#server/http/list.ts";
import { listAskedFor, type Askable } from "./list-question.service.ts";

/**
 * A list that answers a question: how many records it holds (at least so many where `more`), what was
 * asked of them in words, and its address with the filters.
 */
export type FoundList = { name: string; total: number; more: boolean; of: string[]; href: string };

/** "4 invoices (overdue)". */
export const listInWords = ({ name, total, more, of }: FoundList): string =>
  `${more ? `More than ${total.toLocaleString("en-US")} ${name}` : counted(total, name.replace(/s$/, ""))}${of.length > 0 ? ` (${of.join(", ").toLowerCase()})` : ""}`;

type Readable = Askable & {
  page: string;
  count: (query: string) => Promise<{ total: number; more: boolean }>;
};

const countOf = async (db: Db, actor: Actor, list: ListDefinition, query: string) => {
  const asked = listQuery(list).parse({
    ...Object.fromEntries(new URLSearchParams(query)),
    limit: 1,
  });
  const { total, totalCapped } = await runList(db, actor, list, asked);
  return { total: total ?? 0, more: totalCapped };
};

/** The lists that somebody may read: an agency's by their permissions, a vendor's own ones. */
const readable = (database: Database, actor: Actor): readonly Readable[] => {
  if (actor.kind === "vendor") return vendorLists(database, actor);
  if (!actor.orgId) return [];
  const db = database.read(actor);
  return allAsked()
    .filter(({ permission }) => actor.permissions.has(permission))
    .map(({ list, page, views = [] }) => ({
      list,
      page,
      views,
      count: (query) => countOf(db, actor, list, query),
    }));
};

// Who may not open the screen finds the same on the dashboard.
const openTo = (actor: Actor, page: string): boolean => {
  const access = pageAt(page.split("?")[0]!)?.access;
  return typeof access === "string" || (access !== undefined && roleSatisfies(actor.role, access));
};

/**
 * The list that a question asks for, counted by its own query with the asker's rights. `words`: the
 * question's, spelled.
 */
export const listFor = async (
  database: Database,
  actor: Actor,
  words: readonly string[],
  question: string,
): Promise<FoundList | null> => {
  const found = listAskedFor(readable(database, actor), words, question, {
    today: businessDate(actor),
    timeZone: actor.timeZone ?? "UTC",
  });
  if (!found || !openTo(actor, found.asked.page)) return null;
  const { list, page, count } = found.asked;
  const query = found.query.replace(/ /g, "+");
  return {
    name: list.name.replace(/-/g, " "),
    ...(await count(found.query)),
    of: found.of,
    href: query ? `${page}${page.includes("?") ? "&" : "?"}${query}` : page,
  };
};

/** What waits for the asker: their approvals, or what the portal puts before a vendor. */
export const waitingList = async (database: Database, actor: Actor): Promise<FoundList | null> => {
  if (actor.kind === "vendor")
    return {
      name: "things",
      of: ["waiting for you"],
      total: await vendorWaiting(database, actor),
      more: false,
      href: "/vendor-portal",
    };
  if (!actor.orgId || !actor.permissions.has("approval.read")) return null;
  const href = openTo(actor, "/approvals-inbox") ? "/approvals-inbox" : "/dashboard";
  const count = await countOf(database.read(actor), actor, approvalList, "mine=true");
  return { name: "approvals", of: ["waiting for you"], ...count, href };
};
