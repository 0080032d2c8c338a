import fc from "fast-check";
import { expect, test } from "vitest";
import { merged, plainInMarkdown, troubleOf } from "./merge.model.ts";
import { asHtml, asParagraphs } from "./markdown.service.ts";

const values = new Map([
  ["name", "Ann & Bo *Guard* <b>"],
  ["status", "Active"],
  ["uei", ""],
]);

test("fields and conditions are read, values never", () => {
  const text = `Dear {{name}},{{#if uei}} your UEI is {{uei}}.{{else}} we lack your UEI.{{/if}}{{#if status = "Active"}} Thank you.{{/if}}`;
  expect(merged(text, values)).toBe("Dear Ann & Bo *Guard* <b>, we lack your UEI. Thank you.");
  expect(merged("{{name}}", new Map([["name", "{{status}}"]]))).toBe("{{status}}");
});

test("a condition alone on its line takes the line with it", () => {
  const text = "{{#if status}}\none\n{{else}}\ntwo\n{{/if}}\nthree {{#if uei}}x{{/if}}\nfour";
  expect(merged(text, values)).toBe("one\nthree \nfour");
});

test("an unknown field, an open condition and what is neither are named by their lines", () => {
  const text = "Dear {{nmae}},\n{{#if status}}\n{{else}}{{else}}\n{{name | upper}}";
  expect(troubleOf(text, new Set(values.keys()))).toMatchObject([
    { line: 1, sentence: "There is no field “nmae” here. Choose one of the list." },
    { line: 2, sentence: "This condition has no end. Write {{/if}} behind it." },
    { line: 3 },
    { line: 4 },
  ]);
});

test("no value becomes markup, whatever it holds: in HTML and in a letter it reads as it was typed", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom("*", "_", "[", "](x)", "<b>", "&", "#", "a", "1.", "!", "\\", "`", " b"),
        {
          minLength: 1,
          maxLength: 12,
        },
      ),
      (parts) => {
        const value = parts.join("").trim();
        fc.pre(value !== "" && !/\s{2}/.test(value));
        const text = merged("To {{name}}", new Map([["name", value]]), plainInMarkdown);
        expect(asParagraphs(text)).toEqual([`To ${value}`]);
        const shown = value
          .replaceAll("&", "&amp;")
          .replaceAll("<", "&lt;")
          .replaceAll(">", "&gt;");
        expect(asHtml(text)).toBe(`<p>To ${shown}</p>`);
      },
    ),
    { numRuns: 300 },
  );
});

test("Markdown becomes paragraphs that a letter holds: lists, links and headings in plain text", () => {
  expect(
    asParagraphs(
      "## Boil your water\n\nUntil *Friday*, in [Gulfside](https://gulfside.example/map):\n\n- drinking\n- cooking\n\n1. Fill a pot\n2. Boil it",
    ),
  ).toEqual([
    "Boil your water",
    "Until Friday, in Gulfside (https://gulfside.example/map):",
    "• drinking\n• cooking",
    "1. Fill a pot\n2. Boil it",
  ]);
  expect(asHtml("<script>x</script>\n\n[a](javascript:x)")).not.toMatch(/<script|javascript:/);
});
