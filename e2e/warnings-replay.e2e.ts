// Two whole feeds of warnings in many more random orders than every run takes, on PostgreSQL, over two
// instances and with the database going away in the middle: the test beside the service, asked for more.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const orders = process.env["LEVEE_REPLAYS"] ?? "20";

test(`${orders} orders of each feed end in one state`, async () => {
  const replay = spawn(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "src/areas/disaster/alert/replay.service.test.ts"],
    { env: { ...process.env, LEVEE_REPLAYS: orders }, stdio: "inherit" },
  );
  const [code] = (await once(replay, "exit")) as [number];
  expect(code).toBe(0);
}, 1_800_000);
