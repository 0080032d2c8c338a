// A balancer as packaging/proxy/Caddyfile sets one up: it asks every instance each two seconds whether it is
// ready, gives a request to the one with the fewest, and asks another where nobody takes the connection.
import { once } from "node:events";
import {
  Agent,
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

const healthMs = 2_000;
const tryMs = 5_000;
const againMs = 250;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

type Upstream = { port: number; healthy: boolean; active: number; asked: number };

/** Asks one instance, over connections that stay; ends before anything was sent where nobody takes it. */
const askOf = (agent: Agent, { port }: Upstream, asked: IncomingMessage, body: Buffer) =>
  new Promise<IncomingMessage>((done, fail) => {
    const { method, url: path, headers } = asked;
    const { connection: _connection, ...kept } = headers;
    forward({ agent, host: "127.0.0.1", port, method, path, headers: kept }, done)
      .on("error", fail)
      .end(body);
  });

const bodyOf = async (asked: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of asked) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

const answerWith = async (given: IncomingMessage, answer: ServerResponse) => {
  const { connection: _connection, "keep-alive": _kept, ...headers } = given.headers;
  answer.writeHead(given.statusCode!, headers);
  given.pipe(answer);
  answer.on("close", () => given.destroy());
  await once(answer, "close");
};

/** Stands before instances at these ports; `counts` says how many requests each of them got. */
export const openBalancer = async (ports: readonly number[]) => {
  const upstreams: Upstream[] = ports.map((port) => ({
    ...{ port, healthy: true, active: 0, asked: 0 },
  }));
  const agent = new Agent({ keepAlive: true, timeout: 60_000 });
  const look = async (one: Upstream) => {
    const answer = await fetch(`http://127.0.0.1:${one.port}/readyz`, {
      signal: AbortSignal.timeout(tryMs),
    }).catch(() => null);
    one.healthy = answer?.ok === true;
  };
  const timer = setInterval(() => void Promise.all(upstreams.map(look)), healthMs);
  const next = () =>
    upstreams
      .filter(({ healthy }) => healthy)
      .toSorted((a, b) => a.active - b.active || a.asked - b.asked)[0];
  const pass = async (asked: IncomingMessage, answer: ServerResponse) => {
    const body = await bodyOf(asked);
    for (const end = Date.now() + tryMs; Date.now() < end; await pause(againMs)) {
      const one = next();
      if (!one) continue;
      one.active++;
      try {
        const given = await askOf(agent, one, asked, body);
        one.asked++;
        return await answerWith(given, answer);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ECONNREFUSED")
          return void answer.writeHead(502).end(`the connection broke: ${String(error)}`);
      } finally {
        one.active--;
      }
    }
    answer.writeHead(502).end("no instance takes it");
  };
  const server = createServer((asked, answer) => void pass(asked, answer).catch(() => {}));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    counts: () => upstreams.map(({ asked }) => asked),
    close: () => {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
};
export type Balancer = Awaited<ReturnType<typeof openBalancer>>;
