import { expect, test } from "vitest";
import { drawnNetwork } from "./drawn.setup.ts";
import { scheduleOf, type Scheduled } from "./engine.model.ts";
import { naiveDates } from "./naive.setup.ts";
import { Loop, type Network, type NetworkTask } from "./network.model.ts";
import { daysFrom, daysOf, networkOf } from "./textbook.setup.ts";

/** Early start, early finish, late start, late finish, total float by task, in days. */
const table = (of: Network) =>
  Object.fromEntries(
    scheduleOf(of).tasks.map((task) => [
      task.id,
      [
        ...[task.start, task.finish, task.lateStart, task.lateFinish].map(daysFrom),
        daysOf(task.totalFloat),
      ],
    ]),
  );
const marked = (of: Network, mark: (task: Scheduled) => boolean) =>
  scheduleOf(of)
    .tasks.filter(mark)
    .map(({ id }) => id)
    .join(" ");

test("Milwaukee Paper (Heizer & Render, Operations Management, chapter 3)", () => {
  const of = networkOf("A 2", "B 3", "C 2 A", "D 4 A B", "E 4 C", "F 3 C", "G 5 D E", "H 2 F G");
  expect(table(of)).toEqual({
    A: [0, 2, 0, 2, 0],
    B: [0, 3, 1, 4, 1],
    C: [2, 4, 2, 4, 0],
    D: [3, 7, 4, 8, 1],
    E: [4, 8, 4, 8, 0],
    F: [4, 7, 10, 13, 6],
    G: [8, 13, 8, 13, 0],
    H: [13, 15, 13, 15, 0],
  });
  expect(marked(of, (task) => task.criticalByFloat)).toBe("A C E G H");
  expect(marked(of, (task) => task.onLongestPath)).toBe("A C E G H");
});

const reliable = [
  ...["A 2", "B 4 A", "C 10 B", "D 6 C", "E 4 C", "F 5 E", "G 7 D", "H 9 E G"],
  ...["I 7 C", "J 8 F I", "K 4 J", "L 5 J", "M 2 H", "N 6 K L"],
];
test("Reliable Construction (Hillier & Lieberman, Operations Research, chapter on PERT/CPM): 44 weeks", () => {
  const of = networkOf(...reliable);
  expect(daysFrom(scheduleOf(of).finish)).toBe(44);
  const slack = Object.entries(table(of)).map(([id, row]) => `${id}${row[4]}`);
  expect(slack.join(" ")).toBe("A0 B0 C0 D4 E0 F0 G4 H4 I2 J0 K1 L0 M4 N0");
  expect(marked(of, (task) => task.onLongestPath)).toBe("A B C E F J L N");
});

test("nine activities (Hendrickson, Project Management for Construction, 10.3): 30 days", () => {
  const of = networkOf(
    ...["A 4", "B 3", "C 8 A", "D 7 A", "E 9 B C", "F 12 B C", "G 2 D E", "H 5 D E", "I 6 F G"],
  );
  expect(daysFrom(scheduleOf(of).finish)).toBe(30);
  expect(marked(of, (task) => task.criticalByFloat)).toBe("A C F I");
});

test("a course's network with starts that follow starts: 38 days by A, D, H, M, N", () => {
  const of = networkOf(
    ...["A 2", "B 10 A:SS", "C 13 A", "D 12 A", "E 12 B", "F 7 B", "G 10 D", "H 16 D", "I 6 F"],
    ...["J 12 C G:SS", "K 5 I:SS", "L 8 E I K", "M 5 H", "N 3 G J L M"],
  );
  expect(daysFrom(scheduleOf(of).finish)).toBe(38);
  expect(marked(of, (task) => task.onLongestPath)).toBe("A D H M N");
});

test("lags, leads and links to finishes place a task by hand", () => {
  const of = networkOf("A 10", "B 6 A:SS+3 A:FF+2", "C 4 B:FS-1", "D 3 C:SF+5");
  expect(table(of)).toEqual({
    A: [0, 10, 0, 10, 0],
    B: [6, 12, 6, 12, 0],
    C: [11, 15, 11, 15, 0],
    D: [13, 16, 13, 16, 0],
  });
});

test("what waits for itself is refused by its names in order", () => {
  const of = networkOf("A 1 C", "B 1 A", "C 1 B", "D 1");
  const refused = (network: Network) => {
    try {
      return scheduleOf(network);
    } catch (error) {
      return error instanceof Loop ? error.message : error;
    }
  };
  expect(refused(of)).toBe("These tasks wait for each other: B → C → A → B.");
  expect(refused(networkOf("A 1 A"))).toBe("These tasks wait for each other: A → A.");
});

test("a task without successor is bounded by the project's finish, whatever its links are", () => {
  // Its successor alone would let it start a day later, and end behind the project.
  expect(table(networkOf("B 14", "C 3 B:SS+10"))).toEqual({
    B: [0, 14, 0, 14, 0],
    C: [10, 13, 11, 14, 1],
  });
});

