import { expect, test } from "vitest";
import { instant } from "#kernel/time.ts";
import type { MemberPatch, MemberRow } from "./member.model.ts";
import { powerOf, splitPower } from "./power.service.ts";

const soon = instant("2030-01-01T00:00:00Z");
const late = instant("2031-01-01T00:00:00Z");
const split = (held: Partial<MemberRow>, patch: MemberPatch, self = false) => {
  const before = {
    role: "user",
    roleExpiresAt: null,
    duties: [],
    dutyEnds: {},
    active: true,
    ...held,
  } as unknown as MemberRow;
  const { role, roleExpiresAt, duties, dutyEnds, removes, waits } = splitPower(
    before,
    patch,
    powerOf(before, patch),
    self,
  );
  return {
    now: [role, roleExpiresAt, ...duties].filter(Boolean).join(" "),
    waits: waits && [waits.role, waits.roleExpiresAt, ...waits.duties].filter(Boolean).join(" "),
    ends: dutyEnds,
    lifts: waits?.liftsReadOnly ?? false,
    removes,
  };
};

test.each<[string, Partial<MemberRow>, MemberPatch, boolean, object]>([
  ["a role with money powers waits", {}, { role: "manager" }, false, { now: "", waits: "manager" }],
  ["more of them too", { role: "manager" }, { role: "admin" }, false, { now: "", waits: "admin" }],
  [
    "fewer hold at once",
    { role: "admin" },
    { role: "manager" },
    false,
    { now: "manager", waits: null, removes: true },
  ],
  [
    "an end that is put off waits",
    { role: "manager", roleExpiresAt: soon },
    { roleExpiresAt: late },
    false,
    { now: "", waits: `manager ${late}` },
  ],
  [
    "an end that is taken away waits",
    { role: "manager", roleExpiresAt: soon },
    { roleExpiresAt: null },
    false,
    { now: "", waits: "manager" },
  ],
  [
    "an earlier end holds at once",
    { role: "manager", roleExpiresAt: late },
    { roleExpiresAt: soon },
    false,
    { now: `manager ${soon}`, waits: null },
  ],
  [
    "duties part",
    { duties: ["receiver"] },
    { duties: ["requester", "ap"] },
    false,
    { now: "requester", waits: "ap", removes: true },
  ],
  [
    "a duty's later end waits, its earlier one holds",
    { duties: ["ap", "buyer"], dutyEnds: { ap: soon, buyer: late } },
    { dutyEnds: { ap: late, buyer: soon } },
    false,
    { now: "ap buyer", waits: "ap", ends: { ap: soon, buyer: soon } },
  ],
  [
    "one's own wait, whatever they are",
    {},
    { duties: ["requester"] },
    true,
    { now: "", waits: "requester" },
  ],
  [
    "read only holds at once",
    { duties: ["ap"] },
    { duties: ["ap", "read_only"] },
    true,
    { now: "ap read_only", waits: null },
  ],
  [
    "lifted, it waits where powers come back",
    { duties: ["ap", "read_only"] },
    { duties: ["ap"] },
    false,
    { now: "ap read_only", lifts: true, removes: false },
  ],
  [
    "and where none do, not",
    { duties: ["requester", "read_only"] },
    { duties: ["requester"] },
    false,
    { now: "requester", lifts: false, waits: null },
  ],
  [
    "who is switched on again begins without money powers",
    { role: "admin", duties: ["requester", "treasurer"], active: false },
    { active: true },
    false,
    { now: "user requester", waits: "admin treasurer" },
  ],
  [
    "who is switched off keeps nothing waiting",
    { role: "manager" },
    { active: false },
    false,
    { waits: null, removes: true },
  ],
])("%s", (_, held, patch, self, wanted) => expect(split(held, patch, self)).toMatchObject(wanted));
