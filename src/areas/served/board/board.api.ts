import {
  boardAnswerOf,
  boardOf,
  type Stage,
  type Suggestion,
} from "#areas/procurement/procurement.server.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { billList } from "../bill/bill.list.ts";
import { requestList } from "../request/request.list.ts";

const columns = {
  requested: "Requested",
  work: "At work",
  toBill: "To bill",
  billed: "Billed",
  overdue: "Overdue",
} as const;
type Column = keyof typeof columns;

/** So long a request waits for its answer, in days. */
const answerWithin = 3;

const answer: Suggestion = {
  permission: "served.write",
  applies: ({ ageDays, href }) =>
    ageDays > answerWithin
      ? {
          label: "Accept or decline it",
          rule: `A client hears within ${answerWithin} days.`,
          href,
        }
      : null,
};

type Of = { id: string; column: Column; label: string; query: Record<string, string> };

const ofRequests = ({ id, column, label, query }: Of, suggestion?: Suggestion): Stage<Column> => ({
  ...{ id, column, label, list: requestList, page: "/customer-management/requests" },
  query: () => query,
  card: {
    ...{ title: "r.title", sub: "c.name", owner: "null::text", amount: null },
    ...{ emergency: "false", since: "r.updated_at", deadline: "r.wanted_on" },
    href: (record) => `/clients/requests/${record}`,
  },
  stayed: null,
  ...(suggestion && { suggestion }),
});

const ofBills = ({ id, column, label, query }: Of): Stage<Column> => ({
  ...{ id, column, label, list: billList, page: "/customer-management/bills" },
  query: () => query,
  card: {
    ...{ title: "c.name", sub: "a.number", owner: "null::text", amount: "b.total - b.received" },
    ...{ emergency: "false", since: "b.updated_at", deadline: "b.due_on" },
    href: (record) => `/clients/bills/${record}`,
  },
  stayed: null,
});

const stages: readonly Stage<Column>[] = [
  ofRequests(
    { id: "requested", column: "requested", label: "Requested", query: { status: "requested" } },
    answer,
  ),
  ofRequests({
    ...{ id: "accepted", column: "work", label: "Accepted" },
    query: { status: "accepted" },
  }),
  ofRequests({ id: "at_work", column: "work", label: "At work", query: { status: "at_work" } }),
  ofRequests({ id: "to_bill", column: "toBill", label: "To bill", query: { status: "to_bill" } }),
  ofBills({
    ...{ id: "prepared", column: "billed", label: "To approve or send" },
    query: { status: "draft,approved" },
  }),
  ofBills({
    ...{ id: "open", column: "billed", label: "Sent, not late" },
    query: { current: "true" },
  }),
  ofBills({ id: "late", column: "overdue", label: "Late", query: { late: "true" } }),
];

/** The work for clients from its request to its money. */
export const boardEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/client-board",
    permission: "served.read",
    summary: "Work for clients by where it stands, from the request to the money",
    response: boardAnswerOf(columns).meta({ id: "ServedBoard" }),
    handler: ({ actor, db }) => boardOf(db, actor, { stages, columns, departmentId: null }),
  }),
];
