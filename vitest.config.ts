import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "db/**/*.test.ts", "bin/**/*.test.ts"],
    globalSetup: ["src/server/testing/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
    fileParallelism: true,
    reporters: process.env.CI ? ["default"] : ["default"],
  },
});
