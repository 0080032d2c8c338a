import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["e2e/**/*.e2e.ts"], globalSetup: ["e2e/setup.ts"], testTimeout: 180_000, hookTimeout: 120_000, pool: "forks", maxWorkers: 1, fileParallelism: false, // A journey of many people on a busy machine gets a second try; one that fails twice fails.
    retry: 1 },
});
