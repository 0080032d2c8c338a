import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// What an action asks beside its reason is read from plain controls by their names: a field of a form
// has no form there, and the whole page falls over when the dialog opens.
const areas = new URL("../areas/", import.meta.url);
const screens = readdirSync(areas, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".tsx"),
);

/** The expression behind `actionFields=`, by its braces. */
const asked = (text: string): string => {
  const begin = text.indexOf("actionFields={");
  if (begin < 0) return "";
  let depth = 0;
  for (let at = text.indexOf("{", begin); at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return text.slice(begin, at);
  }
  return text.slice(begin);
};

/** Names of what is drawn there, also by the functions of the same file that it calls. */
const drawn = (text: string): string[] => {
  const expression = asked(text);
  const called = [...expression.matchAll(/\b(\w+)\(/g)].flatMap(([, name]) => {
    const at = text.indexOf(`const ${name} = `);
    return at < 0 ? [] : text.slice(at, text.indexOf("\n\n", at));
  });
  return [expression, ...called].flatMap((part) =>
    [...part.matchAll(/<([A-Z]\w+)/g)].map(([, name]) => name!),
  );
};

const formFields = (text: string): string[] =>
  [...text.matchAll(/import \{([^}]*)\} from "#web\/kit\/form\/fields\.tsx"/g)].flatMap(
    ([, names]) => names!.split(",").map((name) => name.trim()),
  );

const wrong = (text: string) => {
  const fields = formFields(text);
  return drawn(text).filter((name) => fields.includes(name));
};

test("no action asks by a field that needs a form around it", () => {
  const fault =
    'import { TextArea } from "#web/kit/form/fields.tsx";\n<RecordPage actionFields={{ review: <TextArea name="note" /> }} tabs={[]} />';
  expect(wrong(fault)).toEqual(["TextArea"]);
  const found = screens.flatMap((file) =>
    wrong(readFileSync(new URL(file, areas), "utf8")).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
