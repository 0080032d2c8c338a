// Every form is made plain for browsers: what it takes of its model is data there, whether it names fields
// or the shape of a schema.
import { globSync, readFileSync } from "node:fs";
import { loadConfigFromFile, type Plugin } from "vite";
import { expect, test } from "vitest";
import { formsForBrowsers } from "./forms.build.ts";

const made = async (file: string, by: Plugin = formsForBrowsers) =>
  (
    (await (by.transform as unknown as (code: string, id: string) => Promise<{ code: string }>)(
      readFileSync(file, "utf8"),
      `${process.cwd()}/${file}`,
    )) ?? { code: "" }
  ).code;

test.each(globSync("src/areas/**/*.form.ts"))("%s", async (file) => {
  const code = await made(file);
  expect(code).not.toMatch(/^import \{(?! type)[^}]*\} from "[^"]+\.model\.ts";/m);
  for (const [, named] of code.matchAll(/recordForm\([^,]+,\s*(\w+)\.shape/g))
    expect(code).toContain(`const ${named} = {"shape":{`);
});

test("the configuration of the build, one file by itself, keeps how a form holds each field", async () => {
  const loaded = await loadConfigFromFile({ command: "build", mode: "production" });
  const built = loaded!.config
    .plugins!.flat()
    .find((one) => (one as Plugin | null)?.name === formsForBrowsers.name) as Plugin;
  const award = await made("src/areas/grants/award/award.form.ts", built);
  expect(award).toContain(`"shareRate":{"as":"basisPoints","blank":"100"`);
  expect(award).toContain(`"amount":{"as":"cents"`);
});
