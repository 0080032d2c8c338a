import { configDefaults, defineConfig } from "vitest/config";

const common = {
  globalSetup: ["src/server/testing/global-setup.ts"],
  testTimeout: 240_000,
  hookTimeout: 120_000,
  pool: "forks" as const,
};
const server = ["src/areas/**/*.test.ts", "src/server/**/*.test.ts"];
/**
 * Tests of the server that change what a process has once: its environment, its clock, a module in
 * place of another.
 */
const alone = [
  "src/server/operation/belonging.service.test.ts",
  "src/areas/identity/api-limit.test.ts",
  "src/areas/*/bid/canary.test.ts",
  "src/server/pdf/pdf.test.ts",
];

// Loading the server's modules takes as long as many a file of tests: those tests share a worker,
// each file with a database of its own.
export default defineConfig({
  test: {
    maxWorkers: 2,
    fileParallelism: true,
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, "**/db/migrations/*.sql"],
    projects: [
      {
        test: {
          ...common,
          name: "shared",
          include: server,
          exclude: alone,
          isolate: false,
          setupFiles: ["src/server/testing/all-areas.ts"],
        },
      },
      {
        test: {
          ...common,
          name: "alone",
          include: [
            "{bin,db,src/kernel,src/keystore,src/web}/**/*.test.ts",
            "src/**/*.test.tsx",
            "src/*.test.ts",
            ...alone,
          ],
        },
      },
    ],
  },
});
