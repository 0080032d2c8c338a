// What is written and read by own code, against pg's own writing and reading of the same statements
// on the same database.
import { hash } from "node:crypto";
import { connect, createServer, Socket, type AddressInfo, type Server } from "node:net";
import { TLSSocket } from "node:tls";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { noScope } from "../db.ts";
import { ReadingClient } from "./incoming.ts";
import { isSpoiled, sendTogether } from "./pipeline.ts";
import { types } from "./row-reading.ts";
import { arrayOf, bind, camel, sql } from "../sql.ts";

// Gives on what it receives in crumbs of one to a few hundred bytes.
class Crumbs extends Socket {
  private step = 0;
  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (!Buffer.isBuffer(chunk)) return super.push(chunk, encoding);
    let more = true;
    for (let at = 0; at < chunk.length;) {
      const length = chunk.length > 100_000 ? 9_973 : (this.step = (this.step * 31 + 7) % 311) + 1;
      more = super.push(chunk.subarray(at, (at += length)), encoding);
    }
    return more;
  }
}

// The database's address as a server that speaks TLS: it answers the asking for it, and hands on
// what it decrypts. A key known to both in place of certificates.
const known = { ciphers: "PSK", maxVersion: "TLSv1.2" } as const;
const psk = Buffer.from("0a1b2c3d4e5f60718293a4b5c6d7e8f9", "hex");
const encrypting = async (url: URL): Promise<Server> => {
  const server = createServer(
    (socket) =>
      void socket.once("data", () => {
        const inner = connect(Number(url.port), url.hostname);
        const outer = new TLSSocket(socket, {
          ...known,
          isServer: true,
          pskCallback: () => psk,
        } as never);
        socket.write("S");
        for (const [one, other] of [
          [outer, inner],
          [inner, outer],
        ] as const)
          one.on("error", () => other.destroy()).pipe(other);
      }),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
};

let t: TestDatabase;
let plain: pg.Client;
let pool: pg.Pool;
let crumbs: pg.Pool;
let encrypted: pg.Pool;
let proxy: Server;
beforeAll(async () => {
  t = await freshDatabase();
  const common = { connectionString: t.ownerUrl, types, options: "-c TimeZone=UTC" };
  plain = new pg.Client(common);
  await plain.connect();
  pool = new pg.Pool({
    ...common,
    Client: ReadingClient,
    pipeline: true,
    max: 1,
  } as unknown as pg.PoolConfig);
  crumbs = new pg.Pool({
    ...common,
    Client: ReadingClient,
    pipeline: true,
    max: 1,
    stream: () => new Crumbs(),
  } as unknown as pg.PoolConfig);
  const url = new URL(t.ownerUrl);
  proxy = await encrypting(url);
  const ssl = {
    ...known,
    pskCallback: () => ({ psk, identity: "levee" }),
    checkServerIdentity: () => undefined,
  };
  encrypted = new pg.Pool({
    ...common,
    connectionString: undefined,
    host: "127.0.0.1",
    port: (proxy.address() as AddressInfo).port,
    user: url.username,
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
    ssl,
    Client: ReadingClient,
    pipeline: true,
    max: 1,
  } as unknown as pg.PoolConfig);
});
afterAll(async () => {
  await Promise.all([plain.end(), pool.end(), crumbs.end(), encrypted.end()]);
  proxy.close();
  await t.drop();
});

const asPg = async (text: string, values: unknown[] = []) =>
  (await plain.query(text, values)).rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value])),
  );
const over = async (from: pg.Pool, statements: [string, unknown[]?][]) => {
  const client = await from.connect();
  try {
    return await Promise.all(
      sendTogether(
        client,
        statements.map(([text, values = []]) => bind(text, values)),
      ),
    );
  } finally {
    client.release(isSpoiled(client));
  }
};

const odd = fc.constantFrom(
  "",
  " ",
  "NULL",
  "null",
  "{}",
  '"',
  "\\",
  '\\"',
  "a,b",
  "line\nbreak",
  "tab\t",
  "\u0001\u001f\u007f",
  "Ågren’s 😀",
  "\ud83d",
  "\udc00x",
  "e\u0301",
  "\u2028",
  "'; drop table x; --",
  "$1",
  "%s",
  "\uffff",
);
const text = fc.oneof(
  odd,
  fc.string({ unit: "binary" }).map((s) => s.replaceAll("\u0000", "")),
  fc.string({
    unit: fc.integer({ min: 1, max: 0xffff }).map((code) => String.fromCharCode(code)),
    maxLength: 300,
  }),
);
const scalar = fc.oneof(
  text,
  fc.constant(null),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.boolean(),
  fc.bigInt(),
  fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
);
const value = fc.oneof(
  scalar,
  fc.array(fc.oneof(text, fc.constant(null))),
  fc.array(fc.integer()),
  fc.array(fc.boolean()),
  fc.constant([]),
  fc.uint8Array({ maxLength: 50 }).map((b) => Buffer.from(b)),
  fc.record({ a: text.map((s) => s.replaceAll(/[\ud800-\udfff]/g, "")), n: fc.integer() }),
);

