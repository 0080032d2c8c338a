import { defineConfig } from "vitest/config";

/**
 * Journeys of several people with long waits, and those that break a server of their own; the other
 * half looks at screens.
 */
const people = ["sourcing", "vendor", "purchase", "mending", "crash", "first-start", "hostile"].map(
  (name) => `e2e/${name}*.e2e.ts`,
);
// A journey of many people on a busy machine gets two more tries; one that fails three times fails.
// What is asked until it is so is asked for as long as a busy machine needs.
const common = {
  globalSetup: ["e2e/setup.ts"],
  testTimeout: 180_000,
  hookTimeout: 120_000,
  pool: "forks" as const,
  maxWorkers: 1,
  fileParallelism: false,
  retry: 2,
  expect: { poll: { timeout: 15_000, interval: 50 } },
};

export default defineConfig({
  test: {
    projects: [
      { test: { ...common, name: "e2e-people", include: people } },
      { test: { ...common, name: "e2e-screens", include: ["e2e/**/*.e2e.ts"], exclude: people } },
    ],
  },
});
