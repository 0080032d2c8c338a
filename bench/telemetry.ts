// How many readings a second are stored: the way of a batch from its rows to its answer, beside a bare
// multi-row insert of the same rows into a table with the same columns and key, in turn.
process.env.NODE_ENV = "test";
process.env.LEVEE_RATE_LIMITS = "off";
const { benchDatabase } = await import("./parts/database.ts");
const { machine, must, quantile, sayer, spread } = await import("./parts/figures.ts");
const { agencyOfDevices, readingsOf } = await import("./parts/telemetry.ts");
await import("#areas.server.ts");
const { sql } = await import("#server/db/sql.ts");
const { takeReadings } = await import("#areas/devices/reading/intake.service.ts");
const { ensureMonths } = await import("#areas/devices/reading/months.service.ts");

const say = sayer("telemetry");
const BATCH = Number(process.env.LEVEE_BENCH_BATCH || 1000);
const BATCHES = Number(process.env.LEVEE_BENCH_BATCHES || 40);
const REPEATS = Number(process.env.LEVEE_BENCH_REPEATS || 5);
const GOAL = 0.3;

const bench = await benchDatabase("telemetry");
const { database, owner } = bench;
const app = { database } as Parameters<typeof takeReadings>[0];

await owner.query(`
  create table bare_reading (
    org_id uuid not null, device_id uuid not null, metric text not null, read_at timestamptz not null,
    seq bigint not null, value double precision not null, longitude double precision,
    accuracy double precision, received_at timestamptz not null default clock_timestamp(),
    primary key (org_id, device_id, metric, read_at, seq)
  )
`);
await owner.query("select levee_secure('bare_reading')");

type Rows = ReturnType<typeof readingsOf>;
const bare = ({ orgId, deviceId }: { orgId: string; deviceId: string }, rows: Rows) =>
  database.transaction({ orgId, personId: null }, (tx) =>
    tx.rows(sql`
      insert into bare_reading (org_id, device_id, metric, read_at, seq, value)
      select ${orgId}::uuid, ${deviceId}::uuid, g.metric, g.read_at, g.seq, g.value
      from unnest(
        ${rows.map(({ metric }) => metric)}::text[], ${rows.map(({ at }) => at)}::timestamptz[],
        ${rows.map(({ seq }) => seq)}::bigint[], ${rows.map(({ value }) => value)}::float8[]
      ) g(metric, read_at, seq, value)
    `),
  );

const timed = async (work: (n: number) => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  for (let n = 0; n < BATCHES; n++) await work(n);
  return performance.now() - from;
};

say(machine());
const devices = await agencyOfDevices(owner, BATCHES);
const end = Date.now() - 60_000;
await ensureMonths(database, [
  new Date(end).toISOString(),
  new Date(end - 86_400_000).toISOString(),
]);
const [ours, theirs]: [number[], number[]] = [[], []];
for (let repeat = 0; repeat <= REPEATS; repeat++) {
  const batches = devices.map(() => readingsOf(BATCH, repeat * BATCH, end));
  const took = {
    bare: await timed((n) => bare(devices[n]!, batches[n]!)),
    ours: await timed(async (n) => {
      const { stored } = await takeReadings(app, devices[n]!, batches[n]!);
      must(stored === BATCH, `${BATCH - stored} readings of a batch were not stored`);
    }),
  };
  // The first round fills what is kept of plans and pages.
  if (repeat === 0) continue;
  ours.push(took.ours);
  theirs.push(took.bare);
}
const ratio = quantile(theirs, 0.5) / quantile(ours, 0.5);
say({
  figure: `${BATCHES} batches of ${BATCH} readings, one after the other`,
  bare_insert_ms: spread(theirs),
  readings_ms: spread(ours),
  readings_a_second: Math.round((BATCH * BATCHES * 1000) / quantile(ours, 0.5)),
  ratio: Math.round(ratio * 100) / 100,
  goal: GOAL,
});
await bench.close();
// One round says nothing.
if (REPEATS > 1)
  must(ratio >= GOAL, `readings are stored at ${ratio.toFixed(2)} of a bare insert's rate`);
