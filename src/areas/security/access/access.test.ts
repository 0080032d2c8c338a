import { expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import { anonymous, roles, type Actor } from "#kernel/access.ts";
import { completeSets, conflictSets, joinedSets, rulesOfSeparation } from "#kernel/separation.ts";
import { day } from "#kernel/time.ts";
import { duties, permissions, permissionsOf } from "#roles.ts";
import { refusalOf, type Door } from "#server/http/doors.ts";
import { prove, subjects } from "./matrix.model.ts";
import { whyMay, type Standing } from "./why.model.ts";

const doors: readonly Door[] = areaServers.flatMap((area) => area.endpoints);
const opens = (door: Door, actor: Actor) => refusalOf(door, actor) === null;
const reviewed = new Map(
  doors.map((door) => [
    `${door.method} ${door.path}`,
    [door.permission].flat() as readonly string[],
  ]),
);

test("the matrix says of every door what the door does", () => {
  const proof = prove(doors, opens, reviewed);
  expect(proof.differences).toEqual([]);
  expect(proof.unreviewed).toEqual([]);
  expect(proof.gone).toEqual([]);
  expect(proof.asked).toBe(doors.length * subjects().length);
});

test("a planted door is found, one that asks for something else, and one that is gone", () => {
  const planted: Door = { method: "GET", path: "/api/v1/planted", permission: "payment.release" };
  const first = doors.find((door) => door.permission === "payment.release")!;
  const other: Door = { ...first, permission: "signed-in" };
  const gone = doors.find((door) => door.path === "/api/v1/access-why")!;
  const now = [...doors.filter((door) => door !== first && door !== gone), other, planted];
  const proof = prove(now, opens, reviewed);
  const name = `${first.method} ${first.path}`;
  expect(proof.unreviewed).toEqual([
    { door: name, permission: "signed-in", reviewed: "payment.release" },
    { door: "GET /api/v1/planted", permission: "payment.release", reviewed: null },
  ]);
  expect(proof.gone).toEqual(["GET /api/v1/access-why"]);
});

test("a door that lets somebody else in is found, by door and by whom", () => {
  const door: Door = { method: "POST", path: "/api/v1/x", permission: "payment.release" };
  const lax = (one: Door, actor: Actor) => opens(one, actor) || actor.role === "admin";
  const found = prove([door], lax, new Map()).differences;
  expect(found).toContainEqual({
    door: "POST /api/v1/x",
    who: "admin",
    matrix: false,
    door_opens: true,
  });
});

// A generator of its own, so that a case that fails is drawn again.
const draws = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

const let_in = (door: Door, actor: Actor): boolean => refusalOf(door, actor) === null;

test("why agrees with the door in 1,000 drawn cases", () => {
  const draw = draws(51);
  for (let n = 0; n < 1000; n += 1) {
    const standing: Standing = {
      active: draw(10) > 0,
      role: roles[draw(roles.length)]!,
      duties: duties.filter(() => draw(12) === 0),
      lacksFactor: draw(5) === 0,
    };
    const door = doors[draw(doors.length)]!;
    const { role, duties: held, active, lacksFactor } = standing;
    // Built here by itself: whom the session of such a person gives.
    const actor: Actor = !active
      ? { ...anonymous, kind: "person", personId: "p" }
      : lacksFactor
        ? { ...anonymous, kind: "person", personId: "p", role, waitsForSecondFactor: "o" }
        : {
            ...anonymous,
            ...{ kind: "member", personId: "p", orgId: "o", role, duties: held },
            permissions: permissionsOf(role, held),
          };
    const answer = whyMay(standing, door, (asked, who) => opens({ ...door, ...asked }, who));
    const told = `${n}: ${door.method} ${door.path} for ${JSON.stringify(standing)}`;
    expect(answer.may, told).toBe(let_in(door, actor));
    // The reasons carry the answer: something opens, and nothing closes.
    const open = answer.reasons.some(({ good }) => good === true);
    const closed = answer.reasons.some(({ good }) => good === false);
    if (answer.may) expect(open && !closedFor(answer.reasons, door), told).toBe(true);
    else expect(closed, told).toBe(true);
  }
});

// Where several permissions open a door, one that Read only takes away does not close it.
const closedFor = (reasons: readonly { good: boolean | null; text: string }[], door: Door) =>
  [door.permission].flat().length === 1 && reasons.some(({ good }) => good === false);

test("what takes a right away is told: Read only, the factor, a membership that ended", () => {
  const release: Door = { method: "POST", path: "/x", permission: "payment.release" };
  const ask = (over: Partial<Standing>) =>
    whyMay(
      { active: true, role: "user", duties: ["treasurer"], lacksFactor: false, ...over },
      release,
      (asked, who) => opens({ ...release, ...asked }, who),
    );
  expect(ask({}).may).toBe(true);
  expect(ask({}).reasons[0]!.text).toBe("The duty Treasurer may: payment.release.");
  const texts = (over: Partial<Standing>) => {
    const { may, reasons } = ask(over);
    expect(may).toBe(false);
    return reasons.map(({ text }) => text).join(" ");
  };
  expect(texts({ duties: ["treasurer", "read_only"] })).toContain("Read only takes away");
  expect(texts({ lacksFactor: true })).toContain("a second factor");
  expect(texts({ active: false })).toContain("no active member");
  expect(texts({ duties: [] })).toContain("Nothing that they hold gives it. Treasurer may.");
  const both = ask({ duties: ["treasurer", "ap"] }).reasons.map(({ text }) => text);
  expect(both.join(" ")).toContain("They hold both ends of “Proposing and releasing a payment”");
});

test("sets of what is kept apart name permissions that somebody holds, and a rule of each day", () => {
  for (const { ends } of conflictSets)
    for (const { permission } of ends) expect(Object.keys(permissions)).toContain(permission);
  for (const on of ["2016-01-01", "2025-09-30", "2025-10-01", "2030-01-01"])
    expect(rulesOfSeparation(day(on)).map(({ citation }) => citation)).toContain(
      "2 CFR 200.303(a)",
    );
  const books = (on: string) =>
    rulesOfSeparation(day(on)).filter(({ citation }) => citation.startsWith("GAO")).length;
  expect([books("2025-09-30"), books("2025-10-01")]).toEqual([1, 1]);
});

test("a set is joined by whoever gets its other end, not by a role that holds both", () => {
  const of = (...held: (typeof duties)[number][]) => permissionsOf("user", held);
  const none = permissionsOf("user", []);
  const keys = (...args: Parameters<typeof joinedSets>) =>
    joinedSets(...args).map(({ key }) => key);
  expect(keys(of("ap"), of("ap", "treasurer"), none)).toEqual([
    "invoice-pay",
    "propose-release",
    "bank-verify",
    "journal-post",
  ]);
  expect(keys(of("ap", "treasurer"), of("ap", "treasurer", "requester"), none)).toEqual([]);
  const admin = permissionsOf("admin", []);
  expect(completeSets(admin).length).toBeGreaterThan(0);
  expect(keys(none, admin, admin)).toEqual([]);
});
