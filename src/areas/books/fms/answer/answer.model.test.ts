import { expect, test } from "vitest";
import { answerInput, answerOf, isTaken, type AnsweredBatch } from "./answer.model.ts";

const batch = (over: Partial<AnsweredBatch> = {}): AnsweredBatch => ({
  number: "FMB-2027-00001",
  status: "sent",
  lineCount: 3,
  rejected: [],
  ...over,
});
const rows = (...said: string[]) =>
  said.map((text) => {
    const [line, answer, reason = ""] = text.split(" ");
    return answerInput.parse({ batch: "1", line: Number(line), answer, reason });
  });
const of = (said: string[], over: Partial<AnsweredBatch> = {}, unread: string | null = null) => {
  const answer = answerOf(batch(over), rows(...said), unread);
  if (answer.what === "refused") return answer.faults.map(({ column, found }) => [column, found]);
  return answer.what === "reject"
    ? answer.rejections.map(({ lineNo, reason }) => `${lineNo} ${reason}`)
    : answer.what;
};

test("words that finance systems write are read, and others are not guessed at", () => {
  expect(["A", "ok", "Posted", "SUCCESS", "accepted."].map(isTaken)).toEqual(
    Array.from({ length: 5 }, () => true),
  );
  expect(["R", "ERROR", "Rejected", "not-posted", "Failed"].map(isTaken)).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect(["", "W", "held", "ok error", "P", "S", "Loaded"].map(isTaken)).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});

test("all lines accepted acknowledge; any rejected are kept with their reasons", () => {
  expect(of(["1 A", "2 A", "3 A"])).toBe("acknowledge");
  expect(of(["1 A", "2 R Closed", "3 A"])).toEqual(["2 Closed"]);
  expect(of(["3 R", "1 R Closed"])).toEqual(["1 Closed", "3 The finance system gave no reason"]);
  expect(of(["1 A", "1 A", "2 A", "3 A"], { status: "unknown" })).toBe("acknowledge");
});

test("an answer that leaves accepted lines out, names none, or says two things is refused whole", () => {
  expect(of(["1 A", "3 A"])).toEqual([
    ["Line", "2 lines"],
    ["Line", "2 lines"],
  ]);
  expect(of(["1 A", "4 A"])).toEqual([
    ["Batch", "line 4: 4"],
    ["Line", "4"],
  ]);
  expect(of(["1 held"])).toEqual([["Answer", "held"]]);
  expect(of(["1 A", "1 R", "2 A", "3 A"])[0]).toEqual([
    "Answer",
    "line 1 is accepted and rejected",
  ]);
  expect(of(["1 R"], {}, "a row of it cannot be read")).toEqual([
    ["Batch", "a row of it cannot be read"],
  ]);
});

test("the same answer again changes nothing, another one is refused", () => {
  const done = { status: "acknowledged" };
  expect(of(["1 A", "2 A", "3 A"], done)).toBe("same");
  expect(of(["2 R"], done)).toEqual([["Answer", "lines 2 rejected"]]);
  const other = { status: "corrected", rejected: [2] };
  expect(of(["2 R"], other)).toBe("same");
  expect(of(["1 A", "2 R", "3 A"], other)).toBe("same");
  expect(of(["1 A", "2 A", "3 A"], other)[0]).toEqual(["Answer", "all accepted"]);
  expect(of(["1 A", "2 A", "3 A"], { status: "validated" })[0]).toEqual([
    "Batch",
    "FMB-2027-00001: ready to be sent",
  ]);
});
