// What it costs to take in and apply a capture beside the noun's own service in a transaction of its own, and
// whether 50 devices that send 100 captures each at once lose or double one.
process.env.NODE_ENV = "test";
process.env.LEVEE_RATE_LIMITS = "off";
const { benchDatabase } = await import("./parts/database.ts");
const { machine, must, quantile, REPEATS, sayer, spread } = await import("./parts/figures.ts");
await import("#areas.server.ts");
const { sql } = await import("#server/db/sql.ts");
const { fieldOf, phoneOf } = await import("#areas/field/field.setup.ts");
const { takeCaptures } = await import("#areas/field/capture/intake.service.ts");
const { report } = await import("#areas/engagement/service/service.service.ts");
const { reportInput } = await import("#areas/engagement/service/service.model.ts");

const say = sayer("field");
const PIECE = Number(process.env.LEVEE_BENCH_CAPTURES || 50);
const DEVICES = Number(process.env.LEVEE_BENCH_DEVICES || 50);
const EACH = 100;
const GOAL = 2;

const bench = await benchDatabase("field");
const { database } = bench;
const t = { database, app: { database } } as unknown as Parameters<typeof phoneOf>[0];
say(machine());
const f = await fieldOf(t);
const code = await f.service();
const host = { id: f.agency.orgId, name: "Bench", timeZone: "America/Chicago" };

type Phone = Awaited<ReturnType<typeof phoneOf>>;
const values = (n: number) => ({
  ...{ serviceCode: code, description: `Pothole number ${n}`, address: "12 Elm Street" },
});
const send = (phone: Phone, from: number, to: number) =>
  takeCaptures(t.app, phone.actor, phone.id, {
    ...{ captures: phone.store.slice(from, to), highest: phone.store.length, appVersion: "1" },
    deviceNow: new Date().toISOString(),
  } as Parameters<typeof takeCaptures>[3]);

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

const phone = await phoneOf(t, f.people.crew);
const [ours, own]: [number[], number[]] = [[], []];
for (let repeat = 0; repeat <= REPEATS; repeat++) {
  const from = phone.store.length;
  for (let n = 0; n < PIECE; n++)
    await phone.capture({ kind: "service_request", values: values(n) });
  const took = {
    own: await timed(async () => {
      for (let n = 0; n < PIECE; n++)
        await database.transaction(phone.actor, (tx) =>
          report(tx, phone.actor, host, reportInput.parse(values(n))),
        );
    }),
    ours: await timed(async () => {
      const { results } = await send(phone, from, from + PIECE);
      must(
        results.length === PIECE && results.every(({ state }) => state === "applied"),
        "a capture was not applied",
      );
    }),
  };
  // The first round fills what is kept of plans and pages.
  if (repeat === 0) continue;
  ours.push(took.ours);
  own.push(took.own);
}
const ratio = quantile(ours, 0.5) / quantile(own, 0.5);
say({
  figure: `${PIECE} captures of one device taken in and applied, one contact`,
  own_service_ms: spread(own),
  captures_ms: spread(ours),
  ratio: Math.round(ratio * 100) / 100,
  goal: GOAL,
});

const phones = await Promise.all(
  Array.from({ length: DEVICES }, (_, n) => phoneOf(t, f.people.crew, `Phone ${n}`)),
);
for (const each of phones)
  for (let n = 0; n < EACH; n++) await each.capture({ kind: "service_request", values: values(n) });
const atOnce = await timed(() =>
  Promise.all(
    phones.map(async (each) => {
      for (let from = 0; from < EACH; from += 50) await send(each, from, from + 50);
    }),
  ),
);
const { captures, applied, records } = await database.read(f.people.admin).one<{
  captures: number;
  applied: number;
  records: number;
}>(sql`
  select
    count(*)::int as captures, count(*) filter (where c.status = 'applied')::int as applied,
    count(distinct c.applied_id)::int as records
  from field_capture c
  where c.org_id = ${f.agency.orgId} and c.device_id <> ${phone.id}
`);
const sent = DEVICES * EACH;
say({
  figure: `${DEVICES} devices send ${EACH} captures each at once`,
  ...{ sent, captures, applied, records, seconds: Math.round(atOnce / 100) / 10 },
});
must(captures === sent && applied === sent && records === sent, "captures were lost or doubled");
await bench.close();
if (REPEATS > 1) must(ratio <= GOAL, `taking in costs ${ratio.toFixed(2)} of the noun's own way`);
