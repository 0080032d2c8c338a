import { expect, test } from "vitest";
import { textBlocks } from "./text.model.ts";

test("headings, paragraphs, points and steps are told apart as they are typed", () => {
  const text =
    "# Purpose\nBuy in the open.\nAt fair prices.\n\n- One\n- Two\n1. First\n2) Second\n\nEnd";
  expect(textBlocks(text)).toEqual([
    { kind: "heading", text: "Purpose" },
    { kind: "paragraph", text: "Buy in the open.\nAt fair prices." },
    { kind: "bullets", items: ["One", "Two"] },
    { kind: "steps", items: ["First", "Second"] },
    { kind: "paragraph", text: "End" },
  ]);
});

test("whatever else stands there is text; nothing is a tag", () => {
  expect(textBlocks("<b>bold</b>\n#no heading")).toEqual([
    { kind: "paragraph", text: "<b>bold</b>\n#no heading" },
  ]);
  expect(textBlocks("\n \n")).toEqual([]);
});
