import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { formsForBrowsers } from "./forms.build.ts";

type Transform = (code: string, id: string) => Promise<{ code: string } | null>;

test("every form is sent to browsers without the schemas that it stands on", async () => {
  const transform = formsForBrowsers.transform as unknown as Transform;
  const forms = globSync("src/areas/**/*.form.ts");
  expect(forms.length).toBeGreaterThan(20);
  for (const form of forms) {
    const made = await transform(readFileSync(form, "utf8"), path.resolve(form));
    expect(made!.code, form).not.toMatch(/from "[^"]+\.model\.ts"/);
  }
});
