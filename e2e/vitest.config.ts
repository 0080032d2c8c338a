import { defineConfig } from "vitest/config";
import { journeys, journeysOf, unlisted, type Server } from "./journeys.ts";

const missing = unlisted();
if (missing.length) throw new Error(`e2e/journeys.ts: ${missing.join("; ")}`);

const asked = journeysOf(process.env.LEVEE_JOURNEYS ?? "all");
const on = (server: Server) => asked.filter((file) => journeys.get(file)!.server === server);

// A journey of many people on a busy machine gets two more tries; one that fails three times fails.
// What is asked until it is so is asked for as long as a busy machine needs.
const common = {
  globalSetup: ["e2e/setup.ts"],
  testTimeout: 420_000,
  hookTimeout: 120_000,
  pool: "forks" as const,
  maxWorkers: 1,
  fileParallelism: false,
  retry: 2,
  expect: { poll: { timeout: 15_000, interval: 50 } },
};

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: (["people", "screens"] as const).map((server) => ({
      test: { ...common, name: `e2e-${server}`, include: on(server) },
    })),
  },
});
