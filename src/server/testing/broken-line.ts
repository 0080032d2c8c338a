import { connect, createServer, type Server, type Socket } from "node:net";

/**
 * A line to the database that a test can break: `freeze` forwards nothing any more, in neither
 * direction (`old`: only of the connections that are open now), `refuse` closes what is open and
 * takes no connection, `mend` forwards as before.
 */
export type BrokenLine = {
  url: string;
  freeze: (which?: "all" | "old") => void;
  refuse: () => Promise<void>;
  mend: () => Promise<void>;
  close: () => Promise<void>;
};

type Pair = { near: Socket; far: Socket; frozen: boolean };

const forward = (pair: Pair): void => {
  pair.near.on("data", (bytes) => void (pair.frozen || pair.far.write(bytes)));
  pair.far.on("data", (bytes) => void (pair.frozen || pair.near.write(bytes)));
  for (const [one, other] of [
    [pair.near, pair.far],
    [pair.far, pair.near],
  ] as const) {
    one.on("error", () => {});
    one.on("close", () => {
      if (!pair.frozen) other.destroy();
    });
  }
};

const listenAt = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });

/** Puts a line of its own before the database at `url` (over TCP). */
export const brokenLineTo = async (url: string): Promise<BrokenLine> => {
  const target = new URL(url);
  target.searchParams.delete("host");
  const there = Number(target.port);
  const pairs = new Set<Pair>();
  let frozen = false;
  const server = createServer((near) => {
    const pair = { near, far: connect(there, "127.0.0.1"), frozen };
    pairs.add(pair);
    near.on("close", () => pairs.delete(pair));
    forward(pair);
  });
  const port = await listenAt(server, 0);
  target.host = `127.0.0.1:${port}`;
  const drop = () => {
    for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy();
  };
  return {
    url: target.href,
    freeze: (which = "all") => {
      frozen = which === "all";
      for (const pair of pairs) pair.frozen = true;
    },
    refuse: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        drop();
      }),
    mend: async () => {
      frozen = false;
      if (!server.listening) await listenAt(server, port);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        drop();
      }),
  };
};
