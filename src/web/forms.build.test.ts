// Every form is made plain for browsers: what it takes of its model is data there, whether it names fields
// or the shape of a schema.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formsForBrowsers } from "./forms.build.ts";

const made = async (file: string) =>
  (
    (await (
      formsForBrowsers.transform as unknown as (
        code: string,
        id: string,
      ) => Promise<{ code: string }>
    )(readFileSync(file, "utf8"), `${process.cwd()}/${file}`)) ?? { code: "" }
  ).code;

test.each(globSync("src/areas/**/*.form.ts"))("%s", async (file) => {
  const code = await made(file);
  expect(code).not.toMatch(/^import \{(?! type)[^}]*\} from "[^"]+\.model\.ts";/m);
  for (const [, named] of code.matchAll(/recordForm\([^,]+,\s*(\w+)\.shape/g))
    expect(code).toContain(`const ${named} = {"shape":{`);
});
