import pg from "pg";
import { hostsOf } from "./hosts.ts";

type Asked = {
  processID: number | null;
  secretKey: unknown;
  host: string;
  port: number;
  connection: {
    on(event: "error", listener: () => void): void;
    once(event: "connect", listener: () => void): void;
    connect(portOrPath: number | string, host?: string): void;
    cancel(processID: number | null, secretKey: unknown): void;
  };
};

/** Asks the database to end what a connection runs, as the protocol has it: over another one, by its key. */
const askToEnd = (url: string, running: pg.PoolClient): void => {
  const { processID, secretKey, host, port } = running as unknown as Asked;
  const { connection } = new pg.Client({ connectionString: hostsOf(url)[0]! }) as unknown as Asked;
  // Where it is not heard the statement ends by its own time.
  connection.on("error", () => {});
  connection.once("connect", () => connection.cancel(processID, secretKey));
  if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
};

/** What a statement that was ended is told by: the database's own state for it. */
const ended = (): Error =>
  Object.assign(new Error("canceling statement due to user request"), {
    code: "57014",
    severity: "ERROR",
  });

/** What is asked between two statements is not heard by either: it is asked again, in milliseconds. */
const againMs = 200;

/**
 * Work with a connection that ends when the signal says so. The connection is not to be used again
 * then: what ends it may come after its statement. @throws 57014 where it was ended.
 */
export const untilEnded = async <T>(
  url: string,
  client: pg.PoolClient,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => {
  if (signal.aborted) throw ended();
  let asking: NodeJS.Timeout | undefined;
  const end = () => {
    askToEnd(url, client);
    asking = setInterval(() => askToEnd(url, client), againMs);
  };
  signal.addEventListener("abort", end, { once: true });
  try {
    const result = await work();
    if (signal.aborted) throw ended();
    return result;
  } finally {
    signal.removeEventListener("abort", end);
    clearInterval(asking);
  }
};
