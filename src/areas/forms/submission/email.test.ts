import { expect, test } from "vitest";
import { emailWords, objectionToEmail } from "./email.labels.ts";
import { publicSubmission } from "./submission.model.ts";

test("an address is refused on the screen in the server's words, and only where the server refuses it", () => {
  const server = publicSubmission.shape.email;
  const given = [
    "dana@example.org",
    "d.o'neil+forms@mail.county.example",
    "dana",
    "dana@example",
    "dana@@example.org",
    "dana example.org",
    ".dana@example.org",
    `${"d".repeat(250)}@example.org`,
  ];
  expect(given.map((each) => objectionToEmail(each))).toEqual(
    given.map((each) => server.safeParse(each).error?.issues[0]!.message ?? null),
  );
  expect(given.filter((each) => objectionToEmail(each) === emailWords)).toHaveLength(6);
  expect(objectionToEmail("")).toBeNull();
});
