import { pathToFileURL } from "node:url";
import path from "node:path";
import type { Plugin } from "vite";
import { shapesOf } from "../kernel/record-form.ts";

const form = /[\\/]src[\\/]areas[\\/].*\.form\.ts$/;
const fieldsFrom = /^import \{([^}]*)\} from "([^"]+\.model\.ts)";$/gm;

type Fields = Parameters<typeof shapesOf>[0];
/** What a form names of a model: its fields, or an object whose `shape` they are. */
type Given = Fields | { _zod: object; shape: Fields };
const dataOf = (given: Given) =>
  "_zod" in given
    ? { shape: shapesOf((given as { shape: Fields }).shape) }
    : shapesOf(given as Fields);

const shapesFrom = async (file: string, model: string, names: string): Promise<string> => {
  const at = model.startsWith("#areas/")
    ? path.resolve("src/areas", model.slice("#areas/".length))
    : path.resolve(path.dirname(file), model);
  const found = (await import(pathToFileURL(at).href)) as Record<string, Given>;
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith("type "))
    .map((name) => `const ${name} = ${JSON.stringify(dataOf(found[name]!))};`)
    .join("\n");
};

/**
 * The form of a noun (`<noun>.form.ts`) stands on its schemas. Browsers are sent what forms need of
 * them as plain data, not the schemas and zod.
 */
export const formsForBrowsers: Plugin = {
  name: "forms-for-browsers",
  enforce: "pre",
  applyToEnvironment: (environment) => environment.name === "client",
  async transform(code, id) {
    const [file = ""] = id.split("?");
    if (!form.test(file)) return null;
    const found = [...code.matchAll(fieldsFrom)];
    const made = await Promise.all(
      found.map(([, names = "", model = ""]) => shapesFrom(file, model, names)),
    );
    return {
      code: found.reduce((text, [line], at) => text.replace(line, () => made[at]!), code),
      map: null,
    };
  },
};
