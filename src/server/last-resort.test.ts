import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const module = new URL("./last-resort.ts", import.meta.url).href;
const run = (stop: string, fault: string) => {
  const done = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `
        const { endOnUnhandled } = await import(${JSON.stringify(module)});
        endOnUnhandled(async () => { ${stop} }, 300);
        setInterval(() => {}, 1000);
        ${fault}
      `,
    ],
    { encoding: "utf8", timeout: 20_000 },
  );
  return { code: done.status, out: done.stdout, log: done.stderr };
};

test.each([
  ["an error", `setTimeout(() => { throw new Error("the moon fell"); });`],
  ["a promise", `void Promise.reject(new Error("the moon fell"));`],
])(
  "%s that nobody caught is logged with its moment, and the process ends with code 70",
  (_, fault) => {
    const { code, out, log } = run(`console.log("stopped in order");`, fault);
    expect(code).toBe(70);
    expect(out).toBe("stopped in order\n");
    expect(log).toMatch(/^\d{4}-\d\d-\d\dT.*Z fault unhandled: .*\n?.*the moon fell/m);
  },
);

test("a stop that does not end, or fails itself, keeps the process no longer than its patience", () => {
  const fault = `setTimeout(() => { throw new Error("the moon fell"); });`;
  expect(run(`await new Promise(() => {});`, fault).code).toBe(70);
  expect(run(`throw new Error("again");`, fault).code).toBe(70);
});
