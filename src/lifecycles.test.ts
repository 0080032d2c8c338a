import { expect, test } from "vitest";
import { roles, type Actor } from "#kernel/access.ts";
import { duties } from "#roles.ts";
import { offeredActions, refusal, type Lifecycle } from "#kernel/lifecycle.ts";
import { permissions, permissionsOf } from "./roles.ts";
import { areaServers } from "#areas.server.ts";
import { allNouns } from "#server/lifecycle.ts";
import { allLifecycles } from "#server/testing/permissions.ts";

type Any = Lifecycle<string, string, { status: string }>;
const cycles = await allLifecycles();

// A record on which no rule finds anything to object to is not needed: rules are asked apart, here
// they count as satisfied.
const withoutRules = (cycle: Any): Any => ({
  ...cycle,
  actions: Object.fromEntries(
    Object.entries(cycle.actions).map(([name, a]) => [
      name,
      { ...a, unless: undefined, suits: undefined },
    ]),
  ) as never,
});
const outcomes = (a: Any["actions"][string]) => [...(a.to ? [a.to] : []), ...(a.outcomes ?? [])];

test("the nouns with a lifecycle are found", () => {
  expect(cycles.map((c) => c.noun)).toEqual(
    expect.arrayContaining(["requisition", "purchase order", "invoice"]),
  );
});

test.each(cycles.map((c) => [c.noun, c] as const))(
  "%s: every name exists, every status is reached, every open status has a way on",
  (_noun, cycle) => {
    const known = new Set(Object.keys(cycle.statuses));
    for (const [name, a] of Object.entries(cycle.actions)) {
      for (const s of [...a.from, ...outcomes(a)]) expect(known, `${name} names ${s}`).toContain(s);
      expect(outcomes(a).length, `${name} leads nowhere`).toBeGreaterThan(0);
      expect(Object.keys(permissions), `${name} names ${a.permission}`).toContain(a.permission);
    }
    for (const s of cycle.course) expect(known).toContain(s);
    const reached = new Set<string>([cycle.initial, cycle.course[0]!, ...(cycle.begins ?? [])]);
    for (let grew = true; grew;) {
      grew = false;
      for (const a of Object.values(cycle.actions))
        if (a.from.some((s) => reached.has(s)))
          for (const s of outcomes(a)) grew = (!reached.has(s) && Boolean(reached.add(s))) || grew;
    }
    expect([...known].filter((s) => !reached.has(s))).toEqual([]);
    const stuck = [...known].filter(
      (s) =>
        !cycle.statuses[s]!.terminal &&
        !Object.values(cycle.actions).some((a) => a.from.includes(s)),
    );
    expect(stuck).toEqual([]);
  },
);

type Asker = readonly [string, Pick<Actor, "personId" | "permissions" | "kind">];
const askers: readonly Asker[] = [
  ...roles.map(
    (r) =>
      [r, { personId: "p", kind: "member" as const, permissions: permissionsOf(r, []) }] as Asker,
  ),
  ...duties.map(
    (d) =>
      [
        `user with ${d}`,
        { personId: "p", kind: "member" as const, permissions: permissionsOf("user", [d]) },
      ] as Asker,
  ),
  [
    "vendor",
    { personId: "p", kind: "vendor" as const, permissions: permissionsOf("user", [], "vendor") },
  ],
  ["nobody", { personId: null, kind: "anonymous" as const, permissions: new Set<string>() }],
];

// Steps that people take elsewhere than at the agency's own list of the noun.
const elsewhere: Readonly<Record<string, string>> = {
  "correctivePlan answer": "the vendor, in the portal",
  "vendorRegistration resubmit": "the company, in the portal",
  "vendorRegistration withdraw": "the company, in the portal",
  "orderChangeRequest withdraw": "the vendor, in the portal",
  "shipNotice withdraw": "the vendor, in the portal",
  "bid submit": "the vendor, at its own bids",
  "bid supersede": "with the vendor's next bid",
  "bid withdraw": "the vendor, at its own bids",
  "bid accept": "with the evaluation of its solicitation",
  "bid reject": "with the evaluation of its solicitation",
  "bid reconsider": "with the evaluation of its solicitation",
  "programApplication submit": "the applicant, in the portal",
  "programApplication withdraw": "the applicant, in the portal",
  "subawardRequest withdraw": "the subrecipient, in the portal",
};

test("every step that people take is mounted under the permission of its lifecycle, and no other is", () => {
  const mounted = new Map(
    areaServers.flatMap((area) => area.endpoints).map((e) => [`${e.method} ${e.path}`, e]),
  );
  const missing: string[] = [];
  for (const { name: noun, path, cycle } of allNouns())
    for (const [name, action] of Object.entries(cycle.actions)) {
      const found = mounted.get(`POST /api/v1/${path}/{id}/actions/${name}`);
      if (action.system) continue;
      if (!found) missing.push(`${noun} ${name}`);
      else expect(found.permission, `${noun} ${name}`).toBe(action.permission);
    }
  expect(missing.sort()).toEqual(Object.keys(elsewhere).sort());
});

test.each(cycles.map((c) => [c.noun, c] as const))(
  "%s: status × action × asker: allowed exactly where from, permission and kind say so, and the buttons say the same",
  (_noun, given) => {
    const cycle = withoutRules(given);
    let walked = 0;
    for (const status of Object.keys(cycle.statuses))
      for (const [name, action] of Object.entries(cycle.actions))
        for (const [who, asker] of askers) {
          const allowed =
            action.from.includes(status) &&
            asker.permissions.has(action.permission) &&
            !action.system;
          expect(
            refusal(cycle, name, { status }, asker) === null,
            `${who} ${name} on ${status}`,
          ).toBe(allowed);
          expect(
            offeredActions(cycle, { status }, asker).some((o) => o.name === name && o.enabled),
            `button ${name} for ${who} on ${status}`,
          ).toBe(allowed);
          walked += 1;
        }
    expect(walked).toBe(
      Object.keys(cycle.statuses).length * Object.keys(cycle.actions).length * askers.length,
    );
  },
);

test("no platform administrator holds a permission that moves money or decides an award inside an agency", () => {
  const held = permissionsOf("platform_admin", []);
  expect(
    [...held].filter(
      (p) =>
        /\.(approve|release|propose|void|issue|override|verifyBank|editBank|import|edit|close|post)$/.test(
          p,
        ) && !/^(member|platform)\./.test(p),
    ),
  ).toEqual([]);
});
