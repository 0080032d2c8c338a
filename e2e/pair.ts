// Two instances of one database behind a balancer that gives them requests in turn.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, request as forward, type Server } from "node:http";
import { freePort } from "./data.ts";

type Behind = { port: number; child: ChildProcess };

/** `turns` counts requests, `behind` are the instances; `run` goes a journey through both. */
export type Pair = {
  url: string;
  behind: readonly Behind[];
  turns: () => number;
  run: (journey: string) => Promise<{ code: number; said: string }>;
  stop: () => Promise<void>;
};

const start = async (url: string, settings: Record<string, string>): Promise<Behind> => {
  const port = await freePort();
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "bin/start.mjs"], {
    env: {
      ...process.env,
      PORT: String(port),
      LEVEE_ORIGIN: url,
      DATABASE_URL: "",
      LEVEE_DEV: "on",
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (const end = Date.now() + 360_000; ; await new Promise((r) => setTimeout(r, 250))) {
    if ((await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok) break;
    if (child.exitCode !== null || Date.now() > end) throw new Error("an instance is not ready");
  }
  return { port, child };
};

// In a process of its own: this one balances meanwhile.
const run = async (
  url: string,
  data: string,
  journey: string,
): Promise<{ code: number; said: string }> => {
  const child = spawn(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config",
      "e2e/vitest.config.ts",
      `e2e/${journey}.e2e.ts`,
    ],
    { env: { ...process.env, E2E_URL: url, E2E_DATA: data, LEVEE_JOURNEYS: "all" } },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => (said += piece.toString("utf8")));
  const [code] = (await once(child, "exit")) as [number];
  return { code, said };
};

/** Starts two on a data folder, each with its settings; one whose connection breaks is answered 502. */
export const startPair = async (
  data: string,
  settings: readonly [Record<string, string>, Record<string, string>],
): Promise<Pair> => {
  const behind: Behind[] = [];
  let turn = 0;
  const alive = () => behind.filter(({ child }) => child.exitCode === null && !child.killed);
  const balancer: Server = createServer((asked, answer) => {
    const { port } = alive()[turn++ % alive().length]!;
    const { headers, method, url: path } = asked;
    const passed = forward({ port, method, path, headers, host: "127.0.0.1" }, (given) => {
      answer.writeHead(given.statusCode!, given.headers);
      given.pipe(answer);
      given.on("error", () => answer.destroy());
    });
    passed.on("error", () => {
      if (!answer.headersSent) answer.writeHead(502);
      answer.end();
    });
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  const stop = async () => {
    balancer.closeAllConnections();
    balancer.close();
    for (const { child } of behind) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill("SIGTERM");
      await once(child, "exit");
    }
  };
  await new Promise<void>((done) => balancer.listen(0, "127.0.0.1", done));
  const url = `http://localhost:${(balancer.address() as { port: number }).port}`;
  try {
    for (const one of settings) behind.push(await start(url, { ...one, LEVEE_DATA_DIR: data }));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, behind, turns: () => turn, run: (journey) => run(url, data, journey), stop };
};
