import { expect, test } from "vitest";
import { federalRules } from "./federal-rules.data.ts";
import { ruleName } from "./rule.labels.ts";

test("every rule that comes with the product has a name of the field, none shows its key", () => {
  expect(federalRules.filter((rule) => ruleName(rule) === rule.key).map(({ key }) => key)).toEqual(
    [],
  );
});
