import pg from "pg";
import { DatabaseAway } from "../away.ts";

/** A database cluster as one of its machines describes itself. */
export type Cluster = {
  /** The number that a cluster and all of its standbys share (pg_control_system). */
  systemId: string;
  /** Grows with each promotion; a machine that does not know of one has a smaller number. */
  timeline: number;
  /** How far its write-ahead log goes, in bytes. */
  written: bigint;
};
/** A machine that takes writes. */
export type Found = Cluster & { url: string; host: string };

const oneHost = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)([^?]*)(?:\?(.*))?$/;

/**
 * The addresses of a database URL that names several hosts by commas, as libpq has it
 * (`postgres://user@one:5432,two:5432/levee?target_session_attrs=read-write`), each as a URL of its
 * own; one that names a single host as it stands.
 */
export const hostsOf = (url: string): readonly string[] => {
  const [, head, hosts = "", path, query = ""] = oneHost.exec(url) ?? [];
  if (head === undefined || !hosts.includes(",")) return [url];
  const more = query.split("&").filter((one) => one && !one.startsWith("target_session_attrs="));
  return hosts
    .split(",")
    .map((host) => `${head}${host}${path}${more.length ? `?${more.join("&")}` : ""}`);
};

/** What is wrong with a database URL that names several hosts, in words; null where nothing is. */
export const hostsFault = (url: string): string | null => {
  const hosts = hostsOf(url);
  if (hosts.length === 1) return null;
  if (hosts.some((one) => !URL.canParse(one) || new URL(one).hostname === ""))
    return "names several hosts, and each needs its name, such as postgres://user@one:5432,two:5432/levee";
  return /[?&]target_session_attrs=(read-write|primary)(&|$)/.test(url)
    ? null
    : "names several hosts: add target_session_attrs=read-write, so that only the one that takes writes is used";
};

const hostOf = (url: string): string => new URL(url).host;

const described = `
  select
    s.system_identifier::text as "systemId",
    ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as written
  from pg_control_system() s
`;

/** How long a machine has to say whether it takes writes, in milliseconds. */
const askedMs = 2_000;
/** Machines that did not answer are not asked again before, in milliseconds. */
const againMs = 250;

/** What a machine says of itself where it takes writes; null where it is a standby. */
const describe = async (url: string): Promise<Found | null> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: askedMs,
    query_timeout: askedMs,
    application_name: "levee:host",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const standby = await client.query<{ is: boolean }>("select pg_is_in_recovery() as is");
    if (standby.rows[0]!.is) return null;
    const { rows } = await client.query<{ systemId: string; timeline: number; written: string }>(
      described,
    );
    const { systemId, timeline, written } = rows[0]!;
    return { url, host: hostOf(url), systemId, timeline, written: BigInt(written) };
  } finally {
    client.end().catch(() => {});
  }
};

/** What a cluster that takes writes is told by: null lets it be used, a sentence refuses it. */
export type Judge = (found: Found) => Promise<string | null> | string | null;

/**
 * Which of the hosts of a database takes writes now. One is asked for again when it is gone, does not
 * take writes any more, or another one was promoted; of two that both take writes the one of the later
 * promotion counts, and connections to the other are closed: its locks and leases are dead before
 * anything is done on the new one.
 */
export class Primary {
  private readonly urls: readonly string[];
  private current: Found | null = null;
  private asking: Promise<Found> | null = null;
  private refusal: { at: number; error: DatabaseAway } | null = null;
  private readonly clients = new Map<pg.Client, string>();
  private judge: Judge = () => null;

  constructor(url: string) {
    this.urls = hostsOf(url);
  }

  /** Whether there is a choice at all. */
  get several(): boolean {
    return this.urls.length > 1;
  }

  /** Who says whether a machine that was promoted is one of ours; what was chosen is judged anew. */
  judgedBy(judge: Judge): void {
    this.judge = judge;
    this.current = null;
  }

  /** The host that takes writes as it was found last; null where none was. */
  get host(): string | null {
    return this.current?.host ?? null;
  }

  /** The cluster as that host described itself. */
  get cluster(): Cluster | null {
    return this.current;
  }

  /** The URL of the host that takes writes. @throws DatabaseAway where none does, or none may be used. */
  async find(): Promise<string> {
    if (!this.several) return this.urls[0]!;
    if (this.current) return this.current.url;
    if (this.refusal && performance.now() - this.refusal.at < againMs) throw this.refusal.error;
    this.asking ??= this.ask().finally(() => (this.asking = null));
    return (await this.asking).url;
  }

