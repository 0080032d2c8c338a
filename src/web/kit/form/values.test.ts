import { expect, test } from "vitest";
import { formOf } from "./values.ts";

test("a form takes from the record what it knows, keeps its blank where the record has nothing, and shows numbers as texts where it holds texts", () => {
  const blank = { title: "", days: "30", amount: 0, vendorId: null as string | null, tags: ["x"] };
  const record = { title: "Stone", days: 45, amount: 7, vendorId: null, version: 3 };
  expect(formOf(blank, record)).toEqual({
    title: "Stone",
    days: "45",
    amount: 7,
    vendorId: null,
    tags: ["x"],
  });
  expect(formOf(blank, { title: null, days: 0 })).toMatchObject({ title: "", days: "0" });
});
