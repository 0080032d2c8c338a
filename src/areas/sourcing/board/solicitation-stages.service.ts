import { counted } from "#kernel/words.ts";
import { raw, sql } from "#server/db/sql.ts";
import { solicitationList } from "../solicitation/solicitation.list.ts";
import type { Stage, Suggestion } from "#areas/procurement/procurement.server.ts";

/** Days after which the board suggests the next step. */
const openWithinDays = 2;
const evaluateWithinDays = 30;
const issueWithinDays = 5;

const openBids: Suggestion = {
  permission: "bid.open",
  applies: (card) =>
    card.ageDays > openWithinDays
      ? {
          label: "Open the bids",
          rule: `Closed ${counted(card.ageDays, "day")} ago and not opened; bids should be opened within ${openWithinDays}.`,
          href: `/solicitations/${card.id}/opening`,
        }
      : null,
};
const setUpEvaluation: Suggestion = {
  permission: "evaluation.manage",
  applies: (card) =>
    card.ageDays > evaluateWithinDays
      ? {
          label: "See the evaluation",
          rule: `Opened ${counted(card.ageDays, "day")} ago and not recommended; evaluating should take ${evaluateWithinDays}.`,
          href: "/bid-evaluation",
        }
      : null,
};

const approveOrders: Suggestion = {
  permission: "procurement.board",
  applies: (card) =>
    card.ageDays > issueWithinDays
      ? {
          label: "See its orders",
          rule: `Awarded ${counted(card.ageDays, "day")} ago and its orders are not issued; that should take ${issueWithinDays}.`,
          href: card.href,
        }
      : null,
};
const live =
  "award w where w.org_id = s.org_id and w.solicitation_id = s.id and w.status = 'waiting'";

// A request for information buys nothing: it stays out of the way from need to payment.
const kind = "rfq,itb,rfp";
const common = { list: solicitationList, page: "/rfq-builder" } as const;
const card = {
  title: "s.title",
  sub: "d.name",
  owner: "who.display_name",
  amount: "s.estimate_cents",
  href: (id: string) => `/rfq-builder/${id}`,
  emergency: "false",
  deadline: "(s.due_at at time zone $zone)::date",
};

/** The days between two instants of solicitations that passed the later one lately. */
const between =
  (from: string, to: string): NonNullable<Stage["stayed"]> =>
  (a, dept) =>
    sql`
      select greatest(0, extract(epoch from ${raw(to)} - ${raw(from)}) / 86400) as days
      from solicitation s
      where s.org_id = ${a.orgId}
        and s.kind <> 'rfi'
        and ${raw(to)} > now() - interval '180 days'
        and ${raw(to)} <= now()
        and (${dept}::uuid is null or s.department_id = ${dept})
      order by ${raw(to)} desc
      limit 1000
    `;

/**
 * Solicitations that ask for bids, from the first draft to the intent to award, and quotations
 * whose orders wait for approval. Amounts are the independent estimates, where there is one; of
 * awarded ones what is awarded.
 */
export const solicitationStages: readonly Stage[] = [
  {
    ...common,
    id: "sol_preparing",
    column: "solicited",
    label: "Being prepared",
    query: () => ({ status: "draft,review", kind }),
    card: { ...card, since: "s.created_at" },
    stayed: between("s.created_at", "s.published_at"),
  },
  {
    ...common,
    id: "sol_open",
    column: "solicited",
    label: "Open for bids",
    query: () => ({ status: "published,questions_closed", kind }),
    card: { ...card, since: "coalesce(s.published_at, s.created_at)" },
    stayed: between("s.published_at", "s.due_at"),
  },
  {
    ...common,
    id: "sol_closed",
    column: "solicited",
    label: "Closed, to open",
    query: () => ({ status: "closed", kind }),
    card: { ...card, since: "coalesce(s.closed_at, s.due_at)" },
    stayed: between("s.due_at", "s.opened_at"),
    suggestion: openBids,
  },
  {
    ...common,
    id: "sol_evaluating",
    column: "awarding",
    label: "Evaluating",
    query: () => ({ status: "opened,evaluating", kind }),
    card: { ...card, since: "coalesce(s.opened_at, s.due_at)" },
    suggestion: setUpEvaluation,
    stayed: (a, dept) => sql`
      select greatest(0, extract(epoch from w.posted_at - s.opened_at) / 86400) as days
      from award w
      join solicitation s on s.org_id = w.org_id and s.id = w.solicitation_id
      where w.org_id = ${a.orgId}
        and w.posted_at > now() - interval '180 days'
        and (${dept}::uuid is null or s.department_id = ${dept})
      order by w.posted_at desc
      limit 1000
    `,
  },
  {
    ...common,
    id: "sol_intent",
    column: "awarding",
    label: "Intent and protests",
    query: () => ({ status: "intent_posted,protest_window,protest_hold", kind }),
    card: {
      ...card,
      since:
        "coalesce((select max(w.posted_at) from award w where w.org_id = s.org_id and w.solicitation_id = s.id), s.opened_at)",
    },
    stayed: (a, dept) => sql`
      select greatest(0, extract(epoch from w.finalised_at - w.posted_at) / 86400) as days
      from award w
      join solicitation s on s.org_id = w.org_id and s.id = w.solicitation_id
      where w.org_id = ${a.orgId}
        and w.evaluation_id is not null
        and w.finalised_at > now() - interval '180 days'
        and (${dept}::uuid is null or s.department_id = ${dept})
      order by w.finalised_at desc
      limit 1000
    `,
  },
  {
    ...common,
    id: "sol_waiting",
    column: "awarding",
    label: "Awarded, orders waiting",
    query: () => ({ status: "awarded", awardWaiting: "true", kind }),
    card: {
      ...card,
      amount: `(select w.total_cents from ${live})`,
      since: `coalesce((select w.posted_at from ${live}), s.opened_at)`,
      href: (id) => `/bid-evaluation/quotes/${id}`,
    },
    suggestion: approveOrders,
    stayed: (a, dept) => sql`
      select greatest(0, extract(epoch from w.finalised_at - w.posted_at) / 86400) as days
      from award w
      join solicitation s on s.org_id = w.org_id and s.id = w.solicitation_id
      where w.org_id = ${a.orgId}
        and w.evaluation_id is null
        and w.finalised_at > w.posted_at
        and w.finalised_at > now() - interval '180 days'
        and (${dept}::uuid is null or s.department_id = ${dept})
      order by w.finalised_at desc
      limit 1000
    `,
  },
];
