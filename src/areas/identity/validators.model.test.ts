import { expect, test } from "vitest";
import {
  displayName,
  email,
  jsonText,
  messagesFor,
  nameOf,
  newPassword,
  nonNegativeNumber,
  phone,
  positiveNumber,
  url,
  username,
  uuid,
} from "./validators.model.ts";

// SPEC section 5, rule by rule; the texts are the SPEC's.
const good = "Correct-horse-9";
const passwords: [string, string[]][] = [
  [good, []],
  ["Aa1!aaa", ["Password must be at least 8 characters"]],
  ["Aa1!aaaa", []],
  [`Aa1!${"x".repeat(124)}`, []],
  [`Aa1!${"x".repeat(125)}`, ["Password must be less than 128 characters"]],
  ["aa1!aaaa", ["Password must contain at least one uppercase letter"]],
  ["AA1!AAAA", ["Password must contain at least one lowercase letter"]],
  ["Aaa!aaaa", ["Password must contain at least one number"]],
  ["Aa1aaaaa", ["Password must contain at least one special character"]],
  ["Ünïcode-9straße", []],
  [
    "",
    [
      "Password must be at least 8 characters",
      "Password must contain at least one uppercase letter",
      "Password must contain at least one lowercase letter",
      "Password must contain at least one number",
      "Password must contain at least one special character",
    ],
  ],
];
test.each(passwords)("password %j", (value, messages) =>
  expect(messagesFor(newPassword, value)).toEqual(messages),
);

test("email is trimmed and lower-cased, at most 255 characters", () => {
  expect(email.parse("  Clerk@County.GOV ")).toBe("clerk@county.gov");
  expect(messagesFor(email, "nobody")).toEqual(["Invalid email address"]);
  const long = (n: number) =>
    `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(n - 60 * 3 - 3 - 4)}.org`;
  expect(long(256)).toHaveLength(256);
  expect(messagesFor(email, long(256))).toContain("Email must be less than 255 characters");
});

test.each([
  ["abc", []],
  ["a".repeat(49), []],
  ["ab", ["Username must be at least 3 characters"]],
  ["a".repeat(50), ["Username must be less than 50 characters"]],
  ["a b c", ["Username can only contain letters, numbers, underscores, and hyphens"]],
])("username %j", (value, messages) => expect(messagesFor(username, value)).toEqual(messages));

test.each([
  ["+1 (507) 555-0134", "+15075550134"],
  ["507.555.0134", "5075550134"],
])("phone %j", (value, kept) => expect(phone.parse(value)).toBe(kept));
test.each(["0507", "+", "12345678901234567", "call me", "1"])("phone %j is refused", (value) =>
  expect(messagesFor(phone, value)).toEqual(["Invalid phone number format"]),
);

test.each([
  "Anne-Marie O'Neil",
  "Dr. J. van der Berg, P.E.",
  "St.John Smith",
  "Ng",
  "李小龍",
  "Owner/Operator Lee",
])("name %j", (value) => expect(messagesFor(displayName, value)).toEqual([]));
test.each([
  "Win at https://evil.example",
  "ftp://x",
  "see WWW.evil.example",
  "Ann evil.com/login",
  "bücher.de/x",
])("name %j is refused, and taken apart when a provider gave it", (value) => {
  expect(messagesFor(displayName, value)).toEqual([
    "A name has no web address. Enter your name alone",
  ]);
  expect(messagesFor(displayName, nameOf(value))).toEqual([]);
});
test("a name of nothing but signs still is one", () =>
  expect([nameOf("://"), nameOf("Ann Lee")]).toEqual(["Unnamed", "Ann Lee"]));

test("url, uuid, numbers, JSON", () => {
  expect(messagesFor(url, "not a url")).toEqual(["Invalid URL format"]);
  expect(messagesFor(url, `https://example.org/${"a".repeat(2048)}`)).toEqual([
    "URL must be less than 2048 characters",
  ]);
  expect(messagesFor(uuid, "42")).toEqual(["Invalid UUID format"]);
  expect(messagesFor(positiveNumber, 0)).toEqual(["Must be a positive number"]);
  expect(messagesFor(positiveNumber, Number.POSITIVE_INFINITY)).toEqual([
    "Must be a finite number",
  ]);
  expect(messagesFor(positiveNumber, Number.NaN)).toEqual(["Must be a finite number"]);
  expect(messagesFor(nonNegativeNumber, -0.01)).toEqual(["Must be a non-negative number"]);
  expect(messagesFor(nonNegativeNumber, 0)).toEqual([]);
  expect(messagesFor(jsonText, "{")).toEqual(["Invalid JSON format"]);
  expect(messagesFor(jsonText, "null")).toEqual([]);
});
