import { pathToFileURL } from "node:url";
import path from "node:path";
import type { Plugin } from "vite";
import { shapesOf } from "../kernel/record-form.ts";

const form = /[\\/]src[\\/]areas[\\/].*\.form\.ts$/;
const fieldsFrom = /^import \{([^}]*)\} from "([^"]+\.model\.ts)";$/gm;

// Fields by name, or a schema of which a form takes the shape.
const plain = (named: Parameters<typeof shapesOf>[0] | { shape: never }): object =>
  "_zod" in named
    ? { shape: shapesOf((named as { shape: never }).shape) }
    : shapesOf(named as never);

const shapesFrom = async (file: string, model: string, names: string): Promise<string> => {
  const at = model.startsWith("#areas/")
    ? path.resolve("src/areas", model.slice("#areas/".length))
    : path.resolve(path.dirname(file), model);
  const found = (await import(pathToFileURL(at).href)) as Record<string, never>;
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith("type "))
    .map((name) => `const ${name} = ${JSON.stringify(plain(found[name]!))};`)
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