test("what began out of its turn waits with the rest, or goes on", () => {
  const of = networkOf("A 10", "B 6 A");
  const start = of.start;
  const began: NetworkTask = {
    ...of.tasks[1]!,
    actualStart: start + 1440,
    remaining: 4 * 1440,
  };
  const told = { ...of, dataDate: start + 2 * 1440, tasks: [of.tasks[0]!, began] };
  const finishOf = (outOfSequence: Network["outOfSequence"]) =>
    daysFrom(scheduleOf({ ...told, outOfSequence }).tasks[1]!.finish);
  // A takes ten days from the data date.
  expect(finishOf("retained")).toBe(16);
  expect(finishOf("override")).toBe(6);
});

const drawn = (seed: number, constraints = true) =>
  drawnNetwork(seed, { constraints, progress: true });
const worked = (works: readonly boolean[], from: number, to: number): number =>
  from > to ? 0 - worked(works, to, from) : works.slice(from, to).filter(Boolean).length;

test(
  "three thousand drawn networks are dated as by walking minute after minute",
  { timeout: 120_000 },
  () => {
    let compared = 0;
    for (let seed = 1; seed <= 3000; seed++) {
      const { network, naive } = drawn(seed);
      const found = scheduleOf(network);
      const byId = new Map(found.tasks.map((task) => [task.id, task]));
      // The walk ends with the stretch of time that it knows.
      if (found.finish > naive.tasks[0]!.works.length - 14 * 1440) continue;
      compared++;
      const wanted = naiveDates(naive);
      expect(found.finish, `finish of ${seed}`).toBe(wanted.finish);
      for (const [at, task] of naive.tasks.entries()) {
        const ours = byId.get(`t${at}`)!;
        const [early, late] = [wanted.early[at]!, wanted.late[at]!];
        const where = `task ${at} of network ${seed}`;
        expect({ start: ours.resumes, finish: ours.finish }, where).toEqual(early);
        if (task.actualFinish !== null) continue;
        expect(ours.freeFloat, where).toBe(wanted.free[at]);
        expect(ours.totalFloat, where).toBe(worked(task.works, early.finish, late.finish));
        if (ours.totalFloat !== 0) expect(ours.lateStart, where).toBe(late.start);
      }
    }
    expect(compared).toBeGreaterThan(2500);
  },
);

// The network with one task that begins no earlier than so many minutes of its work later.
const moved = (network: Network, { id, resumes }: Scheduled, minutes: number): Network => ({
  ...network,
  tasks: network.tasks.map((task) => {
    if (task.id !== id) return task;
    const { calendar } = task;
    const at = task.duration === 0 ? calendar.end : calendar.start;
    const later = at.call(calendar, calendar.worked(resumes) + minutes);
    return { ...task, constraint: { kind: "startNoEarlier" as const, at: later } };
  }),
});

test(
  "moved by its free float a task moves no other; by its total float, not the finish",
  { timeout: 60_000 },
  () => {
    let tried = 0;
    for (let seed = 5001; seed <= 5600; seed++) {
      const { network } = drawn(seed, false);
      const before = scheduleOf(network);
      for (const task of before.tasks) {
        const its = network.tasks.find(({ id }) => id === task.id)!;
        if (its.actualStart !== null || !task.freeFloat) continue;
        tried++;
        const after = scheduleOf(moved(network, task, task.freeFloat));
        const where = `${task.id} of ${seed}`;
        const others = (of: typeof before) =>
          of.tasks
            .filter(({ id }) => id !== task.id)
            .map((one) => [one.id, one.resumes, one.finish]);
        expect(others(after), where).toEqual(others(before));
        expect(scheduleOf(moved(network, task, task.totalFloat!)).finish, where).toBe(
          before.finish,
        );
      }
    }
    expect(tried).toBeGreaterThan(500);
  },
);

test("total float is below zero only where something is constrained or due", () => {
  let below = 0;
  for (let seed = 6001; seed <= 7000; seed++) {
    for (const { totalFloat, freeFloat } of scheduleOf(drawn(seed, false).network).tasks) {
      expect(totalFloat ?? 0, `${seed}`).toBeGreaterThanOrEqual(0);
      expect(freeFloat ?? 0, `${seed}`).toBeGreaterThanOrEqual(0);
    }
    below += scheduleOf(drawn(seed).network).tasks.filter((t) => (t.totalFloat ?? 0) < 0).length;
  }
  expect(below).toBeGreaterThan(100);
});

test("every task on the longest path has a driver on it, or stands at its begin", () => {
  for (let seed = 7001; seed <= 7300; seed++) {
    const { network } = drawn(seed);
    const found = scheduleOf(network);
    const path = new Set(found.tasks.filter((t) => t.onLongestPath).map(({ id }) => id));
    const done = new Set(network.tasks.filter((t) => t.actualFinish !== null).map(({ id }) => id));
    for (const task of found.tasks)
      if (task.driver.by === "link" && path.has(task.id) && !done.has(task.driver.taskId))
        expect(path.has(task.driver.taskId), `${task.id} of ${seed}`).toBe(true);
  }
});
