import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { requiredRule } from "./Field.tsx";
import { expect, test } from "vitest";
import { DecimalInput } from "./inputs.tsx";

const shown = (value: string, least = 0) =>
  /value="([^"]*)"/.exec(
    renderToStaticMarkup(createElement(DecimalInput, { value, least, onChange: () => {} })),
  )![1];

test("a field filled from a record shows its decimal without the database's zeros", () => {
  expect(["37.0000", "12.5000", "", "1260"].map((value) => shown(value))).toEqual([
    "37",
    "12.5",
    "",
    "1260",
  ]);
  expect(["155.1800", "7.0000", "0.0375"].map((value) => shown(value, 2))).toEqual([
    "155.18",
    "7.00",
    "0.0375",
  ]);
});

test("what lacks is asked for in words: a question is answered, an abbreviation keeps its capitals", () => {
  const said = (label: string) => requiredRule(label, true).validate!("");
  expect(said("Vendor")).toBe("Enter vendor");
  expect(said("Why")).toBe("Say why");
  expect(said("What is missing")).toBe("Say what is missing");
  expect(said("ZIP code")).toBe("Enter ZIP code");
  expect(said("From")).toBe("Fill in “From”");
  expect(said("Led by")).toBe("Fill in “Led by”");
  expect(said("About")).toBe("Fill in “About”");
});