  /** That a connection stands to this URL, until it ends. */
  follow(client: pg.Client, url: string): void {
    this.clients.set(client, url);
    client.once("end", () => this.clients.delete(client));
  }

  /** This URL did not answer, or does not take writes: the next one asks all of them. */
  lost(url: string): void {
    if (this.current?.url === url) this.current = null;
  }

  /** Looks whether another host was promoted meanwhile, as a machine that was cut off does not know. */
  async lookAgain(): Promise<void> {
    if (!this.several || this.asking) return;
    this.asking = this.ask().finally(() => (this.asking = null));
    await this.asking.catch(() => {});
  }

  private async ask(): Promise<Found> {
    const asked = await Promise.allSettled(this.urls.map(describe));
    const writable = asked
      .flatMap((one) => (one.status === "fulfilled" && one.value ? [one.value] : []))
      .toSorted((one, other) => other.timeline - one.timeline);
    const away = (message: string): DatabaseAway => {
      const error = new DatabaseAway(message);
      this.refusal = { at: performance.now(), error };
      this.current = null;
      return error;
    };
    const [first, second] = writable;
    if (!first) throw away("no host of DATABASE_URL takes writes now");
    if (second?.timeline === first.timeline)
      throw away(
        `${first.host} and ${second.host} both take writes since the same promotion: end one of them`,
      );
    if (this.current?.url !== first.url) {
      const refused = await this.judge(first);
      if (refused) throw away(refused);
      for (const [client, url] of this.clients)
        if (url !== first.url)
          streamOf(client).destroy(new DatabaseAway(`${first.host} takes the writes now`));
    }
    this.current = first;
    return first;
  }
}

type Inner = {
  host: string;
  port: number;
  connectionParameters: { host: string; port: number };
  connection: {
    on(event: "parameterStatus", listener: (said: Said) => void): void;
    stream: { destroy: (error: Error) => void };
  };
};
type Said = { parameterName: string; parameterValue: string };
// pg's internals, pinned by package.json and by hosts.service.test.ts.
const inner = (client: pg.Client): Inner => client as unknown as Inner;
const streamOf = (client: pg.Client) => inner(client).connection.stream;

const known = new Map<string, Primary>();

/** The hosts of this database, one choice for the whole process. */
export const primaryOf = (url: string): Primary => {
  const found = known.get(url) ?? new Primary(url);
  known.set(url, found);
  return found;
};

/**
 * What connections to a database are made of: `Client` itself where its URL names one host; else one
 * that connects to whichever host takes writes at that moment, and refuses a standby.
 */
export const onPrimary = (Client: typeof pg.Client, url: string): typeof pg.Client => {
  const primary = primaryOf(url);
  if (!primary.several) return Client;
  const first = hostsOf(url)[0]!;
  return class extends Client {
    private standby = false;
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: first });
      // A machine may go with its greeting, before whoever asked for the connection has it.
      this.on("error", () => {});
      // Since version 14 a server says so with its greeting.
      inner(this).connection.on("parameterStatus", ({ parameterName, parameterValue }) => {
        if (parameterName === "in_hot_standby") this.standby = parameterValue === "on";
      });
    }
    private async reach(): Promise<pg.Client> {
      const found = await primary.find();
      const { hostname, port } = new URL(found);
      const self = inner(this);
      [self.host, self.port] = [hostname, Number(port || 5432)];
      Object.assign(self.connectionParameters, { host: self.host, port: self.port });
      primary.follow(this, found);
      try {
        await super.connect();
      } catch (error) {
        primary.lost(found);
        throw error;
      }
      if (!this.standby) return this;
      primary.lost(found);
      const error = new DatabaseAway(`${hostOf(found)} takes no writes`);
      streamOf(this).destroy(error);
      throw error;
    }
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: any): any {
      const reached = this.reach();
      if (!callback) return reached;
      reached.then(
        () => callback(),
        (error: Error) => callback(error),
      );
    }
  };
};

/** One connection of its own to a database, to whichever of its hosts takes writes. */
export const clientOf = (url: string, config: Omit<pg.ClientConfig, "connectionString"> = {}) => {
  const Client = onPrimary(pg.Client, url);
  return new Client({ ...config, connectionString: url });
};
