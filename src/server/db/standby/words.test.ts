import { expect, test } from "vitest";
import { standbyFault, troubleText, type Named } from "./words.model.ts";

const primary: Named = {
  ...{ host: "one:5432", systemId: "7100", started: "18:00", standby: false },
  ...{ timeline: 3, received: null },
};
const standby: Named = {
  ...{ host: "two:5432", systemId: "7100", started: "18:05", standby: true },
  ...{ timeline: 3, received: 3 },
};
const fault = (change: Partial<Named>, several = false) =>
  standbyFault({ ...standby, ...change }, primary, several);

test("a standby that follows the primary is one, also while it receives nothing; a promoted one is passed over", () => {
  expect(fault({})).toBeNull();
  expect(fault({ received: null, timeline: 2 })).toBeNull();
  expect(standbyFault(primary, primary, true)).toBeNull();
});

test("what is no standby of the database is refused with what to do", () => {
  expect(fault({ systemId: "7200" })).toBe(
    "DATABASE_READ_URL: two:5432 is another database cluster (7200) than that of DATABASE_URL (7100). Name a standby of it, or remove the setting.",
  );
  expect(standbyFault(primary, primary, false)).toBe(
    "DATABASE_READ_URL: one:5432 takes the writes itself. Name a standby of it, or remove the setting.",
  );
  expect(fault({ standby: false })).toBe(
    "DATABASE_READ_URL: two:5432 takes writes of its own, apart from the primary. Rebuild it as a standby (pg_basebackup), or remove the setting.",
  );
  expect(fault({ timeline: 4, received: 4 })).toBe(
    "DATABASE_READ_URL: two:5432 is a fork: it is on timeline 4, and the primary on 3. Rebuild it as a standby of the primary (pg_basebackup), or remove the setting.",
  );
  expect(fault({ received: 2 })).toContain("is on timeline 2, and the primary on 3");
});

test("each trouble is told with what to do", () => {
  const until = "Until then reports, exports and public pages are read from the primary.";
  const host = "two:5432";
  expect(troubleText({ kind: "away", host, said: "connect ECONNREFUSED" })).toBe(
    `The standby two:5432 cannot be read: connect ECONNREFUSED. Look after that machine. ${until}`,
  );
  expect(troubleText({ kind: "primary", host })).toBe(
    `two:5432, which DATABASE_READ_URL names, takes the writes now, and no standby is there. Rebuild the other machine as a standby, and name both in DATABASE_READ_URL. ${until}`,
  );
  expect(troubleText({ kind: "stranger", host })).toBe(
    `two:5432, which DATABASE_READ_URL names, is another database cluster. Name a standby of the primary. ${until}`,
  );
  expect(troubleText({ kind: "fork", host })).toBe(
    `The standby two:5432 is a fork: it lacks what was written on the primary. Rebuild it as a standby of the primary (pg_basebackup). ${until}`,
  );
  expect(troubleText({ kind: "behind", host, seconds: 10 })).toBe(
    `The standby two:5432 is more than 10 seconds behind. Look after its disk, its network and long statements there. ${until}`,
  );
  expect(troubleText({ kind: "unproven", host })).toBe(
    `Nothing that was written on the primary has come to the standby two:5432 yet. Look whether it follows the primary. ${until}`,
  );
  expect(troubleText({ kind: "unmarked" })).toBe(
    `An instance runs without DATABASE_READ_URL: of its writes the others know nothing. Give all instances the same settings. ${until}`,
  );
});