test("values arrive as pg's own writing sends them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 12 }), async (values) => {
      const columns = values.map((v, i) =>
        Buffer.isBuffer(v)
          ? `encode($${i + 1}::bytea, 'hex') as c${i}`
          : `${Array.isArray(v) ? `array_to_json($${i + 1}::text[])` : `$${i + 1}::text`} as c${i}`,
      );
      const statement = `select ${["1 as one", ...columns].join(", ")}`;
      const [own, again] = await over(pool, [
        [statement, values],
        [statement, values],
      ]);
      expect(own).toEqual(await asPg(statement, values));
      expect(again).toEqual(own);
    }),
    { numRuns: 300 },
  );
});

test("lists of texts arrive as they were", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (list) => {
      const ask = `
        select coalesce(json_agg(v order by n), '[]') as list
        from unnest($1::text[])
        with ordinality as u (v, n)
      `;
      const [own] = await over(pool, [[ask, [arrayOf(list)]]]);
      expect(own).toEqual(await asPg(ask, [list]));
    }),
    { numRuns: 200 },
  );
});

test("a zero in a text is refused by the database, and the connection goes on", async () => {
  for (const given of ["\u0000", "a\u0000b", ["x\u0000"]])
    await expect(over(pool, [["select $1::text as a", [given]]])).rejects.toMatchObject({
      code: "22021",
    });
  expect(await over(pool, [["select $1::text as a", ["whole"]]])).toEqual([[{ a: "whole" }]]);
});

const literal = (s: string) => pg.escapeLiteral(s);
const cell = fc.oneof(
  fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n }).map((n) => `${n}::bigint`),
  fc.integer().map((n) => `(${n})::int`),
  fc.integer({ min: -32768, max: 32767 }).map((n) => `(${n})::smallint`),
  fc.boolean().map(String),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.integer({ min: 0, max: 6 }))
    .map(([n, s]) => `(${n} / (10::numeric ^ ${s}))`),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => `'${n}'::float8`),
  fc
    .tuple(
      fc.integer({ min: -200_000_000, max: 4_000_000_000 }),
      fc.integer({ min: 0, max: 999_999 }),
    )
    .map(([s, us]) => `(to_timestamp(${s}) + interval '${us} microseconds')`),
  fc.integer({ min: -60_000, max: 60_000 }).map((d) => `(date '2026-11-21' + ${d})`),
  fc.constantFrom(
    "'infinity'::timestamptz",
    "'-infinity'::timestamptz",
    "'0044-03-15 BC'::timestamptz",
    "'12026-01-02 03:04:05+00'::timestamptz",
    "timestamp '2026-01-02 03:04:05.6'",
    "null",
    "null::bigint",
    "'{}'::jsonb",
    "'[1,null,\"x\"]'::jsonb",
    "array[1,null,3]",
    "'{}'::text[]",
    "gen_random_uuid()::uuid <> gen_random_uuid()",
    "'0a1b2c3d-0000-7000-8000-0123456789ab'::uuid",
    "interval '3 days'",
    "'\\x00ff'::bytea",
    "char 'x'",
    "varchar 'Ω'",
    "0::bigint",
    "-1::bigint",
    "''::text",
    "0::oid",
  ),
  text.filter((s) => !/[\ud800-\udfff]/.test(s)).map((s) => `${literal(s)}::text`),
  text.filter((s) => !/[\ud800-\udfff]/.test(s)).map((s) => `to_jsonb(${literal(s)}::text)`),
);

test("rows are read as pg's own reading gives them, in one piece, in crumbs and encrypted", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(cell, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 0, max: 3 }),
      async (cells, rows) => {
        const statement = `
          select ${cells.map((c, i) => `${c} as a_column_${i}`).join(", ")}
          from generate_series(1, ${rows})
        `;
        const expected = await asPg(statement);
        for (const from of [pool, crumbs, encrypted])
          for (let i = 0; i < 2; i++)
            expect(
              (await over(from, [["select 1 as n"], [statement], ["select 2 as n"]]))[1],
            ).toEqual(expected);
      },
    ),
    { numRuns: 150 },
  );
});

test("a bigint beyond the safe integers is refused, and what stands behind it is read", async () => {
  for (const from of [pool, crumbs, encrypted])
    for (const n of [
      "9007199254740992",
      "-9007199254740992",
      "9223372036854775807",
      "-9223372036854775808",
    ]) {
      const client = await from.connect();
      const [wrong, right] = await Promise.allSettled(
        sendTogether(client, [
          bind("select $1::bigint as n", [n]),
          bind("select 5::bigint as n", []),
        ]),
      );
      client.release();
      expect(wrong).toMatchObject({
        status: "rejected",
        reason: { message: "a bigint left the safe integers" },
      });
      expect(right).toEqual({ status: "fulfilled", value: [{ n: 5 }] });
    }
});

