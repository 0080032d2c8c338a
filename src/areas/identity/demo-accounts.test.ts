// Whoever tries the demo finds every one of its people, by job, where accounts are named.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { demoAccountsWithoutJob, demoJobs } from "./demo-accounts.model.ts";

test("every account of the demo stands below one job", () => {
  const named = demoJobs().flatMap(({ accounts }) => accounts.map(({ email }) => email));

  expect(demoAccountsWithoutJob()).toEqual([]);
  expect(named).toEqual([...new Set(named)]);
});

test("the README names every account and what it does", () => {
  const readme = readFileSync("README.md", "utf8");

  for (const { accounts } of demoJobs())
    for (const { email, name, title, does } of accounts)
      expect(readme).toContain(`| \`${email}\` | ${name}, ${title} | ${does} |`);
});
