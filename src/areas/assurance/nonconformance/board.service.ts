import { boardOf, type Stage } from "#areas/procurement/procurement.server.ts";
import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { nonconformanceStatuses, type NonconformanceStatus } from "./nonconformance.labels.ts";
import { nonconformanceList } from "./nonconformance.list.ts";

/** The columns of the board, in order. */
export const boardColumns = {
  reported: "Reported",
  contained: "Contained",
  decided: "Decided",
  closed: "Closed",
} as const;
type Column = keyof typeof boardColumns;

const stage = (status: NonconformanceStatus, column: Column, since: string): Stage<Column> => ({
  ...{ id: status, column, label: nonconformanceStatuses[status].label },
  list: nonconformanceList,
  page: "/admin/quality/nonconformances",
  query: () => ({ status }),
  card: {
    title: "n.title",
    sub: "nullif(n.vendor_name, '')",
    owner: "n.reported_name",
    amount: null,
    href: (id) => `/admin/quality/nonconformances/${id}`,
    emergency: "false",
    // Days have no hour: the end of it, so that what came today is not a day old.
    since: `((${since} + 1)::timestamp at time zone 'UTC')`,
  },
  stayed: null,
});

const stages: readonly Stage<Column>[] = [
  stage("reported", "reported", "n.reported_on"),
  stage("contained", "contained", "n.contained_on"),
  stage("returned", "decided", "n.decided_on"),
  stage("rework", "decided", "n.decided_on"),
  stage("scrap", "decided", "n.decided_on"),
  stage("use_as_is", "decided", "n.decided_on"),
  stage("closed", "closed", "n.closed_on"),
];

/** Nonconformances by where they stand. */
export const nonconformanceBoard = (db: Db, actor: Actor) =>
  boardOf(db, actor, { stages, columns: boardColumns, departmentId: null });