test("rows and values of megabytes, split over many chunks", async () => {
  const long = "ä😀x".repeat(400_000);
  const ask = "select $1::text as long, length($1::text) as n from generate_series(1, 2)";
  for (const from of [pool, crumbs, encrypted]) {
    const [before, rows, after] = await over(from, [
      ["select 1 as n"],
      [ask, [long]],
      ["select 2 as n"],
    ]);
    expect([before, after]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    expect(rows!.map((row) => [row.long === long, row.n])).toEqual([
      [true, 1_200_000],
      [true, 1_200_000],
    ]);
  }
});

test("the buffer is written over only when nothing of it waits to be sent", async () => {
  const values = Array.from({ length: 30 }, (_, i) => `${i} ä😀x `.repeat(40_000));
  for (const from of [pool, encrypted]) {
    const client = await from.connect();
    const many = await Promise.all(
      values.map(
        (value) => sendTogether(client, [bind("select md5($1::text) as sum", [value])])[0]!,
      ),
    );
    client.release();
    expect(many.map((rows) => rows[0]!.sum)).toEqual(values.map((value) => hash("md5", value)));
  }
});

test("a value that cannot be sent fails its batch; the statements beside it are prepared the next time", async () => {
  const client = await pool.connect();
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const first = await Promise.allSettled(
    sendTogether(client, [
      bind("select 41 + $1::int as fresh", [1]),
      bind("select $1::jsonb as j", [circle]),
    ]),
  );
  expect(first.map((outcome) => outcome.status)).toEqual(["rejected", "rejected"]);
  expect(isSpoiled(client)).toBe(false);
  expect(
    await Promise.all(
      sendTogether(client, [
        bind("select 41 + $1::int as fresh", [1]),
        bind("select $1::jsonb as j", ["[]"]),
      ]),
    ),
  ).toEqual([[{ fresh: 42 }], [{ j: [] }]]);
  client.release();
});

test("a connection that the database ends fails what waits on it, and the pool takes another", async () => {
  for (const from of [pool, crumbs, encrypted]) {
    from.once("error", () => {});
    const client = await from.connect();
    client.once("error", () => {});
    const [before] = await Promise.all(
      sendTogether(client, [bind("select pg_backend_pid() as pid", [])]),
    );
    const waiting = Promise.allSettled(
      sendTogether(client, [
        bind("select 1 as n", []),
        bind("select pg_sleep(20)", []),
        bind("select 2 as n", []),
      ]),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    await plain.query("select pg_terminate_backend($1)", [before![0]!.pid]);
    const outcome = await waiting;
    expect(outcome.map((o) => o.status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect((outcome[1] as PromiseRejectedResult).reason).toMatchObject({ code: "57P01" });
    client.release(true);
    const [after] = await over(from, [["select pg_backend_pid() as pid"]]);
    expect(after![0]!.pid).not.toBe(before![0]!.pid);
  }
});

test("beyond the texts that have names, statements run without one", async () => {
  const many = 5_200;
  for (let from = 0; from < many; from += 650)
    await over(
      pool,
      Array.from({ length: 650 }, (_, i) => [`select ${from + i} as n${from + i}`]),
    );
  for (let i = 0; i < 2; i++)
    expect(
      await over(pool, [
        [`select $1::int as n${many}`, [i]],
        ["create temporary table if not exists beyond (n int)"],
        ["insert into beyond values ($1)", [i]],
        ["select count(*)::int as n from beyond"],
        [`select $1::int as n${many}`, [i]],
      ]),
    ).toEqual([[{ [`n${many}`]: i }], [], [], [{ n: i + 1 }], [{ [`n${many}`]: i }]]);
});

test("an error's notice, a listener's notification and an empty statement pass by what is read", async () => {
  const client = await pool.connect();
  const told: (string | undefined)[] = [];
  client.on("notification", (message) => told.push(message.payload));
  const [, , , empty] = await Promise.all(
    sendTogether(client, [
      bind("listen pipes", []),
      bind("do $$ begin raise notice 'beside'; end $$", []),
      bind("select pg_notify('pipes', 'heard')", []),
      bind("", []),
    ]),
  );
  await Promise.all(sendTogether(client, [sql`select 1`]));
  client.removeAllListeners("notification");
  client.release();
  expect(empty).toEqual([]);
  expect(told).toEqual(["heard"]);
  expect(await t.database.read(noScope).maybe(sql`select 1 as n where false`)).toBeNull();
});
