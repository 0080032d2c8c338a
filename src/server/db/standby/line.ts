import pg from "pg";
import type { Database } from "../db.ts";
import { openPools } from "../wire/pools.ts";
import { positionOf, type Said } from "./lag.model.ts";

/** How long a machine has to answer, in milliseconds. */
const askedMs = 2_000;

const asked = `
  select
    pg_is_in_recovery() as standby,
    (select system_identifier::text from pg_control_system()) as "systemId",
    pg_last_wal_replay_lsn()::text as replayed,
    (
      select (extract(epoch from seen_at) * 1000000)::bigint
      from instance
      where id = $1
    )::text as beat
`;
type Answer = {
  standby: boolean;
  systemId: string;
  replayed: string | null;
  beat: string | null;
};

/**
 * The way to one machine that is read from: a connection that asks how it stands, and pools of the roles
 * that read. Row security holds there as on the primary: it is part of what is replicated.
 */
export class Line {
  readonly host: string;
  readonly app: pg.Pool;
  readonly published: pg.Pool;
  readonly reports: pg.Pool;
  readonly url: string;
  private readonly client: pg.Client;
  private asking: Promise<Said> | null = null;
  private readonly pools: ReturnType<typeof openPools>;

  private constructor(url: string, client: pg.Client) {
    this.url = url;
    this.host = new URL(url).host;
    this.client = client;
    this.pools = openPools(url);
    const { poolAs } = this.pools;
    this.app = poolAs("levee_app", { max: 8, pipeline: true, name: "standby" });
    this.published = poolAs("levee_anon", { max: 4, pipeline: true, name: "standby published" });
    const behind = { max: 4, pipeline: true, name: "standby reports", behind: true };
    this.reports = poolAs("levee_app", behind);
  }

  /** Opens it to the machine of this URL, which names one host. @throws where it does not answer. */
  static async open(url: string): Promise<Line> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: askedMs,
      query_timeout: askedMs,
      application_name: "levee:standby",
      options: "-c role=levee_app -c TimeZone=UTC",
    });
    client.on("error", () => {});
    try {
      await client.connect();
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    return new Line(url, client);
  }

  /** How it stands now, with the beat of this instance there; asked once for all who wait. @throws where it does not answer. */
  ask(instance: string): Promise<Said> {
    this.asking ??= this.askOnce(instance).finally(() => (this.asking = null));
    return this.asking;
  }

  private async askOnce(instance: string): Promise<Said> {
    const { rows } = await this.client.query<Answer>(asked, [instance]);
    const { standby, systemId, replayed, beat } = rows[0]!;
    return {
      standby,
      systemId,
      replayed: replayed === null ? null : positionOf(replayed),
      beat: beat === null ? null : Number(beat),
    };
  }

  figures(): ReturnType<Database["pools"]> {
    return this.pools.figures();
  }

  async close(): Promise<void> {
    await Promise.all([this.client.end().catch(() => {}), this.pools.close()]);
  }
}
