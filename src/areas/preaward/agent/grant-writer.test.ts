import { expect, test } from "vitest";
import { scoreOf } from "#server/agents/evaluation.ts";
import { missingParts } from "./asked.model.ts";
import { grantWriterAgent } from "./grant-writer.agent.ts";
import { grantCases } from "./grant-writer.cases.ts";
import { grantAnswer, known } from "./grant-writer.evaluation.ts";
import { otherwise } from "./narrative.model.ts";

test("every labelled case is answered as a reviewer does, more of them than by strange amounts alone", () => {
  for (const { name, given, right } of grantCases)
    expect(grantAnswer(given as never), name).toBe(right);
  const score = scoreOf(grantWriterAgent)!;
  expect(score).toMatchObject({ cases: grantCases.length, right: grantCases.length });
  expect(score.baseline).toBeLessThan(score.right);
});

test("another UEI, and the sentence in which it stands", () => {
  expect(otherwise("It is for all. Our UEI is CRVRDEMO0002.", known)).toEqual([
    {
      of: "UEI",
      said: "CRVRDEMO0002",
      is: "CRVRDEMO0001",
      sentence: "Our UEI is CRVRDEMO0002.",
      cents: 0,
    },
  ]);
});

test("a limit of words is taken from the sentence that asks", () => {
  expect(missingParts("Write a logic model of at most 1,500 words.", [])).toEqual([
    { title: "Logic model", asks: "Write a logic model of at most 1,500 words.", mostWords: 1500 },
  ]);
});
