import { z } from "zod";
import { placeInWords } from "./place-words.ts";

type Issue = z.core.$ZodRawIssue;

const types: Readonly<Record<string, string>> = {
  string: "Enter text.",
  number: "Enter a number.",
  int: "Enter a whole number.",
  bigint: "Enter a whole number.",
  boolean: "Enter true or false.",
  date: "Enter a date.",
  array: "Give a list.",
  tuple: "Give a list.",
  object: "Give the fields by their names.",
  record: "Give the values by their names.",
};
const formats: Readonly<Record<string, string>> = {
  email: "Enter an e-mail address such as name@example.com.",
  url: "Enter a web address such as https://example.com.",
  uuid: "Give the id of a record, as lists and records show it.",
  guid: "Give the id of a record, as lists and records show it.",
  date: "Enter a date such as 2026-11-20.",
  datetime: "Enter a time such as 2026-11-20T17:00:00Z.",
  time: "Enter a time of day such as 17:00.",
  duration: "Enter a duration such as P3D.",
  base64: "Give the bytes in Base64.",
  base64url: "Give the bytes in Base64 for addresses.",
  hex: "Use the digits 0 to 9 and a to f.",
  json_string: "Give valid JSON.",
  lowercase: "Use small letters.",
  uppercase: "Use capital letters.",
};
const missing = (issue: Issue): boolean => issue.input === undefined || issue.input === null;
const figure = (n: unknown): string =>
  Number(n).toLocaleString("en-US", { maximumFractionDigits: 20 });
const characters = (n: unknown): string =>
  `${figure(n)} ${Number(n) === 1 ? "character" : "characters"}`;
const isText = (issue: { origin: string }): boolean => issue.origin === "string";
const isList = (issue: { origin: string }): boolean =>
  ["array", "set", "map", "record", "file"].includes(issue.origin);

const least = (issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string => {
  const n = issue.minimum;
  if (isText(issue))
    return Number(n) === 1
      ? "Fill this in."
      : issue.exact
        ? `Enter exactly ${characters(n)}.`
        : `Enter at least ${characters(n)}.`;
  if (isList(issue))
    return Number(n) === 1
      ? "Give at least one."
      : issue.exact
        ? `Give exactly ${figure(n)}.`
        : `Give at least ${figure(n)}.`;
  if (issue.origin === "date") return "Enter a later date.";
  return Number(n) <= Number.MIN_SAFE_INTEGER
    ? "This number is too small. Enter a larger one."
    : issue.inclusive
      ? `Enter ${figure(n)} or more.`
      : `Enter more than ${figure(n)}.`;
};

const most = (issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string => {
  const n = issue.maximum;
  if (isText(issue))
    return issue.exact ? `Enter exactly ${characters(n)}.` : `Use at most ${characters(n)}.`;
  if (isList(issue))
    return issue.exact ? `Give exactly ${figure(n)}.` : `Give at most ${figure(n)}.`;
  if (issue.origin === "date") return "Enter an earlier date.";
  return Number(n) >= Number.MAX_SAFE_INTEGER
    ? "This number is too large. Enter a smaller one."
    : issue.inclusive
      ? `Enter ${figure(n)} or less.`
      : `Enter less than ${figure(n)}.`;
};

const choice = (values: readonly unknown[]): string => {
  const names = [...new Set(values.filter((v) => v !== "" && v !== null).map(String))];
  if (names.length === 0) return "Leave this empty.";
  return names.length === 1
    ? `Only ${names[0]} is taken here.`
    : names.length > 20
      ? "Choose one of the values that are offered."
      : `Choose one of: ${names.join(", ")}.`;
};

type Union = z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>;
const isEmpty = (i: z.core.$ZodIssue): boolean =>
  i.code === "invalid_value" && i.values.every((v) => v === "" || v === null);
const offered = (issue: Union): readonly unknown[] => [
  ...((issue.inst as z.ZodDiscriminatedUnion | undefined)?._zod.propValues?.[
    issue.discriminator ?? ""
  ] ?? []),
];

// What the nearest of the possible forms says: one that took the value's type; each has its own
// words already. Leaving a field empty is no form to be told of.
const nearest = (issue: Union): string => {
  if (issue.discriminator) return choice(offered(issue));
  if (missing(issue)) return "Fill this in.";
  const forms = issue.errors.flatMap((one) => (one[0] && !isEmpty(one[0]) ? [one[0]] : []));
  const typed =
    forms.find(
      (i) => i.path.length === 0 && i.code !== "invalid_type" && i.code !== "invalid_value",
    ) ?? forms.find((i) => i.path.length > 0);
  if (typed)
    return typed.path.length > 0
      ? `${placeInWords(typed.path.join("."))}: ${typed.message}`
      : typed.message;
  const values = forms.flatMap((i) => (i.code === "invalid_value" ? i.values : []));
  const texts = [
    ...new Set([
      ...forms.flatMap((i) => (i.code === "invalid_value" ? [] : [i.message])),
      ...(values.length > 0 ? [choice(values)] : []),
    ]),
  ].map((text) => text.replace(/\.$/, ""));
  return texts.length === 0
    ? "Leave this empty."
    : `${texts.map((text, at) => (at === 0 ? text : `or ${text.charAt(0).toLowerCase()}${text.slice(1)}`)).join(", ")}.`;
};

// A program that sends the right figure in the wrong quotes hears of the quotes.
const otherType = ({
  expected,
  input,
}: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string => {
  if (expected === "string" && typeof input === "number" && !Number.isNaN(input))
    return `Give it as text: "${input}".`;
  if (
    (expected === "number" || expected === "int") &&
    typeof input === "string" &&
    /^-?\d+(\.\d+)?$/.test(input)
  )
    return "Give it as a number, without quotes.";
  return types[expected] ?? "Enter a value of the kind that this field takes.";
};

/**
 * What is wrong with a value, as a sentence that says what to do: the words of every rule that has
 * none of its own. They are told to people, in forms and in `errors` of the interface.
 */
const plainWords = (issue: Issue): string => {
  switch (issue.code) {
    case "invalid_type":
      return missing(issue) ? "Fill this in." : otherType(issue);
    case "too_small":
      return least(issue);
    case "too_big":
      return most(issue);
    case "invalid_format":
      return issue.format === "starts_with"
        ? `Begin with ${issue.prefix}.`
        : issue.format === "ends_with"
          ? `End with ${issue.suffix}.`
          : issue.format === "includes"
            ? `Put ${issue.includes} into it.`
            : (formats[issue.format] ?? "Write this in the form that the field takes.");
    case "invalid_value":
      return choice(issue.values);
    case "not_multiple_of":
      return issue.divisor === 1
        ? "Enter a whole number."
        : `Enter a multiple of ${issue.divisor}.`;
    case "unrecognized_keys":
      return `Leave out ${issue.keys.join(", ")}: it cannot be set here.`;
    case "invalid_union":
      return nearest(issue);
    case "invalid_key":
      return "Use the names that are taken here.";
    case "invalid_element":
      return "Correct the entry that is not taken here.";
    default:
      return "This value is not taken here. Correct it.";
  }
};

z.config({ customError: plainWords });
