import pg from "pg";
import { newId } from "#kernel/ids.ts";
import { freshDatabase, type TestDatabase } from "../../testing/database.ts";
import type { Database } from "../db.ts";
import { openDatabase } from "../open-database.ts";
import { standbyOf, type Standby } from "./standby.ts";

type Value = { orgId: string; last: number };

const asStandby = `
  create schema fake;
  grant usage on schema fake to public;
  create table fake.machine (standby boolean not null, replayed pg_lsn not null);
  insert into fake.machine values (true, '0/0');
  grant select on fake.machine to public;
  create function fake.pg_is_in_recovery() returns boolean language sql stable
    as 'select standby from fake.machine';
  create function fake.pg_last_wal_replay_lsn() returns pg_lsn language sql stable
    as 'select replayed from fake.machine';
`;
const put = `
  insert into record_counter
  select v.org_id, 'late', 2026, v.last
  from jsonb_to_recordset($1::jsonb) v (org_id uuid, last bigint)
  on conflict (org_id, kind, year)
  do update set last = excluded.last
`;

/**
 * A database beside the test's own that stands for its standby: it takes no writes, says that it follows
 * another machine, and holds what the test lets come over.
 */
export class Replica {
  readonly primary: TestDatabase;
  readonly database: Database;
  readonly standby: Standby;
  readonly instance = newId();
  private readonly beside: TestDatabase;
  readonly owner: pg.Client;
  readonly there: pg.Client;

  private constructor(
    primary: TestDatabase,
    beside: TestDatabase,
    clients: [pg.Client, pg.Client],
  ) {
    this.primary = primary;
    this.beside = beside;
    [this.owner, this.there] = clients;
    const reading = { url: beside.ownerUrl, lagSeconds: 10 };
    this.database = openDatabase(primary.ownerUrl, { max: 8, reading });
    this.standby = standbyOf(this.database)!;
  }

  static async open(): Promise<Replica> {
    const [primary, beside] = [await freshDatabase(), await freshDatabase()];
    const clients = [primary, beside].map(
      ({ ownerUrl }) => new pg.Client({ connectionString: ownerUrl }),
    ) as [pg.Client, pg.Client];
    for (const client of clients) await client.connect();
    const [, there] = clients;
    const name = new URL(beside.ownerUrl).pathname.slice(1);
    await there.query(asStandby);
    await there.query(`alter database ${name} set search_path = fake, pg_catalog, public`);
    await there.query(`alter database ${name} set default_transaction_read_only = on`);
    const replica = new Replica(primary, beside, clients);
    await replica.beat();
    await replica.comeOver();
    await replica.standby.watch({
      ...{ database: replica.database, instance: replica.instance, awaySeconds: 45 },
    });
    await replica.comeOver();
    await replica.standby.look();
    return replica;
  }

  /** This instance writes that it is there. */
  beat(marks = true): Promise<unknown> {
    return this.owner.query(
      `
        insert into instance (id, name, host_ahead_ms, marks_writes)
        values ($1, 'one:8150', 0, $2)
        on conflict (id)
        do update set seen_at = clock_timestamp(), marks_writes = $2
      `,
      [this.instance, marks],
    );
  }

  /** How far the log of the primary goes now. */
  async position(): Promise<string> {
    const asked = "select pg_current_wal_insert_lsn()::text as position";
    return (await this.owner.query<{ position: string }>(asked)).rows[0]!.position;
  }

  /** Lets values and beats come over, and everything that the log held until `to`; now where it is left out. */
  async comeOver(values: readonly Value[] = [], to?: string): Promise<void> {
    const until = to ?? (await this.position());
    // As text: a date of JavaScript has no microseconds.
    const { rows } = await this.owner.query<{ all: string }>(
      "select coalesce(jsonb_agg(i), '[]')::text as all from instance i",
    );
    const { there } = this;
    await there.query("begin read write");
    await there.query("delete from instance");
    await there.query(
      "insert into instance select * from jsonb_populate_recordset(null::instance, $1::jsonb)",
      [rows[0]!.all],
    );
    await there.query(put, [
      JSON.stringify(values.map((v) => ({ org_id: v.orgId, last: v.last }))),
    ]);
    await there.query("update fake.machine set replayed = $1", [until]);
    await there.query("commit");
  }

  /** Says something of the machine beside, such as that it takes writes. */
  async say(statement: string): Promise<void> {
    await this.there.query("begin read write");
    await this.there.query(statement);
    await this.there.query("commit");
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.owner.end();
    await this.there.end();
    await this.primary.drop();
    await this.beside.drop();
  }
}
