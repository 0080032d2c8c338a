import { fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";

export type Program = {
  port: number;
  /** CPU milliseconds of the program's process so far. */
  cpu: () => Promise<number>;
  /** Proportional set size in MiB, or null where /proc cannot tell. */
  memory: () => number | null;
  stop: () => Promise<void>;
};

const next = <T>(child: ChildProcess, key: string) =>
  new Promise<T>((resolve, reject) => {
    const hear = (message: Record<string, unknown>) => {
      if (!(key in message)) return;
      child.off("message", hear);
      child.off("exit", ended);
      resolve(message[key] as T);
    };
    const ended = (code: number | null) => reject(new Error(`the program ended with ${code}`));
    child.on("message", hear);
    child.once("exit", ended);
  });

/** What `npm start` sets for its process: the flags and the environment of the script itself. */
export const shipped = (() => {
  const { scripts } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  ) as { scripts: { start: string } };
  return {
    flags: scripts.start.match(/--\S+/g) ?? [],
    env: Object.fromEntries(
      [...scripts.start.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
    ),
  };
})();

/**
 * Starts one of the programs beside this file in a process of its own, with what `npm start` sets,
 * and waits until it listens.
 */
export const startProgram = async (file: string, env: Record<string, string>): Promise<Program> => {
  const execArgv = [
    ...shipped.flags,
    ...(process.env.LEVEE_BENCH_PROFILE === file ? ["--cpu-prof", "--cpu-prof-dir=.cache"] : []),
  ];
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
    env: { ...process.env, ...shipped.env, ...env },
    execArgv,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const port = await next<number>(child, "port");
  return {
    port,
    cpu: async () => {
      const answer = next<number>(child, "cpu");
      child.send("cpu");
      return answer;
    },
    memory: () => {
      try {
        return (
          Number(
            /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/smaps_rollup`, "utf8"))![1],
          ) / 1024
        );
      } catch {
        return null;
      }
    },
    stop: async () => {
      const ended = new Promise((done) => child.once("exit", done));
      child.send("stop");
      await ended;
    },
  };
};

/** What a program does with its parent: tells its port, answers for its CPU, stops when asked. */
export const serveParent = (port: number, stop: () => Promise<void>): void => {
  process.on("message", (message) => {
    if (message === "cpu") {
      const { user, system } = process.cpuUsage();
      process.send!({ cpu: (user + system) / 1000 });
    } else void stop().then(() => process.exit(0));
  });
  process.send!({ port });
};

export type Caller = <T = any>(
  method: string,
  path: string,
  options?: { token?: string; body?: unknown; version?: number; key?: string },
) => Promise<T>;

/**
 * A client with one kept connection; throws with the answer when it is not a success. What is not
 * JSON comes as `feed`.
 */
export const caller = (port: number): Caller & { close: () => void } => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = <T>(
    method: string,
    path: string,
    options: { token?: string; body?: unknown; version?: number; key?: string } = {},
  ) =>
    new Promise<T>((resolve, reject) => {
      const text = options.body === undefined ? undefined : JSON.stringify(options.body);
      const sent = request(
        {
          agent,
          port,
          host: "127.0.0.1",
          method,
          path,
          headers: {
            ...(text !== undefined && {
              "content-type": "application/json",
              "content-length": Buffer.byteLength(text),
            }),
            ...(options.token && { authorization: `Bearer ${options.token}` }),
            ...(options.version !== undefined && { "if-match": `"${options.version}"` }),
            ...(options.key && { "idempotency-key": options.key }),
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("error", reject);
          answer.on("end", () => {
            const body = Buffer.concat(parts).toString("utf8");
            if (answer.statusCode! >= 300)
              return reject(
                Object.assign(
                  new Error(
                    `${method} ${path} answered ${answer.statusCode}: ${body.slice(0, 500)}`,
                  ),
                  { status: answer.statusCode },
                ),
              );
            resolve(
              (String(answer.headers["content-type"]).includes("json")
                ? JSON.parse(body)
                : { feed: body }) as T,
            );
          });
        },
      );
      sent.on("error", reject);
      sent.end(text);
    });
  return Object.assign(call as Caller, { close: () => agent.destroy() });
};
