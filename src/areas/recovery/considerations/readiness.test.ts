import { expect, test } from "vitest";
import { ehpQuestions, type EhpAnswers } from "./considerations.labels.ts";
import {
  lacksToSend,
  saidOnEnvironment,
  saidOnMitigation,
  type Readiness,
} from "./readiness.model.ts";

const no = { answer: "no", detail: "" } as const;
const answered = Object.fromEntries(
  Object.keys(ehpQuestions).map((key) => [key, no]),
) as EhpAnswers;
const ready: Readiness = {
  category: "C",
  estimateCents: 100_000_00,
  damage: 1,
  ehpAnswers: answered,
  mitigationStatement: "none",
  mitigationMeasures: [],
};
const measure = (
  cents: number,
  basis: "within15" | "listed" | "analysis",
  ratio: number | null = null,
) =>
  lacksToSend({
    ...ready,
    mitigationStatement: "proposed",
    mitigationMeasures: [{ description: "Riprap", cents, basis, ratio }],
  });

test("a project without damage, scope, answers or a statement names all that it lacks at once", () => {
  expect(lacksToSend(ready)).toEqual([]);
  expect(lacksToSend({ ...ready, estimateCents: 0 })).toEqual([
    "Enter scope lines first: the size follows from them.",
  ]);
  const bare = { ...ready, damage: 0, ehpAnswers: {}, mitigationStatement: null };
  expect(lacksToSend(bare)).toHaveLength(2 + Object.keys(ehpQuestions).length);
  expect(lacksToSend(bare)).toContain("Put the damage in that it repairs.");
  expect(lacksToSend(bare)).toContain("Say how it stands with mitigation under section 406.");
  // Emergency work has no damage of a facility and no mitigation; management costs only their scope.
  expect(lacksToSend({ ...bare, category: "B" })).toHaveLength(Object.keys(ehpQuestions).length);
  expect(lacksToSend({ ...bare, category: "Z" })).toEqual([]);
});

test("not known stops it, and a yes says what", () => {
  const unknown = { ...answered, water: { answer: "unknown", detail: "" } } as const;
  expect(lacksToSend({ ...ready, ehpAnswers: unknown })).toEqual([`Answer: ${ehpQuestions.water}`]);
  const yes = { ...answered, water: { answer: "yes", detail: " " } } as const;
  expect(lacksToSend({ ...ready, ehpAnswers: yes })[0]).toMatch(
    /^Say more, since the answer is yes/,
  );
  const told = { ...answered, water: { answer: "yes", detail: "Bevens Creek" } } as const;
  expect(lacksToSend({ ...ready, ehpAnswers: told })).toEqual([]);
});

test("a measure pays by its basis, to the cent", () => {
  expect(measure(15_000_00, "within15")).toEqual([]);
  expect(measure(15_000_01, "within15")[0]).toBe(
    "Measures within 15% of the repair cost $15,000.01 together, and 15% are $15,000.00: choose another basis for one.",
  );
  expect(measure(100_000_00, "listed")).toEqual([]);
  expect(measure(100_000_01, "listed")[0]).toMatch(/costs more than the repair/);
  expect(measure(900_000_00, "analysis", 100)).toEqual([]);
  expect(measure(900_000_00, "analysis", 99)[0]).toMatch(/needs a benefit-cost ratio of 1 or more/);
  expect(lacksToSend({ ...ready, mitigationStatement: "proposed" })).toEqual([
    "Enter the measures of mitigation that are proposed.",
  ]);
});

test("the worksheet says each answer, each measure and the remarks", () => {
  const none = { ehp: "", mitigation: "" };
  expect(saidOnEnvironment({ ehpAnswers: {}, ...none })).toBe("");
  const said = {
    ...none,
    ehpAnswers: { ground: no, water: { answer: "yes", detail: "Permit 1187 stands" } },
  } as const;
  expect(saidOnEnvironment({ ...said, ehp: "Seen on site" })).toBe(
    `${ehpQuestions.ground} No; ${ehpQuestions.water} Yes: Permit 1187 stands; Seen on site`,
  );
  expect(saidOnMitigation({ mitigationStatement: null, mitigationMeasures: [], ...none })).toBe("");
  const measures = [
    { description: "Riprap", cents: 9_720_00, basis: "within15", ratio: null },
  ] as const;
  expect(
    saidOnMitigation({ mitigationStatement: "proposed", mitigationMeasures: measures, ...none }),
  ).toBe("Measures are proposed; Riprap, $9,720.00, within 15% of the repair");
});
