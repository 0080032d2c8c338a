import { systemActor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce, transition } from "#server/lifecycle.ts";
import { notify, readOrganization } from "#areas/organization/organization.server.ts";
import { nextRun, tomorrow } from "../connector/schedule.service.ts";
import { connectorNoun } from "../connector/connector.noun.ts";
import { connector, type connectorRun } from "../connectors.tables.ts";
import type { Connector } from "../source/answer.ts";
import type { Ended } from "./ended.ts";

/** So soon a run that failed on the other side is tried again, so often before the next day. */
const retrySeconds = 1800;
const mostRetries = 3;
const longestPause = 86_400;

type Run = typeof connectorRun.$inferSelect;

const storeRun = (tx: Tx, run: Run, { outcome, message, import: found, tally }: Ended) => {
  // Of a run that brought nothing in, nothing is counted as brought in.
  const counted = outcome === "done" || outcome === "checked" ? found?.counts : undefined;
  const { create = 0, update = 0, skip = 0, reject = 0 } = counted ?? {};
  const rows = tally ?? {
    read: found?.rowsTotal ?? 0,
    created: create,
    updated: update,
    skipped: skip,
    rejected: reject,
  };
  return tx.rows(sql`
    update connector_run
    set
      outcome = ${outcome}, message = ${message}, ended_at = clock_timestamp(), read = ${rows.read},
      created = ${rows.created}, updated = ${rows.updated}, skipped = ${rows.skipped},
      rejected = ${rows.rejected}
    where org_id = ${run.orgId} and id = ${run.id} and outcome = 'running'
  `);
};

const storeGood = (tx: Tx, one: Connector, run: Run, ended: Ended) => {
  const came = ended.outcome === "done" || ended.outcome === "sent";
  const rows = ended.tally?.read ?? ended.import?.rowsTotal ?? null;
  const sha256 = ended.sha256 ?? ended.import?.sha256 ?? null;
  return tx.rows(sql`
    update connector
    set
      failures = 0, last_ok_at = clock_timestamp(),
      last_rows = case when ${came}::boolean then ${rows}::int else last_rows end,
      sha256 = case when ${came}::boolean then ${sha256} else sha256 end,
      watermark = case
        when ${came}::boolean then (
          select coalesce(r.watermark, connector.watermark)
          from connector_run r
          where r.org_id = connector.org_id and r.id = ${run.id}
        )
        else watermark
      end
    where org_id = ${one.orgId} and id = ${one.id}
  `);
};

// Not a fault of the source: what it allows a day is used up.
const storeWaiting = async (tx: Tx, one: Connector) => {
  const { timeZone } = await readOrganization(tx);
  await tx.rows(sql`
    update connector
    set etag = null, modified = null, next_run_at = ${tomorrow(timeZone)}
    where org_id = ${one.orgId} and id = ${one.id} and next_run_at is not null
  `);
};

const storeBad = async (tx: Tx, one: Connector, { outcome, retryAfter }: Ended) => {
  const { timeZone } = await readOrganization(tx);
  const soon = Math.min(retryAfter ?? retrySeconds, longestPause);
  // What stopped or asks waits for a person: trying it again would find the same.
  const again = outcome === "failed" && one.failures < mostRetries;
  await tx.rows(sql`
    update connector
    set
      failures = failures + 1, etag = null, modified = null,
      next_run_at = case
        when ${again}::boolean then clock_timestamp() + make_interval(secs => ${soon}::int)
        else ${await nextRun(tx, one, timeZone)}::timestamptz
      end
    where org_id = ${one.orgId} and id = ${one.id}
  `);
};

const tellOwner = (tx: Tx, one: Connector, message: string | null) =>
  notify(tx, [one.ownerId], {
    kind: "connector",
    title: `The connector ${one.name} needs you`,
    body: message ?? "",
    link: `/api-connectors/connectors/${one.id}`,
  });

/**
 * Writes down how a run ended and what follows: a dry run makes a draft tested, the first bad run
 * makes a connector failing and tells who answers for it once, a good one makes it active again.
 */
export const settleRun = async (
  tx: Tx,
  before: Connector,
  run: Run,
  ended: Ended,
): Promise<void> => {
  const one = await lockRow(tx, connector, before.id, "connector");
  const actor = systemActor(one.orgId, new Set(), one.name);
  await storeRun(tx, run, ended);
  announce(tx, one.orgId, "connector.run", one.id);
  const step = (action: "test" | "fail" | "recover", reason: string | null) =>
    transition(tx, actor, connectorNoun, { id: one.id, action, reason });
  if (run.dry) {
    if (ended.outcome === "checked" && (one.status === "draft" || one.status === "tested"))
      await step("test", null);
    return;
  }
  if (ended.outcome === "waits") return storeWaiting(tx, one);
  if (ended.outcome === "done" || ended.outcome === "unchanged" || ended.outcome === "sent") {
    await storeGood(tx, one, run, ended);
    if (one.status === "failing") await step("recover", null);
    return;
  }
  await storeBad(tx, one, ended);
  if (one.status !== "active") return;
  await step("fail", ended.message);
  tellOwner(tx, one, ended.message);
};
