import { expect, test } from "vitest";
import { proposedTitle, type Piece } from "./title-block.model.ts";

const at = (text: string, x: number, y: number, size: number): Piece => ({ text, x, y, size });

test("number and title are those of the title block, not of the drawing", () => {
  const block = [
    at("SHEET NO.", 0.9, 0.93, 8),
    at("C-101", 0.92, 0.96, 24),
    at("SHEET TITLE", 0.9, 0.8, 8),
    at("GRADING AND", 0.9, 0.82, 14),
    at("RIPRAP PLAN", 0.9, 0.84, 14),
    at("DATE", 0.9, 0.7, 8),
    at("2026-09-01", 0.93, 0.7, 8),
  ];
  const drawing = [at("DETAIL A-1", 0.3, 0.3, 40), at("B-12", 0.4, 0.5, 60)];
  expect(proposedTitle([...drawing, ...block])).toEqual({
    number: "C-101",
    title: "GRADING AND RIPRAP PLAN",
  });
});

test("numbers are written in many ways, and where none is found nothing is proposed", () => {
  for (const [text, number] of [
    ["S2.01", "S2.01"],
    ["A3", "A3"],
    ["Sheet 4 of 12", "4"],
    ["SHEET: G-001", "G-001"],
    ["c-7", "C-7"],
  ] as const)
    expect(proposedTitle([at(text, 0.95, 0.95, 12)]).number).toBe(number);
  expect(proposedTitle([at("Scale", 0.9, 0.9, 10), at("1:100", 0.9, 0.92, 10)])).toEqual({
    number: "",
    title: "",
  });
  expect(proposedTitle([])).toEqual({ number: "", title: "" });
});

test("the larger of two numbers is the sheet's, and of two as large the one in the corner", () => {
  const reference = at("C-102", 0.8, 0.5, 10);
  expect(proposedTitle([reference, at("C-101", 0.95, 0.97, 20)]).number).toBe("C-101");
  expect(proposedTitle([reference, at("C-101", 0.95, 0.97, 10)]).number).toBe("C-101");
});
