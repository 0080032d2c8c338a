import pg from "pg";
import { hostsOf, primaryOf } from "../wire/hosts.ts";
import { standbyFault, type Named } from "./words.model.ts";

const askedMs = 2_000;
/** A standby follows a promotion within moments: so often it is asked again, in milliseconds. */
const again = { times: 10, ms: 500 };
const pause = (ms: number) => new Promise((done) => void setTimeout(done, ms));

const described = `
  select
    s.system_identifier::text as "systemId", pg_postmaster_start_time()::text as started,
    pg_is_in_recovery() as standby,
    greatest(c.timeline_id, r.min_recovery_end_timeline, w.received_tli) as timeline,
    w.received_tli as received
  from pg_control_system() s
  cross join pg_control_checkpoint() c
  cross join pg_control_recovery() r
  left join pg_stat_wal_receiver w on w.status = 'streaming'
`;
const onPrimary = `
  select ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline
`;

const describe = async (url: string): Promise<Named> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: askedMs,
    query_timeout: askedMs,
    application_name: "levee:standby",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Omit<Named, "host">>(described);
    const named = { ...rows[0]!, host: new URL(url).host };
    if (named.standby) return named;
    // What a machine that takes writes is on stands in its control file with its next checkpoint only.
    return { ...named, ...(await client.query<{ timeline: number }>(onPrimary)).rows[0]! };
  } finally {
    client.end().catch(() => {});
  }
};

/**
 * Refuses a DATABASE_READ_URL none of whose machines is a standby of this database, before anything is
 * written. One that does not answer is no reason: what it is for is read from the primary meanwhile.
 * @throws Error with a sentence that says what to do.
 */
export const refuseNoStandby = async (readUrl: string, ownerUrl: string): Promise<void> => {
  const primary = await describe(await primaryOf(ownerUrl).find());
  const several = primaryOf(ownerUrl).several;
  for (let left = again.times; ; left--) {
    const asked = await Promise.allSettled(hostsOf(readUrl).map(describe));
    const named = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const faults = named.map((one) => standbyFault(one, primary, several));
    if (faults.length === 0 || faults.includes(null)) return;
    if (left === 0 || named.every((one) => !one.standby)) throw new Error(faults[0]!);
    await pause(again.ms);
  }
};
