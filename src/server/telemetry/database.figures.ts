import { hostAheadMs } from "../db/database-clock.ts";
import type { Database } from "../db/db.ts";
import { standbyOf } from "../db/standby/standby.ts";
import { faultCounts } from "../faults.ts";
import type { Figure } from "./figures.ts";
import { statementTimes } from "./statements.ts";

/** Connections by role, and how long statements took. */
export const connectionFigures = (database: Database): Figure[] => {
  const pools = [...new Map(database.pools().map((p) => [p.role, p])).values()];
  const by = (
    name: string,
    help: string,
    value: (pool: (typeof pools)[number]) => number,
  ): Figure => ({
    name,
    help,
    type: "gauge",
    samples: pools.map((pool) => ({ labels: { role: pool.role }, value: value(pool) })),
  });
  return [
    by("levee_db_connections", "Open connections to the database by role.", (p) => p.open),
    by("levee_db_connections_idle", "Connections that nobody uses.", (p) => p.idle),
    by("levee_db_connections_max", "As many connections at most.", (p) => p.max),
    by("levee_db_waiting", "Who waits for a connection.", (p) => p.waiting),
    {
      name: "levee_db_statement_duration_seconds",
      help: "Statements of this instance, from their sending to the answer.",
      type: "histogram",
      times: statementTimes,
    },
  ];
};

/** What may come from a standby, where there is one. */
export const standbyFigures = (database: Database): Figure[] => {
  const standby = standbyOf(database);
  if (!standby) return [];
  const { usable, lagMs, standby: there, primary } = standby.figures;
  return [
    {
      name: "levee_late_reads_total",
      help: "Statements that may come from the standby, by where they were answered.",
      type: "counter",
      samples: [
        { labels: { place: "standby" }, value: there },
        { labels: { place: "primary" }, value: primary },
      ],
    },
    {
      name: "levee_standby_up",
      help: "1 while the standby may be read from.",
      type: "gauge",
      samples: [{ value: usable ? 1 : 0 }],
    },
    {
      name: "levee_standby_lag_seconds",
      help: "How far the standby is behind; nothing while that is not known.",
      type: "gauge",
      samples: lagMs === null ? [] : [{ value: lagMs / 1000 }],
    },
  ];
};

/** What needs who runs the server, and this machine's clock. */
export const faultFigures = (): Figure[] => [
  {
    name: "levee_faults_total",
    help: "What those who run the server must look at: lost or unreadable files, errors that nobody caught.",
    type: "counter",
    samples: faultCounts().map(([kind, value]) => ({ labels: { kind }, value })),
  },
  {
    name: "levee_clock_ahead_seconds",
    help: "By how much this machine's clock is ahead of the database's.",
    type: "gauge",
    samples: [{ value: hostAheadMs() / 1000 }],
  },
];
