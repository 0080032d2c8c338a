import { expect, test } from "vitest";
import { vendorList } from "#areas/vendors/vendors.server.ts";
import { filtersInWords } from "./list-words.ts";

test("filters of an address read by the labels of the list and of its codes", () => {
  for (const [query, words] of [
    ["status=active", "Status: Active"],
    ["status=active,on_hold&state=MN", "Status: Active or On hold, State: MN"],
    ["screening=clear", "Screening: Clear"],
    ["score.min=3&score.max=4", "Performance at least 3, Performance at most 4"],
    ["registered=true", "Own account"],
    ["registrationEnding=true&sort=-name", "Registration ending"],
    ["q=gravel", "the words “gravel”"],
  ])
    expect(filtersInWords(vendorList, query!)).toBe(words);
});
