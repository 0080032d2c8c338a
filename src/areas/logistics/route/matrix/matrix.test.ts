import { expect, test } from "vitest";
import { fileDistances, holesSay, readWays } from "./matrix.model.ts";

const lines = (text: string) => text.split("\n").map((line) => line.split(","));
const waysOf = (text: string) => {
  const read = readWays(lines(text));
  if (!read.ok) throw new Error(read.problem);
  return read.ways;
};
const problemOf = (text: string) => {
  const read = readWays(lines(text));
  return read.ok ? "" : read.problem;
};

test("units of the heading become meters and seconds", () => {
  const ways = waysOf("From,To,Miles,Minutes\nYard,Shelter,2.5,6\nShelter,Yard,2.5,7");
  expect(fileDistances(ways, [["Yard"], ["shelter "]])).toEqual({
    meters: [
      [0, 4023],
      [4023, 0],
    ],
    seconds: [
      [0, 360],
      [420, 0],
    ],
    holes: [],
  });
  const metric = waysOf("destination,origin,km,seconds\nShelter,Yard,4,360");
  expect(fileDistances(metric, [["Yard"], ["Shelter"]]).meters[0]).toEqual([0, 4000]);
});

test("no way is not a hole, and a hole is named by both places", () => {
  const ways = waysOf(
    "from,to,miles,minutes\nYard,Island,,\nIsland,Yard,none,none\nYard,Shelter,1,2",
  );
  const { meters, holes } = fileDistances(ways, [["Yard"], ["Island"], ["Shelter"]]);
  expect(meters[0]).toEqual([0, null, 1609]);
  expect(holes).toEqual([
    { from: "Island", to: "Shelter" },
    { from: "Shelter", to: "Yard" },
    { from: "Shelter", to: "Island" },
  ]);
  expect(holesSay("ways.csv", holes)).toContain(
    "ways.csv does not say how far it is from Island to Shelter, from Shelter to Yard",
  );
  expect(holesSay("ways.csv", [])).toBe("");
});

test("a place is found by its name or its address; two stops at one place are no way apart", () => {
  const ways = waysOf("from,to,miles,minutes\nYard,12 Main St,1,2\n12 Main St,Yard,1,2");
  const places = [["Yard"], ["TRF-1 bags", "12 Main St"], ["TRF-2 cots", "12 Main St"]];
  const { meters, holes } = fileDistances(ways, places);
  expect(holes).toEqual([]);
  expect(meters[1]).toEqual([1609, 0, 0]);
});

test.each([
  ["a,b\n1,2", "The file has no columns from, to, miles and minutes in its first line."],
  ["from,to,miles,minutes", "The file has no distances below its heading."],
  ["from,to,miles,minutes\nYard,,1,2", "Line 2 lacks one of its two places."],
  ["from,to,miles,minutes\nYard,Shelter,-1,2", "Line 2 has “-1” where a number"],
  ["from,to,miles,minutes\nYard,Shelter,1,", "Line 2 has “” where a number"],
  ["from,to,miles,hours\nYard,Shelter,1,60", "Line 2 is longer than 3,100 miles or 48 hours"],
  [
    "from,to,miles,minutes\nYard,Shelter,1,2\nyard,shelter,2,2",
    "Line 3 says another distance from yard to shelter than a line before it.",
  ],
])("a file that cannot be meant is refused with its line: %j", (text, problem) => {
  expect(problemOf(text)).toContain(problem);
});
