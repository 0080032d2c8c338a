import { expect, test } from "vitest";
import { matches, parseFilter } from "./filter.model.ts";

const ann = {
  userName: "ann@carver.test",
  active: true,
  title: "",
  name: { familyName: "Baker" },
  emails: [
    { type: "work", value: "ann@carver.test", primary: true },
    { type: "home", value: "ann@home.test" },
  ],
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Roads" },
};
const says = (filter: string) => matches(parseFilter(filter), ann);

test.each([
  ['userName eq "ANN@carver.test"', true],
  ['userName ne "ann@carver.test"', false],
  ['name.familyName sw "Ba"', true],
  ['emails co "@home"', true],
  ['emails[type eq "home" and value co "carver"]', false],
  ['emails[type eq "work" and primary eq true]', true],
  ["active eq true and title pr", false],
  ['title pr or (active eq true and not (userName sw "b"))', true],
  ['active eq "True"', true],
  ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "roads"', true],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "ann"', true],
  ['nickName eq "x"', false],
  // "and" binds closer than "or".
  ['userName sw "a" or userName sw "b" and active eq false', true],
])("%s: %s", (filter, expected) => {
  expect(says(filter)).toBe(expected);
});

test.each(["", "userName", 'userName lt "a"', '"a" eq "b"', "(active eq true", "active eq true)"])(
  "“%s” is refused",
  (filter) => {
    expect(() => parseFilter(filter)).toThrow("not understood");
  },
);

test("a filter that nests or runs on for ever is refused", () => {
  expect(() => parseFilter(`${"(".repeat(50)}active eq true`)).toThrow("too many brackets");
  expect(() => parseFilter("active eq true and ".repeat(200))).toThrow("too long");
});
